package treeline.ensemble.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.ensemble.Drawn.drawn;
import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.single.Grouping;
import treeline.table.Table;

import java.util.List;

/// Which nodes make the slowest of several equal runs slow.
class VariabilityTest {
    private static final Run QUICK = run("quick", "", "main=10", "main/solve=6", "main/send=2");
    private static final Run USUAL = run("usual", "", "main=13", "main/solve=6", "main/send=5");
    private static final Run SLOW = run("slow", "", "main=20", "main/solve=7", "main/send=10");

    private static Variability of(Run... runs) {
        Ensemble ensemble = Ensemble.of(List.of(runs));
        return Variability.of(ensemble, ensemble.metric("time"));
    }

    @Test
    void theFastestTheMedianAndTheSlowestRunStandBesideEachOther() {
        Variability variability = of(USUAL, SLOW, QUICK);
        assertThat(variability.fastest()).isEqualTo(2);
        assertThat(variability.median()).isZero();
        assertThat(variability.slowest()).isEqualTo(1);
        assertThat(variability.total(1)).isEqualTo(20);
        assertThat(variability.difference()).isEqualTo(10);
        assertThat(
                        variability
                                .nodes()
                                .select("path", "fastest", "median", "slowest", "difference")
                                .toString())
                .isEqualTo(
                        """
                        path        fastest  median  slowest  difference
                        main/send         2       5       10           8
                        main             10      13       20          10
                        main/solve        6       6        7           1
                        """);
    }

    @Test
    void aNodeCarriesWhatItsCalleesDoNot() {
        Table nodes = of(QUICK, USUAL, SLOW).nodes();
        assertThat(nodes.select("path", "own_difference", "share").toString())
                .isEqualTo(
                        """
                        path        own_difference  share
                        main/send                8    0.8
                        main                     1    0.1
                        main/solve               1    0.1
                        """);
    }

    @Test
    void exclusiveTimesAreCarriedAsTheyAre() {
        String profile = "metric time s exclusive\npath whole\nmain %d\nmain/send %d";
        Ensemble ensemble =
                Ensemble.of(
                        List.of(
                                drawn("quick", "", profile.formatted(8, 2)),
                                drawn("slow", "", profile.formatted(10, 10))));
        Variability variability = Variability.of(ensemble, ensemble.metric("time"));
        assertThat(variability.total(1)).isEqualTo(20);
        assertThat(variability.nodes().real("share").at(0)).isEqualTo(0.8);
    }

    @Test
    void aNodeThatTheFastestRunLacksCarriesAllThatItHas() {
        Table nodes =
                of(run("quick", "", "main=1"), run("slow", "", "main=4", "main/io=3")).nodes();
        assertThat(nodes.column("path").text(0)).isEqualTo("main/io");
        assertThat(nodes.column("fastest").isMissing(0)).isTrue();
        assertThat(nodes.real("share").at(0)).isEqualTo(1);
    }

    @Test
    void variationIsTheDeviationOverTheMeanOfAllRuns() {
        Variability variability = of(QUICK, USUAL, SLOW);
        double mean = 43 / 3.0;
        double deviation =
                Math.sqrt(
                        ((10 - mean) * (10 - mean)
                                        + (13 - mean) * (13 - mean)
                                        + (20 - mean) * (20 - mean))
                                / 2);
        assertThat(variability.variation()).isCloseTo(deviation / mean, within(1e-15));
        assertThat(variability.nodes().real("variation").at(1))
                .isCloseTo(deviation / mean, within(1e-15));
    }

    @Test
    void nodesOfOneNameCarryTogether() {
        Variability variability =
                of(
                        run(
                                "quick",
                                "",
                                "main=10",
                                "main/solve=6",
                                "main/solve/send=2",
                                "main/send=1"),
                        run(
                                "slow",
                                "",
                                "main=20",
                                "main/solve=9",
                                "main/solve/send=5",
                                "main/send=7"));
        assertThat(variability.by(Grouping.NAME).toString())
                .isEqualTo(
                        """
                        name   nodes  own_difference  share
                        send       2               9    0.9
                        main       1               1    0.1
                        solve      1               0    0.0
                        """);
    }

    @Test
    void ofAnEvenNumberOfRunsTheFasterOneInTheMiddleIsTheMedian() {
        assertThat(of(SLOW, QUICK).median()).isEqualTo(1);
    }

    @Test
    void equallyFastRunsAreOrderedByNameAndNobodyCarriesNothing() {
        Variability variability = of(run("b", "", "main=1"), run("a", "", "main=1"));
        assertThat(variability.fastest()).isEqualTo(1);
        assertThat(variability.nodes().real("share").isMissing(0)).isTrue();
    }

    @Test
    void theOrderOfRunsChangesNothing() {
        Table forwards = of(QUICK, USUAL, SLOW).nodes();
        Table backwards = of(SLOW, USUAL, QUICK).nodes();
        assertThat(backwards).isEqualTo(forwards);
    }

    @Test
    void mistakesAreExplained() {
        assertThatThrownBy(() -> of(QUICK)).hasMessage("variability needs at least two runs");
        String profile = "metric load - point\npath whole\nmain 1";
        Ensemble loads = Ensemble.of(List.of(drawn("a", "", profile), drawn("b", "", profile)));
        assertThatThrownBy(() -> Variability.of(loads, loads.metric("load")))
                .hasMessage("metric 'load' is a point reading and has no exclusive values");
    }

    /// `main/retry` is in the fastest run only, `main/log` in the median one only.
    @Test
    void whatOneRunLacksCountsAsZeroAndWhatBothLackIsMissing() {
        Table nodes =
                of(
                                run("quick", "", "main=10", "main/retry=2"),
                                run("usual", "", "main=12", "main/log=1"),
                                run("slow", "", "main=16"))
                        .nodes();
        assertThat(nodes.select("path", "difference", "own_difference", "share").toString())
                .isEqualToIgnoringWhitespace(
                        """
                        path        difference  own_difference     share
                        main                 6               8   1.33333
                        main/retry          -2              -2  -0.33333
                        main/log             -               -          -
                        """);
    }

    /// Equally long, but one computes where the other sends.
    @Test
    void ofRunsThatTakeEquallyLongNobodyCarriesAShare() {
        Table nodes =
                of(
                                run("a", "", "main=10", "main/solve=6", "main/send=2"),
                                run("b", "", "main=10", "main/solve=2", "main/send=6"))
                        .nodes();
        assertThat(nodes.column("own_difference").number(0)).isEqualTo(4);
        for (int row = 0; row < 3; row++) assertThat(nodes.column("share").isMissing(row)).isTrue();
    }

    @Test
    void aNodeThatOneRunHasDoesNotVary() {
        Table nodes = of(run("a", "", "main=1"), run("b", "", "main=3", "main/io=1")).nodes();
        assertThat(nodes.select("path", "variation").toString())
                .isEqualToIgnoringWhitespace(
                        """
                        path     variation
                        main       0.70711
                        main/io          -
                        """);
    }
}
