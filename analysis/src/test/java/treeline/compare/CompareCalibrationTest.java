package treeline.compare;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.compare.ComparedNode.Status;
import treeline.compare.ComparisonBuilder.Side;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.testkit.Calibration;
import treeline.testkit.NoiseModel;

import java.util.Optional;
import java.util.Random;

/// Error rates of `compare` on simulated builds of five nodes and their total, with 3 % noise.
class CompareCalibrationTest {
    private static final Metric TIME = new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE);
    private static final int NODES = 5;
    private static final double DEVIATION = 0.03;

    /// The rule of the guide: of a hundred comparisons of equal builds at most five find any
    /// difference.
    @ParameterizedTest
    @CsvSource({
        "50, 1, 100",
        "50, 2, 80",
        "50, 3, 20",
        "50, 5, 20",
        "5, 2, 200",
        "5, 5, 200",
        "1, 50, 100",
        "2, 50, 80",
        "3, 3, 200",
        "4, 4, 200"
    })
    void equalBuildsDifferInAtMostFivePercentOfComparisons(int before, int after, int simulations) {
        var calibration = new Calibration("compare equal builds %d-%d".formatted(before, after));
        for (NoiseModel noise : NoiseModel.values()) {
            var random = new Random(35);
            calibration
                    .rate(
                            "%d / %d runs, %s".formatted(before, after, noise),
                            simulations,
                            () -> differs(comparison(noise, before, after, 1, 1, random)))
                    .requireAtMost(0.05);
        }
    }

    /// More runs find more: a slowdown of 10 % with 3 % noise.
    @Test
    void everyRunAddsPower() {
        var calibration = new Calibration("compare power");
        double last = 0;
        for (int after : new int[] {1, 2, 3}) {
            var random = new Random(36);
            Calibration.Rate found =
                    calibration.rate(
                            "50 / %d runs".formatted(after),
                            100,
                            () -> slower(comparison(NoiseModel.NORMAL, 50, after, 1.1, 1, random)));
            if (after == 2) found.requireAtLeast(0.9);
            found.requireAtLeast(last);
            last = found.value();
        }
        for (int[] sides : new int[][] {{5, 2}, {5, 3}, {5, 5}, {10, 1}, {20, 1}, {3, 3}, {4, 4}}) {
            var random = new Random(37);
            calibration.rate(
                    "%d / %d runs".formatted(sides[0], sides[1]),
                    200,
                    () ->
                            slower(
                                    comparison(
                                            NoiseModel.NORMAL,
                                            sides[0],
                                            sides[1],
                                            1.1,
                                            1,
                                            random)));
        }
    }

    @Test
    void intervalsCoverTheTrueRatio() {
        var calibration = new Calibration("compare interval coverage");
        for (int[] sides : new int[][] {{50, 1}, {50, 2}, {5, 2}, {5, 5}})
            for (NoiseModel noise : NoiseModel.values()) {
                var random = new Random(38);
                calibration
                        .rate(
                                "%d / %d runs, %s".formatted(sides[0], sides[1], noise),
                                400,
                                () -> {
                                    SampleTest test =
                                            SampleTest.of(
                                                    noise.sample(random, sides[0], 1, DEVIATION),
                                                    noise.sample(random, sides[1], 1.1, DEVIATION));
                                    return test.low() <= 1.1 && 1.1 <= test.high();
                                })
                        .requireAtLeast(0.94);
            }
    }

    /// Promised only for sides of the same size: there the t statistic is Welch's.
    @Test
    void noiseThatDiffersBetweenTheBuildsIsMeasured() {
        var calibration = new Calibration("compare unequal noise");
        for (int[] sides : new int[][] {{5, 5}, {50, 2}, {50, 5}, {50, 1}})
            for (double factor : new double[] {0.5, 2}) {
                var random = new Random(39);
                Calibration.Rate rate =
                        calibration.rate(
                                "%d / %d runs, candidate noise x %s"
                                        .formatted(sides[0], sides[1], factor),
                                sides[1] == 5 && sides[0] == 50 ? 20 : 100,
                                () ->
                                        differs(
                                                comparison(
                                                        NoiseModel.NORMAL,
                                                        sides[0],
                                                        sides[1],
                                                        1,
                                                        factor,
                                                        random)));
                if (sides[0] == sides[1]) rate.requireAtMost(0.08);
                else if (factor < 1) rate.requireAtMost(0.05);
            }
    }

    private static boolean differs(Comparison comparison) {
        return comparison.nodes().stream()
                .anyMatch(node -> node.status() == Status.SLOWER || node.status() == Status.FASTER);
    }

    private static boolean slower(Comparison comparison) {
        return comparison.nodes().stream()
                .anyMatch(node -> node.path().equals("main/n0") && node.status() == Status.SLOWER);
    }

    /// @param slowdown of the first node of the candidate
    /// @param factor of the candidate's noise
    private static Comparison comparison(
            NoiseModel noise,
            int before,
            int after,
            double slowdown,
            double factor,
            Random random) {
        var builder = new ComparisonBuilder(Optional.empty());
        for (int run = 0; run < before; run++)
            builder.add(Side.BASELINE, "old", run(noise, DEVIATION, 1, random));
        for (int run = 0; run < after; run++)
            builder.add(Side.CANDIDATE, "new", run(noise, DEVIATION * factor, slowdown, random));
        return builder.compare(GatePolicy.DEFAULT);
    }

    private static Profile run(NoiseModel noise, double deviation, double slowdown, Random random) {
        var builder = new ProfileBuilder();
        int metric = builder.metric(TIME);
        int context = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        for (int node = 0; node < NODES; node++)
            builder.add(
                    metric,
                    context,
                    builder.child(main, Frame.region("n" + node)),
                    (node == 0 ? slowdown : 1) * noise.draw(random, deviation));
        return builder.build();
    }
}
