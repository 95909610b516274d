package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Profile;
import treeline.testkit.Patience;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The routines that `libtreeline-mpi.so` intercepts: which, with which arguments, and the bytes
/// that it counts.
@Timeout(Patience.TEST_SECONDS)
class PreloadedRoutinesTest {
    @TempDir Path folder;

    /// Routines that neither communicate nor wait for other ranks, nor read or write files.
    private static final List<String> LOCAL =
            List.of(
                    "(Type|Group|Info|T|Op|Attr|Keyval|Errhandler|Session|Status)_.*",
                    "(Comm|File|Win)_(create_errhandler|create_keyval|call_errhandler)",
                    "(Comm|Win)_(get_.*|set_.*|delete_attr|free_keyval)",
                    "File_(get_.*|set_(info|atomicity|errhandler)|seek)",
                    "Comm_(rank|size|group|compare|test_inter|remote_size|remote_group)",
                    "Win_(attach|detach|shared_query(_c)?)",
                    "(Cart|Graph|Dist_graph)_(coords|get|map|rank|shift|neighbors(_count)?)",
                    "Cartdim_get|Graphdims_get|Dims_create|Topo_test",
                    "Get_(address|count|elements|library_version|processor_name|version)(_[cx])?",
                    "(Pack|Unpack|Error|Add_error|Grequest|Register_datarep|Reduce_local)(_.*)?",
                    "Aint_.*|Address|Alloc_mem|Free_mem|Buffer_attach(_c)?|Test_cancelled",
                    "Initialized|Finalized|Is_thread_main|Query_thread|Wtime|Wtick",
                    "(Open|Close)_port|(Publish|Unpublish|Lookup)_name", // ask a name server
                    ".*_(c2f|f2c|f082c|c2f08|f082f|f2f08|toint|fromint)",
                    "[A-Z0-9_]+"); // constants and predefined functions

    /// They start and end the recording, or control it.
    private static final Set<String> CONTROL =
            Set.of("Init", "Init_thread", "Finalize", "Abort", "Pcontrol");

    private static boolean isLocal(String routine) {
        return LOCAL.stream().anyMatch(routine::matches);
    }

