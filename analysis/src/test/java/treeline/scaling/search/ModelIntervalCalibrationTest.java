package treeline.scaling.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.ensemble.Drawn;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.model.ImmutableDoubles;
import treeline.scaling.model.Generated;
import treeline.testkit.Calibration;
import treeline.testkit.NoiseModel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/// The coverage of 95 % prediction intervals at twice and four times the largest measured rank
/// count: 5 to 7 points, 1 to 5 repetitions, relative noise of 1, 3 and 10 % of every noise model.
/// Every class of functions has to reach 90 %.
class ModelIntervalCalibrationTest {
    private static final int SIMULATIONS = 10;
    private static final SearchSettings RULES =
            new SearchSettings(List.of("p"), Optional.empty(), 0.95, SearchSpace.FINITE_FALLING);

    /// The largest median width of an interval, in multiples of the range that holds 95 % of the
    /// errors.
    private static final double WIDEST = 3;

    private static final List<NoiseModel> NOISES = List.of(NoiseModel.values());

    private static final Calibration CALIBRATION =
            new Calibration("model intervals | at | noise | median width | median error");

    /// @param share of the value at the largest point, relative to the rest
    private static DoubleUnaryOperator truth(String kind, double largest, double share) {
        return switch (kind) {
            case "constant" -> p -> 10;
            case "log" -> p -> 10 + 10 * share * Math.log(p) / Math.log(largest);
            case "linear" -> p -> 10 + 10 * share * p / largest;
            case "square root" -> p -> 10 + 10 * share * Math.sqrt(p / largest);
            case "Amdahl" -> p -> 10 * largest / p / share + 10;
            case "1/p + log" ->
                    p -> 10 * largest / p / share + 10 * Math.log(p) / Math.log(largest);
            case "1/p + square root" -> p -> 10 * largest / p / share + 10 * Math.sqrt(p / largest);
            case "1/p" -> p -> 1000 / p;
            case "p^(-3/4)" -> p -> 1000 * Math.pow(p, -0.75);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "constant",
                "log",
                "linear",
                "square root",
                "Amdahl",
                "1/p + log",
                "1/p + square root",
                "1/p",
                "p^(-3/4)"
            })
    void intervalsReachNinetyPercent(String kind) {
        for (double times : new double[] {2, 4})
            for (double noise : new double[] {0.01, 0.03, 0.1}) reachesNinety(kind, times, noise);
    }

    private static void reachesNinety(String kind, double times, double deviation) {
        int whole = 4 * SIMULATIONS * NOISES.size();
        List<Outcome> outcomes = new ArrayList<>();
        for (int each = 0; each < Calibration.simulations(whole); each++)
            outcomes.add(
                    simulated(
                            kind,
                            times,
                            NOISES.get(each % NOISES.size()),
                            deviation,
                            new Random(7_000 + each)));
        checkCoverage(kind, times, deviation, whole, outcomes);
    }

    private static void checkCoverage(
            String kind, double times, double deviation, int whole, List<Outcome> outcomes) {
        double width = quantile(outcomes.stream().map(Outcome::width).toList(), 0.5);
        List<Double> errors = outcomes.stream().map(Outcome::error).toList();
        double spread = 2 * quantile(errors, 0.95);
        String label =
                String.format(
                        Locale.ROOT,
                        "%s | x %.0f | %.0f %% | %.0f %% | %.1f %%",
                        kind,
                        times,
                        100 * deviation,
                        100 * width,
                        100 * quantile(errors, 0.5));
        Iterator<Outcome> next = outcomes.iterator();
        CALIBRATION.rate(label, whole, () -> next.next().isHeld()).requireAtLeast(0.9);
        assertThat(width).as(label).isLessThan(WIDEST * spread);
    }

    /// @param width of the interval, relative to the measurement
    /// @param error of the prediction, relative to the measurement
    private record Outcome(boolean isHeld, double width, double error) {
        static Outcome of(Prediction prediction, double measured) {
            return new Outcome(
                    prediction.holds(measured),
                    (prediction.upper() - prediction.lower()) / measured,
                    Math.abs(prediction.value() / measured - 1));
        }
    }

