package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.ensemble.Drawn.drawn;
import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.single.Grouping;
import treeline.single.Threshold;
import treeline.table.Table;

import java.util.List;
import java.util.stream.IntStream;

class ScalingTest {
    /// The smallest run comes last, and eight processes ran twice.
    private static final Ensemble RUNS =
            Ensemble.of(
                    List.of(
                            run("b", "ranks=8", "main=30", "main/io=10"),
                            run("c", "ranks=64", "main=10", "main/io=20", "main/log=1"),
                            run("d", "ranks=8", "main=50", "main/io=10"),
                            run("a", "ranks=4", "main=60", "main/io=10"),
                            run("z", "", "main=1")));

    private static Scaling scaling(Scaling.Kind kind) {
        return Scaling.of(kind, RUNS.metric("time"), "ranks");
    }

    /// Hatchet compares with the first run given, and averages nothing.
    @Test
    void speedupIsOverTheSmallestRunWhateverTheOrder() {
        assertThat(scaling(Scaling.Kind.SPEEDUP).on(RUNS).toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path      4    8   64
                           0  main      1  1.5  6.0
                           1  main/io   1  1.0  0.5
                           2  main/log  -    -    -
                        """);
    }

    @Test
    void strongEfficiencyIsTheSpeedupOverTheIdeal() {
        Table table = scaling(Scaling.Kind.STRONG_EFFICIENCY).on(RUNS);
        assertThat(table.real("8").at(0)).isEqualTo(0.75);
        assertThat(table.real("64").at(0)).isEqualTo(6.0 * 4 / 64);
    }

    @Test
    void weakEfficiencyIsTheRatioOfTimes() {
        Table table = scaling(Scaling.Kind.WEAK_EFFICIENCY).on(RUNS);
        assertThat(table.real("64").at(1)).isEqualTo(0.5);
    }

    @Test
    void aBaselineMayBeChosen() {
        Table table = scaling(Scaling.Kind.SPEEDUP).from(8).on(RUNS);
        assertThat(table.real("4").at(0)).isEqualTo(40.0 / 60);
        assertThat(table.real("8").at(0)).isEqualTo(1);
        assertThatThrownBy(() -> scaling(Scaling.Kind.SPEEDUP).from(16).on(RUNS))
                .hasMessage("no run has ranks = 16.0, which shall be the baseline");
    }

    /// Hatchet ignores its threshold.
    @Test
    void nodesBelowTheThresholdInEveryRunAreLeftOut() {
        Table table = scaling(Scaling.Kind.SPEEDUP).above(new Threshold.Absolute(15)).on(RUNS);
        assertThat(table.text("path").text(0)).isEqualTo("main");
        assertThat(table.text("path").text(1)).isEqualTo("main/io");
        assertThat(table.rows()).isEqualTo(2);
    }

    @Test
    void nodesExactlyAtTheThresholdAreShown() {
        assertThat(pathsAbove(new Threshold.Absolute(20))).containsExactly("main", "main/io");
        assertThat(pathsAbove(new Threshold.Absolute(20.5))).containsExactly("main");
        assertThat(pathsAbove(new Threshold.ShareOfLargest(1))).containsExactly("main");
    }

    private static List<String> pathsAbove(Threshold least) {
        Table table = scaling(Scaling.Kind.SPEEDUP).above(least).on(RUNS);
        return IntStream.range(0, table.rows()).mapToObj(table.text("path")::text).toList();
    }

    /// A function that was called but took no time a clock could see.
    @Test
    void withoutAThresholdNodesOfZeroTimeAreShown() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                run("a", "ranks=1", "main=4", "main/quick=0"),
                                run("b", "ranks=2", "main=2", "main/quick=0")));
        assertThat(scaling(Scaling.Kind.SPEEDUP).on(runs).toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path        1  2
                           0  main        1  2
                           1  main/quick  -  -
                        """);
    }

    /// A difference, and a ratio by 0.
    @Test
    void withoutAThresholdNegativeAndInfiniteValuesAreShown() {
        Ensemble runs =
                Ensemble.of(List.of(run("a", "ranks=1", "down=-4", "up=2", "far=Infinity")));
        assertThat(scaling(Scaling.Kind.SPEEDUP).on(runs).rows()).isEqualTo(3);
    }

    @Test
    void processesAreCounted() {
        Ensemble named = Ensemble.of(List.of(run("a", "ranks=few", "main=1")));
        assertThatThrownBy(() -> scaling(Scaling.Kind.SPEEDUP).on(named))
                .hasMessage("'ranks' counts no processes: it is few in some run");
        Ensemble none = Ensemble.of(List.of(run("a", "ranks=0", "main=1")));
        assertThatThrownBy(() -> scaling(Scaling.Kind.SPEEDUP).on(none))
                .hasMessage("'ranks' counts no processes: it is 0 in some run");
    }

    /// Hatchet takes the mean of nodes of one name.
    @Test
    void aPivotAddsUpNodesOfOneName() {
        Ensemble two =
                Ensemble.of(
                        List.of(
                                drawn(
                                        "one",
                                        "",
                                        """
                                        path       whole
                                        main           1
                                        main/io        2
                                        main/a         4
                                        main/a/io      3
                                        """),
                                drawn("two", "", "path whole\nmain 7\nmain/new 0.5")));
        assertThat(Pivot.of(two, two.metric("time"), Grouping.NAME, Threshold.none()).toString())
                .isEqualToIgnoringWhitespace(
                        """
                        run  main  io  a  new
                        one     1   5  4    -
                        two     7   -  -  0.5
                        """);
        assertThat(
                        Pivot.of(
                                        two,
                                        two.metric("time"),
                                        Grouping.NAME,
                                        new Threshold.Absolute(4.5))
                                .names())
                .containsExactly("run", "main", "io");
    }
}
