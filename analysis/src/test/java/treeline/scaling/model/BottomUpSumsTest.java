package treeline.scaling.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.scaling.model.Generated.modeling;
import static treeline.scaling.model.Generated.table;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.scaling.search.Backtest;
import treeline.scaling.search.Prediction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/// Bottom-up sums, recomputed from the models of their summands.
class BottomUpSumsTest {
    private static final int[] RANKS = {1, 2, 4, 8, 16, 32};
    private static final int SERIES = 60;
    private static final Offset<Double> CLOSE = within(1e-9);

    /// Main takes a time of its own and calls `a` and `b`, whose errors are in part those of main.
    private static Ensemble random(long seed) {
        var random = new Random(seed);
        double common = random.nextDouble();
        double power = 1.5 * random.nextDouble();
        var drawn = new StringBuilder("ranks | main main/a main/b\n");
        for (int p : RANKS) {
            double together = random.nextGaussian();
            double[] parts = {7, 3 + 2 * Math.pow(p, power), 4 + 5 * Math.sqrt(p)};
            for (int part = 0; part < parts.length; part++) {
                double error = common * together + (1 - common) * random.nextGaussian();
                parts[part] *= 1 + 0.03 * error;
            }
            double main = parts[0] + parts[1] + parts[2];
            drawn.append(
                    String.format(Locale.ROOT, "%d | %s %s %s%n", p, main, parts[1], parts[2]));
        }
        return table(drawn.toString());
    }

    private static double[] measured(NodeModel model) {
        return Arrays.stream(RANKS).mapToDouble(model::measured).toArray();
    }

    private static double[] fitted(NodeModel model) {
        return Arrays.stream(RANKS).mapToDouble(model::expected).toArray();
    }

    private static double[] sum(List<double[]> all) {
        double[] sum = new double[RANKS.length];
        for (int i = 0; i < sum.length; i++) for (double[] each : all) sum[i] += each[i];
        return sum;
    }

    /// In percent.
    private static double error(double[] predicted, double[] measured) {
        double sum = 0;
        for (int i = 0; i < measured.length; i++)
            sum +=
                    100
                            * Math.abs(predicted[i] - measured[i])
                            / ((Math.abs(predicted[i]) + Math.abs(measured[i])) / 2);
        return sum / measured.length;
    }

    private static List<NodeModel> summands(ModelResult models) {
        return List.of(
                models.own().of(0).orElseThrow(),
                models.of(1).orElseThrow(),
                models.of(2).orElseThrow());
    }

    private static double errorOfSum(ModelResult models) {
        List<NodeModel> parts = summands(models);
        double[] main = measured(models.of(0).orElseThrow());
        return Math.max(
                error(sum(parts.stream().map(NodeModel::leftOut).toList()), main),
                error(sum(parts.stream().map(BottomUpSumsTest::fitted).toList()), main));
    }

    private static double errorOfModel(NodeModel model) {
        return Math.max(
                error(model.leftOut(), measured(model)), error(fitted(model), measured(model)));
    }

    /// Some series have errors on either side of the limit, not far from it.
    @Test
    void sumsAreUsedUpToElevenTenthsOfTheErrorOfTheModel() {
        int justBelow = 0;
        int justAbove = 0;
        for (long seed = 0; seed < SERIES; seed++) {
            Ensemble runs = random(seed);
            ModelResult models = modeling(runs).on(runs);
            double ofModel = errorOfModel(models.of(0).orElseThrow());
            double ratio = errorOfSum(models) / ofModel;
            assertThat(models.isSum(0)).as("seed %d", seed).isEqualTo(ratio <= 1.1);
            assertThat(models.error(0))
                    .as("seed %d", seed)
                    .isCloseTo(ratio <= 1.1 ? errorOfSum(models) : ofModel, CLOSE);
            assertThat(models.error(1)).isCloseTo(errorOfModel(models.of(1).orElseThrow()), CLOSE);
            if (ratio > 0.9 && ratio <= 1.1) justBelow++;
            if (ratio > 1.1 && ratio < 1.4) justAbove++;
        }
        assertThat(justBelow).isPositive();
        assertThat(justAbove).isPositive();
    }

    /// The errors of the summands, each with each: 0 for errors that cancel, 1 for errors in
    /// proportion.
    private static double correlation(List<NodeModel> parts) {
        double products = 0;
        double most = 0;
        for (NodeModel one : parts)
            for (NodeModel other : parts) {
                if (one == other) continue;
                for (int i = 0; i < RANKS.length; i++)
                    products += errorAt(one, i) * errorAt(other, i);
                most += norm(one) * norm(other);
            }
        return Math.min(1, Math.max(0, products / most));
    }

    private static double errorAt(NodeModel model, int point) {
        return model.leftOut()[point] - model.measured(RANKS[point]);
    }

