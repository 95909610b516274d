package treeline.scaling.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.ensemble.Drawn.run;
import static treeline.scaling.model.Generated.modeling;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.scaling.search.Form;
import treeline.scaling.search.Prediction;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

class BottomUpPredictionsTest {
    private static final int[] RANKS = {2, 4, 8, 16, 32, 64};

    /// A sweep that falls and an exchange that grows: their sum looks like neither.
    private static Ensemble jacobi() {
        List<Run> runs = new ArrayList<>();
        var random = new Random(4);
        for (int p : RANKS)
            for (int repetition = 0; repetition < 3; repetition++) {
                double noise = 1 + 0.01 * random.nextGaussian();
                double sweep = 64.0 / p * noise;
                double exchange = 0.1 * Math.sqrt(p) * noise;
                runs.add(
                        run(
                                "p%d-%d".formatted(p, repetition),
                                "ranks=" + p,
                                "main=" + (sweep + exchange),
                                "main/sweep=" + sweep,
                                "main/exchange=" + exchange));
            }
        return Ensemble.of(runs);
    }

    @Test
    void aNodeTakesWhatItsCalleesTake() {
        Ensemble runs = jacobi();
        ModelResult models = modeling(runs).on(runs);
        for (double at : new double[] {64, 512, 4096, 1e6}) {
            double[] totals = models.totals(at);
            assertThat(totals[0]).isGreaterThanOrEqualTo(totals[1] + totals[2]);
            assertThat(totals[0]).isCloseTo(totals[1] + totals[2], within(0.01 * totals[0]));
        }
    }

    @Test
    void sharesOfOwnTimeAddUpToTheTotal() {
        Ensemble runs = jacobi();
        ModelResult models = modeling(runs).on(runs);
        double own = models.own().models().stream().mapToDouble(model -> model.expected(512)).sum();
        assertThat(models.totals(512)[0]).isCloseTo(own, within(1e-9));
        assertThat(models.own().own()).isSameAs(models.own());
    }

    /// Also within what was measured, where the prediction is no step of the curve.
    @Test
    void curvesGoThroughWhatIsPredicted() {
        Ensemble runs = jacobi();
        ModelResult models = modeling(runs).on(runs);
        for (double at : new double[] {1, 30, 512}) {
            Table table = models.predictions(at);
            for (ModelPlot plot : models.plots(models.models(), 0, at)) {
                int row = row(table, plot.path());
                int step = Arrays.binarySearch(plot.x().toArray(), at);
                assertThat(plot.curve().at(step)).isEqualTo(table.real("predicted").at(row));
                assertThat(plot.lower().at(step)).isEqualTo(table.real("lower").at(row));
                assertThat(plot.upper().at(step)).isEqualTo(table.real("upper").at(row));
            }
        }
    }

    private static int row(Table table, String path) {
        for (int row = 0; row < table.rows(); row++)
            if (table.text("path").at(row).equals(path)) return row;
        throw new AssertionError(path);
    }

    /// Callees that alternate have no model, their sum has: it is constant.
    @Test
    void aSumThatFitsWorseIsNotUsed() {
        List<Run> runs = new ArrayList<>();
        for (int p : RANKS) {
            double odd = p % 3 == 1 ? 8 : 1;
            double even = p % 3 == 1 ? 1 : 8;
            runs.add(
                    run(
                            "p" + p,
                            "ranks=" + p,
                            "main=" + 9,
                            "main/odd=" + odd,
                            "main/even=" + even));
        }
        Ensemble some = Ensemble.of(runs);
        ModelResult models = modeling(some).on(some);
        assertThat(models.isSum(0)).isFalse();
        assertThat(models.error(0)).isCloseTo(0, within(1e-9));
        assertThat(models.totals(1024)[0]).isCloseTo(9, within(1e-9));
    }

