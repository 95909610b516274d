package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A second PMPI tool in the same process as `libtreeline-mpi.so`. Both see every call once, in
/// either order.
@Timeout(Patience.TEST_SECONDS)
class PreloadedToolsTest {
    @TempDir Path folder;

    /// A tool as the MPI standard describes it. It collects its own result with PMPI calls, of a
    /// routine that it does not intercept.
    private static final String TOOL =
            """
            #include <mpi.h>
            #include <stdio.h>
            static int calls;
            int MPI_Send(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c) {
                calls++;
                return PMPI_Send(b, n, t, to, tag, c);
            }
            int MPI_Allreduce(const void *b, void *to, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c) {
                calls++;
                return PMPI_Allreduce(b, to, n, t, o, c);
            }
            int MPI_Finalize(void) {
                int sum;
                PMPI_Reduce(&calls, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
                printf("tool: %d calls\\n", sum);
                fflush(stdout);
                return PMPI_Finalize();
            }
            """;

    /// Calls the next definition, whatever it is.
    private static final String STACKABLE_TOOL =
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <mpi.h>
            #include <stdio.h>
            static int calls;
            int MPI_Send(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c) {
                int (*next)(const void *, int, MPI_Datatype, int, int, MPI_Comm) =
                    dlsym(RTLD_NEXT, "MPI_Send");
                calls++;
                return next(b, n, t, to, tag, c);
            }
            int MPI_Finalize(void) {
                int (*next)(void) = dlsym(RTLD_NEXT, "MPI_Finalize");
                printf("tool: %d calls\\n", calls);
                fflush(stdout);
                return next();
            }
            """;

    private static final String FORTRAN_TOOL =
            """
            #include <stdio.h>
            static int calls;
            void pmpi_send_(void *, void *, void *, void *, void *, void *, void *);
            void pmpi_finalize_(void *);
            void mpi_send_(void *b, void *n, void *t, void *to, void *tag, void *c, void *e) {
                calls++;
                pmpi_send_(b, n, t, to, tag, c, e);
            }
            void mpi_finalize_(void *e) {
                printf("tool: %d calls\\n", calls);
                fflush(stdout);
                pmpi_finalize_(e);
            }
            """;

    private static final String PROGRAM =
            """
            #include <mpi.h>
            int main(int n, char **v) {
                double a = 1, b;
                MPI_Init(&n, &v);
                for (int i = 0; i < 5; i++) MPI_Send(&a, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
                MPI_Allreduce(&a, &b, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
                MPI_Barrier(MPI_COMM_WORLD);
                MPI_Finalize();
                return 0;
            }
            """;

    private static final String FORTRAN_PROGRAM =
            """
            program sends
              use mpi
              implicit none
              integer :: i, e
              double precision :: a = 1, b
              call MPI_Init(e)
              do i = 1, 5
                call MPI_Send(a, 1, MPI_DOUBLE_PRECISION, MPI_PROC_NULL, 0, MPI_COMM_WORLD, e)
              end do
              call MPI_Allreduce(a, b, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, e)
              call MPI_Barrier(MPI_COMM_WORLD, e)
              call MPI_Finalize(e)
            end program
            """;

    private MpiKit kit(String mpi) throws IOException {
        Files.writeString(folder.resolve("tool.c"), TOOL);
        Files.writeString(folder.resolve("stackable.c"), STACKABLE_TOOL);
        Files.writeString(folder.resolve("fortran-tool.c"), FORTRAN_TOOL);
        Files.writeString(folder.resolve("program.c"), PROGRAM);
        Files.writeString(folder.resolve("program.f90"), FORTRAN_PROGRAM);
        return MpiKit.of(mpi, folder);
    }

    /// @param libraries in the order of `LD_PRELOAD`; `treeline` is `libtreeline-mpi.so`
    private void requireBothSeeAllCalls(MpiKit kit, String libraries, int callsOfTool)
            throws Exception {
        String preload = libraries.replace("treeline", kit.built() + "/libtreeline-mpi.so");
        String output = libraries.replaceAll("\\W+", "-");
        String said =
                kit.run(
                        1,
                        "env TREELINE_RECORD_OUTPUT=%s LD_PRELOAD='%s' ./program"
                                .formatted(output, preload));
        assertThat(said).as(libraries).isEqualTo("tool: %d calls\n".formatted(callsOfTool));
        assertThat(MpiKit.values(kit.recording(output), "calls"))
                .as(libraries)
                .containsExactlyInAnyOrder(
                        "program 1",
                        "program/MPI_Send 5",
                        "program/MPI_Allreduce 1",
                        "program/MPI_Barrier 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Open MPI", "MPICH"})
    void aToolMayPrecedeOrFollowTheRecorder(String mpi) throws Exception {
        MpiKit kit = kit(mpi);
        kit.compileLibrary("tool.c", "tool.so");
        kit.compileLibrary("tool.c", "bound.so", "-Wl,-z,relro,-z,now");
        kit.compileLibrary("stackable.c", "stackable.so");
        kit.compile("program.c");
        requireBothSeeAllCalls(kit, "treeline ./tool.so", 6);
        requireBothSeeAllCalls(kit, "./tool.so treeline", 6);
        requireBothSeeAllCalls(kit, "./bound.so treeline", 6);
        requireBothSeeAllCalls(kit, "treeline ./stackable.so", 5);
        requireBothSeeAllCalls(kit, "./stackable.so treeline", 5);
        kit.compile("program.c", "tool.c");
        requireBothSeeAllCalls(kit, "treeline", 6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Open MPI", "MPICH"})
    void aFortranToolMayPrecedeOrFollowTheRecorder(String mpi) throws Exception {
        MpiKit kit = kit(mpi);
        kit.compileLibrary("fortran-tool.c", "tool.so");
        kit.compile("program.f90");
        requireBothSeeAllCalls(kit, "treeline ./tool.so", 5);
        requireBothSeeAllCalls(kit, "./tool.so treeline", 5);
    }
}
