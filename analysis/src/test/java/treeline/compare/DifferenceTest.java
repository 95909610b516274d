package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.hipparchus.stat.inference.TTest;
import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.single.Grouping;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.util.List;
import java.util.Optional;
import java.util.Random;

class DifferenceTest {

    private static Table difference(String before, String after, Reduction over) {
        Profile left = profileOf(before);
        return Difference.of(left, profileOf(after), left.metrics().getFirst(), over);
    }

    @Test
    void nodesAreBothNewOrGoneAndTheLargestChangeIsFirst() {
        assertThat(
                        difference(
                                        """
                                        path        rank0  rank1
                                        main            1      1
                                        main/solve     10     20
                                        main/old        4      -
                                        """,
                                        """
                                        metric time ms exclusive
                                        path        rank0
                                        main         2000
                                        main/solve  15000
                                        main/new      500
                                        """,
                                        Reduction.SUM)
                                .select("path", "before", "after", "change", "ratio", "status")
                                .toString())
                .isEqualTo(
                        """
                        path        before  after  change  ratio  status
                        main/solve      30   15.0   -15.0    0.5  both
                        main/old         4      -    -4.0      -  gone
                        main/new         -    0.5     0.5      -  new
                        main             2    2.0     0.0    1.0  both
                        """);
    }

    @Test
    void repetitionsAreSamplesAndTheirMeanIsCompared() {
        Table table =
                difference(
                        """
                        path    rank0rep0  rank0rep1  rank0rep2  rank1rep0  rank1rep1  rank1rep2
                        main            5          5          5          5          5          5
                        main/a         10         11         12         10         11         12
                        main/b         10         30         20         10         30         20
                        """,
                        """
                        path    rank0rep0  rank0rep1  rank1rep0  rank1rep1
                        main            5          5          5          5
                        main/a         20         21         20         21
                        main/b         25         21         25         21
                        """,
                        Reduction.SUM);
        assertThat(table.text("path").text(0)).isEqualTo("main/a");
        assertThat(table.real("before").at(0)).isEqualTo(22);
        assertThat(table.real("after").at(0)).isEqualTo(41);
        assertThat(table.real("p").at(0)).isLessThan(0.01);
        assertThat(table.real("p").at(1)).isGreaterThan(0.3);
        assertThat(table.real("change").at(2)).isZero();
        assertThat(table.real("p").at(2)).isEqualTo(1);
    }

    @Test
    void oneRunEachHasNoChance() {
        Table table = difference("path whole\nmain 1\n", "path whole\nmain 2\n", Reduction.MEAN);
        assertThat(table.real("p").at(0)).isNaN();
    }

    @Test
    void functionsAreAddedUpAndTheirRepetitionsAreSamples() {
        Profile before =
                profileOf(
                        """
                        path      rank0rep0  rank0rep1
                        main/f           10         12
                        main/g/f          1          1
                        """);
        Profile after =
                profileOf(
                        """
                        path      rank0rep0  rank0rep1
                        main/f           20         22
                        main/h            5          5
                        """);
        Table table =
                Difference.of(
                        before,
                        after,
                        before.metric("time:exclusive"),
                        Reduction.MEAN,
                        Grouping.FUNCTION);
        assertThat(table.names()).startsWith("function", "before", "after");
        assertThat(table.column("function").text(0)).isEqualTo("f");
        assertThat(table.column("before").number(0)).isEqualTo(12);
        assertThat(table.column("after").number(0)).isEqualTo(21);
        assertThat(table.column("p").number(0))
                .isEqualTo(
                        new TTest()
                                .homoscedasticTTest(new double[] {11, 13}, new double[] {20, 22}));
        assertThat(table.column("function").text(1)).isEqualTo("h");
        assertThat(table.column("status").text(1)).isEqualTo("new");
    }

    @Test
    void runsWithoutTheMetricAreRefused() {
        assertThatThrownBy(
                        () ->
                                difference(
                                        "path whole\nmain 1\n",
                                        "metric bytes B exclusive\npath whole\nmain 2\n",
                                        Reduction.MEAN))
                .hasMessage(
                        "the second run has no metric 'time:exclusive' in a unit that converts to"
                                + " 's'; it has 'bytes:exclusive' in 'B'");
    }

    @Test
    void repetitionsThatDidNotHappenAreNoSamples() {
        Profile before =
                profileOf(
                        """
                        path  rank0rep0  rank0rep1  rank0rep2  rank0rep3
                        init        300          -          -          -
                        load        100        101         99          -
                        step          1          2          1          2
                        """);
        Profile after =
                profileOf(
                        """
                        path  rank0rep0  rank0rep1  rank0rep2  rank0rep3
                        init        600          -          -          -
                        load        200        201        199          -
                        step          1          2          1          2
                        """);
        Table table = Difference.of(before, after, before.metrics().getFirst(), Reduction.MEAN);
        assertThat(table.text("path").text(0)).isEqualTo("init");
        assertThat(table.real("p").at(0)).isNaN();
        assertThat(table.text("path").text(1)).isEqualTo("load");
        assertThat(table.real("p").at(1)).isLessThan(1e-4);
    }

    private static double chance(String before, String after, Reduction over) {
        return difference(before, after, over).real("p").at(0);
    }

    private static final String THREE = "path rank0rep0 rank0rep1 rank0rep2\nmain 1 2 3\n";

