package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Numbers;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

class RankValuesTest {
    private final Profile profile =
            profileOf(
                    """
                    path          rank0  rank1  rank2  rank3
                    main              1      1      1      1
                    main/solve        2      2      2     20
                    main/solve/x      1      -      1      1
                    main/write        4      -      -      -
                    """);
    private final Numbers values = Numbers.of(profile, "time");

    private int node(String path) {
        return profile.tree().at(path);
    }

    @Test
    void aRankThatDidNotRunANodeHasNoValueAndCountsAsZero() {
        RankValues write = RankValues.of(values, Scope.INCLUSIVE, new int[] {node("main/write")});
        assertThat(write.value().toArray()).containsExactly(4, Double.NaN, Double.NaN, Double.NaN);
        assertThat(write.spread().moments().present()).isEqualTo(1);
        assertThat(write.spread().moments().mean()).isEqualTo(1);
        assertThat(write.spread().percentile(0.5)).isZero();
        assertThat(write.spread().moments().min()).isZero();
        assertThat(write.spread().moments().imbalance()).isEqualTo(4);
        assertThat(write.spread().moments().deviation()).isEqualTo(2);
    }

    @Test
    void inclusiveValuesAreSummedOverTheSubtree() {
        int[] solve = {node("main/solve")};
        assertThat(RankValues.of(values, Scope.INCLUSIVE, solve).value().toArray())
                .containsExactly(3, 2, 3, 21);
        assertThat(RankValues.of(values, Scope.EXCLUSIVE, solve).value().toArray())
                .containsExactly(2, 2, 2, 20);
    }

    @Test
    void severalNodesAreAddedUp() {
        int[] both = {node("main/solve"), node("main/write")};
        assertThat(RankValues.of(values, Scope.INCLUSIVE, both).value().toArray())
                .containsExactly(7, 2, 3, 21);
    }

    @Test
    void ranksFarAboveTheOthersStandOut() {
        RankValues solve = RankValues.of(values, Scope.EXCLUSIVE, new int[] {node("main/solve")});
        assertThat(solve.outliers().toArray()).containsExactly(3);
        assertThat(solve.spread().moments().max()).isEqualTo(20);
        assertThat(solve.period()).isEmpty();
    }

    private static Profile ranks(int count, java.util.function.IntToDoubleFunction time) {
        String heads =
                IntStream.range(0, count)
                        .mapToObj(i -> "rank" + i)
                        .collect(Collectors.joining(" "));
        String cells =
                IntStream.range(0, count)
                        .mapToDouble(time)
                        .mapToObj(each -> Double.isNaN(each) ? "-" : Double.toString(each))
                        .collect(Collectors.joining(" "));
        return profileOf("path %s\nmain %s\n".formatted(heads, cells));
    }

    private static RankValues ofMain(Profile profile) {
        return RankValues.of(Numbers.of(profile, "time"), Scope.INCLUSIVE, new int[] {0});
    }

    @Test
    void ranksThatDifferByLessThanTheFloorDoNotStandOut() {
        RankValues near = ofMain(ranks(16, rank -> rank == 5 ? 1.0199 : 1 + rank * 1e-5));
        assertThat(near.outliers().toArray()).isEmpty();
        assertThat(near.spread().moments().isWorthColours()).isFalse();
        RankValues far = ofMain(ranks(16, rank -> rank == 5 ? 1.0204 : 1 + rank * 1e-5));
        assertThat(far.outliers().toArray()).containsExactly(5);
        assertThat(far.spread().moments().isWorthColours()).isTrue();
    }

    @Test
    void whatFewRanksRanIsComparedAmongThem() {
        RankValues rare = ofMain(ranks(100, rank -> rank < 5 ? 1 + rank * 0.001 : Double.NaN));
        assertThat(rare.spread().moments().present()).isEqualTo(5);
        assertThat(rare.spread().moments().population()).isEqualTo(100);
        assertThat(rare.outliers().toArray()).isEmpty();
    }

    @Test
    void aPatternBelowTheFloorIsNone() {
        assertThat(ofMain(ranks(64, rank -> rank % 8 == 0 ? 1.019 : 1)).period()).isEmpty();
        assertThat(ofMain(ranks(64, rank -> rank % 8 == 0 ? 1.021 : 1)).period()).isPresent();
    }

    @Test
    void everyEighthRankBeingSlowIsAPeriod() {
        RankPeriod period =
                ofMain(ranks(64, rank -> (rank % 8 == 3 ? 2 : 1) + (rank * 7 % 5) * 0.01))
                        .period()
                        .orElseThrow();
        assertThat(period.every()).isEqualTo(8);
        assertThat(period.offset()).isEqualTo(3);
        assertThat(period.share()).isBetween(0.99, 1.0);
    }