    private static double norm(NodeModel model) {
        double norm = 0;
        for (int i = 0; i < RANKS.length; i++) norm = Math.hypot(norm, errorAt(model, i));
        return norm;
    }

    /// The variance of a sum of variables with a common correlation.
    private static double halfWidth(
            List<Prediction> parts, double correlation, ToDoubleFunction<Prediction> half) {
        double variance = 0;
        for (int one = 0; one < parts.size(); one++)
            for (int other = 0; other < parts.size(); other++)
                variance +=
                        (one == other ? 1 : correlation)
                                * half.applyAsDouble(parts.get(one))
                                * half.applyAsDouble(parts.get(other));
        return Math.sqrt(variance);
    }

    @Test
    void intervalsOfSumsFollowTheCorrelationOfTheErrorsOfTheirSummands() {
        List<Double> correlations = new ArrayList<>();
        for (long seed = 0; seed < SERIES / 3; seed++) {
            Ensemble runs = random(seed);
            ModelResult models = modeling(runs).on(runs);
            if (!models.isSum(0)) continue;
            List<NodeModel> summands = summands(models);
            double correlation = correlation(summands);
            correlations.add(correlation);
            List<Prediction> parts = summands.stream().map(each -> each.at(128)).toList();
            double value = 0;
            double least = 0;
            for (Prediction each : parts) {
                value += each.value();
                least += each.lower();
            }
            double below = halfWidth(parts, correlation, each -> each.value() - each.lower());
            double above = halfWidth(parts, correlation, each -> each.upper() - each.value());
            Prediction found = models.prediction(0, 128).orElseThrow();
            assertThat(found.value()).isCloseTo(value, CLOSE);
            assertThat(found.value()).isCloseTo(models.totals(128)[0], CLOSE);
            assertThat(found.lower()).isCloseTo(Math.max(least, value - below), within(1e-6));
            assertThat(found.upper()).isCloseTo(value + above, within(1e-6));
            assertThat(found.beyond()).isEqualTo(4);
        }
        assertThat(correlations).anyMatch(each -> each > 0.2 && each < 0.8).contains(0.0);
    }

    /// Of points that are exactly on their functions, no error is left to correlate.
    private static final String EXACT =
            """
            ranks | main main/a main/a/b main/c
            1     | 18   9      2        4
            2     | 23   11     4        7
            4     | 33   15     8        13
            8     | 53   23     16       25
            16    | 93   39     32       49
            32    | 173  71     64       97
            """;

    /// Own times are 5, 7 and 1 + 3 p.
    @Test
    void sumsOfSumsAddUp() {
        Ensemble runs = table(EXACT);
        ModelResult models = modeling(runs).on(runs);
        assertThat(models.totals(64)).containsExactly(new double[] {333, 135, 128, 193}, CLOSE);
        assertThat(List.of(models.isSum(0), models.isSum(1), models.isSum(2), models.isSum(3)))
                .containsExactly(true, true, false, false);
        Prediction main = models.prediction(0, 64).orElseThrow();
        assertThat(main.value()).isCloseTo(333, CLOSE);
        assertThat(main.lower()).isCloseTo(333, within(1e-6));
        assertThat(main.upper()).isCloseTo(333, within(1e-6));
        assertThat(main.beyond()).isEqualTo(2);
    }

    /// The largest run took 200 s instead of 173, all of it in `c`.
    @Test
    void aSumIsTestedByTheSumOfWhatIsPredictedWithoutTheLargestRun() {
        Ensemble runs = table(EXACT.replace("173", "200").replace("97", "124"));
        ModelResult models = modeling(runs).on(runs);
        Backtest test = models.backtest(0).orElseThrow();
        assertThat(test.at().toArray()).containsExactly(32);
        assertThat(test.measured()).isEqualTo(200);
        assertThat(test.predicted().value()).isCloseTo(173, within(1e-6));
        assertThat(models.backtest(1).orElseThrow().predicted().value())
                .isCloseTo(71, within(1e-6));
        assertThat(models.backtest(3).orElseThrow().error())
                .isCloseTo(97.0 / 124 - 1, within(1e-9));
    }

    @Test
    void aNodeWithoutValuesAddsNothing() {
        Ensemble runs =
                table(
                        """
                        ranks | main main/never main/a
                        1     | 7    NaN        2
                        2     | 9    NaN        4
                        4     | 13   NaN        8
                        8     | 21   NaN        16
                        16    | 37   NaN        32
                        """);
        ModelResult models = modeling(runs).on(runs);
        assertThat(models.isSum(0)).isTrue();
        assertThat(models.totals(32)[0]).isCloseTo(69, CLOSE);
        assertThat(models.totals(32)[1]).isNaN();
        assertThat(models.prediction(0, 32).orElseThrow().value()).isCloseTo(69, CLOSE);
        assertThat(models.prediction(1, 32)).contains(Prediction.ZERO);
        assertThat(models.error(1)).isNaN();
        assertThat(models.backtest(1)).isEmpty();
    }

