package treeline.breakdown;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.model.Profile;
import treeline.pattern.UserPattern;

import java.util.List;

class RoutineCallsTest {

    @ParameterizedTest
    @CsvSource({
        "MPI_Bcast, MPI_Bcast",
        "PMPI_Bcast, MPI_Bcast",
        "mpi_bcast_, MPI_Bcast",
        "mpi_bcast__, MPI_Bcast",
        "MPI_BCAST, MPI_Bcast",
        "MPI_Bcast_f08, MPI_Bcast",
        "MPI_File_read_at_all, MPI_File_read_at_all",
        "MPIX_Harmonize, MPIX_Harmonize",
        "MPI::Comm::Send, MPI::Comm::Send",
    })
    void aRoutineHasOneName(String name, String routine) {
        assertThat(RoutineCalls.routine(name)).isEqualTo(routine);
    }

    @Test
    void callsOfARoutineAreThoseWithoutMpiAboveThem() {
        Profile profile =
                profileOf(
                        """
                        path                                      rank0
                        main/MPI_Allreduce/PMPI_Allreduce/MPI_Wait    1
                        main/solve/MPI_Wait                           1
                        main/wait/PMPI_Wait                           1
                        main/opal_progress                            1
                        """);
        List<RoutineCalls> calls = RoutineCalls.ofMpi(profile.outline());
        assertThat(calls.stream().map(RoutineCalls::routine))
                .containsExactly("MPI_Allreduce", "MPI_Wait");
        assertThat(calls.get(1).nodes().toArray())
                .containsExactly(
                        profile.tree().at("main/solve/MPI_Wait"),
                        profile.tree().at("main/wait/PMPI_Wait"));
    }

    @Test
    void recursiveCallsOfAFunctionArePartOfTheOutermost() {
        Profile profile =
                profileOf(
                        """
                        path                                      rank0
                        main/solve/half/solve                         1
                        main/step/solve                               1
                        main/step/solver                              1
                        """);
        List<RoutineCalls> calls =
                RoutineCalls.named(profile.outline(), UserPattern.of("solve|half"));
        assertThat(calls.stream().map(RoutineCalls::routine)).containsExactly("half", "solve");
        assertThat(calls.get(1).nodes().toArray())
                .containsExactly(
                        profile.tree().at("main/solve"), profile.tree().at("main/step/solve"));
    }
}
