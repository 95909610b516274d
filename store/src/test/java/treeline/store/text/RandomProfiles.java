package treeline.store.text;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/// Profiles of every shape the model has, by seed.
final class RandomProfiles {
    private static final List<String> NAMES =
            List.of(
                    "main",
                    "a<b|c-d+e,é",
                    "%",
                    "%2C",
                    "@end",
                    "*3",
                    "~",
                    " ",
                    "x:y!z",
                    "\r\n\t\u007f",
                    "嵌套🙂");

    private static final List<Frame.Kind> KINDS = List.of(Frame.Kind.values());

    private final Random random;
    private final ProfileBuilder builder = new ProfileBuilder();

    private RandomProfiles(long seed) {
        random = new Random(seed);
    }

    static Profile ofSeed(long seed) {
        return new RandomProfiles(seed).profile();
    }

    private Profile profile() {
        int nodes = random.nextInt(12);
        for (int node = 0; node < nodes; node++) addNode(node);
        List<Context> contexts = contexts();
        contexts.forEach(builder::context);
        for (Metric metric : metrics()) addValues(builder.metric(metric), contexts, nodes);
        for (int node = 0; node < nodes; node++)
            for (String label : List.of("loop", "tag", "a:b,c"))
                builder.label(label, node, random.nextBoolean() ? "" : name());
        if (random.nextBoolean())
            for (int context = 0; context < contexts.size(); context++)
                builder.contextLabel("a:b,c", context, random.nextBoolean() ? "" : name());
        return builder.metadata(metadata()).build();
    }

    private void addNode(int node) {
        int parent = random.nextInt(node + 1) - 1;
        Frame frame =
                new Frame(
                        KINDS.get(random.nextInt(KINDS.size())),
                        name(),
                        random.nextBoolean() ? "" : name(),
                        random.nextBoolean() ? 0 : random.nextInt(Integer.MAX_VALUE),
                        random.nextBoolean() ? "" : name());
        builder.newChild(parent, frame);
        if (random.nextInt(4) == 0) builder.newChild(parent, frame);
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    private List<Context> contexts() {
        var contexts = new TreeSet<Context>();
        int count = random.nextInt(20);
        for (int i = 0; i < count; i++)
            contexts.add(
                    new Context(
                            random.nextInt(3) == 0 ? name() : "",
                            part(4),
                            part(2),
                            part(2),
                            part(4)));
        return new ArrayList<>(contexts);
    }

    private int part(int limit) {
        return random.nextInt(limit + 1) - 1;
    }

    private List<Metric> metrics() {
        List<Metric> all =
                List.of(
                        new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE),
                        new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE),
                        new Metric("a:b,c|", Unit.of("odd:unit"), Metric.Scope.POINT),
                        new Metric(
                                "mem",
                                new Unit("kB", Unit.Dimension.BYTES, 1e3),
                                Metric.Scope.EXCLUSIVE));
        return all.subList(0, random.nextInt(all.size() + 1));
    }

    private void addValues(int metric, List<Context> contexts, int nodes) {
        for (int context = 0; context < contexts.size(); context++)
            for (int node = 0; node < nodes; node++) {
                int kind = random.nextInt(4);
                if (kind == 0) builder.add(metric, context, node, value());
                if (kind == 1) {
                    double[] series = new double[1 + random.nextInt(4)];
                    for (int i = 0; i < series.length; i++)
                        series[i] = random.nextInt(3) == 0 ? Double.NaN : value();
                    builder.addSeries(metric, context, node, series, 0, series.length);
                }
            }
    }

    private double value() {
        return switch (random.nextInt(8)) {
            case 0 -> random.nextInt(10);
            case 1 -> -random.nextInt(1000) / 1000.0;
            case 2 -> random.nextLong();
            case 3 -> random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300);
            case 4 -> Double.longBitsToDouble(random.nextLong());
            case 5 -> random.nextBoolean() ? -0.0 : Double.MIN_VALUE;
            case 6 -> random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
            default -> random.nextInt(1_000_000_000) / 1e9;
        };
    }

    private Metadata metadata() {
        Metadata metadata = Metadata.NONE;
        List<Value> values =
                List.of(
                        new Value.Text(name()),
                        new Value.Text(""),
                        new Value.Whole(random.nextLong()),
                        new Value.Real(value()),
                        new Value.Real(Double.NaN),
                        new Value.Flag(random.nextBoolean()));
        for (Value value : values)
            if (random.nextBoolean())
                metadata = metadata.with("key " + name() + metadata.keys().size(), value);
        return metadata;
    }
}
