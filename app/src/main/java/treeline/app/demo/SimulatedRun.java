package treeline.app.demo;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// A run whose times are computed by formulas with pseudo-random noise instead of measured.
///
/// The profile has the metrics of the recorder: inclusive `time` in whole nanoseconds and `calls`.
/// The same name always gives the same profile.
final class SimulatedRun {
    private static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Scope.INCLUSIVE);
    private static final Metric CALLS = new Metric("calls", Unit.COUNT, Scope.EXCLUSIVE);
    private static final double NANOS_PER_SECOND = 1e9;

    /// Relative standard deviation of the noise.
    private static final double NOISE = 0.01;

    private final Random random;
    private final Metadata metadata;
    private final Map<String, String> tags = new LinkedHashMap<>();
    private final Set<Context> contexts = new LinkedHashSet<>();
    private final Map<Cell, double[]> nanos = new HashMap<>();
    private final Map<Metric, Map<Cell, Double>> readings = new LinkedHashMap<>();

    private record Cell(String path, Context context) {}

    /// @param name seed of the noise
    SimulatedRun(String name, Metadata metadata) {
        this.random = new Random(name.hashCode());
        this.metadata = metadata.with("clock", "simulated");
    }

    /// Adds a call path after its caller. Call paths without a tag have an empty one.
    SimulatedRun node(String path, String tag) {
        tags.put(path, tag);
        return this;
    }

    /// A value with relative Gaussian noise of 1 %.
    double noisy(double value) {
        return value * (1 + NOISE * random.nextGaussian());
    }

    /// Sets the exclusive time of a call path, one value per iteration.
    void time(String path, Context context, double... seconds) {
        contexts.add(context);
        nanos.put(
                new Cell(path, context),
                Arrays.stream(seconds).map(each -> Math.rint(each * NANOS_PER_SECOND)).toArray());
    }

    /// Sets the value of a further metric.
    void value(Metric metric, String path, Context context, double value) {
        readings.computeIfAbsent(metric, _ -> new LinkedHashMap<>())
                .put(new Cell(path, context), value);
    }

    Profile profile() {
        var builder = new ProfileBuilder().metadata(metadata);
        Map<String, Integer> nodes = nodes(builder);
        Map<Cell, double[]> inclusive = inclusive();
        int time = builder.metric(TIME);
        int calls = builder.metric(CALLS);
        for (Context context : contexts)
            nodes.forEach(
                    (path, node) -> {
                        double[] each = inclusive.get(new Cell(path, context));
                        if (each == null) return;
                        int at = builder.context(context);
                        if (each.length == 1) builder.add(time, at, node, each[0]);
                        else builder.addSeries(time, at, node, each, 0, each.length);
                        builder.add(calls, at, node, each.length);
                    });
        readings.forEach(
                (metric, cells) ->
                        cells.forEach(
                                (cell, value) ->
                                        builder.add(
                                                builder.metric(metric),
                                                builder.context(cell.context),
                                                nodes.getOrDefault(cell.path, 0),
                                                value)));
        return builder.build();
    }

    private Map<String, Integer> nodes(ProfileBuilder builder) {
        Map<String, Integer> nodes = new LinkedHashMap<>();
        tags.forEach(
                (path, tag) -> {
                    int caller = nodes.getOrDefault(caller(path), ProfileBuilder.ROOT);
                    String name = path.substring(path.lastIndexOf('/') + 1);
                    int node = builder.child(caller, Frame.region(name));
                    if (!tag.isEmpty()) builder.label("tag", node, tag);
                    nodes.put(path, node);
                });
        return nodes;
    }

    /// Callees follow their callers, so one backward pass adds each call path when it is complete.
    private Map<Cell, double[]> inclusive() {
        Map<Cell, double[]> all = new HashMap<>();
        nanos.forEach((cell, each) -> all.put(cell, each.clone()));
        for (String path : List.copyOf(tags.keySet()).reversed())
            for (Context context : contexts) {
                double[] callee = all.get(new Cell(path, context));
                if (callee == null || caller(path).isEmpty()) continue;
                add(
                        callee,
                        all.computeIfAbsent(new Cell(caller(path), context), _ -> new double[1]));
            }
        return all;
    }

    private static void add(double[] callee, double[] caller) {
        boolean sameLoop = callee.length == caller.length;
        if (!sameLoop && caller.length > 1)
            throw new IllegalStateException("callee and caller have different iteration counts");
        for (int i = 0; i < callee.length; i++) caller[sameLoop ? i : 0] += callee[i];
    }

    private static String caller(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }
}
