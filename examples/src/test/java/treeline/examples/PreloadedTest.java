package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Context;
import treeline.model.Profile;
import treeline.testkit.Patience;

import java.nio.file.Files;
import java.nio.file.Path;

/// Programs run with `libtreeline-mpi.so` preloaded, which records their MPI calls. Some of them
/// have their own events.
@Timeout(Patience.TEST_SECONDS)
class PreloadedTest {
    @TempDir Path folder;

    private static final String IN_C =
            """
            #include <mpi.h>
            int main(int n, char **v) {
                int rank, size, nobody = MPI_PROC_NULL;
                double a[10] = {0}, b[20], s = 1, t;
                MPI_Request r[2];
                MPI_Comm c;
                MPI_Init(&n, &v);
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                MPI_Comm_size(MPI_COMM_WORLD, &size);
                for (int i = 0; i < 5; i++) {
                    for (int k = 1; rank == 0 && k < size; k++)
                        MPI_Recv(b, 20, MPI_DOUBLE, k, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                    if (rank > 0) MPI_Send(a, 10, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
                    MPI_Allreduce(&s, &t, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
                    MPI_Irecv(b, 10, MPI_DOUBLE, (rank + size - 1) % size, 1, MPI_COMM_WORLD, r);
                    MPI_Isend(a, 10, MPI_DOUBLE, (rank + 1) % size, 1, MPI_COMM_WORLD, r + 1);
                    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
                }
                MPI_Sendrecv(a, 4, MPI_DOUBLE, rank == 0 ? 1 : nobody, 0, b, 20, MPI_DOUBLE,
                             rank == 1 ? 0 : nobody, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                if (rank == 0)
                    MPI_Gather(MPI_IN_PLACE, 1, MPI_DATATYPE_NULL, b, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
                else MPI_Gather(a, 1, MPI_DOUBLE, b, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
                MPI_Pcontrol(0);
                MPI_Barrier(MPI_COMM_WORLD);
                MPI_Pcontrol(1);
                MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &c);
                MPI_Barrier(c);
                MPI_Comm_free(&c);
                MPI_Finalize();
                return 0;
            }
            """;

    private static final String IN_FORTRAN =
            """
            program ring
              use mpi
              implicit none
              integer :: rank, ranks, i, k, e, c, r(2)
              double precision :: a(10), b(20), s, t
              a = 0; s = 1
              call MPI_Init(e)
              call MPI_Comm_rank(MPI_COMM_WORLD, rank, e)
              call MPI_Comm_size(MPI_COMM_WORLD, ranks, e)
              do i = 1, 5
                if (rank == 0) then
                  do k = 1, ranks - 1
                    call MPI_Recv(b, 20, MPI_DOUBLE_PRECISION, k, 0, MPI_COMM_WORLD, &
                                  MPI_STATUS_IGNORE, e)
                  end do
                else
                  call MPI_Send(a, 10, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, e)
                end if
                call MPI_Allreduce(s, t, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, e)
                call MPI_Irecv(b, 10, MPI_DOUBLE_PRECISION, mod(rank + ranks - 1, ranks), 1, &
                               MPI_COMM_WORLD, r(1), e)
                call MPI_Isend(a, 10, MPI_DOUBLE_PRECISION, mod(rank + 1, ranks), 1, &
                               MPI_COMM_WORLD, r(2), e)
                call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, e)
              end do
              call MPI_Sendrecv(a, 4, MPI_DOUBLE_PRECISION, merge(1, MPI_PROC_NULL, rank == 0), 0, &
                                b, 20, MPI_DOUBLE_PRECISION, merge(0, MPI_PROC_NULL, rank == 1), 0, &
                                MPI_COMM_WORLD, MPI_STATUS_IGNORE, e)
              if (rank == 0) then
                call MPI_Gather(MPI_IN_PLACE, 1, MPI_DATATYPE_NULL, b, 1, MPI_DOUBLE_PRECISION, 0, &
                                MPI_COMM_WORLD, e)
              else
                call MPI_Gather(a, 1, MPI_DOUBLE_PRECISION, b, 1, MPI_DOUBLE_PRECISION, 0, &
                                MPI_COMM_WORLD, e)
              end if
              call MPI_Pcontrol(0)
              call MPI_Barrier(MPI_COMM_WORLD, e)
              call MPI_Pcontrol(1)
              call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), 0, c, e)
              call MPI_Barrier(c, e)
              call MPI_Comm_free(c, e)
              call MPI_Finalize(e)
            end program
            """;

