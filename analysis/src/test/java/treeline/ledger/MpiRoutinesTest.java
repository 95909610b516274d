package treeline.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.util.List;

class MpiRoutinesTest {

    @Test
    void classesHaveSoManyRoutines() {
        List<Operation> classes =
                List.of(
                        Operation.MPI_POINT_TO_POINT,
                        Operation.MPI_COLLECTIVE,
                        Operation.MPI_ONE_SIDED,
                        Operation.MPI_IO,
                        Operation.MPI_ENVIRONMENT,
                        Operation.MPI_GROUPS,
                        Operation.MPI_TOPOLOGIES,
                        Operation.MPI_PROCESSES,
                        Operation.MPI_MISCELLANEOUS);
        assertThat(classes.stream().map(each -> MpiRoutines.of(each).size()))
                .containsExactly(102, 70, 36, 56, 96, 61, 20, 18, 56);
    }

    @ParameterizedTest
    @CsvSource({
        "MPI_Waitall, MPI_POINT_TO_POINT",
        "PMPI_Send, MPI_POINT_TO_POINT",
        "mpi_recv_, MPI_POINT_TO_POINT",
        "mpi_isend_f08_, MPI_POINT_TO_POINT",
        "MPI_Type_commit, MPI_POINT_TO_POINT",
        "MPI_Barrier, MPI_COLLECTIVE",
        "MPI_Allreduce_c, MPI_COLLECTIVE",
        "MPI_Neighbor_alltoallw_init, MPI_COLLECTIVE",
        "MPI_Win_wait, MPI_ONE_SIDED",
        "MPI_File_write_at_all, MPI_IO",
        "MPI_Init_thread, MPI_ENVIRONMENT",
        "MPI_File_set_errhandler, MPI_ENVIRONMENT",
        "MPI_Comm_split, MPI_GROUPS",
        "MPI_Cart_shift, MPI_TOPOLOGIES",
        "MPI_Comm_spawn, MPI_PROCESSES",
        "MPI_Info_set, MPI_MISCELLANEOUS",
        "MPIX_Unheard_of, MPI_MISCELLANEOUS",
        "MPI::Comm::Send, MPI_POINT_TO_POINT",
        "MPI::File::Write, MPI_IO",
        "method 'allreduce' of 'mpi4py.MPI.Comm' objects, MPI_COLLECTIVE",
        "method 'Get_rank' of 'mpi4py.MPI.Comm' objects, MPI_GROUPS"
    })
    void namesOfAllLanguagesHaveTheirClass(String name, Operation expected) {
        assertThat(MpiRoutines.of(name)).isEqualTo(expected);
        assertThat(MpiRoutines.isRoutine(name)).isTrue();
        assertThat(Accounts.of(outline(name)).operation(0)).isEqualTo(expected);
        assertThat(Library.MPI.owns(Frame.function(name))).isEqualTo(!name.startsWith("method"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mpi_halo_pack",
                "MPI_Unheard_of",
                "mpi_file_reader",
                "mpi_wait_for_neighbours",
                "mpi_send_buffer_fill_",
                "mpix_own",
                "pmpi_",
                "mpi_sends"
            })
    void functionsOfProgramsAreNoRoutines(String name) {
        assertThat(MpiRoutines.isRoutine(name)).isFalse();
        assertThat(Accounts.of(outline(name)).operation(0)).isEqualTo(Operation.COMPUTATION);
        assertThat(Library.MPI.owns(Frame.function(name))).isFalse();
    }

    private static Outline outline(String name) {
        var builder = new ProfileBuilder();
        builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        builder.context(Context.WHOLE);
        builder.child(ProfileBuilder.ROOT, Frame.function(name));
        return builder.build().outline();
    }
}
