package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.testkit.Patience;
import treeline.testkit.TraceCalls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Programs run with `libtreeline-mpi.so` preloaded and the option `trace`.
@Timeout(Patience.TEST_SECONDS)
class PreloadedTraceTest {
    @TempDir Path folder;

    /// A ring and an allreduce, ten times. Rank 2 of 4 works 100 ms, the others 1 ms.
    private static final String RING =
            """
            #include <mpi.h>
            #include <stdio.h>
            #include <time.h>
            int main(int n, char **v) {
                int rank, size, i;
                long sent = 0;
                char out[512] = {0}, in[512];
                double a = 1, b;
                MPI_Init(&n, &v);
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                MPI_Comm_size(MPI_COMM_WORLD, &size);
                for (i = 0; i < 10; i++) {
                    MPI_Request r[2];
                    struct timespec work = {0, rank == 2 ? 100000000 : 1000000};
                    MPI_Irecv(in, 512, MPI_CHAR, (rank + size - 1) % size, 7, MPI_COMM_WORLD, r);
                    nanosleep(&work, NULL);
                    MPI_Isend(out, 100 + i, MPI_CHAR, (rank + 1) % size, 7, MPI_COMM_WORLD, r + 1);
                    sent += 100 + i;
                    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
                    MPI_Allreduce(&a, &b, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
                }
                printf("%d sent %ld\\n", rank, sent);
                MPI_Finalize();
                return 0;
            }
            """;

    @ParameterizedTest
    @ValueSource(strings = {"Open MPI", "MPICH"})
    void messagesAndTimesAreThoseOfTheProgram(String mpi) throws Exception {
        MpiKit kit = MpiKit.of(mpi, folder);
        Files.writeString(folder.resolve("program.c"), RING);
        kit.compile("program.c");
        String said = record(kit, 4);
        try (ProfileSource source = open()) {
            Interactions interactions = source.traces().interactions();
            assertThat(source.report().entries()).isEmpty();
            for (int rank = 0; rank < 4; rank++)
                assertThat(said)
                        .contains("%d sent %d".formatted(rank, bytesSent(interactions.of(rank))));
            assertThat(sends(interactions)).hasSize(40).isEqualTo(receives(interactions));
            // 990 ms if no rank is delayed by other programs
            assertThat(lateNanos(interactions, 3)).isGreaterThan(20_000_000);
            assertThat(TraceCalls.ofTrace(source)).isEqualTo(TraceCalls.ofProfile(source));
        }
    }

    private String record(MpiKit kit, int ranks) throws Exception {
        return kit.runPreloaded(
                ranks, "env TREELINE_RECORD_OUTPUT=out TREELINE_RECORD_TRACE=true ./program");
    }

    private ProfileSource open() throws IOException {
        return new SnapshotFormat().open(Input.of(folder.resolve("out").toString()));
    }

    /// Sub-communicators in another order of ranks, persistent and cancelled requests, any source.
    private static final String VARIETY =
            """
            #include <mpi.h>
            int main(int n, char **v) {
                int rank, size, half_rank, flag = 0;
                char out[64] = {0}, in[64];
                MPI_Comm half, copy;
                MPI_Request r, never;
                MPI_Status s;
                MPI_Init(&n, &v);
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
                MPI_Comm_dup(half, &copy);
                MPI_Comm_rank(half, &half_rank);
                if (half_rank == 0) MPI_Send(out, 11, MPI_CHAR, 1, 3, half);
                else MPI_Recv(in, 64, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, half,
                              MPI_STATUS_IGNORE);
                if (half_rank == 0) MPI_Send(out, 12, MPI_CHAR, 1, 3, copy);
                else MPI_Recv(in, 64, MPI_CHAR, 0, 3, copy, MPI_STATUS_IGNORE);
                if (rank == 0) MPI_Send_init(out, 5, MPI_CHAR, 3, 9, MPI_COMM_WORLD, &r);
                if (rank == 3) MPI_Recv_init(in, 64, MPI_CHAR, 0, 9, MPI_COMM_WORLD, &r);
                for (int i = 0; i < 3 && (rank == 0 || rank == 3); i++) {
                    MPI_Start(&r);
                    MPI_Wait(&r, MPI_STATUS_IGNORE);
                }
                if (rank == 0 || rank == 3) MPI_Request_free(&r);
                MPI_Irecv(in, 64, MPI_CHAR, 0, 77, MPI_COMM_WORLD, &never);
                MPI_Cancel(&never);
                MPI_Wait(&never, MPI_STATUS_IGNORE);
                if (rank == 1) MPI_Issend(out, 6, MPI_CHAR, 2, 4, MPI_COMM_WORLD, &r);
                if (rank == 2) MPI_Irecv(in, 64, MPI_CHAR, 1, 4, MPI_COMM_WORLD, &r);
                while ((rank == 1 || rank == 2) && !flag) MPI_Test(&r, &flag, &s);
                MPI_Sendrecv(out, 1, MPI_CHAR, rank ^ 1, 1, in, 1, MPI_CHAR, rank ^ 1, 1,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                MPI_Reduce(out, in, 8, MPI_CHAR, MPI_MAX, 1, half);
                MPI_Barrier(copy);
                MPI_Comm_free(&copy);
                MPI_Comm_free(&half);
                MPI_Finalize();
                return 0;
            }
            """;

