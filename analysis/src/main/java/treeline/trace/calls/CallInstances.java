package treeline.trace.calls;

import treeline.aggregate.QuantileSketch;
import treeline.array.Ints;
import treeline.array.Longs;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.ContextNames;
import treeline.model.Outline;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.table.Order;
import treeline.table.Rows;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/// Durations of the calls of each function in a trace that records every call.
///
/// A call within a call of the same function is an instance of its own. Calls that are open at the
/// start or the end of the trace are cut there. Memory depends on the number of functions and of
/// listed calls, not on the number of calls: quantiles come from a [QuantileSketch].
public final class CallInstances {
    /// The order of instances: longest first, then by time and context.
    private static final Comparator<Instance> LONGEST_FIRST =
            Comparator.comparingLong(Instance::nanos)
                    .reversed()
                    .thenComparingLong(Instance::beginNanos)
                    .thenComparingInt(Instance::context);

    private final CallTree tree;
    private final List<String> names;
    private final int listed;
    private final Predicate<String> chosen;
    private final Map<String, Durations> byFunction = new TreeMap<>();

    /// One call.
    private record Instance(int node, int context, long beginNanos, long nanos) {}

    /// The calls of one function.
    private static final class Durations {
        private final QuantileSketch sketch = new QuantileSketch();
        private double sum;
        private final PriorityQueue<Instance> longest =
                new PriorityQueue<>(LONGEST_FIRST.reversed());

        void add(Instance instance, int listed) {
            sketch.add((double) instance.nanos());
            sum += instance.nanos();
            longest.add(instance);
            if (longest.size() > listed) longest.remove();
        }

        Instance first() {
            return longest.stream().min(LONGEST_FIRST).orElseThrow();
        }
    }

    private CallInstances(Outline outline, int listed, Predicate<String> chosen) {
        this.tree = outline.tree();
        this.names = ContextNames.of(outline).names();
        this.listed = listed;
        this.chosen = chosen;
    }

    /// The calls of some functions on some contexts.
    ///
    /// @param listed how many of the longest calls of each function are kept
    /// @param functions the functions whose calls are counted
    /// @throws IllegalArgumentException if the trace consists of samples, which do not show calls
    public static CallInstances of(
            Outline outline,
            Traces traces,
            IntPredicate contexts,
            Predicate<String> functions,
            int listed) {
        if (traces.detail() != Traces.Detail.CALLS)
            throw new IllegalArgumentException(
                    "the trace consists of samples, which do not show where calls begin and end");
        var instances = new CallInstances(outline, Math.max(1, listed), functions);
        for (TraceLine line : traces.lines())
            if (contexts.test(line.context()))
                if (outline.contexts().get(line.context()).stream() == Context.NONE)
                    instances.add(line);
                else instances.addWork(line);
        return instances;
    }

    private void add(TraceLine line) {
        var stack = new Ints();
        var begins = new Longs();
        int samples = line.samples();
        for (int sample = 0; sample <= samples; sample++) {
            int node = sample == samples ? TraceLine.NO_NODE : line.node(sample);
            long time = sample == samples ? line.endNanos() : line.nanos(sample);
            while (!stack.isEmpty() && !isWithin(node, stack.last()))
                end(line.context(), stack.removeLast(), begins.removeLast(), time);
            int open = stack.size();
            int missing = levelsBelow(node, stack.isEmpty() ? CallTree.NO_PARENT : stack.last());
            stack.padTo(open + missing, node);
            begins.padTo(open + missing, time);
            int caller = node;
            for (int level = open + missing - 1; level >= open; level--) {
                stack.set(level, caller);
                caller = tree.parent(caller);
            }
        }
    }

    /// The work of a GPU stream: its callers ran on the host and are not calls of the stream.
    private void addWork(TraceLine line) {
        int samples = line.samples();
        for (int sample = 0; sample < samples; sample++) {
            int node = line.node(sample);
            if (node == TraceLine.NO_NODE) continue;
            long end = sample + 1 == samples ? line.endNanos() : line.nanos(sample + 1);
            end(line.context(), node, line.nanos(sample), end);
        }
    }

    private boolean isWithin(int node, int caller) {
        return node != TraceLine.NO_NODE && node >= caller && node < tree.subtreeEnd(caller);
    }

    private int levelsBelow(int node, int caller) {
        int levels = 0;
        for (int at = node; at != TraceLine.NO_NODE && at != caller; at = tree.parent(at)) levels++;
        return levels;
    }

    private void end(int context, int node, long begin, long end) {
        String function = tree.name(node);
        if (!chosen.test(function)) return;
        byFunction
                .computeIfAbsent(function, _ -> new Durations())
                .add(new Instance(node, context, begin, end - begin), listed);
    }

    /// One row per function: the distribution of the durations of its calls, and its longest call.
    /// Largest total time first.
    public Table distributions() {
        List<Map.Entry<String, Durations>> rows = List.copyOf(byFunction.entrySet());
        var all = Rows.of(rows);
        return Table.of(
                        all.text("function", each -> each.getKey()),
                        all.whole("calls", each -> each.getValue().sketch.count()),
                        all.seconds("total", each -> each.getValue().sum),
                        all.seconds("min", each -> each.getValue().sketch.quantile(0)),
                        all.seconds("median", each -> each.getValue().sketch.quantile(0.5)),
                        all.seconds("p95", each -> each.getValue().sketch.quantile(0.95))
                                .headed("95 %"),
                        all.seconds("max", each -> each.getValue().first().nanos()),
                        all.text("context", each -> names.get(each.getValue().first().context())),
                        all.seconds("begin", each -> each.getValue().first().beginNanos())
                                .headed("from"))
                .sort(Order.descending("total"));
    }

    /// One row per listed call, longest first.
    public Table longest() {
        List<Instance> all = new ArrayList<>();
        for (Durations durations : byFunction.values()) all.addAll(durations.longest);
        all.sort(LONGEST_FIRST);
        var rows = Rows.of(all.subList(0, Math.min(listed, all.size())));
        return Table.of(
                rows.text("function", each -> tree.name(each.node())),
                rows.text("context", each -> names.get(each.context())),
                rows.seconds("begin", Instance::beginNanos).headed("from"),
                rows.seconds("end", each -> each.beginNanos() + each.nanos()).headed("to"),
                rows.seconds("seconds", Instance::nanos),
                rows.whole("node_id", Instance::node));
    }
}