    /// The error arguments are omitted, as Fortran 2008 allows.
    private static String inFortran2008() {
        return IN_FORTRAN
                .replace("use mpi", "use mpi_f08")
                .replace("e, c, r(2)", "e\ntype(MPI_Comm) :: c\ntype(MPI_Request) :: r(2)")
                .replace(", e)", ")")
                .replace("Init(e)", "Init()")
                .replace("Finalize(e)", "Finalize()");
    }

    private void write(String name, String text) throws Exception {
        Files.writeString(folder.resolve(name), text);
    }

    private static void requireRing(Profile profile) {
        assertThat(profile.contexts())
                .containsExactly(Context.ofRank(0), Context.ofRank(1), Context.ofRank(2));
        assertThat(MpiKit.values(profile, "calls"))
                .containsExactlyInAnyOrder(
                        "program 1 1 1",
                        "program/MPI_Recv 10 - -",
                        "program/MPI_Send - 5 5",
                        "program/MPI_Allreduce 5 5 5",
                        "program/MPI_Irecv 5 5 5",
                        "program/MPI_Isend 5 5 5",
                        "program/MPI_Waitall 5 5 5",
                        "program/MPI_Sendrecv 1 1 1",
                        "program/MPI_Gather 1 1 1",
                        "program/MPI_Comm_split 1 1 1",
                        "program/MPI_Barrier 1 1 1",
                        "program/MPI_Comm_free 1 1 1");
        assertThat(MpiKit.values(profile, "bytes"))
                .contains(
                        "program/MPI_Recv 800 - -", // of room for twice as much
                        "program/MPI_Send - 400 400",
                        "program/MPI_Allreduce 40 40 40",
                        "program/MPI_Irecv 400 400 400",
                        "program/MPI_Waitall - - -",
                        "program/MPI_Sendrecv 32 32 0",
                        "program/MPI_Gather 0 8 8",
                        "program/MPI_Barrier - - -");
        assertThat(MpiKit.values(profile, "peers"))
                .contains(
                        "program/MPI_Recv 10 - -",
                        "program/MPI_Allreduce 10 10 10",
                        "program/MPI_Sendrecv 1 1 -",
                        "program/MPI_Comm_split 2 2 2",
                        "program/MPI_Barrier 1 - 1");
        int send = profile.tree().at("program/MPI_Send");
        assertThat(profile.outline().label("tag", send)).isEqualTo("COMM");
    }

    @ParameterizedTest
    @CsvSource({
        "Open MPI, ring.c",
        "Open MPI, ring.f90",
        "Open MPI, ring08.f90",
        "MPICH, ring.c",
        "MPICH, ring.f90",
        "MPICH, ring08.f90"
    })
    void everyCallOfAProgramThatWasNotChangedIsRecordedOnce(String mpi, String source)
            throws Exception {
        MpiKit kit = MpiKit.of(mpi, folder);
        write("ring.c", IN_C);
        write("ring.f90", IN_FORTRAN);
        write("ring08.f90", inFortran2008());
        kit.compile(source);
        assertThat(kit.runPreloaded(3, "./program")).isEmpty();
        requireRing(kit.recording("treeline-recording"));
    }

    /// If nothing is recorded, each MPI call costs one check.
    @Test
    void itIsSwitchedOff() throws Exception {
        MpiKit kit = MpiKit.openMpi(folder);
        write("ring.c", IN_C);
        kit.compile("ring.c");
        assertThat(kit.runPreloaded(2, "env TREELINE_RECORD_ENABLED=false ./program")).isEmpty();
        assertThat(folder.resolve("treeline-recording")).doesNotExist();
    }