    @Test
    void meansAndSumsHaveAChanceAndExtremesNot() {
        String after = "path rank0rep0 rank0rep1\nmain 4 6\n";
        assertThat(chance(THREE, after, Reduction.MEAN))
                .isEqualTo(
                        new TTest()
                                .homoscedasticTTest(new double[] {1, 2, 3}, new double[] {4, 6}));
        assertThat(chance(THREE, after, Reduction.SUM)).isNotNaN();
        assertThat(chance(THREE, after, Reduction.MIN)).isNaN();
        assertThat(chance(THREE, after, Reduction.MAX)).isNaN();
        assertThat(difference(THREE, after, Reduction.MAX).real("p_adjusted").at(0)).isNaN();
    }

    @Test
    void twoRepetitionsOfEachAreEnoughAndOneIsNot() {
        String two = "path rank0rep0 rank0rep1\nmain 4 6\n";
        assertThat(chance(two, two, Reduction.MEAN)).isEqualTo(1);
        assertThat(chance(two, "path rank0\nmain 5\n", Reduction.MEAN)).isNaN();
        assertThat(chance("path rank0\nmain 5\n", two, Reduction.MEAN)).isNaN();
    }

    /// Two of the six assignments of four repetitions to two runs separate them so.
    @Test
    void repetitionsWithoutVarianceHaveThePOfThePermutationTest() {
        String fives = "path rank0rep0 rank0rep1\nmain 5 5\n";
        String sixes = "path rank0rep0 rank0rep1\nmain 6 6\n";
        assertThat(chance(fives, sixes, Reduction.MEAN)).isEqualTo(2 / 6.0);
        assertThat(chance(fives, "path rank0rep0 rank0rep1\nmain 6 9\n", Reduction.MEAN))
                .isNotNaN();
    }

    /// `diff` and `compare` are one test: every node of random runs with five and four repetitions.
    @Test
    void pIsThatOfTheComparisonOfTheSameRuns() {
        var random = new Random(7);
        Profile before = repeated(5, random);
        Profile after = repeated(4, random);
        Metric metric = before.metric("time:exclusive");
        Table difference = Difference.of(before, after, metric, Reduction.MEAN);
        Comparison comparison =
                new ComparisonBuilder(Optional.of("time:exclusive"))
                        .add(ComparisonBuilder.Side.BASELINE, "before", before)
                        .add(ComparisonBuilder.Side.CANDIDATE, "after", after)
                        .compare(GatePolicy.DEFAULT.withLeastShare(0));
        assertThat(comparison.byPermutation()).isTrue();
        for (int row = 0; row < difference.rows(); row++) {
            String path = difference.text("path").text(row);
            ComparedNode node =
                    comparison.nodes().stream()
                            .filter(each -> each.path().equals(path))
                            .findFirst()
                            .orElseThrow();
            assertThat(difference.real("p").at(row)).isEqualTo(node.p());
            assertThat(difference.real("p_adjusted").at(row)).isEqualTo(node.adjusted());
            assertThat(node.adjusted()).isBetween(node.p(), 1.0);
        }
    }

    private static Profile repeated(int repetitions, Random random) {
        var text = new StringBuilder("path");
        for (int i = 0; i < repetitions; i++) text.append(" rank0rep").append(i);
        for (String path : List.of("main", "main/a", "main/a/b", "main/c")) {
            text.append('\n').append(path);
            for (int i = 0; i < repetitions; i++) text.append(' ').append(1 + random.nextDouble());
        }
        return profileOf(text.append('\n').toString());
    }

    @Test
    void aRepetitionWithoutTheNodeIsASampleOfZeroInAnyUnit() {
        String after =
                """
                metric time ms exclusive
                path    rank0rep0  rank0rep1  rank0rep2
                main/a       4000          -       6000
                main/b          1          1          1
                """;
        assertThat(difference(THREE.replace("main", "main/a"), after, Reduction.MEAN))
                .extracting(table -> table.real("p").at(0))
                .isEqualTo(
                        new TTest()
                                .homoscedasticTTest(
                                        new double[] {1, 2, 3}, new double[] {4, 0, 6}));
    }

    @Test
    void aRepetitionThatTookNoReadingIsNoSample() {
        String before = "metric rss B point\npath rep0 rep1 rep2\nmain 1 2 -\nmain/a 9 9 9\n";
        String after = "metric rss B point\npath rep0 rep1 rep2\nmain 3 - 4\nmain/a 9 9 9\n";
        assertThat(chance(before, after, Reduction.MEAN))
                .isEqualTo(
                        new TTest().homoscedasticTTest(new double[] {1, 2}, new double[] {3, 4}));
        String once = "metric rss B point\npath rep0 rep1 rep2\nmain 3 - -\nmain/a 9 9 9\n";
        assertThat(chance(before, once, Reduction.MEAN))
                .isEqualTo(SampleTest.of(new double[] {1, 2}, new double[] {3}).p());
    }

    @Test
    void whatNeitherRanHasNoRow() {
        Table table =
                difference(
                        "path rank0\nmain 1\nmain/a -\n",
                        "path rank0\nmain 1\nmain/a -\nmain/b NaN\n",
                        Reduction.MEAN);
        assertThat(table.column("path")).isEqualTo(Column.text("path", "main"));
    }

    @Test
    void theCounterpartHasTheSameNameAndAddsUpAlike() {
        String after =
                """
                metric cpu s exclusive
                path  rank0
                main      9

                metric time s point
                path  rank0
                main      8

                metric time s exclusive
                path  rank0
                main      7
                """;
        assertThat(difference("path rank0\nmain 1\n", after, Reduction.MEAN).real("after").at(0))
                .isEqualTo(7);
        assertThatThrownBy(
                        () ->
                                difference(
                                        "path whole\nmain 1\n",
                                        "metric time B exclusive\npath whole\nmain 2\n",
                                        Reduction.MEAN))
                .hasMessage(
                        "the second run has no metric 'time:exclusive' in a unit that converts to"
                                + " 's'; it has 'time:exclusive' in 'B'");
    }
}