    /// The exchange does not exist on one rank, and a model without that point must not say
    /// anything of it there: it was infinite once.
    @Test
    void aNodeThatNoRunCallsAtASettingIsZeroThere() {
        List<Run> runs = new ArrayList<>();
        for (int p : new int[] {1, 8, 27, 64, 125, 216}) {
            double sweep = 27;
            double exchange = 30 / (Math.sqrt(p) * Math.log(p));
            runs.add(
                    p == 1
                            ? run("p1", "ranks=1", "main=" + sweep, "main/sweep=" + sweep)
                            : run(
                                    "p" + p,
                                    "ranks=" + p,
                                    "main=" + (sweep + exchange),
                                    "main/sweep=" + sweep,
                                    "main/exchange=" + exchange));
        }
        Ensemble some = Ensemble.of(runs);
        ModelResult models = modeling(some).on(some);
        int exchange = some.tree().at("main/exchange");
        assertThat(models.totals(1)[exchange]).isZero();
        assertThat(models.totals(4)[exchange]).isPositive();
        assertThat(models.totals(1)[0]).isCloseTo(27, within(3.0));
        assertThat(models.prediction(0, 1).orElseThrow().holds(27)).isTrue();
        assertThat(models.prediction(exchange, 1)).contains(new Prediction(0, 0, 0, 1));
        for (ModelPlot plot : models.plots(models.models(), 0, 1))
            assertThat(plot.curve().stream()).allMatch(Double::isFinite);
    }

    /// One rule for settings at the ends and inside of the range in which the node is called.
    @Test
    void aNodeThatNoRunCallsInsideItsRangeIsZeroThereOnly() {
        List<Run> runs = new ArrayList<>();
        for (int p : RANKS)
            runs.add(
                    p == 8
                            ? run("p8", "ranks=8", "main=4")
                            : run("p" + p, "ranks=" + p, "main=5", "main/odd=1"));
        Ensemble some = Ensemble.of(runs);
        ModelResult models = modeling(some).on(some);
        int odd = some.tree().at("main/odd");
        assertThat(models.prediction(odd, 8)).contains(Prediction.ZERO);
        assertThat(models.totals(8)[odd]).isZero();
        assertThat(models.of(odd).orElseThrow().isAbsent(8)).isTrue();
        for (double at : new double[] {4, 7, 9, 16, 128})
            assertThat(models.totals(at)[odd]).isCloseTo(1, within(1e-9));
    }

    /// Extra-P's falling terms are infinite at 1; they are searched only if asked for.
    @Test
    void noTermIsInfiniteUnlessAskedFor() {
        Ensemble runs =
                Generated.runs(
                        p -> 1 + 100 / (Math.sqrt(p) * Math.log(p)), 0, 1, 1, 2, 4, 8, 16, 32);
        assertThat(modeling(runs).on(runs).predictions(1).real("predicted").at(0)).isFinite();
        ModelResult asked = modeling(runs).as(Form.FALLING).on(runs);
        assertThat(asked.models().getFirst().text()).contains("log2(ranks)^(-1)");
        assertThat(asked.predictions(1).real("predicted").at(0)).isNaN();
    }

    /// `io` was measured three times only, so that main is by its own model, and at least solve.
    @Test
    void whereACalleeHasNoModelTheNodeIsByItsOwn() {
        List<Run> runs = new ArrayList<>();
        for (int p : RANKS)
            runs.add(
                    p < 16
                            ? run(
                                    "p" + p,
                                    "ranks=" + p,
                                    "main=" + 2 * p,
                                    "main/solve=" + p,
                                    "main/io=1")
                            : run("p" + p, "ranks=" + p, "main=" + 2 * p, "main/solve=" + p));
        Ensemble some = Ensemble.of(runs);
        ModelResult models = modeling(some).on(some);
        double[] totals = models.totals(1024);
        assertThat(totals[0]).isCloseTo(2048, within(1e-6));
        assertThat(totals[1]).isCloseTo(1024, within(1e-6));
        assertThat(totals[2]).isNaN();
    }

    @Test
    void aModelBelowZeroCountsAsZero() {
        Ensemble runs = Generated.points("2 4 8 16 32", "94 88 76 52 4");
        ModelResult models = modeling(runs).as(Form.MEASURED).on(runs);
        assertThat(models.models().getFirst().function().at(64)).isCloseTo(-92, within(1e-6));
        assertThat(models.models().getFirst().at(64).value()).isZero();
        assertThat(models.models().getFirst().at(64).lower()).isZero();
        assertThat(models.totals(64)[0]).isZero();
    }
}