    /// The program keeps its own metrics and tags and names the output folder. MPI calls outside
    /// its events do not count as repetitions.
    @Test
    void callsStandBelowTheEventsThatAProgramHas() throws Exception {
        MpiKit kit = MpiKit.openMpi(folder);
        write(
                "own.c",
                """
                #include <mpi.h>
                #include <treeline.h>
                int main(int n, char **v) {
                    double s = 1, t;
                    MPI_Init(&n, &v);
                    treeline_option("metrics", "tag:0;mem:1");
                    TREELINE_START("out");
                    for (int i = 0; i < 3; i++) MPI_Barrier(MPI_COMM_WORLD);
                    for (int i = 0; i < 2; i++) {
                        TREELINE_BEGIN("main");
                        TREELINE_BEGIN_EACH("residual", 0);
                        TREELINE_PUT("tag", "COMM");
                        TREELINE_ADD("mem", 8);
                        MPI_Allreduce(&s, &t, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
                        TREELINE_END("residual");
                        TREELINE_END("main");
                    }
                    MPI_Finalize();
                    return 0;
                }
                """);
        String sources = NativeProgram.NATIVE.toString();
        kit.shell(
                "cc -shared -fPIC -I'%1$s/include' '%1$s'/src/*.c -o libtreeline.so -lpthread -lm"
                        .formatted(sources));
        kit.compile("own.c", "-I" + sources + "/include", "-L. -ltreeline -Wl,-rpath,.");
        assertThat(kit.runPreloaded(2, "./program")).isEmpty();
        Profile profile = kit.recording("out");
        assertThat(MpiKit.values(profile, "calls"))
                .containsExactlyInAnyOrder(
                        "MPI_Barrier 3 - 3 -",
                        "main 1 1 1 1",
                        "main/residual 1 1 1 1",
                        "main/residual/MPI_Allreduce 1 1 1 1");
        assertThat(MpiKit.values(profile, "mem")).contains("main/residual 8 8 8 8");
        assertThat(MpiKit.values(profile, "bytes")).contains("main/residual/MPI_Allreduce 8 8 8 8");
        assertThat(folder.resolve("treeline-recording")).doesNotExist();
    }

    /// A program may continue after a failed call, so reading the arguments of that call must not
    /// abort it.
    @ParameterizedTest
    @ValueSource(strings = {"Open MPI", "MPICH"})
    void callsThatFailAndCallsOfOtherThreadsAreRecorded(String mpi) throws Exception {
        MpiKit kit = MpiKit.of(mpi, folder);
        write(
                "odd.c",
                """
                #include <mpi.h>
                #include <pthread.h>
                static void *work(void *comm) {
                    int sent = 1;
                    for (int i = 0; i < 3; i++)
                        MPI_Bcast(&sent, 1, MPI_INT, 0, *(MPI_Comm *)comm);
                    return comm;
                }
                int main(int n, char **v) {
                    int provided, sent = 1;
                    MPI_Comm own;
                    pthread_t thread;
                    MPI_Init_thread(&n, &v, MPI_THREAD_MULTIPLE, &provided);
                    MPI_Comm_dup(MPI_COMM_SELF, &own);
                    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
                    if (MPI_Send(&sent, 1, MPI_DATATYPE_NULL, 0, 0, own) == MPI_SUCCESS) return 1;
                    pthread_create(&thread, NULL, work, &own);
                    pthread_join(thread, NULL);
                    MPI_Comm_free(&own);
                    MPI_Finalize();
                    return 0;
                }
                """);
        kit.compile("odd.c", "-lpthread");
        assertThat(kit.runPreloaded(1, "./program")).isEmpty();
        Profile profile = kit.recording("treeline-recording");
        assertThat(MpiKit.values(profile, "calls"))
                .containsExactlyInAnyOrder(
                        "program 1 -",
                        "program/MPI_Comm_dup 1 -",
                        "program/MPI_Send 1 -",
                        "program/MPI_Bcast - 3",
                        "program/MPI_Comm_free 1 -");
        assertThat(MpiKit.values(profile, "bytes"))
                .contains("program/MPI_Send - -", "program/MPI_Bcast - 12");
    }
}
