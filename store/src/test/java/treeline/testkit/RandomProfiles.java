package treeline.testkit;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.util.Random;

/// Profiles of every shape from a seed, for properties that hold for all: odd names, duplicate
/// siblings, absent cells, series of uneven length, values of every kind, contexts with and without
/// threads, repetitions and labels.
public final class RandomProfiles {
    private static final String[] NAMES = {
        "main", "solve", "a<b|c-d+e,é", "%41", " spaced ", "<script>", "0", "日本", "a:b;\"c\"\n\t"
    };
    private static final double[] ODD = {
        0,
        -0.0,
        -1.5,
        1e-300,
        -2.5e17,
        0.1,
        123456789.125,
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY
    };

    private RandomProfiles() {}

    public static Profile of(long seed) {
        var random = new Random(seed);
        var builder = new ProfileBuilder();
        int[] nodes = new int[1 + random.nextInt(30)];
        for (int i = 0; i < nodes.length; i++) {
            int parent =
                    i == 0 || random.nextInt(8) == 0
                            ? ProfileBuilder.ROOT
                            : nodes[random.nextInt(i)];
            Frame frame = frame(random);
            nodes[i] =
                    random.nextInt(6) == 0
                            ? builder.newChild(parent, frame)
                            : builder.child(parent, frame);
        }
        int[] contexts = contexts(random, builder);
        labelContexts(new Random(~seed), builder, contexts);
        int metrics = 1 + random.nextInt(3);
        for (int m = 0; m < metrics; m++) addMetric(random, builder, m, nodes, contexts);
        if (random.nextBoolean())
            for (int node : nodes)
                if (random.nextBoolean())
                    builder.label("tag", node, NAMES[random.nextInt(NAMES.length)]);
        return builder.metadata(metadata(random)).build();
    }

    private static Frame frame(Random random) {
        String name = NAMES[random.nextInt(NAMES.length)];
        if (random.nextInt(3) > 0) return Frame.region(name);
        Frame.Kind kind = oneOf(random, Frame.Kind.values());
        return new Frame(
                kind,
                name,
                random.nextBoolean() ? "src/a,b.c" : "",
                random.nextInt(3) * 100,
                random.nextBoolean() ? "lib m.so" : "");
    }

    private static int[] contexts(Random random, ProfileBuilder builder) {
        int[] contexts = new int[1 + random.nextInt(40)];
        boolean threads = random.nextInt(3) == 0;
        boolean streams = random.nextInt(5) == 0;
        int repetitions = random.nextInt(3);
        for (int i = 0; i < contexts.length; i++) {
            var context =
                    new Context(
                            random.nextInt(5) == 0 ? "node é,1" : "",
                            random.nextInt(20) == 0 ? Context.NONE : random.nextInt(50),
                            threads ? random.nextInt(3) : Context.NONE,
                            streams ? random.nextInt(2) : Context.NONE,
                            repetitions == 0 ? Context.NONE : random.nextInt(repetitions + 1));
            contexts[i] = builder.context(context);
        }
        return java.util.Arrays.stream(contexts).distinct().toArray();
    }

    private static void labelContexts(Random random, ProfileBuilder builder, int[] contexts) {
        if (random.nextInt(3) > 0) return;
        for (String label : new String[] {"core", "a:b,é\n"})
            for (int context : contexts)
                if (random.nextInt(4) > 0)
                    builder.contextLabel(label, context, NAMES[random.nextInt(NAMES.length)]);
    }

    private static void addMetric(
            Random random, ProfileBuilder builder, int m, int[] nodes, int[] contexts) {
        Unit[] units = {
            Unit.SECONDS,
            Unit.NANOSECONDS,
            Unit.of("cycles/s, é"),
            new Unit("min", Unit.Dimension.TIME, 60),
            Unit.COUNT
        };
        Metric.Scope scope = oneOf(random, Metric.Scope.values());
        int metric =
                builder.metric(new Metric("m:" + m, units[random.nextInt(units.length)], scope));
        boolean whole = random.nextBoolean();
        for (int node : java.util.Arrays.stream(nodes).distinct().toArray()) {
            int shape = random.nextInt(4);
            for (int context : contexts) {
                if (random.nextInt(5) == 0) continue;
                if (shape > 0) builder.add(metric, context, node, value(random, whole));
                else {
                    double[] series =
                            new double[1 + random.nextInt(random.nextInt(20) == 0 ? 600 : 8)];
                    for (int i = 0; i < series.length; i++)
                        series[i] = random.nextInt(9) == 0 ? Double.NaN : value(random, whole);
                    builder.addSeries(metric, context, node, series, 0, series.length);
                }
            }
        }
    }

    private static double value(Random random, boolean whole) {
        if (whole) return random.nextInt(1_000_000);
        return switch (random.nextInt(4)) {
            case 0 -> ODD[random.nextInt(ODD.length)];
            case 1 -> random.nextInt(1_000_000) / 1e6;
            case 2 -> random.nextInt(1000);
            default -> random.nextGaussian();
        };
    }

    private static <T> T oneOf(Random random, T[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static Metadata metadata(Random random) {
        Metadata metadata = Metadata.NONE;
        if (random.nextBoolean())
            metadata = metadata.with("text, é", NAMES[random.nextInt(NAMES.length)]);
        if (random.nextBoolean()) metadata = metadata.with("whole", -random.nextLong());
        if (random.nextBoolean())
            metadata = metadata.with("real", new Value.Real(random.nextGaussian()));
        if (random.nextBoolean())
            metadata = metadata.with("flag", new Value.Flag(random.nextBoolean()));
        return metadata;
    }
}
