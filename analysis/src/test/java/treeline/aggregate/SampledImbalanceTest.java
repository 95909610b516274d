package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.aggregate.SampledImbalance.Estimate;
import treeline.aggregate.SampledImbalance.Means;
import treeline.ledger.Accounts;
import treeline.model.Context;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.NodeMoments;
import treeline.pattern.UserPattern;
import treeline.single.Threshold;
import treeline.table.Table;
import treeline.testkit.Drawing;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The estimates and the list of nodes of a drawn sample. The columns are the sampled ranks; the
/// last one is the stored mean over all ranks.
class SampledImbalanceTest {
    private static final Threshold PERCENT = new Threshold.ShareOfLargest(0.01);

    /// Of ten ranks. At most five of them are above the sampled maximum, by 1 - 0.05^(1/4) = 0.53.
    private static final String FOUR =
            """
            path           rank0  rank3  rank5  rank6  mean
            main               1      1      1      1     1
            main/solve         2      2      2      2     3
            main/MPI_Wait      1      1      5      1     2
            main/some          3      3      3      3  3.25
            main/rare          -      -      -      -   0.5
            main/never         -      -      -      -     0
            main/unknown       -      -      -      -     -
            """;

    private static SampledImbalance of(
            String drawing, int all, Means means, Threshold threshold, int top, String... waiting) {
        Profile sample = Drawing.profileOf(column(drawing, true));
        Profile stored = Drawing.profileOf(column(drawing, false).replaceFirst("mean", "whole"));
        Metric metric = sample.metrics().getFirst();
        int[] contexts = sample.contexts().stream().mapToInt(Context::rank).toArray();
        var moments = MomentsByNode.of(List.of(metric), Locations.By.RANK);
        var part = new SourcePart(sample, ImmutableInts.owning(contexts));
        NodeMoments ofSample =
                moments.finish(moments.add(moments.zero(), moments.map(part))).getFirst();
        return new SampledImbalance(
                stored,
                metric,
                ofSample,
                new RankSampling.Drawn(
                        ImmutableInts.owning(contexts),
                        Locations.of(sample.contexts(), Locations.By.RANK),
                        all,
                        1),
                means,
                Arrays.stream(waiting).map(UserPattern::of).toList(),
                threshold,
                top);
    }

    private static SampledImbalance four(Threshold threshold, int top) {
        return of(FOUR, 10, Means.EXACT, threshold, top);
    }

    /// A drawing with the sampled ranks or with the stored mean only.
    private static String column(String drawing, boolean ranks) {
        return drawing.lines()
                .map(line -> line.startsWith("metric") ? line : column(line.split("\\s+"), ranks))
                .collect(Collectors.joining("\n"));
    }

    private static String column(String[] cells, boolean ranks) {
        return ranks
                ? String.join(" ", Arrays.copyOf(cells, cells.length - 1))
                : cells[0] + " " + cells[cells.length - 1];
    }

    private static List<String> paths(Table table) {
        return IntStream.range(0, table.rows()).mapToObj(table.text("path")::text).toList();
    }

    /// The unread ranks have 22 s of `solve`, 10 s more than 2 s each; five of them may be above 2
    /// s.
    @Test
    void aNodeThatIsEvenInTheSampleHasTheBoundsOfTheStoredSum() {
        Estimate solve = four(PERCENT, 20).at(1);
        assertThat(solve.mean()).isEqualTo(3);
        assertThat(solve.standardError()).isZero();
        assertThat(solve.max()).isEqualTo(2 + 10 / 5.0);
        assertThat(solve.maxLimit()).isEqualTo(22);
        assertThat(solve.unexplained()).isEqualTo(10);
        assertThat(solve.lost()).isEqualTo(1);
        assertThat(solve.imbalance()).isEqualTo(4 / 3.0);
    }

    @Test
    void theNodeThatLosesMostIsFirst() {
        assertThat(
                        four(PERCENT, 20)
                                .table()
                                .select(
                                        "path",
                                        "lost",
                                        "imbalance",
                                        "mean",
                                        "standard_error",
                                        "max",
                                        "max_limit")
                                .toString())
                .isEqualTo(
                        """
                        path           lost  imbalance  mean  standard_error  max  max_limit
                        main/MPI_Wait  3.00     2.5000  2.00               0  5.0       12.0
                        main/solve     1.00     1.3333  3.00               0  4.0       22.0
                        main/rare      0.50     2.0000  0.50               0  1.0        5.0
                        main/some      0.25     1.0769  3.25               0  3.5       20.5
                        """);
    }

