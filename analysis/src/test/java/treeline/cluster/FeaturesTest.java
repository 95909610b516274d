package treeline.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.ensemble.Drawn.OUTSIDE;
import static treeline.ensemble.Drawn.run;
import static treeline.ensemble.Drawn.withOutside;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeThreshold;
import treeline.ensemble.ThresholdedTable;
import treeline.ensemble.statistics.Pivot;
import treeline.model.Metric;
import treeline.single.Grouping;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Table;

import java.util.Arrays;
import java.util.List;

/// Which numbers runs are compared by, and how numbers of different size are made comparable.
class FeaturesTest {
    private final Ensemble ensemble =
            Ensemble.of(
                    List.of(
                            run("a", "ranks=4", "main=10", "main/solve=6", "main/io=1"),
                            run("b", "ranks=8", "main=20", "main/io=3"),
                            run("c", "ranks=8", "main=30", "main/solve=2", "main/io=5")));
    private final Metric time = ensemble.metric("time");

    @Test
    void whatIsOutsideOfAllRegionsIsNoFeature() {
        Ensemble runs =
                withOutside(
                        run("a", "", OUTSIDE + "=900", "main=1", "main/io=1"),
                        run("b", "", OUTSIDE + "=100", "main=2"));
        Features features = Features.ofRuns(runs, runs.metric("time"));
        assertThat(features.columns()).containsExactly("main");
        assertThat(features.leftOut()).isEqualTo(1);
    }

    /// The same holds for nodes and single values.
    @Test
    void whatIsOutsideOfAllRegionsIsNoRowOfASearch() {
        Ensemble runs =
                withOutside(
                        run("a", "", OUTSIDE + "=900", "main=1", "main/io=1", "main/solve=9"),
                        run("b", "", OUTSIDE + "=100", "main=2", "main/io=1", "main/solve=8"));
        for (ClusterSearch.Rows rows :
                List.of(ClusterSearch.Rows.NODES, ClusterSearch.Rows.VALUES)) {
            Features found = ClusterSearch.withDefaults().of(rows).in(2).on(runs).measured();
            assertThat(found.labels().column("path").toString()).doesNotContain(OUTSIDE);
            assertThat(found.rows()).isEqualTo(rows == ClusterSearch.Rows.NODES ? 3 : 6);
        }
    }

    @Test
    void whereNoNodeIsLeftTheRunsThatLackTheCommonestOneAreNamed() {
        Ensemble runs =
                withOutside(
                        run("a", "", OUTSIDE + "=9", "main=1"),
                        run("b", "", OUTSIDE + "=9", "main=1"),
                        run("c", "", OUTSIDE + "=9", "start=1"));
        assertThatThrownBy(() -> Features.ofRuns(runs, runs.metric("time")))
                .hasMessage(
                        "no node has a value of 'time' in every run; the best covered node, main,"
                                + " has one in 2 of 3, but not in c");
        Ensemble more =
                withOutside(
                        run("a", "", "main=1"),
                        run("b", "", "b=1"),
                        run("c", "", "c=1"),
                        run("d", "", "d=1"),
                        run("e", "", "e=1"));
        assertThatThrownBy(() -> Features.ofRuns(more, more.metric("time")))
                .hasMessage(
                        "no node has a value of 'time' in every run; the best covered node, main,"
                                + " has one in 1 of 5, but not in b, c, d and 1 more");
        Ensemble outside = withOutside(run("a", "", OUTSIDE + "=9"));
        assertThatThrownBy(() -> Features.ofRuns(outside, outside.metric("time")))
                .hasMessage("no node has a value of 'time' in any run");
    }

