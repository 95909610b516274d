package treeline.testkit;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/// Profiles from a seed for laws about contexts: ranks, threads, streams and repetitions in every
/// combination, of which any may be missing, run a part of the tree only or have no values at all.
///
/// The one metric is `time`, inclusive or exclusive. Own times are not negative and multiples of
/// 1/1024, so that sums are exact in any order. An inclusive value is the own time with all own
/// times below it in the same context, also where nodes between them were not measured. Below a
/// loop that keeps its iterations all nodes keep them, and what is said of values holds for each
/// iteration.
public final class RandomContexts {
    private static final String[] NAMES = {
        "main", "step", "work", "exchange", "MPI_Waitall", "MPI_Allreduce", "write"
    };
    private static final Frame.Kind[] KINDS = {
        Frame.Kind.FUNCTION, Frame.Kind.LOOP, Frame.Kind.LINE, Frame.Kind.REGION
    };
    private static final String[] TAGS = {"COMP", "COMM", "WAIT", "IO"};

    private final Random random;
    private final ProfileBuilder builder = new ProfileBuilder();

    /// By node, as the builder counts them: a parent comes before its children. A node that keeps
    /// no iterations has 0 of them.
    private final List<Integer> parents = new ArrayList<>();

    private final List<Integer> iterations = new ArrayList<>();

    private RandomContexts(long seed) {
        random = new Random(seed);
    }

    public static Profile of(long seed) {
        var profile = new RandomContexts(seed);
        profile.addNodes();
        profile.addValues();
        return profile.builder.build();
    }

    private void addNodes() {
        int count = random.nextInt(1, 61);
        boolean keepsIterations = oneIn(3);
        boolean severalRoots = oneIn(2);
        for (int i = 0; i < count; i++) {
            boolean root = parents.isEmpty() || (severalRoots && oneIn(12));
            int parent = root ? ProfileBuilder.ROOT : someParent();
            Frame frame = frame();
            int node = oneIn(8) ? builder.newChild(parent, frame) : builder.child(parent, frame);
            if (node == parents.size()) describe(node, parent, frame, keepsIterations);
        }
    }

    /// Often the latest node, so that there are long paths too.
    private int someParent() {
        return oneIn(3) ? parents.size() - 1 : random.nextInt(parents.size());
    }

    private Frame frame() {
        String name = oneOf(NAMES);
        Frame.Kind kind = oneOf(KINDS);
        boolean hasPlace = kind == Frame.Kind.LOOP || kind == Frame.Kind.LINE;
        int line = hasPlace ? random.nextInt(1, 100) : 0;
        return new Frame(kind, name, hasPlace ? "solver.c" : "", line, "");
    }

    private void describe(int node, int parent, Frame frame, boolean keepsIterations) {
        parents.add(parent);
        int kept = parent == ProfileBuilder.ROOT ? 0 : iterations.get(parent);
        if (keepsIterations && kept == 0 && frame.kind() == Frame.Kind.LOOP && oneIn(2)) {
            kept = random.nextInt(1, 6);
            builder.label(Profile.LOOP_LABEL, node, Profile.LOOP_EACH);
        }
        iterations.add(kept);
        if (oneIn(3)) builder.label("tag", node, oneOf(TAGS));
    }

    private void addValues() {
        Unit unit = oneIn(2) ? Unit.SECONDS : Unit.NANOSECONDS;
        Scope scope = oneIn(2) ? Scope.INCLUSIVE : Scope.EXCLUSIVE;
        int metric = builder.metric(new Metric("time", unit, scope));
        List<Context> contexts = contexts();
        Set<Context> empty = empty(contexts);
        boolean holes = oneIn(2);
        boolean notNumbers = oneIn(4);
        for (Context context : contexts) {
            int at = builder.context(context);
            if (empty.contains(context)) continue;
            double[][] own = ownTimes(holes, notNumbers);
            for (int node = 0; node < own.length; node++) {
                if (own[node].length == 0) continue;
                boolean measured = !isNotNumber(own[node]);
                double[] cell =
                        measured && scope == Scope.INCLUSIVE ? inclusive(own, node) : own[node];
                addCell(metric, at, node, cell);
            }
        }
    }

