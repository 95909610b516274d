package treeline.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.ensemble.Drawn.OUTSIDE;
import static treeline.ensemble.Drawn.run;
import static treeline.ensemble.Drawn.withOutside;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.model.Metric;

import java.util.List;

class ScalingTableTest {
    /// Start-up is before `main` in the tree, and takes less. Without callees, `main` has 8, 4 and
    /// 3 seconds, `io` always 2, and `mpi` appears with the second process.
    private static final Ensemble RUNS =
            Ensemble.of(
                    List.of(
                            run("a", "ranks=1", "init=1", "main=10", "main/io=2"),
                            run("b", "ranks=2", "init=1", "main=6.5", "main/io=2", "main/mpi=0.5"),
                            run("c", "ranks=4", "init=1", "main=6", "main/io=2", "main/mpi=1")));

    private static Scaling scaling(Scaling.Kind kind, Metric metric) {
        return Scaling.of(kind, metric, "ranks");
    }

    private static Scaling scaling(Scaling.Kind kind) {
        return scaling(kind, RUNS.metric("time"));
    }

    /// Losses at 4 ranks are 2 - 2/4, 3 - 8/4, 1 and 1 - 1/4 seconds.
    @Test
    void theWholeRunIsFirstThenTheNodesThatLoseMost() {
        ScalingTable scaling =
                ScalingTable.of(
                        scaling(Scaling.Kind.STRONG_EFFICIENCY),
                        RUNS,
                        List.of("1", "2", "4"),
                        true);
        assertThat(scaling.table().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path      own_lost  own_first_below  1        2        4
                           1  main          1.00  4                1  0.76923  0.41667
                           2  main/io       1.50  2                1  0.50000  0.25000
                           3  main/mpi      1.00  -                -        -        -
                           0  init          0.75  2                1  0.50000  0.25000
                        """);
        assertThat(scaling.efficiency()).isPresent();
    }

    /// A speedup has no perfect time; losses are those of strong scaling.
    @Test
    void aSpeedupHasTheLossesOfStrongScaling() {
        ScalingTable scaling =
                ScalingTable.of(scaling(Scaling.Kind.SPEEDUP), RUNS, List.of("2", "4"), true);
        assertThat(scaling.table().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path      own_lost  own_first_below       2       4
                           1  main          1.00  4                1.5385  1.6667
                           2  main/io       1.50  2                1.0000  1.0000
                           3  main/mpi      1.00  -                     -       -
                           0  init          0.75  2                1.0000  1.0000
                        """);
        assertThat(scaling.efficiency().orElseThrow().overall().names())
                .contains("strong_efficiency");
        assertThat(scaling.result().overall().names()).contains("speedup");
    }

    @Test
    void weakScalingKeepsItsOwnLosses() {
        ScalingTable scaling =
                ScalingTable.of(scaling(Scaling.Kind.WEAK_EFFICIENCY), RUNS, List.of("4"), true);
        assertThat(scaling.table().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path      own_lost  own_first_below       4
                           1  main            -5  -                1.6667
                           3  main/mpi         1  -                     -
                           0  init             0  -                1.0000
                           2  main/io          0  -                1.0000
                        """);
    }

    /// Of compilers, say, no time is perfect.
    @Test
    void settingsThatCountNothingAreSortedByTheLargestValue() {
        ScalingTable scaling =
                ScalingTable.of(scaling(Scaling.Kind.SPEEDUP), RUNS, List.of("1", "4"), false);
        assertThat(scaling.table().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path      1       4
                           1  main      1  1.6667
                           2  main/io   1  1.0000
                           0  init      1  1.0000
                           3  main/mpi  -       -
                        """);
        assertThat(scaling.efficiency()).isEmpty();
    }

    @Test
    void aSettingThatNoRunHasIsAColumnWithoutValues() {
        ScalingTable scaling =
                ScalingTable.of(scaling(Scaling.Kind.SPEEDUP), RUNS, List.of("4", "8"), false);
        assertThat(scaling.table().names()).containsExactly("node", "path", "4", "8");
        for (int row = 0; row < 4; row++) assertThat(scaling.table().real("8").at(row)).isNaN();
    }

    /// What was measured outside of all regions is no part of the program.
    @Test
    void whatIsOutsideOfRegionsIsNotTheWholeRun() {
        Ensemble runs =
                withOutside(
                        run("a", "ranks=1", OUTSIDE + "=50", "main=10", "main/io=20"),
                        run("b", "ranks=2", OUTSIDE + "=50", "main=9", "main/io=2"));
        ScalingTable scaling =
                ScalingTable.of(
                        scaling(Scaling.Kind.SPEEDUP, runs.metric("time")),
                        runs,
                        List.of("2"),
                        false);
        assertThat(scaling.table().text("path").text(0)).isEqualTo("main");
    }

    /// The first of two roots that take equally long.
    @Test
    void theLargestRootIsTheWholeRun() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                run("a", "ranks=1", "main=10", "twin=10", "main/io=4", "exit=1"),
                                run("b", "ranks=2", "main=9", "twin=9", "main/io=4", "exit=5")));
        ScalingTable scaling =
                ScalingTable.of(
                        scaling(Scaling.Kind.STRONG_EFFICIENCY, runs.metric("time")),
                        runs,
                        List.of("2"),
                        true);
        assertThat(scaling.table().text("path").text(0)).isEqualTo("main");
        assertThat(scaling.table().text("path").text(1)).isEqualTo("exit");
    }

    /// No node of exclusive values holds the others.
    @Test
    void withoutCalleesNoNodeIsTheWholeRun() {
        Metric own = RUNS.metric("time").in(Metric.Scope.EXCLUSIVE);
        ScalingTable scaling =
                ScalingTable.of(
                        scaling(Scaling.Kind.STRONG_EFFICIENCY, own)
                                .above(treeline.single.Threshold.none()),
                        RUNS.withMetrics(List.of(RUNS.metric("time"), own)),
                        List.of("4"),
                        true);
        assertThat(scaling.table().text("path").text(0)).isEqualTo("main/io");
    }
}
