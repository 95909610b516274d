package treeline.question.claims;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Random runs whose contexts are ranks, with an exclusive `time` and `bytes`: missing values,
/// zeros, ties, one rank, few and many call paths, and loops that are level, drift or jump. Some
/// runs have negative or infinite values. Values are multiples of 1/64, so that most sums are
/// exact.
final class RandomRanks {
    private static final String[] NAMES = {
        "main", "step", "work", "MPI_Waitall", "MPI_Allreduce", "write", "solve", "io"
    };
    private static final int ITERATIONS = 40;

    private final Random random;
    private final ProfileBuilder builder = new ProfileBuilder();
    private final List<Integer> nodes = new ArrayList<>();

    private RandomRanks(long seed) {
        random = new Random(seed);
    }

    static Profile of(long seed) {
        return new RandomRanks(seed).profile();
    }

    private Profile profile() {
        int ranks = oneIn(6) ? 1 : random.nextInt(2, oneIn(8) ? 40 : 9);
        Set<String> paths = new HashSet<>();
        List<String> names = new ArrayList<>();
        int count = oneIn(10) ? random.nextInt(100, 140) : random.nextInt(1, 14);
        for (int i = 0; i < count; i++) addNode(paths, names, count);
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int bytes = builder.metric(new Metric("bytes", Unit.BYTES, Metric.Scope.EXCLUSIVE));
        int kind = random.nextInt(8);
        boolean loops = oneIn(2);
        double missing = oneIn(3) ? 0.4 : 0;
        for (int rank = 0; rank < ranks; rank++)
            builder.context(new Context("", rank, Context.NONE, Context.NONE, Context.NONE));
        for (int node : nodes) {
            boolean isLeaf =
                    names.stream().noneMatch(each -> each.startsWith(names.get(node) + "/"));
            if (loops && isLeaf && oneIn(3)) addLoop(time, node, ranks);
            else
                for (int rank = 0; rank < ranks; rank++)
                    if (random.nextDouble() >= missing)
                        builder.add(time, rank, node, value(kind, node, rank));
            if (oneIn(4)) continue;
            for (int rank = 0; rank < ranks; rank++)
                builder.add(bytes, rank, node, oneIn(5) ? 0 : random.nextInt(4096));
        }
        if (oneIn(3)) for (int node : nodes) builder.label("tag", node, tag(names.get(node)));
        return builder.build();
    }

    private void addNode(Set<String> paths, List<String> names, int count) {
        int parent = nodes.isEmpty() || oneIn(9) ? ProfileBuilder.ROOT : someNode();
        String name = NAMES[random.nextInt(NAMES.length)];
        if (count > 99 && !name.startsWith("MPI_")) name += nodes.size();
        String path = (parent == ProfileBuilder.ROOT ? "" : names.get(parent) + "/") + name;
        if (!paths.add(path)) return;
        names.add(path);
        nodes.add(builder.child(parent, new Frame(Frame.Kind.FUNCTION, name, "", 0, "")));
    }

    private static String tag(String path) {
        if (path.contains("MPI_")) return "COMM";
        return path.matches("(.*/)?write\\d*") ? "IO" : "COMP";
    }

    private int someNode() {
        return nodes.get(oneIn(2) ? nodes.size() - 1 : random.nextInt(nodes.size()));
    }

    /// @param kind 0: ties and zeros, 1: negative values, 2: infinite values, 3 and 4: a pattern
    ///   over ranks, 5: no value above 0, else any
    private double value(int kind, int node, int rank) {
        return switch (kind) {
            case 0 -> oneIn(3) ? 0 : 1;
            case 1 -> (random.nextInt(512) - 128) / 64.0;
            case 2 -> oneIn(30) ? Double.POSITIVE_INFINITY : random.nextInt(512) / 64.0;
            case 5 -> -random.nextInt(3);
            case 4 -> rank % 2 == 0 ? 5 : 0;
            case 3 -> (rank % 4 == 1 ? 20 : 1) * (1 + node % 3) + random.nextInt(8) / 64.0;
            default -> oneIn(6) ? 0 : random.nextInt(1, 640) / 64.0;
        };
    }

    /// Level, drifting, or with a jump, the same for all ranks up to noise.
    private void addLoop(int metric, int node, int ranks) {
        builder.label(Profile.LOOP_LABEL, node, Profile.LOOP_EACH);
        int shape = random.nextInt(5);
        int jumps = random.nextInt(10, 30);
        for (int rank = 0; rank < ranks; rank++) {
            double[] series = new double[ITERATIONS];
            for (int i = 0; i < ITERATIONS; i++)
                series[i] =
                        switch (shape) {
                            case 0 -> 2;
                            case 1 -> 2 + i / 16.0 + random.nextInt(4) / 64.0;
                            case 2 -> (i < jumps ? 2 : 3) + random.nextInt(4) / 64.0;
                            case 3 -> 6 - i / 16.0 + random.nextInt(4) / 64.0;
                            default -> random.nextInt(1, 64) / 64.0;
                        };
            builder.addSeries(metric, rank, node, series, 0, ITERATIONS);
        }
    }

    private boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }
}
