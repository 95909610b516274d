package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.compare.ComparedNode.Status;
import treeline.compare.ComparisonBuilder.Side;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.util.Optional;

/// The metric that is compared, the rows of the result and the edges of the rules.
class ComparisonRulesTest {
    private static Comparison compared(
            Optional<String> metric, GatePolicy rule, Profile before, Profile after) {
        return new ComparisonBuilder(metric)
                .add(Side.BASELINE, "old", before)
                .add(Side.CANDIDATE, "new", after)
                .compare(rule);
    }

    /// Runs with values of `main` only.
    private static Comparison runs(GatePolicy rule, double[] before, double[] after) {
        var builder = new ComparisonBuilder(Optional.empty());
        for (double value : before) builder.add(Side.BASELINE, "old", main(value));
        for (double value : after) builder.add(Side.CANDIDATE, "new", main(value));
        return builder.compare(rule);
    }

    private static Profile main(double value) {
        return profileOf("path whole\nmain " + value);
    }

    private static double[] array(double... values) {
        return values;
    }

    private static ComparedNode node(Comparison comparison, String path) {
        return comparison.nodes().stream()
                .filter(each -> each.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theWholeRunIsFirstThenTheLargestChange() {
        Profile before =
                profileOf(
                        """
                        path        whole
                        main            1
                        main/solve     10
                        main/io         5
                        main/old        4
                        """);
        Profile after =
                profileOf(
                        """
                        path        whole
                        main            1
                        main/solve   12.5
                        main/io         5
                        main/new      1.5
                        """);
        Comparison comparison =
                compared(Optional.empty(), GatePolicy.DEFAULT.failingAbove(0.05), before, after);
        assertThat(
                        comparison
                                .table()
                                .select("path", "status", "fails", "before", "after", "change")
                                .toString())
                .isEqualTo(
                        """
                        path        status   fails  before  after  change
                        (total)     unknown  false      20   20.0     0.0
                        main/old    gone     false       4      -    -4.0
                        main/solve  unknown  true       10   12.5     2.5
                        main/new    new      false       -    1.5     1.5
                        main        unknown  false       1    1.0     0.0
                        main/io     unknown  false       5    5.0     0.0
                        """);
        assertThat(comparison.table().select("path", "ratio", "share").toString())
                .isEqualTo(
                        """
                        path        ratio  share
                        (total)      1.00  1.000
                        main/old        -  0.200
                        main/solve   1.25  0.625
                        main/new        -  0.075
                        main         1.00  0.050
                        main/io      1.00  0.250
                        """);
    }

    /// Student's test of one value against three: t is `7 / sqrt(4/3)`, p with 2 degrees of freedom
    /// `1 - t / sqrt(t² + 2)`, Hedges' g `7 (1 - 3/7)`. The ends of the ratio are in `FiellerTest`.
    /// The total is a second test of the same differences, which doubles p.
    @Test
    void theTableHasTheTestOfEachNode() {
        Comparison comparison = runs(GatePolicy.DEFAULT, array(9, 10, 11), array(17));
        double p = 0.0261483;
        assertThat(comparison.table().real("p").at(1)).isCloseTo(p, within(1e-6));
        assertThat(comparison.table().real("p_adjusted").at(1)).isCloseTo(2 * p, within(1e-6));
        assertThat(comparison.table().real("effect").at(1)).isCloseTo(4, within(1e-12));
        assertThat(comparison.table().real("ratio_low").at(1)).isCloseTo(1.135735, within(1e-6));
        assertThat(comparison.table().real("ratio_high").at(1)).isCloseTo(3.378563, within(1e-6));
        assertThat(comparison.table().real("ratio").at(1)).isEqualTo(1.7);
        assertThat(comparison.table().text("status").text(1)).isEqualTo("same");
        assertThat(comparison.tested()).isEqualTo(2);
        assertThat(comparison.byPermutation()).isFalse();
    }

    @Test
    void aMetricWithoutAScopeIsInclusiveAndTimeByDefaultExclusive() {
        Profile run = profileOf("path whole\nmain 1\nmain/solve 10");
        assertThat(before(Optional.of("time"), run)).isEqualTo(11);
        assertThat(before(Optional.of("time:exclusive"), run)).isEqualTo(1);
        assertThat(before(Optional.of("time:inclusive"), run)).isEqualTo(11);
        assertThat(before(Optional.empty(), run)).isEqualTo(1);
    }

    @Test
    void callsAreTheNodesOwn() {
        assertThat(before(Optional.of("calls"), calls())).isEqualTo(1);
        assertThat(before(Optional.of("calls:inclusive"), calls())).isEqualTo(11);
    }

    /// One call of `main` and ten of `main/solve`.
    private static Profile calls() {
        var builder = new ProfileBuilder();
        int calls = builder.metric(new Metric("calls", Unit.COUNT, Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        builder.add(calls, whole, main, 1);
        builder.add(calls, whole, builder.child(main, Frame.region("solve")), 10);
        return builder.build();
    }

    @Test
    void readingsHaveOneScope() {
        Profile peak = profileOf("metric peak B point\npath whole\nmain 1\nmain/solve 10");
        assertThat(before(Optional.of("peak"), peak)).isEqualTo(1);
        assertThat(before(Optional.empty(), peak)).isEqualTo(1);
    }

    private static double before(Optional<String> metric, Profile run) {
        return node(compared(metric, GatePolicy.DEFAULT, run, run), "main").before();
    }

    @Test
    void countsAreNamedInTheErrorForAMissingMetric() {
        var builder = new ComparisonBuilder(Optional.empty()).add(Side.BASELINE, "old", calls());
        assertThatThrownBy(() -> builder.add(Side.CANDIDATE, "new.tldb", main(1)))
                .hasMessage(
                        "new.tldb has no metric 'calls:exclusive' in a unit that converts to"
                                + " counts; it has 'time:exclusive' in 's'");
    }

    @Test
    void aSideWithoutRunsIsNamed() {
        var builder = new ComparisonBuilder(Optional.empty());
        assertThatThrownBy(() -> builder.compare(GatePolicy.DEFAULT))
                .hasMessage("the baseline has no runs");
        builder.add(Side.BASELINE, "old", main(1)).add(Side.BASELINE, "old", main(2));
        assertThat(builder.runs(Side.BASELINE)).isEqualTo(2);
        assertThat(builder.runs(Side.CANDIDATE)).isZero();
        assertThatThrownBy(() -> builder.compare(GatePolicy.DEFAULT))
                .hasMessage("the candidate has no runs");
    }

    /// `main` calls `solve` from two lines.
    @Test
    void siblingsOfTheSameFrameAreOneNode() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        builder.add(time, whole, builder.newChild(main, Frame.region("solve")), 3);
        builder.add(time, whole, builder.newChild(main, Frame.region("solve")), 4);
        Profile twice = builder.build();
        Profile once = profileOf("path whole\nmain 0\nmain/solve 7");
        Comparison comparison = compared(Optional.empty(), GatePolicy.DEFAULT, twice, once);
        assertThat(node(comparison, "main/solve").before()).isEqualTo(7);
        assertThat(node(comparison, "main/solve").after()).isEqualTo(7);
    }

    /// Of the 35 assignments of seven runs, 4 have a difference of the means of at least 2.9 s.
    @Test
    void aPOfExactlyTheLevelIsNotSignificant() {
        double[] before = {10, 11, 12, 14};
        double[] after = {13, 15, 16};
        var above = new GatePolicy(0, 0.115, 0);
        assertThat(node(runs(above, before, after), "main").adjusted()).isEqualTo(4 / 35.0);
        assertThat(node(runs(above, before, after), "main").status()).isEqualTo(Status.SLOWER);
        assertThat(runs(above, before, after).byPermutation()).isTrue();
        var equal = new GatePolicy(0, 4 / 35.0, 0);
        assertThat(node(runs(equal, before, after), "main").status()).isEqualTo(Status.SAME);
        assertThat(runs(equal, before, after).passes()).isTrue();
    }

    /// A node below the least share is not tested, so it costs the others no power.
    @Test
    void smallNodesAreNotPartOfTheFamily() {
        double[] main = {10, 11, 12, 14, 13, 15, 16};
        int[] small = {5, 1, 3, 2, 1, 9, 4};
        var builder = new ComparisonBuilder(Optional.empty());
        for (int run = 0; run < 7; run++)
            builder.add(
                    run < 4 ? Side.BASELINE : Side.CANDIDATE,
                    "run",
                    profileOf(
                            "path whole\nmain %s\nmain/small %de-12"
                                    .formatted(main[run], small[run])));
        Comparison comparison = builder.compare(new GatePolicy(0, 0.115, 0.01));
        assertThat(node(comparison, "main/small").status()).isEqualTo(Status.SMALL);
        assertThat(node(comparison, "main/small").adjusted()).isNaN();
        assertThat(node(comparison, "main").adjusted()).isEqualTo(4 / 35.0);
    }

    /// Exactly the limit with its allowance for rounding.
    @Test
    void aRatioOfABillionthOfAThousandthAboveTheLimitPasses() {
        GatePolicy none = GatePolicy.DEFAULT.failingAbove(0);
        assertThat(runs(none, array(1), array(1 + 1e-12)).passes()).isTrue();
        assertThat(runs(none, array(1), array(1 + 2e-12)).passes()).isFalse();
    }

    @Test
    void nodesThatNobodyMeasuredAddNothingToTheTotal() {
        for (String scope : new String[] {"exclusive", "inclusive"}) {
            Profile holes =
                    profileOf(
                            "metric time s %s\npath whole\nmain 5\nmain/a -\nthread -"
                                    .formatted(scope));
            assertThat(
                            compared(Optional.of("time:" + scope), GatePolicy.DEFAULT, holes, holes)
                                    .total()
                                    .orElseThrow()
                                    .before())
                    .isEqualTo(5);
        }
    }

    @Test
    void aSignificantDifferenceOfAMillionthIsNone() {
        double[] before = {100, 100.000001, 100.000002, 100.000003};
        double[] close = {100.00005, 100.000051, 100.000052, 100.000053};
        double[] far = {100.0005, 100.000501, 100.000502, 100.000503};
        GatePolicy strict = GatePolicy.DEFAULT.failingAbove(0);
        assertThat(node(runs(strict, before, close), "main").adjusted()).isEqualTo(2 / 70.0);
        assertThat(node(runs(strict, before, close), "main").status()).isEqualTo(Status.SAME);
        assertThat(runs(strict, before, close).passes()).isTrue();
        assertThat(node(runs(strict, before, far), "main").status()).isEqualTo(Status.SLOWER);
        assertThat(runs(strict, before, far).passes()).isFalse();
    }

    /// The p of Student's test of one run against 25 is larger than that of the permutation test.
    @Test
    void anAdjustedPIsNeverBelowTheOwn() {
        double[] before = new double[25];
        for (int i = 0; i < 25; i++) before[i] = 10 + i % 5;
        ComparedNode main = node(runs(GatePolicy.DEFAULT, before, array(14.5)), "main");
        assertThat(main.p()).isGreaterThan(1 / 26.0);
        assertThat(main.adjusted()).isEqualTo(main.p());
    }

    @Test
    void fourEqualFasterRunsAreFaster() {
        double[] eleven = {11, 11, 11, 11};
        double[] ten = {10, 10, 10, 10};
        GatePolicy strict = GatePolicy.DEFAULT.failingAbove(0);
        assertThat(node(runs(strict, eleven, ten), "main").status()).isEqualTo(Status.FASTER);
        assertThat(node(runs(strict, eleven, ten), "main").hasNoVariance()).isTrue();
        assertThat(runs(strict, eleven, ten).passes()).isTrue();
        assertThat(node(runs(strict, ten, ten), "main").hasNoVariance()).isFalse();
    }

    /// A ratio of 2 of values below zero is less, not more.
    @Test
    void valuesBelowZeroThatGrowAwayFromItDoNotFail() {
        Comparison below = runs(GatePolicy.DEFAULT.failingAbove(0.5), array(-1, -1), array(-2, -2));
        assertThat(node(below, "main").ratio()).isEqualTo(2);
        assertThat(node(below, "main").fails()).isFalse();
    }

    @Test
    void aNodeThatSomeRunsOfASideLackTookNothingInThem() {
        Comparison comparison =
                new ComparisonBuilder(Optional.empty())
                        .add(Side.BASELINE, "old", profileOf("path whole\nmain 1\nmain/a 4"))
                        .add(Side.BASELINE, "old", main(1))
                        .add(Side.CANDIDATE, "new", profileOf("path whole\nmain 1\nmain/a 4"))
                        .add(Side.CANDIDATE, "new", profileOf("path whole\nmain 1\nmain/a 4"))
                        .compare(GatePolicy.DEFAULT);
        assertThat(node(comparison, "main/a").before()).isEqualTo(2);
        assertThat(node(comparison, "main/a").after()).isEqualTo(4);
        assertThat(comparison.total().orElseThrow().before()).isEqualTo(3);
    }

    @Test
    void aReadingThatARunLacksIsNotZero() {
        String peak = "metric peak B point\npath whole\nmain 1\n";
        Comparison comparison =
                new ComparisonBuilder(Optional.empty())
                        .add(Side.BASELINE, "old", profileOf(peak + "main/a 4"))
                        .add(Side.BASELINE, "old", profileOf(peak))
                        .add(Side.CANDIDATE, "new", profileOf(peak + "main/a 8"))
                        .compare(GatePolicy.DEFAULT);
        assertThat(node(comparison, "main/a").before()).isEqualTo(4);
        assertThat(node(comparison, "main/a").share()).isNaN();
    }

    @Test
    void theTotalOfInclusiveValuesIsThatOfAllRoots() {
        Profile roots =
                profileOf(
                        """
                        metric time s inclusive
                        path      whole
                        main          5
                        main/a        3
                        thread        2
                        """);
        assertThat(
                        compared(Optional.of("time"), GatePolicy.DEFAULT, roots, roots)
                                .total()
                                .orElseThrow()
                                .before())
                .isEqualTo(7);
        assertThat(
                        compared(Optional.empty(), GatePolicy.DEFAULT, roots, roots)
                                .total()
                                .orElseThrow()
                                .before())
                .isEqualTo(7);
    }

    @Test
    void aSlowdownHasAHigherLevelAfterTheChange() {
        ChangedNodes.Change change = new ChangedNodes.Change("main", 3, 10, 12, 0.01, 0.01);
        assertThat(change.ratio()).isEqualTo(1.2);
        assertThat(change.isSlowdown()).isTrue();
        assertThat(new ChangedNodes.Change("main", 3, 10, 10, 0.01, 0.01).isSlowdown()).isFalse();
    }
}
