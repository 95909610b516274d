package treeline.scaling.search;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.model.CallTree;
import treeline.scaling.model.Generated;
import treeline.scaling.model.ModelResult;
import treeline.scaling.model.Modeling;
import treeline.scaling.model.NodeModel;
import treeline.table.Table;
import treeline.testkit.NoiseModel;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Laws of predictions over random ensembles: random trees, functions, noise, repetitions and nodes
/// that do not exist on one rank.
class PredictionLawsTest {
    private static final int ENSEMBLES = 60;
    private static final double ROUNDING = 1e-9;
    private static final List<NoiseModel> NOISES = List.of(NoiseModel.values());

    private static final String[] PATHS = {"a", "a/b", "a/b/c", "a/b/d", "a/e", "a/e/f", "g"};
    private static final int[] PARENT = {-1, 0, 1, 1, 0, 4, -1};

    @Test
    void predictionsAgreeWithTheMeasurementsUpToThePrintedError() {
        for (long seed = 0; seed < ENSEMBLES; seed++) {
            Ensemble runs = random(new Random(seed));
            ModelResult models = models(runs);
            for (NodeModel model : models.models())
                for (MeasuredPoint point : model.points()) {
                    double predicted = models.totals(point.at().toArray())[model.node()];
                    assertThat(GoodnessOfFit.difference(predicted, point.value()))
                            .as("seed %d, %s at %s", seed, model.path(), point.at())
                            .isLessThanOrEqualTo(
                                    models.error(model.node()) * model.points().size() + ROUNDING);
                }
        }
    }

    /// Within what was measured and far beyond.
    @Test
    void intervalsHoldThePredictionAndNothingIsBelowZero() {
        for (long seed = 0; seed < ENSEMBLES; seed++) {
            Ensemble runs = random(new Random(seed));
            for (double at : new double[] {1, 2, 3, 64, 256, 8192}) {
                Table table = models(runs).predictions(at);
                for (int row = 0; row < table.rows(); row++) {
                    double predicted = table.real("predicted").at(row);
                    double lower = table.real("lower").at(row);
                    double upper = table.real("upper").at(row);
                    String where =
                            "seed %d, %s at %s".formatted(seed, table.text("path").at(row), at);
                    assertThat(predicted).as(where).isFinite().isGreaterThanOrEqualTo(0);
                    assertThat(lower).as(where).isBetween(0.0, predicted);
                    assertThat(upper).as(where).isGreaterThanOrEqualTo(predicted);
                    if (predicted == 0 || lower == upper) continue;
                    assertThat(predicted).as(where).isStrictlyBetween(lower, upper);
                }
            }
        }
    }

    /// Also for functions that level off, which backtests miss.
    @Test
    void intervalsOfHigherConfidenceHoldThoseOfLower() {
        for (long seed = 0; seed < ENSEMBLES / 2; seed++) {
            Ensemble runs = seed % 3 == 0 ? levellingOff(seed) : random(new Random(seed));
            ModelResult inner = models(runs, 0.01);
            for (double level : new double[] {0.3, 0.5, 0.7, 0.9, 0.95, 0.99}) {
                ModelResult outer = models(runs, level);
                for (double at : new double[] {3, 64, 256, 8192})
                    assertIsWithin(
                            inner.predictions(at),
                            outer.predictions(at),
                            "seed %d, at %s, level %s".formatted(seed, at, level));
                inner = outer;
            }
        }
    }

    private static void assertIsWithin(Table inner, Table outer, String where) {
        for (int row = 0; row < outer.rows(); row++) {
            double predicted = outer.real("predicted").at(row);
            double rounding = 1e-4 * predicted;
            double lower = outer.real("lower").at(row);
            double upper = outer.real("upper").at(row);
            assertThat(predicted).as(where).isBetween(lower, upper);
            assertThat(inner.real("predicted").at(row)).as(where).isEqualTo(predicted);
            assertThat(inner.real("lower").at(row))
                    .as(where)
                    .isBetween(lower - rounding, predicted);
            assertThat(inner.real("upper").at(row))
                    .as(where)
                    .isBetween(predicted, upper + rounding);
        }
    }

    private static Ensemble levellingOff(long seed) {
        return Generated.runs(p -> 10 * p / (p + 8), 0.02, 3, seed, 1, 2, 4, 8, 16, 32);
    }

    @Test
    void sumsAreNoLessThanTheirCallees() {
        int sums = 0;
        for (long seed = 0; seed < ENSEMBLES; seed++) {
            Ensemble runs = random(new Random(seed));
            ModelResult models = models(runs);
            double[] predicted = models.totals(8192);
            double[] callees = new double[predicted.length];
            for (int node = 0; node < predicted.length; node++) {
                int parent = runs.tree().parent(node);
                if (parent != CallTree.NO_PARENT) callees[parent] += predicted[node];
            }
            for (int node = 0; node < predicted.length; node++) {
                if (!models.isSum(node)) continue;
                sums++;
                assertThat(predicted[node]).isGreaterThanOrEqualTo(callees[node] * (1 - ROUNDING));
            }
        }
        assertThat(sums).isGreaterThan(ENSEMBLES);
    }

    private static ModelResult models(Ensemble runs) {
        return models(runs, Modeling.DEFAULT_LEVEL);
    }

    private static ModelResult models(Ensemble runs, double level) {
        return Modeling.of(runs.metric("time"), "ranks").confident(level).on(runs);
    }

    private static Ensemble random(Random random) {
        NoiseModel noise = NOISES.get(random.nextInt(NOISES.size()));
        double deviation = 0.01 * Math.pow(20, random.nextDouble());
        double[] constant = new double[PATHS.length];
        double[] growing = new double[PATHS.length];
        double[] power = new double[PATHS.length];
        for (int node = 0; node < PATHS.length; node++) {
            constant[node] = random.nextInt(3);
            growing[node] = Math.pow(10, -1 + 2 * random.nextDouble());
            power[node] = -1.2 + 2 * random.nextDouble();
        }
        int absent = random.nextInt(PATHS.length);
        int count = 5 + random.nextInt(3);
        int repetitions = 1 + random.nextInt(3);
        List<Run> runs = new ArrayList<>();
        for (int p = 1; p < 1 << count; p *= 2)
            for (int repetition = 0; repetition < repetitions; repetition++) {
                double[] total = new double[PATHS.length];
                for (int node = PATHS.length - 1; node >= 0; node--) {
                    boolean isLeaf = node == 2 || node == 3 || node == 5;
                    if (p == 1 && node == absent && isLeaf) continue;
                    total[node] +=
                            (constant[node] + growing[node] * Math.pow(p, power[node]))
                                    * noise.draw(random, deviation);
                    if (PARENT[node] >= 0) total[PARENT[node]] += total[node];
                }
                runs.add(measured(p, repetition, total));
            }
        return Ensemble.of(runs);
    }

    private static Run measured(int p, int repetition, double[] total) {
        List<String> values = new ArrayList<>();
        for (int node = 0; node < PATHS.length; node++)
            if (total[node] > 0) values.add(PATHS[node] + "=" + total[node]);
        return run("p%d-%d".formatted(p, repetition), "ranks=" + p, values.toArray(String[]::new));
    }
}