    @Test
    void aThresholdIsAShareOfTheLargestNodeOfTheProgram() {
        Ensemble runs =
                withOutside(
                        run("a", "", OUTSIDE + "=9000", "main=100", "main/io=1"),
                        run("b", "", OUTSIDE + "=9000", "main=50", "main/log=0.9", "idle=-"));
        NodeThreshold shown =
                NodeThreshold.of(
                        runs, List.of(runs.metric("time")), new Threshold.ShareOfLargest(0.01));
        assertThat(Arrays.stream(shown.nodes()).mapToObj(runs.tree()::name))
                .containsExactly("(outside regions)", "main", "io");
        assertThat(shown.hidden()).isEqualTo(2);
        assertThat(shown.largest(1)).isEqualTo(100);
        assertThat(NodeThreshold.of(runs, runs.metrics(), Threshold.none()).hidden()).isZero();
        ThresholdedTable pivot =
                Pivot.excerpt(
                        runs,
                        runs.metric("time"),
                        Grouping.NAME,
                        new Threshold.ShareOfLargest(0.01));
        assertThat(pivot.table().names()).containsExactly("run", "(outside regions)", "main", "io");
        assertThat(pivot.hidden()).isEqualTo(1);
    }

    @Test
    void aRunHasTheNodesThatEveryRunHas() {
        Features features = Features.ofRuns(ensemble, time);
        assertThat(features.columns()).containsExactly("main", "main/io");
        assertThat(features.leftOut()).isEqualTo(1);
        assertThat(features.table().toString())
                .isEqualTo(
                        """
                        run  main  main/io
                        a      10        1
                        b      20        3
                        c      30        5
                        """);
    }

    @Test
    void numbersOfTheMetadataMayStandBesideThem() {
        Features features = Features.ofRuns(ensemble, List.of(time), List.of("ranks"));
        assertThat(features.columns()).containsExactly("main", "main/io", "ranks");
        assertThat(features.at(0, 2)).isEqualTo(4);
    }

    @Test
    void featuresDoNotDependOnWhichRunCameFirst() {
        Ensemble other =
                Ensemble.of(
                        List.of(
                                run("b", "", "main/io=3", "main=20"),
                                run("a", "", "main=10", "main/solve=6", "main/io=1")));
        assertThat(Features.ofRuns(other, other.metric("time")).columns())
                .containsExactly("main", "main/io");
    }

    @Test
    void featuresAreSortedByName() {
        Ensemble one = Ensemble.of(List.of(run("a", "", "main=9", "main/solve=5", "main/io=1")));
        assertThat(Features.ofRuns(one, one.metric("time")).columns())
                .containsExactly("main", "main/io", "main/solve");
    }

    /// Such as a ratio by 0: it has no distance from anything.
    @Test
    void nodesWithAnInfiniteValueAreLeftOut() {
        Ensemble ratios =
                Ensemble.of(
                        List.of(
                                run("a", "", "main=1", "main/io=2"),
                                run("b", "", "main=3", "main/io=Infinity")));
        Features features = Features.ofRuns(ratios, ratios.metric("time"));
        assertThat(features.columns()).containsExactly("main");
        assertThat(features.rows()).isEqualTo(2);
        assertThat(features.leftOut()).isEqualTo(1);
    }

    @Test
    void whatIsCalledAsTheRunsAreIsTold() {
        Ensemble named =
                Ensemble.of(List.of(run("a", "run=1", "run=5"), run("b", "run=2", "run=6")));
        Features features = Features.ofRuns(named, List.of(named.metric("time")), List.of("run"));
        assertThat(features.table().names()).containsExactly("run", "run (2)", "run (3)");
    }

    @Test
    void rowsOfATableWithoutAValueAreLeftOut() {
        Table table =
                Table.of(
                        Column.text("kernel", "add", "copy", "dot"),
                        Column.real("retiring", 0.5, Double.NaN, 0.25),
                        Column.whole("reps", 1, 2, 3));
        Features features = Features.of(table, List.of("retiring", "reps"));
        assertThat(features.rows()).isEqualTo(2);
        assertThat(features.leftOut()).isEqualTo(1);
        assertThat(features.labels().column("kernel").text(1)).isEqualTo("dot");
    }

