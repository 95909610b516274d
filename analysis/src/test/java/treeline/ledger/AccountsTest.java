package treeline.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.pattern.UserPattern;

import java.util.List;

class AccountsTest {

    private static Account at(String path, String drawing, String... ownWaiting) {
        Profile profile = profileOf(drawing);
        List<UserPattern> own = List.of(ownWaiting).stream().map(UserPattern::of).toList();
        return Accounts.of(profile.outline(), own).of(profile.tree().at(path));
    }

    @Test
    void aDevicesCodeIsAKernelUnlessItSendsMessages() {
        var builder = new ProfileBuilder();
        builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        int kernel = builder.child(main, new Frame(Frame.Kind.KERNEL, "axpy", "", 0, ""));
        builder.child(kernel, Frame.function("fma"));
        builder.child(main, new Frame(Frame.Kind.KERNEL, "ncclDevKernel_SendRecv(x)", "", 0, ""));
        Accounts accounts = Accounts.of(builder.build().outline());
        assertThat(List.of(accounts.of(0), accounts.of(1), accounts.of(2), accounts.of(3)))
                .containsExactly(
                        Account.COMPUTATION,
                        Account.KERNELS,
                        Account.KERNELS,
                        Account.COMMUNICATION);
    }

    @Test
    void eventsOfAJvmStateWhatAThreadWaitsFor() {
        assertThat(ofJvm("line 12 (monitor Lock, held by worker-3)")).isEqualTo(Operation.LOCKS);
        assertThat(ofJvm("(parked on Condition)")).isEqualTo(Operation.PARKED);
        assertThat(ofJvm("line 12 (asleep)")).isEqualTo(Operation.PARKED);
        assertThat(ofJvm("line 12 (waits on Queue)")).isEqualTo(Operation.PARKED);
        assertThat(ofJvm("line 12 (socket db:5432)")).isEqualTo(Operation.SOCKETS);
        assertThat(ofJvm("line 12 (file data.csv)")).isEqualTo(Operation.FILES);
        assertThat(ofJvm("line 12")).isEqualTo(Operation.WAITING);
        assertThat(ofJvm("line 12 (allocates byte[])")).isEqualTo(Operation.WAITING);
    }

    /// The operation of a line of a method that waits.
    private static Operation ofJvm(String line) {
        var builder = new ProfileBuilder();
        builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        builder.context(Context.WHOLE);
        int park =
                builder.child(ProfileBuilder.ROOT, Frame.function("jdk.internal.misc.Unsafe.park"));
        builder.child(park, new Frame(Frame.Kind.LINE, line, "", 0, ""));
        return Accounts.of(builder.build().outline()).operation(1);
    }

    @Test
    void whatACallDoesInsideIsPartOfItWhateverItsName() {
        String run =
                """
                path                          rank0
                main                              1
                main/MPI_Send                     1
                main/MPI_Send/read                1
                main/MPI_Send/read/MPI_Barrier    1
                main/read                         1
                main/solve/helper                 1
                """;
        assertThat(at("main", run)).isEqualTo(Account.COMPUTATION);
        assertThat(at("main/MPI_Send/read", run)).isEqualTo(Account.COMMUNICATION);
        assertThat(at("main/MPI_Send/read/MPI_Barrier", run)).isEqualTo(Account.COMMUNICATION);
        assertThat(at("main/read", run)).isEqualTo(Account.IO);
        assertThat(at("main/solve/helper", run)).isEqualTo(Account.COMPUTATION);
    }

    @Test
    void tasksThatRunInsideOfABarrierAreTheProgramAgain() {
        String run =
                """
                path                                                          rank0
                GOMP_barrier/gomp_team_barrier_wait_end                           1
                GOMP_barrier/gomp_barrier_handle_tasks/solve._omp_fn.1/axpy       1
                GOMP_barrier/gomp_barrier_handle_tasks/solve._omp_fn.1/MPI_Send   1
                GOMP_taskwait/solve._omp_fn.2                                     1
                __kmp_barrier/__kmp_execute_tasks_64/__kmp_invoke_task/axpy       1
                MPI_Wait/solve._omp_fn.3                                          1
                """;
        assertThat(at("GOMP_barrier/gomp_team_barrier_wait_end", run))
                .isEqualTo(Account.SYNCHRONISATION);
        assertThat(at("GOMP_barrier/gomp_barrier_handle_tasks", run))
                .isEqualTo(Account.COMPUTATION);
        assertThat(at("GOMP_barrier/gomp_barrier_handle_tasks/solve._omp_fn.1/axpy", run))
                .isEqualTo(Account.COMPUTATION);
        assertThat(at("GOMP_barrier/gomp_barrier_handle_tasks/solve._omp_fn.1/MPI_Send", run))
                .isEqualTo(Account.COMMUNICATION);
        assertThat(at("GOMP_taskwait/solve._omp_fn.2", run)).isEqualTo(Account.COMPUTATION);
        assertThat(at("__kmp_barrier/__kmp_execute_tasks_64/__kmp_invoke_task/axpy", run))
                .isEqualTo(Account.COMPUTATION);
    }

