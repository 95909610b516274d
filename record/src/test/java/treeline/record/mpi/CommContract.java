package treeline.record.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import org.junit.jupiter.api.Test;

import treeline.record.InProcessRanks.RankProgram;
import treeline.record.testkit.CommunicatorContract;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What programs rely on beside what the recorder does, whichever way the ranks talk.
abstract class CommContract extends CommunicatorContract {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    protected abstract void runComm(int size, LocalRanks.Program program) throws Exception;

    @Override
    protected final void run(int size, RankProgram program) throws Exception {
        runComm(size, program::run);
    }

    private void onAll(LocalRanks.Program program) {
        for (int size : sizes()) assertTimeoutPreemptively(PATIENCE, () -> runComm(size, program));
    }

    @Test
    void anAlltoallGivesEachRankWhatEveryRankHasForIt() {
        onAll(
                comm -> {
                    List<byte[]> sent = new ArrayList<>();
                    for (int to = 0; to < comm.size(); to++) sent.add(letter(comm.rank(), to));
                    List<byte[]> received = comm.alltoall(sent);
                    for (int from = 0; from < comm.size(); from++)
                        assertThat(received.get(from)).isEqualTo(letter(from, comm.rank()));
                });
    }

    @Test
    void anAlltoallNeedsAMessageForEachRank() {
        onAll(
                comm ->
                        assertThatThrownBy(() -> comm.alltoall(List.of()))
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessage("0 messages for %d ranks", comm.size()));
    }

    @Test
    void numbersSurviveAnAlltoall() {
        onAll(
                comm -> {
                    double[][] doubles = new double[comm.size()][];
                    long[][] longs = new long[comm.size()][];
                    for (int to = 0; to < comm.size(); to++) {
                        doubles[to] = new double[] {comm.rank() + to / 8.0, Double.NaN};
                        longs[to] = new long[to];
                        Arrays.fill(longs[to], Long.MIN_VALUE + comm.rank());
                    }
                    double[][] doublesHere = comm.alltoall(doubles);
                    long[][] longsHere = comm.alltoall(longs);
                    for (int from = 0; from < comm.size(); from++) {
                        assertThat(doublesHere[from])
                                .containsExactly(from + comm.rank() / 8.0, Double.NaN);
                        assertThat(longsHere[from])
                                .hasSize(comm.rank())
                                .containsOnly(longs(comm.rank(), from));
                    }
                });
    }

    private static Long[] longs(int count, int from) {
        return count == 0 ? new Long[0] : new Long[] {Long.MIN_VALUE + from};
    }

    @Test
    void anAllreduceCombinesPositionByPosition() {
        onAll(
                comm -> {
                    int last = comm.size() - 1;
                    double[] mine = {comm.rank(), 1, -comm.rank()};
                    long[] mineToo = {comm.rank(), 1L << 40, -comm.rank()};
                    assertThat(comm.allreduce(mine, Reduction.SUM))
                            .containsExactly(
                                    last * (last + 1) / 2.0, comm.size(), -last * (last + 1) / 2.0);
                    assertThat(comm.allreduce(mine, Reduction.MIN)).containsExactly(0, 1, -last);
                    assertThat(comm.allreduce(mineToo, Reduction.MAX))
                            .containsExactly(last, 1L << 40, 0);
                    assertThat(comm.allreduce(mineToo, Reduction.SUM)[1])
                            .isEqualTo((long) comm.size() << 40);
                    assertThat(comm.allreduce(2.5, Reduction.SUM)).isEqualTo(2.5 * comm.size());
                    assertThat(comm.allreduce(3L, Reduction.MIN)).isEqualTo(3L);
                });
    }

    @Test
    void aReduceGivesTheRootAlone() {
        onAll(
                comm -> {
                    int root = comm.size() - 1;
                    double[] doubles = comm.reduce(new double[] {1, 2}, Reduction.SUM, root);
                    long[] longs = comm.reduce(new long[] {comm.rank()}, Reduction.MAX, root);
                    if (comm.rank() == root) {
                        assertThat(doubles).containsExactly(comm.size(), 2 * comm.size());
                        assertThat(longs).containsExactly(root);
                    } else {
                        assertThat(doubles).isEmpty();
                        assertThat(longs).isEmpty();
                    }
                });
    }

