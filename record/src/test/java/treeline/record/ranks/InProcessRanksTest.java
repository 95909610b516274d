package treeline.record.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.record.testkit.CommunicatorContract;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

class InProcessRanksTest extends CommunicatorContract {
    private static final Set<Thread.State> BLOCKED =
            EnumSet.of(Thread.State.BLOCKED, Thread.State.WAITING, Thread.State.TIMED_WAITING);

    @Override
    protected void run(int size, InProcessRanks.RankProgram program) {
        InProcessRanks.run(size, program);
    }

    @Test
    void platformThreadsAreRanksToo() {
        var sum = new AtomicInteger();
        InProcessRanks.runOnPlatformThreads(
                4,
                ranks -> {
                    ranks.barrier();
                    sum.addAndGet(ranks.rank());
                });
        assertThat(sum.get()).isEqualTo(6);
    }

    @Test
    void aRankThatThrowsEndsTheWaitingOfTheOthers() {
        var aborted = new AtomicInteger();
        assertThatThrownBy(
                        () ->
                                run(
                                        8,
                                        ranks -> {
                                            if (ranks.rank() == 3)
                                                throw new IllegalStateException("no luck");
                                            try {
                                                ranks.barrier();
                                            } catch (CommunicatorException expected) {
                                                aborted.incrementAndGet();
                                                throw expected;
                                            }
                                        }))
                .isInstanceOf(CommunicatorException.class)
                .hasMessage("rank 3 failed: java.lang.IllegalStateException: no luck");
        assertThat(aborted.get()).isEqualTo(7);
    }

    @Test
    void ranksThatCallDifferentThingsAreToldSo() {
        var first = new CompletableFuture<Thread>();
        assertThatThrownBy(
                        () ->
                                run(
                                        2,
                                        ranks -> {
                                            if (ranks.rank() == 0) {
                                                first.complete(Thread.currentThread());
                                                ranks.barrier();
                                            } else {
                                                awaitBlocked(first.join());
                                                ranks.allgather(new byte[0]);
                                            }
                                        }))
                .hasMessage("rank 1 calls allgather while another rank calls barrier");
    }

    private static void awaitBlocked(Thread thread) {
        while (!BLOCKED.contains(thread.getState())) Thread.onSpinWait();
    }

    @Test
    void waitingForARankThatHasEndedIsAnErrorInsteadOfAHang() {
        assertThatThrownBy(
                        () ->
                                run(
                                        4,
                                        ranks -> {
                                            if (ranks.rank() > 0) ranks.barrier();
                                        }))
                .hasMessageContaining(
                        "deadlock: ranks are blocked in different collective calls, or wait for"
                            + " ranks that have exited: rank 1 in barrier, rank 2 in barrier, rank"
                            + " 3 in barrier");
    }

    @Test
    void waitingOnDifferentCommunicatorsIsAnErrorInsteadOfAHang() {
        assertThatThrownBy(
                        () ->
                                run(
                                        2,
                                        ranks -> {
                                            Communicator other = ranks.duplicate();
                                            (ranks.rank() == 0 ? ranks : other).barrier();
                                        }))
                .hasMessageContaining("rank 0 in barrier, rank 1 in barrier");
    }

    @Test
    void noRanksAreNotARun() {
        assertThatThrownBy(() -> run(0, _ -> {})).hasMessage("0 ranks");
    }
}
