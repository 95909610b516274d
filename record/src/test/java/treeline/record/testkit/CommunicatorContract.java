package treeline.record.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import org.junit.jupiter.api.Test;

import treeline.record.ranks.Communicator;
import treeline.record.ranks.InProcessRanks.RankProgram;
import treeline.record.ranks.RankGroup;
import treeline.testkit.Patience;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What the recorder relies on, whichever library carries the messages.
public abstract class CommunicatorContract {
    /// Runs a program on so many ranks and returns when all have ended.
    protected abstract void run(int size, RankProgram program) throws Exception;

    /// The numbers of ranks to try.
    protected List<Integer> sizes() {
        return List.of(1, 2, 3, 8, 33);
    }

    private void onAll(RankProgram program) {
        for (int size : sizes())
            assertTimeoutPreemptively(Patience.DURATION, () -> run(size, program));
    }

    @Test
    void everyRankHasItsOwnNumber() {
        for (int size : sizes())
            assertTimeoutPreemptively(
                    Patience.DURATION, () -> run(size, ranks -> assertOwnNumber(ranks, size)));
    }

    private static void assertOwnNumber(Communicator ranks, int size) {
        assertThat(ranks.size()).isEqualTo(size);
        assertThat(ranks.rank()).isBetween(0, size - 1);
        assertThat(ranks.allgather(message(ranks.rank()))).doesNotHaveDuplicates();
    }

    /// Clocks of one machine are compared, not counters, so that ranks may be processes.
    @Test
    void nobodyPassesABarrierBeforeAllHaveReachedIt() {
        onAll(
                ranks -> {
                    for (int round = 1; round <= 20; round++) {
                        long reached = System.nanoTime();
                        ranks.barrier();
                        long passed = System.nanoTime();
                        byte[] mine = ByteBuffer.allocate(Long.BYTES).putLong(reached).array();
                        for (byte[] other : ranks.allgather(mine))
                            assertThat(ByteBuffer.wrap(other).getLong() - passed).isNotPositive();
                    }
                });
    }

    @Test
    void aBroadcastGivesAllRanksTheRootsMessage() {
        onAll(
                ranks -> {
                    for (int root = 0; root < ranks.size(); root++)
                        assertThat(ranks.broadcast(message(ranks.rank()), root))
                                .isEqualTo(message(root));
                });
    }

    @Test
    void aGatherBringsMessagesOfAnyLengthToTheRootInRankOrder() {
        onAll(
                ranks -> {
                    for (int root = 0; root < ranks.size(); root++) {
                        List<byte[]> all = ranks.gather(message(ranks.rank()), root);
                        if (ranks.rank() == root) assertAll(all, ranks.size());
                        else assertThat(all).isEmpty();
                    }
                });
    }

    /// The lengths are those around which a library may send a message in another way.
    @Test
    void longAndShortMessagesArriveWhole() {
        onAll(
                ranks -> {
                    for (int length : new int[] {1015, 1016, 1017, 4087, 4088, 4089, 100_000}) {
                        byte[] mine = new byte[ranks.rank() % 2 == 0 ? length : 3];
                        java.util.Arrays.fill(mine, (byte) (ranks.rank() + 1));
                        byte[] roots = new byte[length];
                        java.util.Arrays.fill(roots, (byte) 1);
                        assertThat(ranks.broadcast(mine, 0)).isEqualTo(roots);
                        List<byte[]> all = ranks.gather(mine, 0);
                        for (int rank = 0; rank < all.size(); rank++)
                            assertThat(all.get(rank))
                                    .hasSize(rank % 2 == 0 ? length : 3)
                                    .containsOnly(rank + 1);
                    }
                });
    }

    @Test
    void anAllgatherBringsAllMessagesToAllRanks() {
        onAll(ranks -> assertAll(ranks.allgather(message(ranks.rank())), ranks.size()));
    }

    @Test
    void anEmptyMessageIsAMessage() {
        onAll(
                ranks -> {
                    assertThat(ranks.broadcast(new byte[0], 0)).isEmpty();
                    for (byte[] each : ranks.allgather(new byte[0])) assertThat(each).isEmpty();
                });
    }