    /// Ranks x threads x streams x repetitions, some of them left out; hosts have two ranks each,
    /// or stand for ranks.
    private List<Context> contexts() {
        int[] ranks = counted(5, false);
        int[] threads = counted(4, oneIn(4));
        int[] streams = oneIn(2) ? new int[] {Context.NONE} : counted(3, oneIn(2));
        int[] repetitions = counted(3, false);
        boolean hosts = oneIn(3);
        boolean missing = oneIn(2);
        List<Context> contexts = new ArrayList<>();
        for (int rank : ranks)
            for (String host : hostsOf(rank, hosts))
                for (int thread : threads)
                    for (int stream : streams)
                        for (int repetition : repetitions)
                            if (contexts.isEmpty() || !missing || !oneIn(4))
                                contexts.add(new Context(host, rank, thread, stream, repetition));
        return contexts;
    }

    /// Nothing, or the numbers 0 to at most `most` - 1, with or without nothing before them.
    private int[] counted(int most, boolean alsoNone) {
        if (oneIn(3)) return new int[] {Context.NONE};
        return IntStream.range(alsoNone ? Context.NONE : 0, random.nextInt(1, most + 1)).toArray();
    }

    private List<String> hostsOf(int rank, boolean hosts) {
        if (!hosts) return List.of("");
        if (rank != Context.NONE) return List.of("node" + rank / 2);
        return oneIn(2) ? List.of("node0", "node1") : List.of("", "node0", "node1");
    }

    /// The contexts without any value: at times a thread, a rank in one repetition or a whole rank.
    private Set<Context> empty(List<Context> contexts) {
        Set<Context> empty = new HashSet<>();
        if (oneIn(2)) return empty;
        for (int times = random.nextInt(1, 4); times > 0; times--) {
            Context one = contexts.get(random.nextInt(contexts.size()));
            boolean wholeRank = oneIn(3);
            boolean wholeRepetition = oneIn(2);
            for (Context each : contexts) {
                boolean sameRank = each.rank() == one.rank() && each.host().equals(one.host());
                boolean sameRepetition = each.repetition() == one.repetition();
                if (each.equals(one)
                        || (wholeRank && sameRank)
                        || (wholeRepetition && sameRank && sameRepetition)) empty.add(each);
            }
        }
        return empty;
    }

    /// What one context spent in each node itself, by iteration where they are kept; no numbers
    /// where it did not measure the node. Some contexts run one subtree only, as worker threads do.
    private double[][] ownTimes(boolean holes, boolean notNumbers) {
        double[][] own = new double[parents.size()][0];
        int top = oneIn(3) ? random.nextInt(own.length) : ProfileBuilder.ROOT;
        for (int node = 0; node < own.length; node++) {
            if (!isBelow(node, top) || (holes && oneIn(4))) continue;
            own[node] = new double[Math.max(1, iterations.get(node))];
            for (int i = 0; i < own[node].length; i++)
                own[node][i] = oneIn(6) ? 0 : random.nextInt(4096) / 1024.0;
            if (iterations.get(node) > 1 && oneIn(4)) own[node][0] = Double.NaN;
            if (iterations.get(node) == 0 && notNumbers && oneIn(50)) own[node][0] = Double.NaN;
        }
        return own;
    }

    private boolean isBelow(int node, int top) {
        int up = node;
        while (up != top && up != ProfileBuilder.ROOT) up = parents.get(up);
        return up == top;
    }

    private static boolean isNotNumber(double[] values) {
        return Arrays.stream(values).allMatch(Double::isNaN);
    }

    /// The own times of a subtree together, by iteration if its top keeps them. An iteration that
    /// did not happen anywhere in the subtree stays NaN.
    private double[] inclusive(double[][] own, int top) {
        double[] sum = new double[own[top].length];
        Arrays.fill(sum, Double.NaN);
        for (int node = top; node < own.length; node++) {
            if (!isBelow(node, top)) continue;
            for (int i = 0; i < own[node].length; i++) {
                int at = iterations.get(top) == 0 ? 0 : i;
                double before = Double.isNaN(sum[at]) ? 0 : sum[at];
                if (!Double.isNaN(own[node][i])) sum[at] = before + own[node][i];
            }
        }
        return sum;
    }

    private void addCell(int metric, int context, int node, double[] cell) {
        if (iterations.get(node) == 0) builder.add(metric, context, node, cell[0]);
        else builder.addSeries(metric, context, node, cell, 0, cell.length);
    }

    private boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    private <T> T oneOf(T[] choices) {
        return choices[random.nextInt(choices.length)];
    }
}