    /// Ranks 8, 24, … take 2 seconds, ranks 0, 16, … longer: every sixteenth rank explains more
    /// than every eighth, by 0.008 and by 0.030 of the variation.
    @Test
    void aLongerPeriodMustBeClearlyBetter() {
        assertThat(ofMain(ranks(64, rank -> everySixteenthAnd(3.4, rank))).period().orElseThrow())
                .returns(8, RankPeriod::every)
                .returns(0, RankPeriod::offset);
        assertThat(ofMain(ranks(64, rank -> everySixteenthAnd(3.5, rank))).period().orElseThrow())
                .returns(16, RankPeriod::every)
                .returns(0, RankPeriod::offset);
    }

    private static double everySixteenthAnd(double seconds, int rank) {
        return rank % 16 == 0 ? seconds : rank % 8 == 0 ? 2 : 1;
    }

    @Test
    void noiseAndSingleSlowRanksAreNoPeriod() {
        var random = new java.util.SplittableRandom(1);
        double[] noise = random.doubles(64).toArray();
        assertThat(ofMain(ranks(64, rank -> noise[rank])).period()).isEmpty();
        assertThat(ofMain(ranks(64, rank -> rank == 9 ? 50 : 1)).period()).isEmpty();
        assertThat(ofMain(ranks(64, _ -> 1)).period()).isEmpty();
    }

    /// The share does not hang on the unit.
    @Test
    void aPeriodSaysWhatItExplainsAndHowMuchSlowerItsRanksAre() {
        RankPeriod period =
                ofMain(ranks(64, rank -> everySixteenthAnd(3.5, rank) / 1000))
                        .period()
                        .orElseThrow();
        assertThat(period.share()).isCloseTo(0.8560642570281, within(1e-12));
        assertThat(period.ratio()).isCloseTo(3.5 / (64.0 / 60), within(1e-12));
    }

    @Test
    void whatEveryEighthRankRunsAloneIsAPeriod() {
        assertThat(ofMain(ranks(64, rank -> rank % 8 == 2 ? 1 : Double.NaN)).period())
                .contains(new RankPeriod(8, 2, 1, Double.POSITIVE_INFINITY));
    }

    @Test
    void aPeriodHasAtLeastFourSlowRanks() {
        assertThat(ofMain(ranks(32, rank -> rank % 8 == 7 ? 2 : 1)).period())
                .contains(new RankPeriod(8, 7, 1, 2));
        assertThat(ofMain(ranks(31, rank -> rank % 8 == 7 ? 2 : 1)).period()).isEmpty();
    }

    /// The same pattern in the same noise, which explains 0.66 and 0.65 of the variation.
    @Test
    void fewRanksNeedAClearerPattern() {
        assertThat(ofMain(ranks(16, rank -> everyFourthInNoise(0.15, rank))).period()).isEmpty();
        assertThat(ofMain(ranks(64, rank -> everyFourthInNoise(0.15, rank))).period()).isPresent();
    }

    /// It explains 0.53 and 0.4997 of the variation.
    @Test
    void aPatternExplainsAtLeastHalf() {
        assertThat(ofMain(ranks(64, rank -> everyFourthInNoise(0.19, rank))).period()).isPresent();
        assertThat(ofMain(ranks(64, rank -> everyFourthInNoise(0.2, rank))).period()).isEmpty();
    }

    private static double everyFourthInNoise(double noise, int rank) {
        return (rank % 4 == 3 ? 2 : 1) + rank * 5 % 7 * noise;
    }

    /// Rank 7 is missing, so that every eighth place is no eighth rank.
    @Test
    void aPatternNeedsAllRanks() {
        String heads = "", cells = "";
        for (int rank = 0; rank <= 64; rank++)
            if (rank != 7) {
                heads += " rank" + rank;
                cells += rank % 8 == 0 ? " 2" : " 1";
            }
        String drawing = "path %s\nmain %s\n".formatted(heads, cells);
        assertThat(ofMain(profileOf(drawing)).period()).isEmpty();
    }

    @Test
    void threadsHaveNoPattern() {
        String heads = "", cells = "";
        for (int thread = 0; thread < 64; thread++) {
            heads += " rank0thread" + thread;
            cells += thread % 8 == 0 ? " 2" : " 1";
        }
        String drawing = "path %s\nmain %s\n".formatted(heads, cells);
        assertThat(ofMain(profileOf(drawing)).period()).isEmpty();
    }

    /// Rank 8 is slower than the other ranks of the pattern, rank 5 than all that are not in it.
    @Test
    void ranksOfAPatternAreComparedWithEachOther() {
        RankValues main =
                ofMain(
                        ranks(
                                64,
                                rank ->
                                        switch (rank) {
                                            case 5 -> 3.5;
                                            case 8 -> 3;
                                            default -> rank % 8 == 0 ? 2 : 1;
                                        }));
        assertThat(main.period().orElseThrow().every()).isEqualTo(8);
        assertThat(main.outliers().toArray()).containsExactly(5, 8);
    }
}