    /// Four runs are enough for no model, and main may take more than this.
    @Test
    void aSumLacksNoCallee() {
        Ensemble runs =
                table(
                        """
                        ranks | main main/few main/a
                        1     | 7    -        2
                        2     | 9    1        4
                        4     | 13   1        8
                        8     | 21   1        16
                        16    | 37   1        32
                        """);
        ModelResult models = modeling(runs).on(runs);
        int few = runs.tree().at("main/few");
        assertThat(models.isSum(0)).isFalse();
        assertThat(models.totals(32)[few]).isNaN();
        assertThat(models.prediction(few, 32)).isEmpty();
        assertThat(models.backtest(few)).isEmpty();
        assertThat(models.prediction(0, 32).orElseThrow().value()).isCloseTo(69, CLOSE);
    }

    /// `up` has both signs, and no candidate fits it: nothing is known beyond its points.
    @Test
    void aSummandWithoutBoundsLeavesTheSumWithout() {
        Ensemble runs =
                table(
                        """
                        ranks | main     main/up main/a
                        1     | Infinity 10      2
                        2     | Infinity -1      4
                        4     | Infinity -1      8
                        8     | Infinity -1      16
                        16    | Infinity -1      32
                        """);
        ModelResult models = modeling(runs).on(runs);
        assertThat(models.isSum(0)).isTrue();
        assertThat(models.prediction(1, 32).orElseThrow().upper()).isInfinite();
        Prediction main = models.prediction(0, 32).orElseThrow();
        assertThat(main.value()).isFinite();
        assertThat(main.upper()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(main.lower()).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    /// Main has no finite value, but its callees have.
    @Test
    void aNodeThatWasNotMeasuredIsTheSumOfItsCallees() {
        Ensemble runs =
                table(
                        """
                        ranks | main     main/a main/b
                        1     | Infinity 2      3
                        2     | Infinity 4      3
                        4     | Infinity 8      3
                        8     | Infinity 16     3
                        16    | Infinity 32     3
                        """);
        ModelResult models = modeling(runs).on(runs);
        assertThat(models.of(0)).isEmpty();
        assertThat(models.isSum(0)).isTrue();
        assertThat(models.totals(32)[0]).isCloseTo(67, CLOSE);
        assertThat(models.prediction(0, 32).orElseThrow().value()).isCloseTo(67, CLOSE);
        assertThat(models.error(0)).isNaN();
        assertThat(models.backtest(0)).isEmpty();
    }

    /// `late` is called from 4 ranks on: below, main is what it takes alone, and errors count from
    /// there on.
    @Test
    void errorsCountWhereSummandsWereMeasured() {
        Ensemble runs =
                table(
                        """
                        ranks | main main/late
                        1     | 10   -
                        2     | 10   -
                        4     | 14   4
                        8     | 18   8
                        16    | 26   16
                        32    | 42   32
                        64    | 74   64
                        """);
        ModelResult models = modeling(runs).on(runs);
        assertThat(models.isSum(0)).isTrue();
        assertThat(models.error(0)).isCloseTo(0, CLOSE);
        assertThat(models.error(1)).isCloseTo(0, CLOSE);
        assertThat(models.totals(2)).containsExactly(new double[] {10, 0}, CLOSE);
        assertThat(models.totals(3)).containsExactly(new double[] {13, 3}, CLOSE);
        assertThat(models.totals(128)).containsExactly(new double[] {138, 128}, CLOSE);
    }

    @Test
    void valuesWithoutCalleesAreNotSummed() {
        Ensemble runs = table(EXACT);
        ModelResult own = modeling(runs).on(runs).own();
        assertThat(own.totals(64)).containsExactly(new double[] {5, 7, 128, 193}, CLOSE);
        for (int node = 0; node < 4; node++) assertThat(own.isSum(node)).isFalse();
    }

    @Test
    void zerosAddUpToZero() {
        Ensemble runs = table("ranks | main main/a\n1 | 0 0\n2 | 0 0\n4 | 0 0\n8 | 0 0\n16 | 0 0");
        ModelResult models = modeling(runs).on(runs);
        assertThat(models.isSum(0)).isTrue();
        assertThat(models.prediction(0, 32)).contains(new Prediction(0, 0, 0, 2));
    }

    /// Of 8 and 16 ranks, main has no finite value: three values are too few for its own time.
    @Test
    void aSumLacksNoTimeOfItsOwn() {
        Ensemble runs =
                table(
                        """
                        ranks | main     main/a
                        1     | 7        2
                        2     | 9        4
                        4     | 13       8
                        8     | Infinity 16
                        16    | Infinity 32
                        """);
        ModelResult models = modeling(runs).on(runs);
        assertThat(models.isSum(0)).isFalse();
        assertThat(models.totals(32)[0]).isNaN();
        assertThat(models.totals(32)[1]).isCloseTo(64, CLOSE);
    }
}
