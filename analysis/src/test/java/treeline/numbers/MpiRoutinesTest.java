package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        "MPI_Unheard_of, MPI_MISCELLANEOUS",
        "MPI::Comm::Send, MPI_POINT_TO_POINT",
        "MPI::File::Write, MPI_IO",
        "method 'allreduce' of 'mpi4py.MPI.Comm' objects, MPI_COLLECTIVE",
        "method 'Get_rank' of 'mpi4py.MPI.Comm' objects, MPI_GROUPS"
    })
    void namesOfAllLanguagesHaveTheirClass(String name, Operation expected) {
        assertThat(MpiRoutines.of(name)).isEqualTo(expected);
    }
}