    @Test
    void aSplitMakesGroupsOrderedByKey() {
        onAll(
                ranks -> {
                    int color = ranks.rank() % 3;
                    Communicator group = ranks.split(color, -ranks.rank());
                    int members = Math.ceilDiv(ranks.size() - color, 3);
                    assertThat(group.size()).isEqualTo(members);
                    assertThat(group.rank()).isEqualTo(members - 1 - ranks.rank() / 3);
                    List<byte[]> all = group.allgather(message(ranks.rank()));
                    for (int i = 0; i < members; i++)
                        assertThat(all.get(i)).isEqualTo(message(color + 3 * (members - 1 - i)));
                    group.close();
                });
    }

    @Test
    void blocksAreGroupsOfConsecutiveRanks() {
        onAll(
                ranks -> {
                    for (int perBlock : new int[] {1, 2, 5, ranks.size()}) {
                        RankGroup block = ranks.blocks(perBlock);
                        int first = ranks.rank() / perBlock * perBlock;
                        int members = Math.min(perBlock, ranks.size() - first);
                        assertThat(block.size()).isEqualTo(members);
                        assertThat(block.rank()).isEqualTo(ranks.rank() - first);
                        List<byte[]> all = block.gather(message(ranks.rank()), 0);
                        assertThat(all).hasSize(block.rank() == 0 ? members : 0);
                        for (int i = 0; i < all.size(); i++)
                            assertThat(all.get(i)).isEqualTo(message(first + i));
                        assertThat(block.broadcast(message(first), 0)).isEqualTo(message(first));
                        block.close();
                    }
                });
    }

    @Test
    void callsOnDifferentCommunicatorsDoNotMix() {
        onAll(
                ranks -> {
                    Communicator other = ranks.duplicate();
                    Communicator odd = ranks.split(ranks.rank() % 2, 0);
                    for (int round = 0; round < 10; round++) {
                        assertThat(ranks.broadcast(message(round), 0)).isEqualTo(message(round));
                        assertThat(other.broadcast(message(round + 1), 0))
                                .isEqualTo(message(round + 1));
                        odd.barrier();
                    }
                    odd.close();
                    other.close();
                });
    }

    @Test
    void whoIsPatientGetsTheSame() {
        onAll(
                ranks -> {
                    Communicator beside = ranks.duplicate().patient();
                    assertThat(beside.rank()).isEqualTo(ranks.rank());
                    for (int round = 0; round < 5; round++) {
                        int last = ranks.size() - 1;
                        List<byte[]> all = beside.gather(message(round + ranks.rank()), last);
                        assertThat(all).hasSize(ranks.rank() == last ? ranks.size() : 0);
                        for (int from = 0; from < all.size(); from++)
                            assertThat(all.get(from)).isEqualTo(message(round + from));
                        assertThat(beside.broadcast(message(round), last))
                                .isEqualTo(message(round));
                        assertThat(ranks.allgather(message(round))).hasSize(ranks.size());
                        beside.barrier();
                    }
                    beside.close();
                });
    }

    @Test
    void manyCallsInARowStayInOrder() {
        onAll(
                ranks -> {
                    for (int round = 0; round < 200; round++) {
                        int root = round % ranks.size();
                        List<byte[]> all = ranks.gather(message(round + ranks.rank()), root);
                        for (int from = 0; from < all.size(); from++)
                            assertThat(all.get(from)).isEqualTo(message(round + from));
                    }
                });
    }

    @Test
    void trafficIsCountedAndADuplicateHasItsOwn() {
        onAll(
                ranks -> {
                    assertThat(ranks.bytesMoved()).isZero();
                    ranks.allgather(new byte[10]);
                    assertThat(ranks.bytesMoved()).isEqualTo(20L * (ranks.size() - 1));
                    Communicator other = ranks.duplicate();
                    other.allgather(new byte[10]);
                    assertThat(ranks.bytesMoved()).isEqualTo(20L * (ranks.size() - 1));
                    assertThat(other.bytesMoved()).isEqualTo(20L * (ranks.size() - 1));
                    other.close();
                });
    }

    private static void assertAll(List<byte[]> all, int size) {
        assertThat(all).hasSize(size);
        for (int rank = 0; rank < size; rank++) assertThat(all.get(rank)).isEqualTo(message(rank));
    }

    /// Of a length and content that tell the rank.
    private static byte[] message(int rank) {
        return ("rank " + rank + "!".repeat(rank % 7)).getBytes(StandardCharsets.UTF_8);
    }
}