    @Test
    void ranksMaySendToEachOtherBeforeTheyReceive() {
        onAll(
                comm -> {
                    int next = (comm.rank() + 1) % comm.size();
                    int before = (comm.rank() + comm.size() - 1) % comm.size();
                    for (int length : new int[] {0, 1, 4087, 4088, 4089, 100_000}) {
                        comm.send(filled(length, comm.rank()), next, 7);
                        assertThat(comm.receive(before, 7)).isEqualTo(filled(length, before));
                    }
                });
    }

    @Test
    void messagesOfOneTagKeepTheirOrderAndOtherTagsDoNotDisturb() {
        onAll(
                comm -> {
                    int next = (comm.rank() + 1) % comm.size();
                    int before = (comm.rank() + comm.size() - 1) % comm.size();
                    for (int i = 0; i < 20; i++)
                        comm.send(new double[] {i, comm.rank()}, next, i % 2);
                    for (int tag = 1; tag >= 0; tag--)
                        for (int i = tag; i < 20; i += 2)
                            assertThat(comm.receiveDoubles(before, tag)).containsExactly(i, before);
                });
    }

    @Test
    void messagesOfASplitCommunicatorStayInIt() {
        onAll(
                comm -> {
                    Comm half = comm.split(comm.rank() % 2, comm.rank());
                    comm.send(new double[] {1}, comm.rank(), 0);
                    half.send(new double[] {2}, half.rank(), 0);
                    assertThat(half.receiveDoubles(half.rank(), 0)).containsExactly(2);
                    assertThat(comm.receiveDoubles(comm.rank(), 0)).containsExactly(1);
                    half.close();
                });
    }

    @Test
    void ranksCloseWhenTheyLikeAndInAnyOrder() {
        onAll(
                comm -> {
                    List<Comm> open = new ArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        Comm part = comm.split(comm.rank() % 2, i);
                        Comm inner = part.duplicate();
                        part.close();
                        assertThat(inner.allreduce(1L, Reduction.SUM)).isEqualTo(part.size());
                        open.add(inner);
                        if (i % (comm.rank() + 2) == 0) open.remove(open.size() / 2).close();
                    }
                    open.forEach(Comm::close);
                    assertThat(comm.duplicate().allreduce(1L, Reduction.SUM))
                            .isEqualTo(comm.size());
                });
    }

    @Test
    void doublesAreGatheredInRankOrderAndBroadcast() {
        onAll(
                comm -> {
                    double[] all = comm.gather(new double[] {comm.rank(), -comm.rank()}, 0);
                    assertThat(all).hasSize(comm.rank() == 0 ? 2 * comm.size() : 0);
                    for (int i = 0; i < all.length; i++)
                        assertThat(all[i]).isEqualTo(i % 2 == 0 ? i / 2 : -(i / 2));
                    assertThat(comm.broadcast(new double[] {comm.rank() + 0.5}, 0))
                            .containsExactly(0.5);
                });
    }

    /// Two threads of a rank, each on its own communicator, one of them late on one rank: nobody
    /// may wait for ever.
    @Test
    void twoThreadsOfARankMayEachHaveACallUnderWay() {
        onAll(
                comm -> {
                    Comm other = comm.duplicate();
                    Thread second = Thread.ofVirtual().start(() -> lateCalls(other));
                    for (int round = 0; round < 10; round++) {
                        comm.barrier();
                        comm.split(round % 2, comm.rank()).barrier();
                    }
                    second.join();
                    assertThat(other.allreduce(1L, Reduction.SUM)).isEqualTo(comm.size());
                });
    }

    private static void lateCalls(Comm comm) {
        try {
            Thread.sleep(comm.rank() == 0 ? 100 : 0);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        for (int round = 0; round < 10; round++) {
            comm.allgather(new byte[round]);
            comm.split(0, comm.rank()).barrier();
        }
    }

    @Test
    void aTagIsNotNegativeAndNotTooLarge() {
        onAll(
                comm -> {
                    assertThatThrownBy(() -> comm.send(new byte[0], 0, -1))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessage("tag -1 is not from 0 to 32766");
                    assertThatThrownBy(() -> comm.send(new byte[0], 0, 32_767))
                            .hasMessage("tag 32767 is not from 0 to 32766");
                });
    }

    private static byte[] letter(int from, int to) {
        return "from %d to %d%s"
                .formatted(from, to, "!".repeat(from + to))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] filled(int length, int content) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) content);
        return bytes;
    }
}
