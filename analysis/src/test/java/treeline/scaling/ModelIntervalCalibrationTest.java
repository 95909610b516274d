package treeline.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Doubles;
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
    private static final Rules RULES =
            new Rules(List.of("p"), Optional.empty(), 0.95, SearchSpace.FINITE_FALLING);

    /// The largest median width of an interval, in multiples of the range that holds 95 % of the
    /// errors.
    private static final double WIDEST = 3;

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
        NoiseModel[] noises = NoiseModel.values();
        int small = SIMULATIONS * noises.length;
        List<Outcome> outcomes = new ArrayList<>();
        for (int each = 0; each < Calibration.simulations(small); each++)
            outcomes.add(
                    simulated(
                            kind,
                            times,
                            noises[each % noises.length],
                            deviation,
                            new Random(7_000 + each)));
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
        CALIBRATION.rate(label, small, () -> next.next().isHeld()).requireAtLeast(0.9);
        assertThat(width).as(label).isLessThan(WIDEST * spread);
    }

    /// @param width of the interval, relative to the measurement
    /// @param error of the prediction, relative to the measurement
    private record Outcome(boolean isHeld, double width, double error) {}

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
        Points points = Points.of(measured);
        Searches searches = Searches.of(points, RULES);
        Fitted fitted = Fitted.of(points, RULES, searches.whole());
        double miss = fitted.backtest(searches).map(Backtest::miss).orElse(0.0);
        double at = times * largest;
        Prediction prediction = fitted.widened(miss, at);
        double value = measured(at, truth, noise, deviation, repetitions, random).value();
        return new Outcome(
                prediction.holds(value),
                (prediction.upper() - prediction.lower()) / value,
                Math.abs(prediction.value() / value - 1));
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
        return new MeasuredPoint(Doubles.owning(p), mean, Doubles.owning(samples));
    }
}