    @Test
    void rowsWithoutANameAreNumbered() {
        Features features = Features.of(Table.of(Column.real("x", 5, 6)), List.of("x"));
        assertThat(features.labels().whole("row").at(1)).isEqualTo(1);
        assertThat(features).hasToString("1 features of 2 rows");
    }

    @Test
    void standardisedFeaturesHaveMeanZeroAndDeviationOne() {
        Features raw = Features.ofRuns(ensemble, time);
        StandardScaler by = StandardScaler.of(raw);
        assertThat(by.mean(0)).isEqualTo(20);
        assertThat(by.deviation(0)).isCloseTo(Math.sqrt(200.0 / 3), within(1e-15));
        Features features = raw.standardised();
        assertThat(features.at(0, 0)).isCloseTo(-Math.sqrt(1.5), within(1e-15));
        assertThat(features.at(1, 0)).isZero();
        assertThat(features.at(2, 0)).isCloseTo(Math.sqrt(1.5), within(1e-15));
    }

    @Test
    void aColumnOfOneValueBecomesZero() {
        Features raw =
                Features.of(
                        Table.of(Column.real("x", 0.1, 0.1, 0.1), ofTenths()), List.of("x", "y"));
        Features features = raw.standardised();
        for (int row = 0; row < 3; row++) {
            assertThat(features.at(row, 0)).isZero();
            assertThat(features.at(row, 1)).isZero();
        }
    }

    /// Equal but for rounding.
    private static Column ofTenths() {
        return Column.real("y", 0.3, 0.1 + 0.2, 0.3);
    }

    @Test
    void theUnitOfAFeatureDoesNotMatterOnceItIsStandardised() {
        Features seconds = Features.of(Table.of(Column.real("t", 1, 2, 4.5)), List.of("t"));
        Features bits = Features.of(Table.of(Column.real("t", 8, 16, 36)), List.of("t"));
        for (int row = 0; row < 3; row++)
            assertThat(bits.standardised().at(row, 0)).isEqualTo(seconds.standardised().at(row, 0));
    }

    @Test
    void newRunsAreMeasuredByTheOldOnes() {
        StandardScaler by =
                StandardScaler.of(Features.of(Table.of(Column.real("t", 1, 3)), List.of("t")));
        Features later = Features.of(Table.of(Column.real("t", 5)), List.of("t"));
        assertThat(by.apply(later).at(0, 0)).isEqualTo(3);
    }

    @Test
    void mistakesAreExplained() {
        assertThatThrownBy(() -> Features.ofRuns(ensemble, List.of(time), List.of("size")))
                .hasMessage("no run has the metadata 'size'; available: [ranks]");
        Ensemble named =
                Ensemble.of(
                        List.of(run("a", "ranks=4", "main=1"), run("b", "ranks=all", "main=2")));
        assertThatThrownBy(() -> Features.ofRuns(named, List.of(), List.of("ranks")))
                .hasMessage("'ranks' cannot be a feature: for b it is all, not a number");
        Ensemble silent =
                Ensemble.of(List.of(run("a", "ranks=4", "main=1"), run("b", "", "main=2")));
        assertThatThrownBy(() -> Features.ofRuns(silent, List.of(), List.of("ranks")))
                .hasMessage("'ranks' cannot be a feature: for b it is missing, not a number");
        assertThatThrownBy(() -> Features.ofRuns(ensemble, List.of(), List.of()))
                .hasMessage("there are no features");
        Table empty = Table.of(Column.real("x", Double.NaN));
        assertThatThrownBy(() -> Features.of(empty, List.of("x")))
                .hasMessage("no row has a value for each of the features [x]");
        StandardScaler byTwo = StandardScaler.of(Features.ofRuns(ensemble, time));
        Features one = Features.of(Table.of(Column.real("t", 5)), List.of("t"));
        assertThatThrownBy(() -> byTwo.apply(one))
                .hasMessage("1 features cannot be standardised by 2");
    }
}
