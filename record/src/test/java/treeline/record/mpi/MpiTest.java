package treeline.record.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.record.testkit.Mpirun;
import treeline.testkit.Trials;

import java.nio.file.Path;
import java.util.List;

/// The binding under real launchers, each rank a process.
class MpiTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void communicatorsOfOpenMpiKeepTheContract(int ranks) {
        String output = Mpirun.openMpi().run(ranks, ContractProgram.class);
        assertThat(output).contains("tests passed on %d ranks of Open MPI".formatted(ranks));
    }

    @Test
    void manyRanksUseTheCollectiveCallsOfMpi() {
        String output =
                Mpirun.openMpi()
                        .with("-D" + DirectMessages.MAX_RANKS_PROPERTY + "=1")
                        .run(5, ContractProgram.class);
        assertThat(output).contains("tests passed on 5 ranks");
    }

    @Test
    void communicatorsOfMpichKeepTheContract() {
        String output = Mpirun.mpich().run(3, ContractProgram.class);
        assertThat(output).contains("tests passed on 3 ranks of MPICH");
    }

    @Test
    void aProcessWithoutALauncherIsARunOfOneRank() {
        Mpirun.openMpi();
        assertThat(Mpirun.none().with("-Dtreeline.mpi=openmpi").run(1, Scenarios.class, "greet"))
                .contains("rank 0 of 1, sum 1");
    }

    @Test
    void aProgramThatInitialisedMpiForAllThreadsKeepsIt() {
        String output = Mpirun.openMpi().run(2, Scenarios.class, "initialisedBefore", "3");
        assertThat(output.lines().sorted())
                .containsExactly(
                        "finalized 0",
                        "finalized 0",
                        "here sum 2",
                        "here sum 2",
                        "there sum 2",
                        "there sum 2");
    }

    @Test
    void aProgramThatInitialisedMpiForOneThreadIsCalledFromThatThreadOnly() {
        String output = Mpirun.openMpi().run(2, Scenarios.class, "initialisedBefore", "1");
        String refusal =
                "the program initialised MPI without MPI_THREAD_MULTIPLE, so only thread \"main\""
                        + " may use it here, not \"other\"";
        assertThat(output.lines().sorted())
                .containsExactly(
                        "finalized 0", "finalized 0", "here sum 2", "here sum 2", refusal, refusal);
    }

    /// MPICH 4.0 ends the process instead, whatever was set for the communicator.
    @Test
    void whenAnOperationFailsTheOthersOfItsRequestAreWaitedFor() {
        List<String> told =
                Mpirun.openMpi().run(2, Scenarios.class, "cut").lines().sorted().toList();
        assertThat(told).hasSize(3).endsWith("afterwards sum 2", "afterwards sum 2");
        assertThat(told.getFirst()).startsWith("MPI operation failed: ").endsWith(", then 42");
    }

    @Test
    void callsAfterTheProgramFinalizedMpiAreRefused() {
        assertThat(Mpirun.openMpi().run(1, Scenarios.class, "finalizedBefore"))
                .isEqualTo(
                        "the program has already called MPI_Finalize; close the recorder and its"
                                + " communicator first\n");
    }

    @Test
    void theWorldMayBeOpenedTwiceButNotAfterTheEnd() {
        String output = Mpirun.openMpi().run(1, Scenarios.class, "twice");
        assertThat(output.lines())
                .containsExactly(
                        "second sum 1",
                        "first sum 1",
                        "MPI is closed; its communicators can no longer be used",
                        "MPI has been finalized, and cannot be started a second time in one"
                                + " process");
    }

    @Test
    void aFailureOfMpiIsToldInItsOwnWords() {
        String output = Mpirun.openMpi().run(1, Scenarios.class, "badTag");
        assertThat(output)
                .contains("MPI_Isend failed: MPI_ERR_TAG: invalid tag")
                .contains("goes on");
    }

    /// Open MPI 4.1 refuses the one after 65,532, also to one rank, so a fraction only shows that
    /// nothing else breaks. The test with MPICH reaches its limit in every build.
    @Test
    void communicatorsThatAreClosedMakeRoomForOthers() {
        int alone = Trials.of(3_000, 66_000);
        int both = Trials.of(200, 2_000);
        assertThat(
                        Mpirun.openMpi()
                                .run(1, SplittingProgram.class, "often", Integer.toString(alone)))
                .isEqualTo("made " + alone + "\n");
        assertThat(
                        Mpirun.openMpi()
                                .run(2, SplittingProgram.class, "often", Integer.toString(both))
                                .lines())
                .containsExactly("made " + both, "made " + both);
    }

    /// MPICH 4.0 has room for 2,048.
    @Test
    void communicatorsOfMpichThatAreClosedMakeRoomForOthers() {
        assertThat(Mpirun.mpich().run(2, SplittingProgram.class, "often", "3000").lines())
                .containsExactly("made 3000", "made 3000");
    }

    @Test
    void aWorldThatIsClosedMakesRoomForTheNextIfTheProgramKeepsMpi() {
        assertThat(Mpirun.mpich().run(1, Scenarios.class, "reopened", "2100"))
                .isEqualTo("opened 2100\n");
    }

    @Test
    void aClosedCommunicatorIsRefusedButNotWhatWasMadeFromIt() {
        String refusal = "the communicator is closed and can no longer be used";
        assertThat(Mpirun.openMpi().run(2, SplittingProgram.class, "afterClose").lines())
                .containsExactly(refusal, refusal, refusal, refusal, refusal, "sum 2");
    }

    @Test
    void whatIsMadeFromAPatientCommunicatorIsPatient() {
        assertThat(Mpirun.openMpi().run(1, SplittingProgram.class, "patience").lines())
                .containsExactly("OwnThreadFunnel", "PatientFunnel", "PatientFunnel");
    }

    @Test
    void nullReferencesAreStillNoticedBesideMpi() {
        assertThat(Mpirun.openMpi().run(1, Scenarios.class, "nullReference"))
                .contains("noticed 10000");
    }

    @Test
    void nullReferencesAreStillNoticedBesideMpichAndUcx() {
        assertThat(Mpirun.mpich().run(1, Scenarios.class, "nullReference"))
                .contains("noticed 10000");
    }

    @Test
    void aRankThatDiesEndsTheRun() {
        assertThat(Mpirun.openMpi().ended(2, Scenarios.class, "fail").code()).isNotZero();
    }

    @Test
    void withoutALibraryTheWorldIsAnErrorAndASerialRunPossible() {
        Mpirun.Ended ended =
                Mpirun.none()
                        .with("-Dtreeline.mpi=libno-such-mpi.so")
                        .ended(1, Scenarios.class, "greet");
        assertThat(ended.code()).isNotZero();
        assertThat(ended.output()).contains("apt-get install openmpi-bin libopenmpi-dev");
        assertThat(
                        Mpirun.none()
                                .with("-Dtreeline.mpi=libno-such-mpi.so")
                                .run(1, Scenarios.class, "worldOrSerial"))
                .contains("sum 1");
    }

    @Test
    void aLibraryThatIsNotOfTheLauncherIsAnError() {
        Path library = Mpirun.mpichLibrary();
        Mpirun.Ended ended =
                Mpirun.openMpi()
                        .with("-Dtreeline.mpi=" + library)
                        .ended(2, Scenarios.class, "greet");
        assertThat(ended.code()).isNotZero();
        assertThat(ended.output())
                .contains(
                        "2 ranks were launched, but "
                                + library
                                + " sees 1: launcher and library belong to different MPI"
                                + " installations");
    }
}
