package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Profile;
import treeline.testkit.Patience;

import java.nio.file.Files;
import java.nio.file.Path;

/// Programs with `libtreeline-mpi.so` preloaded that do not return from an MPI call: their error
/// handlers leave it, or they call `MPI_Abort`.
@Timeout(Patience.TEST_SECONDS)
class PreloadedErrorsTest {
    @TempDir Path folder;

    /// The calls after an error come from deeper stack frames than the call that failed.
    private static final String RECOVERING =
            """
            #include <mpi.h>
            #include <setjmp.h>
            #include <stdexcept>
            enum { BY_LONGJMP, BY_BUILTIN, BY_EXCEPTION };
            static int way;
            static jmp_buf back;
            static void *place[5];
            static void leave(MPI_Comm *, int *, ...) {
                if (way == BY_LONGJMP) longjmp(back, 1);
                if (way == BY_BUILTIN) __builtin_longjmp(place, 1);
                throw std::runtime_error("left");
            }
            __attribute__((noinline)) static void deep(int levels) {
                volatile char room[500];
                room[levels] = 0;
                if (levels > 0) deep(levels - 1);
                else MPI_Barrier(MPI_COMM_WORLD);
                room[levels] = 1;
            }
            __attribute__((noinline)) static void fail(void) {
                MPI_Send(&way, 1, MPI_INT, 77, 0, MPI_COMM_WORLD);
            }
            __attribute__((noinline)) static void jump(void) {
                way = BY_LONGJMP;
                if (setjmp(back) == 0) fail();
            }
            __attribute__((noinline)) static void jump_without_library(void) {
                way = BY_BUILTIN;
                if (__builtin_setjmp(place) == 0) fail();
            }
            __attribute__((noinline)) static bool is_thrown(void) {
                way = BY_EXCEPTION;
                try {
                    fail();
                } catch (const std::runtime_error &) {
                    return true;
                }
                return false;
            }
            /* A jump that does not leave the MPI call. */
            static int copy(MPI_Comm, int, void *, void *, void *, int *flag) {
                jmp_buf here;
                if (setjmp(here) == 0) longjmp(here, 1);
                *flag = 0;
                return MPI_SUCCESS;
            }
            int main(int n, char **v) {
                MPI_Errhandler handler;
                MPI_Comm made;
                int key;
                MPI_Init(&n, &v);
                MPI_Comm_create_errhandler(leave, &handler);
                MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
                jump();
                deep(5);
                if (!is_thrown()) return 1;
                deep(5);
                jump_without_library();
                MPI_Barrier(MPI_COMM_WORLD);
                deep(5);
                MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key, NULL);
                MPI_Comm_set_attr(MPI_COMM_WORLD, key, NULL);
                MPI_Comm_dup(MPI_COMM_WORLD, &made);
                deep(5);
                MPI_Comm_free(&made);
                MPI_Finalize();
                return 0;
            }
            """;

    @ParameterizedTest
    @ValueSource(strings = {"Open MPI", "MPICH"})
    void errorHandlersMayLeaveACall(String mpi) throws Exception {
        MpiKit kit = MpiKit.of(mpi, folder);
        MpiKit.need("g++");
        Files.writeString(folder.resolve("recovering.cpp"), RECOVERING);
        kit.compile("recovering.cpp", "-DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX -lstdc++");
        assertThat(kit.runPreloaded(1, "./program")).isEmpty();
        assertThat(MpiKit.values(kit.recording("treeline-recording"), "calls"))
                .containsExactlyInAnyOrder(
                        "program 1",
                        "program/MPI_Send 3",
                        "program/MPI_Barrier 5",
                        "program/MPI_Comm_dup 1",
                        "program/MPI_Comm_free 1");
    }

    private static final String ABORTING =
            """
            #include <mpi.h>
            #include <unistd.h>
            int main(int n, char **v) {
                int rank;
                MPI_Init(&n, &v);
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                for (int i = 0; i < 4; i++) MPI_Barrier(MPI_COMM_WORLD);
                if (rank == 0) MPI_Abort(MPI_COMM_WORLD, 7);
                pause();
                return 0;
            }
            """;

    private static final String ABORTING_IN_FORTRAN =
            """
            program aborting
              use mpi
              implicit none
              integer :: i, e
              call MPI_Init(e)
              do i = 1, 4
                call MPI_Barrier(MPI_COMM_WORLD, e)
              end do
              call MPI_Abort(MPI_COMM_WORLD, 7, e)
            end program
            """;

    @ParameterizedTest
    @CsvSource({
        "Open MPI, aborting.c, 2",
        "MPICH, aborting.c, 2",
        "Open MPI, aborting.f90, 1",
        "MPICH, aborting.f90, 1"
    })
    void theRankThatAbortsWritesItsPart(String mpi, String source, int ranks) throws Exception {
        MpiKit kit = MpiKit.of(mpi, folder);
        Files.writeString(folder.resolve("aborting.c"), ABORTING);
        Files.writeString(folder.resolve("aborting.f90"), ABORTING_IN_FORTRAN);
        kit.compile(source);
        kit.runPreloaded(ranks, "./program && exit 1 || true");
        Profile profile = kit.recording("treeline-recording");
        assertThat(profile.metadata().get("recorder.ended_by").orElseThrow().toString())
                .contains("MPI_Abort");
        assertThat(MpiKit.values(profile, "calls"))
                .anyMatch(line -> line.startsWith("program/MPI_Barrier 4"));
    }
}