    @Test
    void tagsNameActivitiesInAnyCase() {
        String run =
                """
                path  tag            rank0
                a     COMM               1
                b     communication      1
                c     Mpi                1
                d     WAIT               1
                e     idle               1
                f     SYNC               1
                g     IO                 1
                h     Files              1
                i     COMP               1
                j     GPU                1
                k     kernel             1
                l     physics            1
                """;
        Accounts accounts = Accounts.of(profileOf(run).outline());
        assertThat(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11).stream().map(accounts::of))
                .containsExactly(
                        Account.COMMUNICATION,
                        Account.COMMUNICATION,
                        Account.COMMUNICATION,
                        Account.SYNCHRONISATION,
                        Account.SYNCHRONISATION,
                        Account.SYNCHRONISATION,
                        Account.IO,
                        Account.IO,
                        Account.COMPUTATION,
                        Account.KERNELS,
                        Account.KERNELS,
                        Account.COMPUTATION);
    }

    @Test
    void aNodesOwnTagCountsBeforeItsNameAndItsCaller() {
        String run =
                """
                path                     tag      rank0
                halo                     COMM         1
                halo/pack                -            1
                halo/read                -            1
                halo/reduce              COMP         1
                halo/reduce/MPI_Barrier  -            1
                halo/grid                physics      1
                MPI_Send                 COMP         1
                """;
        assertThat(at("halo/pack", run)).isEqualTo(Account.COMMUNICATION);
        assertThat(at("halo/read", run)).isEqualTo(Account.COMMUNICATION);
        assertThat(at("halo/reduce", run)).isEqualTo(Account.COMPUTATION);
        assertThat(at("halo/reduce/MPI_Barrier", run)).isEqualTo(Account.COMMUNICATION);
        assertThat(at("halo/grid", run)).isEqualTo(Account.COMMUNICATION);
        assertThat(at("MPI_Send", run)).isEqualTo(Account.COMPUTATION);
    }

    @Test
    void whatTheUserCallsWaitingWaitsBeforeAllElse() {
        String run =
                """
                path                  tag   rank0
                main/spin             COMP      1
                main/spin/look        -         1
                main/MPI_Send/spin    -         1
                main/spinning         -         1
                """;
        assertThat(at("main/spin", run, "sp.n", "poke")).isEqualTo(Account.SYNCHRONISATION);
        assertThat(at("main/spin/look", run, "sp.n")).isEqualTo(Account.SYNCHRONISATION);
        assertThat(at("main/MPI_Send/spin", run, "sp.n")).isEqualTo(Account.SYNCHRONISATION);
        assertThat(at("main/spinning", run, "sp.n")).isEqualTo(Account.COMPUTATION);
        assertThat(at("main/spin", run)).isEqualTo(Account.COMPUTATION);
    }

    @Test
    void aRankMayWaitWhereItCommunicatesOrSynchronises() {
        assertThat(List.of(Account.values()).stream().filter(Account::isWaiting))
                .containsExactly(
                        Account.COMMUNICATION,
                        Account.SYNCHRONISATION,
                        Account.LOCKS,
                        Account.START_UP,
                        Account.IDLE);
        Accounts run = Accounts.of(profileOf("path rank0\nmain/MPI_Wait 1\n").outline());
        assertThat(run.isWaiting(0)).isFalse();
        assertThat(run.isWaiting(1)).isTrue();
    }

    @Test
    void treesDeeperThanAThreadsStackAreDecidedToo() {
        var builder = new ProfileBuilder();
        builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        builder.context(Context.WHOLE);
        int node = builder.child(ProfileBuilder.ROOT, Frame.function("MPI_Wait"));
        for (int i = 0; i < 200_000; i++) node = builder.child(node, Frame.function("f"));
        assertThat(Accounts.of(builder.build().outline()).of(200_000))
                .isEqualTo(Account.COMMUNICATION);
    }
}
