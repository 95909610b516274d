package treeline.testkit;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/// What a profile says about a metric, straight from the definitions: slow, on plain maps, and
/// without any code of the analyses, which are compared with it.
///
/// - A process is a rank. Where no rank is known it is a host; contexts without either are one.
/// - The value of a process is the sum over its threads and streams, and the mean over the
///   repetitions that count: those in which it has any value in the tree of the node's root.
/// - The value of the profile is the mean over all processes; one that has nothing counts as 0.
/// - Where no context has a value at the node (inclusive: nor below it), the result is NaN.
public final class DirectNumbers {
    private final CallTree tree;
    private final Set<Context> processes = new TreeSet<>();

    /// The values of each context by node, without those that are absent or NaN.
    private final Map<Context, Map<Integer, Double>> exclusive = new HashMap<>();

    private final Map<Context, Map<Integer, Double>> inclusive = new HashMap<>();

    private DirectNumbers(CallTree tree) {
        this.tree = tree;
    }

    public static DirectNumbers of(Profile profile, Metric metric) {
        if (metric.scope() == Scope.POINT)
            throw new IllegalArgumentException("a reading at a point does not add up: " + metric);
        var numbers = new DirectNumbers(profile.tree());
        for (int i = 0; i < profile.contexts().size(); i++) {
            Context context = profile.contexts().get(i);
            Map<Integer, Double> stored = new HashMap<>();
            for (int node = 0; node < profile.tree().size(); node++) {
                double value = profile.column(metric).at(i, node);
                if (!Double.isNaN(value)) stored.put(node, value);
            }
            numbers.add(context, metric.scope() == Scope.EXCLUSIVE ? stored : numbers.own(stored));
        }
        return numbers;
    }

    private void add(Context context, Map<Integer, Double> own) {
        processes.add(processOf(context));
        exclusive.put(context, own);
        inclusive.put(context, sums(own));
    }

    /// Inclusive values less those of the nearest measured nodes below.
    private Map<Integer, Double> own(Map<Integer, Double> stored) {
        Map<Integer, Double> own = new HashMap<>(stored);
        stored.forEach(
                (node, value) -> {
                    int caller = tree.parent(node);
                    while (caller != CallTree.NO_PARENT && !stored.containsKey(caller))
                        caller = tree.parent(caller);
                    if (caller != CallTree.NO_PARENT) own.merge(caller, -value, Double::sum);
                });
        return own;
    }

    /// Each own value added to its node and to all of the node's callers.
    private Map<Integer, Double> sums(Map<Integer, Double> own) {
        Map<Integer, Double> sums = new HashMap<>();
        own.forEach(
                (node, value) -> {
                    for (int up = node; up != CallTree.NO_PARENT; up = tree.parent(up))
                        sums.merge(up, value, Double::sum);
                });
        return sums;
    }

    /// The process of a context, as a context that has nothing but a rank or nothing but a host.
    public static Context processOf(Context context) {
        int none = Context.NONE;
        if (context.rank() != none) return Context.ofRank(context.rank());
        return new Context(context.host(), none, none, none, none);
    }

    /// All processes of the profile, also those without any value.
    public List<Context> processes() {
        return List.copyOf(processes);
    }

    /// The exclusive value of a node in one context, NaN where it did not measure the node; or the
    /// inclusive one, NaN where it did not measure anything below either.
    public double ofContext(Scope scope, int node, Context context) {
        return of(scope).getOrDefault(context, Map.of()).getOrDefault(node, Double.NaN);
    }

    /// The value of a node in one process: 0 where the process has nothing there.
    public double ofProcess(Scope scope, int node, Context process) {
        return meanOfRepetitions(node, process, contexts -> measured(scope, node, contexts).sum());
    }

    public double value(Scope scope, int node) {
        return ofProcesses(scope, node).average().orElse(Double.NaN);
    }

    public double sum(Scope scope, int node) {
        return isMeasured(scope, node) ? ofProcesses(scope, node).sum() : Double.NaN;
    }

    public double min(Scope scope, int node) {
        return ofProcesses(scope, node).min().orElse(Double.NaN);
    }

    public double max(Scope scope, int node) {
        return ofProcesses(scope, node).max().orElse(Double.NaN);
    }

    /// What the node took on the clock: of each process and repetition the largest inclusive value
    /// of its contexts, of these the mean over repetitions, of these the mean over processes.
    public double elapsed(int node) {
        if (!isMeasured(Scope.INCLUSIVE, node)) return Double.NaN;
        return processes.stream()
                .mapToDouble(process -> elapsedOfProcess(node, process))
                .average()
                .orElse(Double.NaN);
    }

    public double elapsedOfProcess(int node, Context process) {
        return meanOfRepetitions(
                node,
                process,
                contexts -> measured(Scope.INCLUSIVE, node, contexts).max().orElse(0));
    }

    /// Whether any context has a value at the node or, inclusive, below it.
    public boolean isMeasured(Scope scope, int node) {
        return of(scope).values().stream().anyMatch(values -> values.containsKey(node));
    }

    private DoubleStream ofProcesses(Scope scope, int node) {
        if (!isMeasured(scope, node)) return DoubleStream.empty();
        return processes.stream().mapToDouble(process -> ofProcess(scope, node, process));
    }

    /// The mean over the repetitions that count of what their contexts say together, 0 of none.
    private double meanOfRepetitions(
            int node, Context process, ToDoubleFunction<List<Context>> together) {
        int root = node;
        while (tree.parent(root) != CallTree.NO_PARENT) root = tree.parent(root);
        Map<Integer, List<Context>> counted = new HashMap<>();
        for (Context context : inclusive.keySet())
            if (processOf(context).equals(process)
                    && !Double.isNaN(ofContext(Scope.INCLUSIVE, root, context)))
                counted.computeIfAbsent(context.repetition(), _ -> new ArrayList<>()).add(context);
        return counted.values().stream().mapToDouble(together).average().orElse(0);
    }

    private DoubleStream measured(Scope scope, int node, List<Context> contexts) {
        return contexts.stream()
                .mapToDouble(context -> ofContext(scope, node, context))
                .filter(value -> !Double.isNaN(value));
    }

    private Map<Context, Map<Integer, Double>> of(Scope scope) {
        return switch (scope) {
            case INCLUSIVE -> inclusive;
            case EXCLUSIVE -> exclusive;
            case POINT -> throw new IllegalArgumentException("nothing adds up to a point");
        };
    }
}