    /// `main` calls a sweep that falls, an exchange that grows and a constant part. Either all
    /// nodes of a run are slow together, or each by itself.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void intervalsOfSumsReachNinetyPercent(boolean isSlowTogether) {
        for (double times : new double[] {2, 4})
            for (double deviation : new double[] {0.01, 0.03, 0.1}) {
                int whole = 8 * NOISES.size();
                List<Outcome> outcomes = new ArrayList<>();
                for (int each = 0; each < Calibration.simulations(whole); each++)
                    outcomes.add(
                            simulatedSum(
                                    isSlowTogether,
                                    times,
                                    NOISES.get(each % NOISES.size()),
                                    deviation,
                                    new Random(9_000 + each)));
                checkCoverage(
                        "sum of three callees, "
                                + (isSlowTogether ? "common noise" : "noise by node"),
                        times,
                        deviation,
                        whole,
                        outcomes);
            }
    }

    private static Outcome simulatedSum(
            boolean isSlowTogether,
            double times,
            NoiseModel noise,
            double deviation,
            Random random) {
        int count = 5 + random.nextInt(3);
        int repetitions = 1 + random.nextInt(5);
        double largest = 1 << count;
        double share = Math.pow(10, -1 + 2 * random.nextDouble());
        DoubleUnaryOperator[] truths = {
            p -> 10 * largest / p, p -> 10 * share * Math.sqrt(p / largest), _ -> 5
        };
        List<Run> runs = new ArrayList<>();
        double value = 0;
        for (double p = 2; p <= times * largest; p *= p == largest ? times : 2)
            for (int repetition = 0; repetition < repetitions; repetition++) {
                double common = noise.draw(random, deviation);
                double[] taken = new double[truths.length];
                for (int node = 0; node < taken.length; node++)
                    taken[node] =
                            truths[node].applyAsDouble(p)
                                    * (isSlowTogether ? common : noise.draw(random, deviation));
                double main = taken[0] + taken[1] + taken[2];
                if (p > largest) value += main / repetitions;
                else
                    runs.add(
                            Drawn.run(
                                    "p%s-%d".formatted(p, repetition),
                                    "ranks=" + (int) p,
                                    "main=" + main,
                                    "main/sweep=" + taken[0],
                                    "main/exchange=" + taken[1],
                                    "main/setup=" + taken[2]));
            }
        Ensemble ensemble = Ensemble.of(runs);
        Prediction prediction =
                Generated.modeling(ensemble)
                        .on(ensemble)
                        .prediction(0, times * largest)
                        .orElseThrow();
        return Outcome.of(prediction, value);
    }

    private static double quantile(List<Double> values, double share) {
        return values.stream().sorted().toList().get((int) (share * (values.size() - 1)));
    }

    private static Outcome simulated(
            String kind, double times, NoiseModel noise, double deviation, Random random) {
        int count = 5 + random.nextInt(3);
        int repetitions = 1 + random.nextInt(5);
        double first = 1 << random.nextInt(4);
        double largest = first * (1 << (count - 1));
        DoubleUnaryOperator truth =
                truth(kind, largest, Math.pow(10, -1 + 2 * random.nextDouble()));
        List<MeasuredPoint> measured = new ArrayList<>();
        for (int point = 0; point < count; point++)
            measured.add(
                    measured(first * (1 << point), truth, noise, deviation, repetitions, random));
        double at = times * largest;
        Prediction prediction = predicted(measured, at);
        double value = measured(at, truth, noise, deviation, repetitions, random).value();
        return Outcome.of(prediction, value);
    }

    static Prediction predicted(List<MeasuredPoint> measured, double at) {
        Points points = Points.of(measured);
        Searches searches = Searches.of(points, RULES);
        Fitted fitted = Fitted.of(points, RULES, searches.whole());
        double miss =
                fitted.beforeLargest(searches)
                        .map(fitted::backtest)
                        .map(Backtest::miss)
                        .orElse(0.0);
        return fitted.widened(miss, at);
    }

    private static MeasuredPoint measured(
            double p,
            DoubleUnaryOperator truth,
            NoiseModel noise,
            double deviation,
            int repetitions,
            Random random) {
        double[] samples = noise.sample(random, repetitions, truth.applyAsDouble(p), deviation);
        double mean = Arrays.stream(samples).average().orElseThrow();
        return new MeasuredPoint(
                ImmutableDoubles.owning(p), mean, ImmutableDoubles.owning(samples));
    }
}