    @ParameterizedTest
    @ValueSource(strings = {"Open MPI", "MPICH"})
    void peersAreWorldRanks(String mpi) throws Exception {
        MpiKit kit = MpiKit.of(mpi, folder);
        Files.writeString(folder.resolve("program.c"), VARIETY);
        kit.compile("program.c");
        record(kit, 4);
        try (ProfileSource source = open()) {
            Interactions run = source.traces().interactions();
            assertThat(sends(run)).isEqualTo(receives(run));
            assertThat(sends(run))
                    .containsExactlyInAnyOrder(
                            "2>0 11 3",
                            "3>1 11 3",
                            "2>0 12 3",
                            "3>1 12 3",
                            "0>3 5 9",
                            "0>3 5 9",
                            "0>3 5 9",
                            "1>2 6 4",
                            "0>1 1 1",
                            "1>0 1 1",
                            "2>3 1 1",
                            "3>2 1 1");
            assertThat(run.groups().stream().map(each -> each.name() + each.members()))
                    .containsExactlyInAnyOrder(
                            "MPI_COMM_WORLD[0, 1, 2, 3]",
                            "[2, 0]",
                            "(2)[2, 0]",
                            "[3, 1]",
                            "(2)[3, 1]");
            Operations first = run.of(0);
            assertThat(find(run, first, OperationKind.REDUCE)).isEqualTo("[2, 0] root 0 0/8");
            assertThat(find(run, run.of(2), OperationKind.REDUCE)).isEqualTo("[2, 0] root 0 8/0");
            assertThat(find(run, first, OperationKind.FINALIZE))
                    .isEqualTo("MPI_COMM_WORLD[0, 1, 2, 3] root -1 0/0");
            assertThat(find(run, first, OperationKind.BARRIER)).isEqualTo("(2)[2, 0] root -1 0/0");
        }
    }

    private static final String IN_FORTRAN =
            """
            program ring
              use mpi
              implicit none
              integer :: rank, ranks, e, r(2), k
              integer :: s(MPI_STATUS_SIZE)
              character :: out(64), in(64)
              double precision :: a, b
              out = 'x'; a = 1
              call MPI_Init(e)
              call MPI_Comm_rank(MPI_COMM_WORLD, rank, e)
              call MPI_Comm_size(MPI_COMM_WORLD, ranks, e)
              call MPI_Irecv(in, 64, MPI_CHARACTER, mod(rank + ranks - 1, ranks), 7, &
                             MPI_COMM_WORLD, r(1), e)
              call MPI_Isend(out, 10 + rank, MPI_CHARACTER, mod(rank + 1, ranks), 7, &
                             MPI_COMM_WORLD, r(2), e)
              call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, e)
              call MPI_Irecv(in, 64, MPI_CHARACTER, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, r(1), e)
              r(2) = MPI_REQUEST_NULL
              call MPI_Send(out, 20, MPI_CHARACTER, mod(rank + 1, ranks), 8, MPI_COMM_WORLD, e)
              call MPI_Waitany(2, r, k, s, e)
              call MPI_Sendrecv(out, 1, MPI_CHARACTER, mod(rank + 1, ranks), 9, in, 1, &
                                MPI_CHARACTER, mod(rank + ranks - 1, ranks), 9, MPI_COMM_WORLD, &
                                MPI_STATUS_IGNORE, e)
              call MPI_Allreduce(a, b, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, e)
              call MPI_Bcast(b, 1, MPI_DOUBLE_PRECISION, 2, MPI_COMM_WORLD, e)
              call MPI_Finalize(e)
            end program
            """;

