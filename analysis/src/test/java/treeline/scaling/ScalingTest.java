package treeline.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.ensemble.Drawn.OUTSIDE;
import static treeline.ensemble.Drawn.drawn;
import static treeline.ensemble.Drawn.run;
import static treeline.ensemble.Drawn.withOutside;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.ensemble.statistics.Pivot;
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
        assertThat(scaling(Scaling.Kind.SPEEDUP).on(RUNS).table().toString())
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
        Table table = scaling(Scaling.Kind.STRONG_EFFICIENCY).on(RUNS).table();
        assertThat(table.real("8").at(0)).isEqualTo(0.75);
        assertThat(table.real("64").at(0)).isEqualTo(6.0 * 4 / 64);
    }

    @Test
    void weakEfficiencyIsTheRatioOfTimes() {
        Table table = scaling(Scaling.Kind.WEAK_EFFICIENCY).on(RUNS).table();
        assertThat(table.real("64").at(1)).isEqualTo(0.5);
    }

    @Test
    void aBaselineMayBeChosen() {
        Table table = scaling(Scaling.Kind.SPEEDUP).from(8).on(RUNS).table();
        assertThat(table.real("4").at(0)).isEqualTo(40.0 / 60);
        assertThat(table.real("8").at(0)).isEqualTo(1);
        assertThatThrownBy(() -> scaling(Scaling.Kind.SPEEDUP).from(16).on(RUNS))
                .hasMessage("no run has ranks = 16 to compare with; available: 4, 8, 64");
    }

    /// Hatchet ignores its threshold.
    @Test
    void nodesBelowTheThresholdInEveryRunAreLeftOut() {
        Table table =
                scaling(Scaling.Kind.SPEEDUP).above(new Threshold.Absolute(15)).on(RUNS).table();
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
        Table table = scaling(Scaling.Kind.SPEEDUP).above(least).on(RUNS).table();
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
        assertThat(scaling(Scaling.Kind.SPEEDUP).on(runs).table().toString())
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
        assertThat(scaling(Scaling.Kind.SPEEDUP).on(runs).table().rows()).isEqualTo(3);
    }

    @Test
    void efficienciesCountProcesses() {
        Ensemble named = Ensemble.of(List.of(run("a", "ranks=few", "main=1")));
        assertThatThrownBy(() -> scaling(Scaling.Kind.STRONG_EFFICIENCY).on(named))
                .hasMessage("'ranks' is not a process count: it is few in some run");
        Ensemble none = Ensemble.of(List.of(run("a", "ranks=0", "main=1")));
        assertThatThrownBy(() -> scaling(Scaling.Kind.WEAK_EFFICIENCY).on(none))
                .hasMessage("'ranks' is not a process count: it is 0 in some run");
    }

    private static final Ensemble COMPILERS =
            Ensemble.of(
                    List.of(
                            run("a", "compiler=gcc level=0 size=1", "main=8", "main/io=1"),
                            run("b", "compiler=clang level=0 size=1", "main=4"),
                            run("c", "compiler=gcc level=3 size=2", "main=20", "main/io=2"),
                            run("d", "compiler=clang level=3 size=2", "main=5", "main/io=2"),
                            run("e", "compiler=path level=3 size=3", "main=1")));

    @Test
    void aSpeedupIsByAnyMetadata() {
        Scaling byCompiler = Scaling.of(Scaling.Kind.SPEEDUP, COMPILERS.metric("time"), "compiler");
        assertThat(byCompiler.from("gcc").on(COMPILERS).table().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path     clang    gcc  compiler=path
                           0  main     3.1111    1             14
                           1  main/io  0.7500    1              -
                        """);
        assertThat(byCompiler.on(COMPILERS).table().real("gcc").at(0)).isEqualTo(4.5 / 14);
        assertThatThrownBy(() -> byCompiler.from("icc").on(COMPILERS))
                .hasMessage(
                        "no run has compiler = icc to compare with; available: clang, gcc, path");
        Scaling byLevel = Scaling.of(Scaling.Kind.SPEEDUP, COMPILERS.metric("time"), "level");
        assertThat(byLevel.on(COMPILERS).table().real("3").at(0)).isEqualTo(6 / (26 / 3.0));
        assertThat(byLevel.from("3").on(COMPILERS).table().real("0").at(1)).isEqualTo(2);
    }

    @Test
    void groupsScaleByThemselves() {
        ScalingResult result =
                Scaling.of(Scaling.Kind.SPEEDUP, COMPILERS.metric("time"), "compiler")
                        .from("gcc")
                        .by("size")
                        .on(COMPILERS);
        assertThat(result.table().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        group  node  path     clang  gcc  compiler=path
                        1         0  main         2    1              -
                        1         1  main/io      -    1              -
                        2         0  main         4    1              -
                        2         1  main/io      1    1              -
                        3         0  main         -    -              -
                        3         1  main/io      -    -              -
                        """);
        assertThat(result.withoutBaseline()).containsExactly("3");
        ScalingResult ownBaselines =
                Scaling.of(Scaling.Kind.SPEEDUP, COMPILERS.metric("time"), "compiler")
                        .by("size")
                        .on(COMPILERS);
        assertThat(ownBaselines.withoutBaseline()).isEmpty();
        assertThat(ownBaselines.table().real("compiler=path").at(4)).isEqualTo(1);
    }

    /// Main keeps itself busy for 8, 4 and 3 seconds, communication appears with the second
    /// process.
    private static final Ensemble STRONG =
            Ensemble.of(
                    List.of(
                            run("a", "ranks=1", "main=10", "main/io=2"),
                            run("b", "ranks=2", "main=6.5", "main/io=2", "main/mpi=0.5"),
                            run("c", "ranks=4", "main=6", "main/io=2", "main/mpi=1")));

    @Test
    void nodesThatLoseMostTimeStandFirst() {
        ScalingResult result = scaling(Scaling.Kind.STRONG_EFFICIENCY).on(STRONG);
        assertThat(result.losses().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path      first_below  efficiency  lost
                           1  main/io   2               0.25000   1.5
                           0  main      4               0.66667   1.0
                           2  main/mpi  -                     -   1.0
                        """);
        assertThat(result.losses(0.5).text("first_below").isMissing(1)).isTrue();
        assertThat(result.overall().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        setting  time  strong_efficiency
                        1        10.0            1.00000
                        2         6.5            0.76923
                        4         6.0            0.41667
                        """);
        assertThat(result.firstBelow(0.8)).hasValue("2");
        assertThat(result.firstBelow(0.4)).isEmpty();
        assertThat(result.settings()).containsExactly("1", "2", "4");
    }

    /// Compared with 2 ranks. `b` did not run on 4, `c` on 4 only, `d` on 1 only, and of `e` no
    /// rank count is known.
    @Test
    void lossesOfAGroupAreAtItsLargestSettingFromTheBaselineOn() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                run("1", "ranks=1 g=a", "main=8"),
                                run("2", "ranks=2 g=a", "main=5"),
                                run("3", "ranks=4 g=a", "main=4"),
                                run("4", "ranks=1 g=b", "main=8"),
                                run("5", "ranks=2 g=b", "main=5"),
                                run("6", "ranks=4 g=c", "main=6"),
                                run("7", "ranks=1 g=d", "main=7"),
                                run("8", "g=e", "main=7")));
        ScalingResult result = scaling(Scaling.Kind.STRONG_EFFICIENCY).from(2).by("g").on(runs);
        assertThat(result.losses().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        group  node  path  first_below  efficiency  lost
                        a         0  main  4                 0.625   1.5
                        b         0  main  -                 1.000   0.0
                        c         0  main  -                     -   6.0
                        d         0  main  -                     -   0.0
                        """);
        assertThat(result.withoutBaseline()).containsExactly("c", "d");
    }

    @Test
    void whatIsOutsideOfAllRegionsIsNotLost() {
        Ensemble runs =
                withOutside(
                        run("a", "ranks=1", OUTSIDE + "=50", "main=10"),
                        run("b", "ranks=2", OUTSIDE + "=50", "main=9"));
        ScalingResult result =
                Scaling.of(Scaling.Kind.STRONG_EFFICIENCY, runs.metric("time"), "ranks").on(runs);
        assertThat(result.losses().rows()).isEqualTo(1);
        assertThat(result.losses().text("path").text(0)).isEqualTo("main");
        assertThat(result.overall().real("time").at(0)).isEqualTo(10);
    }

    /// Eight seconds at one process become exactly 0.8 of perfect scaling at two.
    @Test
    void anEfficiencyOfExactlyTheLeastIsNotBelowIt() {
        Ensemble runs =
                Ensemble.of(List.of(run("a", "ranks=1", "main=8"), run("b", "ranks=2", "main=5")));
        ScalingResult result = scaling(Scaling.Kind.STRONG_EFFICIENCY).on(runs);
        assertThat(result.firstBelow(0.8)).isEmpty();
        assertThat(result.losses().text("first_below").isMissing(0)).isTrue();
    }

    @Test
    void aSpeedupLosesNothing() {
        assertThatThrownBy(() -> scaling(Scaling.Kind.SPEEDUP).on(STRONG).losses())
                .hasMessage(
                        "lost time is defined against perfect scaling: use strong or weak"
                                + " efficiency");
    }

    @Test
    void whetherScalingIsWeakOrStrongIsGuessedFromTheTimes() {
        assertThat(guess(10, 6.5, 6)).hasValue(Scaling.Kind.STRONG_EFFICIENCY);
        assertThat(guess(10, 11, 12)).hasValue(Scaling.Kind.WEAK_EFFICIENCY);
        assertThat(guess(10, 9.5, 9)).hasValue(Scaling.Kind.WEAK_EFFICIENCY);
        assertThat(guess(10, 8.5, 7.5)).isEmpty();
        assertThat(guess(10)).isEmpty();
        assertThat(
                        Scaling.of(Scaling.Kind.SPEEDUP, COMPILERS.metric("time"), "compiler")
                                .on(COMPILERS)
                                .guess())
                .isEmpty();
    }

    private static java.util.Optional<Scaling.Kind> guess(double... times) {
        return scaling(Scaling.Kind.SPEEDUP).on(runs(times)).guess();
    }

    /// Of 1, 2, 4, ... ranks.
    private static Ensemble runs(double... times) {
        List<Run> runs =
                IntStream.range(0, times.length)
                        .mapToObj(i -> run("r" + i, "ranks=" + (1 << i), "main=" + times[i]))
                        .toList();
        return Ensemble.of(runs);
    }

    @Test
    void anEfficiencyRecoversIfItIsTheLeastAgainAfterItWasBelow() {
        Scaling weak = scaling(Scaling.Kind.WEAK_EFFICIENCY);
        assertThat(weak.on(runs(8, 16, 10)).recovers(0.8)).isTrue();
        assertThat(weak.on(runs(8, 16, 10.1)).recovers(0.8)).isFalse();
        assertThat(weak.on(runs(8, 8, 16)).recovers(0.8)).isFalse();
        assertThat(weak.on(runs(8, 10, 8)).recovers(0.8)).isFalse();
        assertThat(weak.from(2).on(runs(80, 8, 8)).recovers(0.8)).isFalse();
    }

    @Test
    void rowsThatTheThresholdHidesAreCounted() {
        Scaling above = scaling(Scaling.Kind.SPEEDUP).above(new Threshold.Absolute(15));
        assertThat(above.on(RUNS).hidden()).isEqualTo(1);
        assertThat(scaling(Scaling.Kind.SPEEDUP).on(RUNS).hidden()).isZero();
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
