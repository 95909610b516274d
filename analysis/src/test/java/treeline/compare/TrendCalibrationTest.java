package treeline.compare;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Metric;
import treeline.model.Unit;
import treeline.testkit.Calibration;
import treeline.testkit.NoiseModel;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/// Error rates of change points in simulated histories of 40 builds with 3 % noise.
class TrendCalibrationTest {
    private static final Metric TIME = new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE);
    private static final int BUILDS = 40;
    private static final double DEVIATION = 0.03;

    /// @param effect the random difference between builds, relative to the noise within a build
    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 2})
    void anUnchangedHistoryHasAChangeAtMostTwiceInAHundred(double effect) {
        var calibration =
                new Calibration(
                        String.format(Locale.ROOT, "trend unchanged, build effect %.0f", effect));
        for (NoiseModel noise : NoiseModel.values()) {
            var random = new Random(41);
            calibration
                    .rate(
                            String.format(
                                    Locale.ROOT,
                                    "5 runs per build, %s, build effect %.0f x noise",
                                    noise,
                                    effect),
                            150,
                            () -> !history(noise, 5, effect, 1, BUILDS, random).changes().isEmpty())
                    .requireAtMost(0.02);
        }
    }

    @Test
    void buildsOfOneRunAreCalibratedToo() {
        var calibration = new Calibration("trend unchanged, one run per build");
        for (NoiseModel noise : NoiseModel.values()) {
            var random = new Random(42);
            calibration
                    .rate(
                            "1 run per build, %s".formatted(noise),
                            300,
                            () -> !history(noise, 1, 0, 1, BUILDS, random).changes().isEmpty())
                    .requireAtMost(0.02);
        }
    }

    @Test
    void theRightBuildIsNamed() {
        var calibration = new Calibration("trend right build");
        for (double effect : new double[] {0, 1, 2})
            for (double step : new double[] {1.05, 1.1}) {
                var random = new Random(43);
                Calibration.Rate rate =
                        calibration.rate(
                                String.format(
                                        Locale.ROOT,
                                        "+%.0f %%, build effect %.0f x noise",
                                        (step - 1) * 100,
                                        effect),
                                60,
                                () -> {
                                    Trend trend =
                                            history(
                                                    NoiseModel.NORMAL,
                                                    5,
                                                    effect,
                                                    step,
                                                    5 + random.nextInt(BUILDS - 10),
                                                    random);
                                    return named(trend);
                                });
                if (effect == 0) rate.requireAtLeast(0.9);
            }
    }

    /// 30 nodes with a common effect per build: an unchanged history lists any of them at most
    /// twice in a hundred, and a node that grows by 5 % is listed with its build.
    @Test
    void aListOfChangedNodesIsCalibratedForAllNodes() {
        var calibration = new Calibration("trend of all nodes");
        for (NoiseModel noise : NoiseModel.values()) {
            var random = new Random(44);
            calibration
                    .rate(
                            "30 nodes unchanged, %s".formatted(noise),
                            100,
                            () -> !nodes(noise, 1, random).changes().isEmpty())
                    .requireAtMost(0.02);
        }
        var random = new Random(45);
        calibration
                .rate(
                        "30 nodes, one +5 %, right build",
                        30,
                        () ->
                                nodes(NoiseModel.NORMAL, 1.05, random).changes().stream()
                                        .anyMatch(
                                                change ->
                                                        change.node().equals("n0")
                                                                && change.build() == 25))
                .requireAtLeast(0.9);
    }

    /// A slowdown that a later build fixed: one run per build, 3 % noise.
    @ParameterizedTest
    @ValueSource(ints = {5, 12, 20})
    void aSlowdownThatWasFixedIsFound(int length) {
        var calibration = new Calibration("trend of a slowdown in %d builds".formatted(length));
        for (double factor : new double[] {1.1, 1.3, 2}) {
            var random = new Random(46);
            Calibration.Rate rate =
                    calibration.rate(
                            String.format(Locale.ROOT, "x %.1f in %d of 40 builds", factor, length),
                            60,
                            () -> {
                                int from = 5 + random.nextInt(BUILDS - 10 - length + 1);
                                return bump(1, from, from + length, factor, random)
                                        .changes()
                                        .stream()
                                        .filter(ChangedNodes.Change::isSlowdown)
                                        .anyMatch(change -> change.build() == from);
                            });
            if (factor > 1.2) rate.requireAtLeast(0.9);
        }
    }

    /// All nodes are slower by 20 % since build 20, and do not change again.
    @Test
    void furtherChangesOfChangedNodesAreAdjustedForAllNodes() {
        var calibration = new Calibration("trend of changed nodes");
        for (int nodes : new int[] {1, 10, 30}) {
            var random = new Random(47);
            calibration
                    .rate(
                            "%d nodes, +20 %%, any further change".formatted(nodes),
                            nodes == 1 ? 150 : 300 / nodes,
                            () ->
                                    bump(nodes, 20, BUILDS, 1.2, random).changes().stream()
                                            .anyMatch(change -> Math.abs(change.build() - 20) > 1))
                    .requireAtMost(0.02);
        }
    }

    /// Nodes that are slower by a factor in some builds.
    private static ChangedNodes bump(int nodes, int from, int end, double factor, Random random) {
        Map<String, double[]> means = new LinkedHashMap<>();
        List<ChangedNodes.Build> builds = new ArrayList<>();
        for (int build = 0; build < BUILDS; build++)
            builds.add(new ChangedNodes.Build("c" + build, Instant.ofEpochSecond(build)));
        for (int node = 0; node < nodes; node++) {
            double[] values = new double[BUILDS];
            for (int build = 0; build < BUILDS; build++)
                values[build] =
                        (build >= from && build < end ? factor : 1)
                                * NoiseModel.NORMAL.draw(random, DEVIATION);
            means.put("n" + node, values);
        }
        return ChangedNodes.of(TIME, builds, BUILDS, means, 0);
    }

    /// @param step of the first node since build 25
    private static ChangedNodes nodes(NoiseModel noise, double step, Random random) {
        Map<String, double[]> means = new LinkedHashMap<>();
        for (int node = 0; node < 30; node++) means.put("n" + node, new double[BUILDS]);
        List<ChangedNodes.Build> builds = new ArrayList<>();
        for (int build = 0; build < BUILDS; build++) {
            builds.add(new ChangedNodes.Build("c" + build, Instant.ofEpochSecond(build)));
            double ofBuild = 1 + 0.2 * DEVIATION * random.nextGaussian();
            for (int node = 0; node < 30; node++) {
                double sum = 0;
                for (int run = 0; run < 5; run++) sum += noise.draw(random, DEVIATION);
                double level = node == 0 && build >= 25 ? step : 1;
                means.get("n" + node)[build] = sum / 5 * level * ofBuild;
            }
        }
        return ChangedNodes.of(TIME, builds, 5 * BUILDS, means, 0);
    }

    /// Whether a change starts with the build that is marked as the first of the new level.
    private static boolean named(Trend trend) {
        return trend.changes().stream()
                .anyMatch(change -> trend.points().get(change.at()).branch().equals("first"));
    }

    /// @param changed the first build of the new level
    private static Trend history(
            NoiseModel noise, int runs, double effect, double step, int changed, Random random) {
        List<Trend.Point> points = new ArrayList<>();
        for (int build = 0; build < BUILDS; build++) {
            double ofBuild = 1 + effect * DEVIATION * random.nextGaussian();
            double level = 10 * ofBuild * (build < changed ? 1 : step);
            for (int run = 0; run < runs; run++)
                points.add(
                        new Trend.Point(
                                "run" + build + "." + run,
                                Instant.ofEpochSecond(points.size()),
                                build == changed ? "first" : "main",
                                "c" + build,
                                level * noise.draw(random, DEVIATION)));
        }
        return Trend.of(Trend.TOTAL, TIME, points);
    }
}
