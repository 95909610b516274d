package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Numbers;

import java.nio.ByteBuffer;

class NodeHistogramsTest {
    private final Profile profile =
            profileOf(
                    """
                    path          rank0  rank1  rank2  rank3
                    main              0      0      0      0
                    main/solve        0      0      0     16
                    main/solve/x      1      1      -      -
                    """);
    private final Numbers values = Numbers.of(profile, "time");

    @Test
    void theFullestBinIsFullAndOthersInProportion() {
        NodeHistograms sparks = NodeHistograms.of(values, Scope.EXCLUSIVE, new int[] {1, 2});
        assertThat(Byte.toUnsignedInt(sparks.bins().get(0))).isEqualTo(255);
        assertThat(Byte.toUnsignedInt(sparks.bins().get(15))).isEqualTo(85);
        assertThat(Byte.toUnsignedInt(sparks.bins().get(16))).isEqualTo(255);
        assertThat(Byte.toUnsignedInt(sparks.bins().get(31))).isEqualTo(255);
        assertThat(sparks.min().toArray()).containsExactly(0, 0);
        assertThat(sparks.mean().toArray()).containsExactly(4, 0.5);
        assertThat(sparks.max().toArray()).containsExactly(16, 1);
    }

    /// In any order, one within the other.
    @Test
    void nodesWithinEachOtherAreSummedEach() {
        NodeHistograms sparks = NodeHistograms.of(values, Scope.INCLUSIVE, new int[] {2, 0, 1});
        assertThat(sparks.mean().toArray()).containsExactly(0.5, 4.5, 4.5);
        assertThat(sparks.max().toArray()).containsExactly(1, 16, 16);
    }

    @Test
    void aGroupThatWasNotMeasuredIsWorthWhatItsChildrenAre() {
        Profile grouped =
                profileOf(
                        """
                        metric time s inclusive
                        path    rank0  rank1
                        all/a       1      2
                        all/b       3      -
                        """);
        Numbers time = Numbers.of(grouped, "time");
        assertThat(NodeHistograms.of(time, Scope.INCLUSIVE, new int[] {1, 0}).mean().toArray())
                .containsExactly(1.5, 3);
        assertThat(RankValues.of(time, Scope.INCLUSIVE, new int[] {0}).value().toArray())
                .containsExactly(4, 2);
    }

    /// The first execution is cold on every rank; rank 1 is slow in each.
    @Test
    void repetitionsOfARankAreOneValue() {
        Profile repeated =
                profileOf(
                        """
                        path  rank0rep0  rank0rep1  rank1rep0  rank1rep1
                        main         90         10        110         30
                        """);
        Numbers times = Numbers.of(repeated, "time");
        NodeHistograms sparks = NodeHistograms.of(times, Scope.INCLUSIVE, new int[] {0});
        assertThat(sparks.min().toArray()).containsExactly(50);
        assertThat(sparks.max().toArray()).containsExactly(70);
        assertThat(times.imbalance(Scope.INCLUSIVE)).containsExactly(70.0 / 60);
    }

    private static int[] binsOf(String drawing) {
        Numbers numbers = Numbers.of(profileOf(drawing), "time");
        ByteBuffer bins = NodeHistograms.of(numbers, Scope.EXCLUSIVE, new int[] {0}).bins();
        int[] counts = new int[bins.capacity()];
        for (int bin = 0; bin < counts.length; bin++)
            counts[bin] = Byte.toUnsignedInt(bins.get(bin));
        return counts;
    }

    /// From 101 to 117 seconds a bin is one second wide; 103 is on an edge.
    @Test
    void binsReachFromTheSmallestToTheLargestValue() {
        assertThat(
                        binsOf(
                                """
                                path  rank0  rank1  rank2  rank3
                                main    101    103  103.5    117
                                """))
                .containsExactly(255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255);
    }

    @Test
    void aThreadThatDidNotRunANodeIsInNoBin() {
        assertThat(
                        binsOf(
                                """
                                path  rank0thread0  rank0thread1  rank0thread2
                                main             1            17             -
                                """))
                .startsWith(255, 0)
                .endsWith(0, 255);
    }

    @Test
    void aRankThatDidNotRunANodeIsInTheBinOfZero() {
        assertThat(
                        binsOf(
                                """
                                metric time s exclusive
                                path  rank0  rank1  rank2
                                main    -16      -      -
                                """))
                .startsWith(128, 0)
                .endsWith(0, 255);
    }
}