    @ParameterizedTest
    @ValueSource(strings = {"Open MPI", "MPICH"})
    void fortranProgramsHaveTheSameOperations(String mpi) throws Exception {
        MpiKit kit = MpiKit.of(mpi, folder);
        Files.writeString(folder.resolve("program.f90"), IN_FORTRAN);
        kit.compile("program.f90");
        record(kit, 4);
        try (ProfileSource source = open()) {
            Interactions run = source.traces().interactions();
            assertThat(sends(run))
                    .isEqualTo(receives(run))
                    .containsExactly(
                            "0>1 1 9",
                            "0>1 10 7",
                            "0>1 20 8",
                            "1>2 1 9",
                            "1>2 11 7",
                            "1>2 20 8",
                            "2>3 1 9",
                            "2>3 12 7",
                            "2>3 20 8",
                            "3>0 1 9",
                            "3>0 13 7",
                            "3>0 20 8");
            assertThat(find(run, run.of(0), OperationKind.ALLREDUCE))
                    .isEqualTo("MPI_COMM_WORLD[0, 1, 2, 3] root -1 8/8");
            assertThat(find(run, run.of(0), OperationKind.BROADCAST))
                    .isEqualTo("MPI_COMM_WORLD[0, 1, 2, 3] root 2 0/8");
        }
    }

    private static List<String> sends(Interactions run) {
        return messages(run, OperationKind.SEND);
    }

    private static List<String> receives(Interactions run) {
        return messages(run, OperationKind.RECEIVE);
    }

    /// `0>3 5 9` is a message of 5 bytes from context 0 to 3 with tag 9.
    private static List<String> messages(Interactions run, OperationKind kind) {
        List<String> all = new ArrayList<>();
        for (int context = 0; context < 4; context++) {
            Operations operations = run.of(context);
            for (int i = 0; i < operations.size(); i++) {
                if (operations.kind(i) != kind) continue;
                boolean isSend = kind == OperationKind.SEND;
                all.add(
                        "%d>%d %d %d"
                                .formatted(
                                        isSend ? context : operations.peer(i),
                                        isSend ? operations.peer(i) : context,
                                        operations.bytesSent(i),
                                        operations.tag(i)));
            }
        }
        return all.stream().sorted().toList();
    }

    private static long bytesSent(Operations operations) {
        long sum = 0;
        for (int i = 0; i < operations.size(); i++)
            if (operations.kind(i) == OperationKind.SEND) sum += operations.bytesSent(i);
        return sum;
    }

    /// Time that a rank waited for the rank before it in the ring, which was late to send.
    private static long lateNanos(Interactions run, int receiver) {
        Operations receives = only(run.of(receiver), OperationKind.RECEIVE);
        Operations sends = only(run.of((receiver + 3) % 4), OperationKind.SEND);
        long late = 0;
        for (int i = 0; i < 10; i++)
            late += Math.max(0, sends.postedNanos(i) - receives.beginNanos(i));
        return late;
    }

    private static Operations only(Operations operations, OperationKind kind) {
        return operations.filtered((all, i) -> all.kind(i) == kind);
    }

    private static String find(Interactions run, Operations operations, OperationKind kind) {
        for (int i = 0; i < operations.size(); i++) {
            if (operations.kind(i) != kind) continue;
            var group = run.groups().get(operations.group(i));
            return "%s%s root %d %d/%d"
                    .formatted(
                            group.name(),
                            group.members(),
                            operations.peer(i),
                            operations.bytesSent(i),
                            operations.bytesReceived(i));
        }
        return "none";
    }
}