    @Test
    void theTableHasWhatWasSampled() {
        assertThat(
                        four(PERCENT, 20)
                                .table()
                                .select(
                                        "path",
                                        "waiting",
                                        "slowest",
                                        "unexplained",
                                        "sampled_mean",
                                        "deviation",
                                        "ran")
                                .toString())
                .isEqualTo(
                        """
                        path           waiting  slowest      unexplained  sampled_mean  deviation  ran
                        main/MPI_Wait  true     rank 5               0.0             2          2    4
                        main/solve     false    not sampled         10.0             2          0    4
                        main/rare      false    not sampled          5.0             0          -    0
                        main/some      false    not sampled          2.5             3          0    4
                        """);
    }

    @Test
    void nodesThatNoSampledRankRanAreCountedIfAnyRankDid() {
        SampledImbalance sampled = four(PERCENT, 20);
        assertThat(sampled.unseen()).isEqualTo(1);
        assertThat(sampled.unseenShare()).isEqualTo(0.5 / (1 + 3 + 2 + 0.5 + 3.25));
        assertThat(of(FOUR, 10, Means.ESTIMATED, PERCENT, 20).unseen()).isZero();
        assertThat(of(FOUR, 10, Means.ESTIMATED, PERCENT, 20).unseenShare()).isNaN();
    }

    /// 1 s is lost at the second node of the list: 2.5 s that are unexplained could be more.
    @Test
    void aNodeIsHiddenIfItCouldBelongToThoseShownFirst() {
        assertThat(four(PERCENT, 1).hidden()).isEqualTo(2);
        assertThat(paths(four(PERCENT, 1).hiddenTable()))
                .containsExactly("main/solve", "main/rare");
        assertThat(four(PERCENT, 2).hidden()).isEqualTo(3);
        assertThat(paths(four(PERCENT, 2).hiddenTable()))
                .containsExactly("main/solve", "main/some", "main/rare");
    }

    @Test
    void anUnexplainedTimeUpToTheThresholdIsNotHidden() {
        assertThat(four(new Threshold.Absolute(9.99), 20).hidden()).isEqualTo(1);
        assertThat(four(new Threshold.Absolute(10), 20).hidden()).isZero();
    }

    /// The maximum of `some` is 3.5 s at least.
    @Test
    void nodesReachTheThresholdByTheirBound() {
        SampledImbalance half = four(new Threshold.Absolute(3.5), 20);
        assertThat(paths(half.table()))
                .containsExactly("main/MPI_Wait", "main/solve", "main/some", "main/rare");
        assertThat(half.belowFloor()).isZero();
        SampledImbalance more = four(new Threshold.Absolute(3.75), 20);
        assertThat(paths(more.table())).containsExactly("main/MPI_Wait", "main/solve", "main/rare");
    }

    /// `main`, `solve` and `some` are even within the sample.
    @Test
    void evenNodesOfTheSampleAreCounted() {
        assertThat(four(PERCENT, 20).belowFloor()).isEqualTo(3);
    }

    @Test
    void aThresholdIsAShareOfTheLargestBound() {
        assertThat(paths(four(new Threshold.ShareOfLargest(0.75), 2).table()))
                .containsExactly("main/MPI_Wait", "main/solve", "main/rare");
    }

    /// At 49 s in the sample and 50 s in the mean, the slowest of five ranks has 51 s: 2 % more
    /// than the mean, which is still even.
    @Test
    void aBoundOfTwoPercentAboveTheMeanIsEven() {
        String edge =
                """
                path       rank0  rank3  rank5  rank6  mean
                main           5      5      5      5     5
                main/edge     49     49     49     49    50
                main/more   48.5   48.5   48.5   48.5    50
                """;
        SampledImbalance sampled = of(edge, 10, Means.EXACT, new Threshold.Absolute(20), 20);
        assertThat(sampled.at(1).lost()).isEqualTo(1);
        assertThat(paths(sampled.table())).containsExactly("main/more");
    }