    private static Set<String> routines(List<String> symbols) {
        return symbols.stream()
                .filter(symbol -> symbol.startsWith("MPI_"))
                .map(symbol -> symbol.substring(4))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Open MPI", "MPICH"})
    void allRoutinesThatCommunicateAreIntercepted(String mpi) throws Exception {
        MpiKit kit = MpiKit.of(mpi, folder);
        Set<String> intercepted = routines(kit.symbols(kit.built().resolve("libtreeline-mpi.so")));
        assertThat(intercepted.stream().filter(PreloadedRoutinesTest::isLocal)).isEmpty();
        Set<String> missing = routines(kit.symbols(kit.mpiLibrary()));
        missing.removeAll(intercepted);
        missing.removeIf(PreloadedRoutinesTest::isLocal);
        assertThat(missing).isEmpty();
    }

    /// The library after the recorder is a tool that checks the arguments. Fortran routines have
    /// three symbols and are called three times.
    @ParameterizedTest
    @ValueSource(strings = {"Open MPI", "MPICH"})
    void everyCallReachesTheMpiLibraryOnceWithItsArguments(String mpi) throws Exception {
        MpiKit kit = MpiKit.of(mpi, folder);
        List<String> symbols = kit.symbols(kit.built().resolve("libtreeline-mpi.so"));
        var prototypes = new MpiPrototypes(kit.preprocessed("#include <mpi.h>"));
        List<String> routines =
                routines(symbols).stream().filter(name -> !CONTROL.contains(name)).toList();
        assertThat(routines).allMatch(prototypes::has);
        List<String> fortran =
                symbols.stream()
                        .filter(symbol -> symbol.startsWith("mpi_"))
                        .filter(prototypes::hasFortran)
                        .filter(symbol -> !CONTROL.contains(prototypes.routine(symbol)))
                        .toList();
        assertThat(fortran).hasSizeGreaterThan(400);
        Files.writeString(folder.resolve("tool.c"), prototypes.tool(routines, fortran));
        Files.writeString(folder.resolve("all.c"), prototypes.program(routines, fortran));
        kit.compileLibrary("tool.c", "libtool.so", "-Wno-deprecated-declarations");
        kit.compile("all.c", "-Wno-deprecated-declarations -L. -ltool -Wl,-rpath,.");
        String libraries = kit.built() + "/libtreeline-mpi.so ./libtool.so";
        assertThat(kit.run(1, "env LD_PRELOAD='%s' ./program".formatted(libraries))).isEmpty();

        List<String> expected = new ArrayList<>(List.of("program 1"));
        for (String name : routines)
            expected.add("program/MPI_%s %d".formatted(name, calls(name, fortran)));
        assertThat(MpiKit.values(kit.recording("treeline-recording"), "calls"))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    private static long calls(String routine, List<String> fortran) {
        String pattern = "mpi_" + routine.toLowerCase(Locale.ROOT) + "(_f08)?_{1,2}";
        return 1 + fortran.stream().filter(symbol -> symbol.matches(pattern)).count();
    }

    /// Two ranks. MPI 4 adds large counts and persistent collectives.
    private static final String TRAFFIC =
            """
            #include <mpi.h>
            int main(int n, char **v) {
                int rank, other, to[2] = {1, 4}, from[2] = {4, 1}, at[2] = {0, 4}, two = 2, no = 0;
                double a[10] = {0}, b[20], memory[10] = {0};
                MPI_Request r;
                MPI_Comm grid, graph;
                MPI_Win w;
                MPI_File f;
                MPI_Init(&n, &v);
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                other = 1 - rank;

                if (rank == 0) MPI_Send_init(a, 10, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &r);
                MPI_Pcontrol(0);
                if (rank == 1) MPI_Recv_init(b, 10, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &r);
                MPI_Pcontrol(1);
                for (int i = 0; i < 3; i++) {
                    MPI_Start(&r);
                    MPI_Wait(&r, MPI_STATUS_IGNORE);
                }
                MPI_Startall(1, &r);
                MPI_Wait(&r, MPI_STATUS_IGNORE);
                MPI_Request_free(&r);

                MPI_Cart_create(MPI_COMM_WORLD, 1, &two, &no, 0, &grid);
                MPI_Neighbor_alltoall(a, 2, MPI_DOUBLE, b, 2, MPI_DOUBLE, grid);
                MPI_Neighbor_allgather(a, 3, MPI_DOUBLE, b, 3, MPI_DOUBLE, grid);
                MPI_Neighbor_alltoallv(a, to, at, MPI_DOUBLE, b, from, at, MPI_DOUBLE, grid);
                MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &other, MPI_UNWEIGHTED, 1, &other,
                                               MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
                MPI_Ineighbor_alltoall(a, 1, MPI_DOUBLE, b, 1, MPI_DOUBLE, graph, &r);
                MPI_Wait(&r, MPI_STATUS_IGNORE);

                MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
                MPI_Win_fence(0, w);
                MPI_Put(a, 4, MPI_DOUBLE, other, 0, 4, MPI_DOUBLE, w);
                MPI_Win_fence(0, w);
                MPI_Win_lock_all(0, w);
                MPI_Fetch_and_op(a, b, MPI_DOUBLE, other, 5, MPI_SUM, w);
                MPI_Get_accumulate(a, 2, MPI_DOUBLE, b, 2, MPI_DOUBLE, other, 6, 2, MPI_DOUBLE, MPI_SUM, w);
                MPI_Rget(b, 1, MPI_DOUBLE, other, 4, 1, MPI_DOUBLE, w, &r);
                MPI_Wait(&r, MPI_STATUS_IGNORE);
                MPI_Win_flush_all(w);
                MPI_Win_unlock_all(w);
                MPI_Win_free(&w);

                MPI_File_open(MPI_COMM_SELF, rank == 0 ? "zero" : "one",
                              MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &f);
                MPI_File_iwrite_at(f, 0, a, 2, MPI_DOUBLE, &r);
                MPI_Wait(&r, MPI_STATUS_IGNORE);
                MPI_File_close(&f);
            #if MPI_VERSION >= 4
                MPI_Allreduce_c(a, b, 5, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
                MPI_Bcast_init(a, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
                MPI_Start(&r);
                MPI_Wait(&r, MPI_STATUS_IGNORE);
                MPI_Request_free(&r);
            #endif
                MPI_Comm_free(&grid);
                MPI_Comm_free(&graph);
                MPI_Finalize();
                return 0;
            }
            """;

    @ParameterizedTest
    @ValueSource(strings = {"Open MPI", "MPICH"})
    void bytesOfPersistentNeighbourhoodAndOneSidedCalls(String mpi) throws Exception {
        MpiKit kit = MpiKit.of(mpi, folder);
        boolean isMpi4 = mpi.equals("MPICH");
        Files.writeString(folder.resolve("traffic.c"), TRAFFIC);
        kit.compile("traffic.c");
        assertThat(kit.runPreloaded(2, "./program")).isEmpty();
        Profile profile = kit.recording("treeline-recording");
        assertThat(MpiKit.values(profile, "calls"))
                .contains(
                        "program/MPI_Send_init 1 -",
                        isMpi4 ? "program/MPI_Start 4 4" : "program/MPI_Start 3 3")
                .doesNotContain("program/MPI_Recv_init - 1"); // paused
        assertThat(MpiKit.values(profile, "bytes"))
                .contains(
                        "program/MPI_Send_init - -",
                        isMpi4 ? "program/MPI_Start 256 256" : "program/MPI_Start 240 240",
                        "program/MPI_Startall 80 80",
                        "program/MPI_Neighbor_alltoall 16 16",
                        "program/MPI_Neighbor_allgather 24 24",
                        "program/MPI_Neighbor_alltoallv 32 8",
                        "program/MPI_Ineighbor_alltoall 8 8",
                        "program/MPI_Put 32 32",
                        "program/MPI_Fetch_and_op 16 16",
                        "program/MPI_Get_accumulate 32 32",
                        "program/MPI_Rget 8 8",
                        "program/MPI_Win_fence - -",
                        "program/MPI_File_iwrite_at 16 16");
        assertThat(MpiKit.values(profile, "peers"))
                .contains(
                        "program/MPI_Neighbor_alltoall 1 1",
                        "program/MPI_Ineighbor_alltoall 1 1",
                        "program/MPI_Get_accumulate 1 1");
        if (isMpi4)
            assertThat(MpiKit.values(profile, "bytes"))
                    .contains("program/MPI_Allreduce_c 40 40", "program/MPI_Bcast_init - -");
        int write = profile.tree().at("program/MPI_File_iwrite_at");
        assertThat(profile.outline().label("tag", write)).isEqualTo("IO");
    }
}
