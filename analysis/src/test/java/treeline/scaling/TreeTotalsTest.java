package treeline.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.ensemble.Drawn.run;
import static treeline.scaling.Generated.modeling;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.model.CallTree;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

class TreeTotalsTest {
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

    /// Random trees with noise, far beyond what was measured.
    @Test
    void noParentIsBelowItsCallees() {
        for (long seed = 0; seed < 20; seed++) {
            Ensemble runs = random(new Random(seed));
            Table table = modeling(runs).on(runs).predictions(8192);
            double[] predicted = new double[runs.tree().size()];
            for (int row = 0; row < table.rows(); row++) {
                predicted[(int) table.whole("node").at(row)] = table.real("predicted").at(row);
                assertThat(table.real("lower").at(row))
                        .isLessThanOrEqualTo(table.real("predicted").at(row));
                assertThat(table.real("upper").at(row))
                        .isGreaterThanOrEqualTo(table.real("predicted").at(row));
            }
            for (int node = 0; node < predicted.length; node++) {
                int parent = runs.tree().parent(node);
                if (parent != CallTree.NO_PARENT)
                    assertThat(predicted[parent]).isGreaterThanOrEqualTo(predicted[node]);
            }
        }
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

    private static Ensemble random(Random random) {
        double[] power = new double[4];
        for (int node = 0; node < power.length; node++)
            power[node] = -1 + 1.5 * random.nextDouble();
        List<Run> runs = new ArrayList<>();
        for (int p : RANKS) {
            double[] own = new double[4];
            for (int node = 0; node < own.length; node++)
                own[node] = Math.pow(p, power[node]) * (1 + 0.1 * random.nextGaussian());
            runs.add(
                    run(
                            "p" + p,
                            "ranks=" + p,
                            "a=" + (own[0] + own[1] + own[2] + own[3]),
                            "a/b=" + (own[1] + own[2]),
                            "a/b/c=" + own[2],
                            "a/d=" + own[3]));
        }
        return Ensemble.of(runs);
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
        assertThat(models.models().getFirst().at(64).value()).isCloseTo(-92, within(1e-6));
        assertThat(models.totals(64)[0]).isZero();
    }
}
