package treeline.single;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.testkit.Calibration;
import treeline.testkit.NoiseModel;

import java.util.Locale;
import java.util.Random;

/// The rates that docs/evaluation/calibration.md promises for "slows down over the run".
class DriftCalibrationTest {
    private static final double DEVIATION = 0.1;
    private static final int SIMULATIONS = 120;

    private static boolean isDrift(double[] means) {
        return Drift.Loop.of(0, 0, means, 1).filter(Drift.Loop::isDrift).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void independentNoiseDriftsInOneOfAHundredLoops(NoiseModel noise) {
        var random = new Random(1);
        var calibration = new Calibration("drift without a trend, " + noise);
        for (int iterations : new int[] {6, 8, 20, 100})
            calibration
                    .rate(
                            "%s, %d iterations".formatted(noise, iterations),
                            SIMULATIONS,
                            () -> isDrift(noise.sample(random, iterations, 1, DEVIATION)))
                    .requireAtMost(Drift.LEVEL);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 6, 7, 8})
    void shufflesOfAFewValuesDriftInOneOfAHundredLoops(int iterations) {
        var random = new Random(2);
        new Calibration("drift of shuffles, %d values".formatted(iterations))
                .rate(
                        "shuffles of 1 to %d".formatted(iterations),
                        4 * SIMULATIONS,
                        () -> isDrift(shuffled(random, iterations)))
                .requireAtMost(Drift.LEVEL);
    }

    private static double[] shuffled(Random random, int size) {
        double[] values = new double[size];
        for (int i = 0; i < size; i++) {
            int at = random.nextInt(i + 1);
            values[i] = values[at];
            values[at] = i + 1;
        }
        return values;
    }

    /// Autocorrelated noise looks like a trend if it lasts about as long as the loop.
    @Test
    void autocorrelatedNoiseDriftsSeldomIfTheLoopIsLongEnough() {
        var calibration = new Calibration("drift without a trend, AR(1)");
        var random = new Random(3);
        autocorrelated(calibration, random, 0.3, 8).requireAtMost(0.05);
        autocorrelated(calibration, random, 0.3, 40).requireAtMost(0.03);
        autocorrelated(calibration, random, 0.5, 8).requireAtMost(0.08);
        autocorrelated(calibration, random, 0.5, 40).requireAtMost(0.03);
        autocorrelated(calibration, random, 0.7, 40).requireAtMost(0.06);
        autocorrelated(calibration, random, 0.7, 100).requireAtMost(0.03);
        autocorrelated(calibration, random, 0.9, 100).requireAtMost(0.07);
        autocorrelated(calibration, random, 0.9, 400).requireAtMost(0.03);
    }

    private static Calibration.Rate autocorrelated(
            Calibration calibration, Random random, double correlation, int iterations) {
        return calibration.rate(
                String.format(
                        Locale.ROOT,
                        "lag-1 autocorrelation %.1f, %d iterations",
                        correlation,
                        iterations),
                SIMULATIONS,
                () -> isDrift(autoregressive(random, correlation, iterations)));
    }

    private static double[] autoregressive(Random random, double correlation, int size) {
        double[] values = new double[size];
        double state = random.nextGaussian();
        double innovation = Math.sqrt(1 - correlation * correlation);
        for (int i = 0; i < size; i++) {
            values[i] = 1 + DEVIATION * state;
            state = correlation * state + innovation * random.nextGaussian();
        }
        return values;
    }

    /// A run has a drift in at most one of a hundred cases, however many loops it has.
    @Test
    void tenLoopsTogetherDriftInOneOfAHundredRuns() {
        var random = new Random(4);
        new Calibration("drift of ten loops")
                .rate(
                        "some loop of ten drifts",
                        SIMULATIONS,
                        () -> {
                            boolean any = false;
                            for (int loop = 0; loop < 10; loop++) {
                                double[] means = NoiseModel.SKEWED.sample(random, 30, 1, DEVIATION);
                                any |= Drift.Loop.of(loop, 0, means, 10).orElseThrow().isDrift();
                            }
                            return any;
                        })
                .requireAtMost(Drift.LEVEL);
    }

    @Test
    void realDriftsAreFound() {
        var calibration = new Calibration("drift found");
        var random = new Random(5);
        power(calibration, random, 0.1, 40, 0.03).requireAtLeast(0.9);
        power(calibration, random, 0.1, 100, 0.05).requireAtLeast(0.9);
        power(calibration, random, 0.3, 40, 0.1).requireAtLeast(0.8);
        power(calibration, random, 0.3, 100, 0.1).requireAtLeast(0.95);
        power(calibration, random, 0.3, 8, 0.03).requireAtLeast(0.9);
        power(calibration, random, 1, 12, 0.1).requireAtLeast(0.9);
        power(calibration, random, 0.02, 100, 0.01).requireAtMost(0);
    }

    private static Calibration.Rate power(
            Calibration calibration,
            Random random,
            double drift,
            int iterations,
            double deviation) {
        return calibration.rate(
                String.format(
                        Locale.ROOT,
                        "drift %.0f %%, %d iterations, %.0f %% noise",
                        drift * 100,
                        iterations,
                        deviation * 100),
                SIMULATIONS,
                () -> {
                    double[] means = NoiseModel.NORMAL.sample(random, iterations, 1, deviation);
                    for (int i = 0; i < iterations; i++)
                        means[i] *= 1 + drift * (i / (iterations - 1.0) - 0.5);
                    return isDrift(means);
                });
    }
}