    /// The loss of `debt`, 1 s, is more than the unexplained 0.625 s of `late`.
    @Test
    void nodesWithoutPositiveValuesAreNotListed() {
        String debt =
                """
                path       rank0  rank3  rank5  rank6    mean
                main           1      1      1      1       1
                main/debt     -4      0      0      0      -1
                main/late      2      2      2      2  2.0625
                """;
        SampledImbalance sampled = of(debt, 10, Means.EXACT, Threshold.none(), 1);
        assertThat(sampled.at(1).lost()).isEqualTo(1);
        assertThat(sampled.at(1).imbalance()).isNaN();
        assertThat(paths(sampled.hiddenTable())).containsExactly("main/late");
        assertThat(paths(sampled.table())).doesNotContain("main/debt");
    }

    @Test
    void ofAllRanksTheSampleIsExact() {
        SampledImbalance whole = of(FOUR, 4, Means.EXACT, PERCENT, 20);
        assertThat(whole.isWhole()).isTrue();
        assertThat(whole.slowerFraction()).isZero();
        assertThat(paths(whole.table())).containsExactly("main/MPI_Wait");
        assertThat(whole.hidden()).isZero();
        assertThat(whole.at(2).mean()).isEqualTo(2);
        assertThat(whole.at(2).max()).isEqualTo(5);
        assertThat(whole.at(2).maxLimit()).isEqualTo(5);
        assertThat(whole.isSettled(0)).isTrue();
    }

    /// 10 s of `solve` are unexplained; the largest value of any node is 5 s.
    @Test
    void withStoredSumsTheUnexplainedTimeDecides() {
        assertThat(four(PERCENT, 20).isSettled(2)).isTrue();
        assertThat(four(PERCENT, 20).isSettled(1.99)).isFalse();
        assertThat(four(new Threshold.Absolute(10), 20).isSettled(0)).isTrue();
    }

    /// `a` is 2 s on average with a standard error of `sqrt(8/7 (1 - 8/16) / 8)` = 0.2673 s, `b`
    /// 0.1 s with `sqrt(0.08 (1 - 8/16) / 8)` = 0.0707 s.
    private static final String EIGHT =
            """
            path    rank0 rank1 rank2 rank3 rank4 rank5 rank6 rank7 mean
            main/a      1     1     1     1     3     3     3     3    -
            main/b      0     0   0.8     0     0     0     0     0    -
            main/c      -     9     1     1     1     1     1     1    -
            """;

    @Test
    void withoutStoredSumsTheStandardErrorOfTheNodesShownDecides() {
        String known = EIGHT.replaceFirst("main/c.*\n", "");
        SampledImbalance first = of(known, 16, Means.ESTIMATED, PERCENT, 1);
        assertThat(first.at(1).standardError()).isCloseTo(0.267261241912424, within(1e-12));
        assertThat(first.at(2).standardError()).isCloseTo(0.070710678118655, within(1e-12));
        assertThat(paths(first.table())).containsExactly("main/a", "main/b");
        assertThat(first.isSettled(0.13364)).isTrue();
        assertThat(first.isSettled(0.13362)).isFalse();
        SampledImbalance both = of(known, 16, Means.ESTIMATED, PERCENT, 2);
        assertThat(both.isSettled(0.7072)).isTrue();
        assertThat(both.isSettled(0.7070)).isFalse();
    }

    @Test
    void aStandardErrorNeedsEightRanks() {
        SampledImbalance sampled = of(EIGHT, 16, Means.ESTIMATED, PERCENT, 3);
        assertThat(sampled.at(3).standardError()).isNaN();
        assertThat(sampled.at(3).mean()).isEqualTo(15 / 8.0);
        assertThat(sampled.isSettled(1e9)).isFalse();
        assertThat(sampled.at(3).maxLimit()).isNaN();
        assertThat(sampled.at(3).unexplained()).isNaN();
        assertThat(sampled.hidden()).isZero();
    }

    @Test
    void aRankThatTookNoReadingIsNotZero() {
        String peak =
                """
                metric peak B point
                path  rank0  rank3  rank5  rank6  mean
                main      4      -      8      -     -
                """;
        assertThat(of(peak, 10, Means.ESTIMATED, PERCENT, 1).at(0).mean()).isEqualTo(6);
        String time = peak.replace("peak B point", "time s exclusive");
        assertThat(of(time, 10, Means.ESTIMATED, PERCENT, 1).at(0).mean()).isEqualTo(3);
    }

