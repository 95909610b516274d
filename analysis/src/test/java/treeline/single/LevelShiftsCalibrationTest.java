package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import treeline.testkit.Calibration;
import treeline.testkit.NoiseModel;

import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/// The rates that docs/evaluation/calibration.md promises for "jump: from iteration 25 on".
class LevelShiftsCalibrationTest {
    private static final int[] LENGTHS = {20, 60, 200, 1000};
    private static final int SIMULATIONS = 100;
    private static final double LIMIT = 0.02;

    private static boolean jumps(double[] values) {
        return LevelShifts.of(values, 1).length > 0;
    }

    @ParameterizedTest
    @EnumSource
    void noiseHasNoJumps(NoiseModel noise) {
        var random = new Random(1);
        var calibration = new Calibration("jumps of " + noise);
        for (int iterations : LENGTHS)
            calibration
                    .rate(
                            "%s, %d iterations".formatted(noise, iterations),
                            SIMULATIONS,
                            () -> jumps(noise.sample(random, iterations, 1, 0.1)))
                    .requireAtMost(LIMIT);
    }

    /// Of ten iterations three take half as long again.
    @Test
    void bimodalNoiseHasNoJumps() {
        var random = new Random(2);
        var calibration = new Calibration("jumps of bimodal noise");
        for (int iterations : LENGTHS)
            calibration
                    .rate(
                            "bimodal, %d iterations".formatted(iterations),
                            SIMULATIONS,
                            () -> jumps(bimodal(random, iterations)))
                    .requireAtMost(LIMIT);
    }

    private static double[] bimodal(Random random, int iterations) {
        return IntStream.range(0, iterations)
                .mapToDouble(
                        _ ->
                                (random.nextDouble() < 0.3 ? 1.5 : 1)
                                        * (1 + 0.03 * random.nextGaussian()))
                .toArray();
    }

    @Test
    void oneRunOfTenLoopsHasNoJumps() {
        var random = new Random(3);
        new Calibration("jumps of ten loops")
                .rate(
                        "some loop of ten jumps",
                        SIMULATIONS,
                        () ->
                                IntStream.range(0, 10)
                                        .anyMatch(
                                                _ ->
                                                        LevelShifts.of(bimodal(random, 40), 10)
                                                                        .length
                                                                > 0))
                .requireAtMost(LIMIT);
    }

    @Test
    void autocorrelatedNoiseJumpsSeldomIfTheLoopIsLongEnough() {
        var random = new Random(4);
        var calibration = new Calibration("jumps of AR(1) noise");
        autocorrelated(calibration, random, 0.3, 20).requireAtMost(0.07);
        autocorrelated(calibration, random, 0.3, 60).requireAtMost(0.04);
        autocorrelated(calibration, random, 0.5, 60).requireAtMost(0.06);
        autocorrelated(calibration, random, 0.5, 200).requireAtMost(0.03);
        autocorrelated(calibration, random, 0.7, 200).requireAtMost(0.04);
        autocorrelated(calibration, random, 0.9, 1000).requireAtMost(0.04);
    }

    private static Calibration.Rate autocorrelated(
            Calibration calibration, Random random, double correlation, int iterations) {
        return calibration.rate(
                String.format(
                        Locale.ROOT,
                        "autocorrelation %.1f, %d iterations",
                        correlation,
                        iterations),
                SIMULATIONS,
                () -> jumps(autoregressive(random, correlation, iterations)));
    }

    private static double[] autoregressive(Random random, double correlation, int size) {
        double[] values = new double[size];
        double state = random.nextGaussian();
        for (int i = 0; i < size; i++) {
            values[i] = 1 + 0.1 * state;
            state =
                    correlation * state
                            + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return values;
    }

    /// A line is no jump.
    @Test
    void driftsSeldomJump() {
        var random = new Random(5);
        var calibration = new Calibration("jumps of drifts");
        for (int iterations : LENGTHS)
            calibration
                    .rate(
                            "drift 30 %%, 3 %% noise, %d iterations".formatted(iterations),
                            SIMULATIONS,
                            () -> {
                                double[] values =
                                        NoiseModel.NORMAL.sample(random, iterations, 1, 0.03);
                                for (int i = 0; i < iterations; i++)
                                    values[i] *= 1 + 0.3 * i / iterations;
                                return jumps(values);
                            })
                    .requireAtMost(0.05);
    }

    /// +30 % from a random iteration on, at least a quarter of the loop on either side.
    @Test
    void jumpsAreFoundAndLocated() {
        var random = new Random(6);
        var calibration = new Calibration("jumps found");
        for (int iterations : new int[] {20, 60, 100, 200, 1000})
            calibration
                    .rate(
                            "+30 %%, 3 %% noise, %d iterations".formatted(iterations),
                            SIMULATIONS,
                            () -> {
                                int at = iterations / 4 + random.nextInt(iterations / 2 + 1);
                                double[] values =
                                        NoiseModel.NORMAL.sample(random, iterations, 1, 0.03);
                                for (int i = at; i < iterations; i++) values[i] *= 1.3;
                                int[] found = LevelShifts.of(values, 1);
                                return found.length == 1 && Math.abs(found[0] - at) <= 1;
                            })
                    .requireAtLeast(0.9);
    }

    @Test
    void anOutlierHidesNoJump() {
        double[] values = new double[50];
        for (int i = 0; i < 50; i++) values[i] = (i < 25 ? 1 : 1.4) + i % 3 * 0.01;
        values[0] = 3;
        values[40] = 3;
        assertThat(LevelShifts.of(values, 1)).containsExactly(25);
    }

    /// From twelve iterations on a jump in the middle is found.
    @Test
    void aJumpNeedsTwelveIterations() {
        assertThat(LevelShifts.of(new double[] {1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2}, 1))
                .containsExactly(6);
        assertThat(LevelShifts.of(new double[] {1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2}, 1)).isEmpty();
    }
}
