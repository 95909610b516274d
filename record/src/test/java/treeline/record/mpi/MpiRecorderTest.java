package treeline.record.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.record.Recordings;
import treeline.record.parts.SnapshotFormat;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.InProcessRanks;
import treeline.record.testkit.Mpirun;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.store.db.DatabaseFormat;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// The recorder on ranks that are processes.
class MpiRecorderTest {
    @TempDir Path folder;

    private static Profile read(Path directory) throws IOException {
        return read(directory, new DatabaseFormat());
    }

    private static Profile read(Path directory, ProfileFormat format) throws IOException {
        try (ProfileSource source = format.open(Input.of(directory.toString()))) {
            Profile profile = source.load(Slice.everything());
            assertThat(source.report().entries()).isEmpty();
            return profile;
        }
    }

    @Test
    void aRecordingOfProcessesIsThatOfThreadsToTheLastValue() throws IOException {
        assertSameAsOfThreads("merge", RecordedProgram::merge);
    }

    @Test
    void aRecordingThatComesInOneMessageARankIsThatOfThreadsToo() throws IOException {
        assertSameAsOfThreads("alike", RecordedProgram::alike);
    }

    private void assertSameAsOfThreads(String name, BiConsumer<Communicator, Path> program)
            throws IOException {
        Path processes = folder.resolve("processes");
        Mpirun.openMpi().run(4, RecordedProgram.class, name, processes.toString());
        Path threads = folder.resolve("threads");
        InProcessRanks.run(4, comm -> program.accept(comm, threads));
        assertThat(
                        ProfileDifference.between(
                                read(threads).withMetadata(Metadata.NONE),
                                read(processes).withMetadata(Metadata.NONE)))
                .isEmpty();
    }

    @Test
    void ranksWithOtherEventsOrdersAndIterationsMergeRight() throws IOException {
        Mpirun.openMpi().run(4, RecordedProgram.class, "merge", folder.toString());
        Profile profile = read(folder);
        int step = profile.tree().at("main/solve/step");
        int alone = profile.tree().at(List.of("main", "only on rank 2"));
        int named = profile.tree().at(List.of("main", "söme – names, with: everything|in-them"));
        for (int context = 0; context < profile.contexts().size(); context++) {
            int rank = profile.contexts().get(context).rank();
            assertThat(profile.column("time").at(context, step))
                    .isEqualTo((rank + 2) * (10 + rank));
            assertThat(profile.column("time").byContext().find(context, alone) >= 0)
                    .isEqualTo(rank == 2);
            assertThat(profile.column("time").byContext().find(context, named) >= 0)
                    .isEqualTo(rank == 1);
        }
        assertThat(profile.metadata().get("mpi").orElseThrow().toString()).contains("Open MPI");
        assertThat(profile.contexts()).hasSize(6); // ranks 1 and 3 have two repetitions
    }

    @Test
    void aKilledRankLeavesTheSnapshotsBeforeItWhole() throws IOException {
        Mpirun.Ended ended =
                Mpirun.openMpi().ended(4, RecordedProgram.class, "killed", folder.toString());
        assertThat(ended.code()).isNotZero();
        assertThat(snapshots()).hasSizeGreaterThanOrEqualTo(2);
        for (Path snapshot : snapshots()) assertWhole(snapshot);
    }

    /// The kill hits rank 2 when half of its file of the fourth snapshot is on the disk.
    @Test
    void aRankKilledWhileItWritesASnapshotLeavesTheEarlierOnesWhole() throws IOException {
        Mpirun.Ended ended =
                Mpirun.openMpi()
                        .ended(4, RecordedProgram.class, "killedWhileWriting", folder.toString());
        assertThat(ended.code()).isNotZero();
        assertThat(snapshots())
                .containsExactly(folder.resolve("snapshot-0002"), folder.resolve("snapshot-0003"));
        for (Path snapshot : snapshots()) assertWhole(snapshot);
        assertThat(Recordings.hidden(folder)).as("the cut one is hidden").isPresent();
    }

    @Test
    void ranksThatExitTogetherWriteWhatTheyRecorded() throws IOException {
        Mpirun.Ended ended = Mpirun.openMpi().ended(3, ExitProgram.class, "all", folder.toString());
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.output())
                .contains(
                        "treeline: the program exited before closing its recorder; events recorded"
                                + " until then are in "
                                + folder)
                .doesNotContain("lost");
        Profile profile = read(folder);
        assertThat(profile.contexts()).hasSize(3);
        int step = profile.tree().at("main/step");
        for (int rank = 0; rank < 3; rank++)
            assertThat(profile.column("calls").at(rank, step)).isEqualTo(5);
    }

    /// The launcher ends the others once rank 1 is gone.
    @Test
    void aRankThatExitsAloneSaysWhatIsLostAndDoesNotHang() {
        Mpirun.Ended ended = Mpirun.openMpi().ended(3, ExitProgram.class, "one", folder.toString());
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.output())
                .contains(
                        "treeline: recording in %s lost: the program exited before closing its recorder, and not all ranks exited within 3000 ms (raise 'exit-limit')"
                                .formatted(folder));
    }

    private static void assertWhole(Path snapshot) throws IOException {
        Profile profile = read(snapshot, new SnapshotFormat());
        assertThat(profile.contexts()).hasSize(4);
        int step = profile.tree().at("main/step");
        for (int context = 0; context < 4; context++)
            assertThat(profile.column("time").at(context, step)).isPositive();
    }

    private List<Path> snapshots() throws IOException {
        try (Stream<Path> there = Files.list(folder)) {
            return there.filter(path -> path.getFileName().toString().startsWith("snapshot-"))
                    .sorted()
                    .toList();
        }
    }
}