    @Test
    void equalRanksSettleAMean() {
        String equal = EIGHT.replaceFirst("main/b.*\nmain/c.*\n", "").replaceAll("(?<!rank)3", "1");
        assertThat(of(equal, 16, Means.ESTIMATED, Threshold.none(), 1).isSettled(0)).isTrue();
    }

    /// No sampled rank ran `rare`: its estimates are unknown, and those of the others are not.
    @Test
    void theTableOfEstimatedMeansHasTheirStandardErrors() {
        String rare =
                EIGHT.replaceFirst("main/b", "main/MPI_Wait")
                        .replaceFirst("main/c.*", "main/rare - - - - - - - - -");
        Table table = of(rare, 16, Means.ESTIMATED, PERCENT, 3).table();
        assertThat(paths(table)).containsExactly("main/a", "main/MPI_Wait");
        assertThat(table.real("standard_error").at(0)).isCloseTo(0.267261241912, within(1e-9));
        assertThat(table.flag("waiting").at(0)).isFalse();
        assertThat(table.flag("waiting").at(1)).isTrue();
        assertThat(table.text("slowest").text(0)).isEqualTo("rank 4");
    }

    @Test
    void theFirstSampledRankMayBeTheSlowest() {
        String first = EIGHT.replaceFirst("main/a      1", "main/a      9");
        Table table = of(first, 16, Means.ESTIMATED, PERCENT, 3).table();
        assertThat(table.text("path").text(0)).isEqualTo("main/c");
        assertThat(table.text("slowest").text(0)).isEqualTo("rank 1");
        assertThat(table.text("path").text(1)).isEqualTo("main/a");
        assertThat(table.text("slowest").text(1)).isEqualTo("rank 0");
    }

    @Test
    void imbalanceIsOfPositiveValues() {
        var sample = four(PERCENT, 20).at(1).sample();
        assertThat(new Estimate(sample, 1, 0, 2, 2, 0).imbalance()).isEqualTo(2);
        assertThat(new Estimate(sample, 0, 0, 2, 2, 0).imbalance()).isNaN();
        assertThat(new Estimate(sample, 1, 0, 0, 2, 0).imbalance()).isNaN();
    }

    /// Only the frames of listed nodes and of their callers are classified.
    @Test
    void theActivityOfANodeIsThatInTheWholeTree() {
        String nested =
                """
                path                             rank0  rank3  rank5  rank6  mean
                main                                 1      1      1      1     1
                main/solve                           1      9      1      1     3
                main/solve/MPI_Send                  9      1      1      1     3
                main/solve/MPI_Send/solve            1      1      9      1     3
                main/even/MPI_Send                   3      3      3      3     3
                main/even/MPI_Send/halo              1      1      9      1     3
                main/halo                            1      1      9      1     3
                main/halo/solve                      9      1      1      1     3
                main/even/even/solve                 9      1      1      1     3
                fwrite                               9      1      1      1     3
                """;
        for (String[] waiting : new String[][] {{}, {"halo"}}) {
            SampledImbalance sampled =
                    of(nested, 10, Means.EXACT, new Threshold.Absolute(5), 20, waiting);
            Profile tree = Drawing.profileOf(column(nested, true));
            Accounts all =
                    Accounts.of(
                            tree.outline(), Arrays.stream(waiting).map(UserPattern::of).toList());
            Table table = sampled.table();
            assertThat(table.rows()).isEqualTo(8);
            for (int row = 0; row < table.rows(); row++) {
                int node = tree.tree().at(table.text("path").text(row));
                assertThat(table.text("activity").text(row)).isEqualTo(all.of(node).text());
                assertThat(table.flag("waiting").at(row)).isEqualTo(all.isWaiting(node));
            }
        }
    }

    @Test
    void aSampleKnowsItsSizeAndWhatItMayHaveMissed() {
        SampledImbalance sampled = four(PERCENT, 20);
        assertThat(sampled.places().size()).isEqualTo(4);
        assertThat(sampled.sampled()).isEqualTo(4);
        assertThat(sampled.all()).isEqualTo(10);
        assertThat(sampled.means()).isEqualTo(Means.EXACT);
        assertThat(sampled.isWhole()).isFalse();
        assertThat(sampled.slowerFraction()).isCloseTo(0.5271292, within(1e-6));
    }
}
