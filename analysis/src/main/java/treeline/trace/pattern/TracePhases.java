package treeline.trace.pattern;

import treeline.model.CallTree;
import treeline.model.Outline;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/// A run in three phases: before the repetitions of its [RepeatingPattern], the repetitions, and
/// after them. A run without a pattern has one phase. Times are means over contexts.
final class TracePhases {
    static final String BEFORE = "before";
    static final String REPETITIONS = "repetitions";
    static final String AFTER = "after";
    static final String WHOLE = "whole run";

    private final Map<String, Map<String, Long>> nanos = new TreeMap<>();
    private final Map<String, Map<String, Long>> calls = new TreeMap<>();
    private final int contexts;

    private TracePhases(int contexts) {
        this.contexts = contexts;
    }

    /// @param phased whether the run is divided; contexts without the shared pattern are omitted
    static TracePhases of(Outline outline, Traces traces, IntPredicate chosen, boolean phased) {
        PatternTable pattern =
                phased ? PatternTable.of(outline, traces, chosen) : new PatternTable(List.of(), 0);
        Map<Integer, RepeatingPattern> byContext = new HashMap<>();
        for (RepeatingPattern each : pattern.patterns()) byContext.put(each.context(), each);
        List<TraceLine> lines = new ArrayList<>();
        for (TraceLine line : traces.lines())
            if (chosen.test(line.context())
                    && (pattern.isEmpty() || byContext.containsKey(line.context())))
                lines.add(line);
        var phases = new TracePhases(lines.size());
        for (TraceLine line : lines) {
            RepeatingPattern own = byContext.get(line.context());
            if (own == null) {
                phases.add(WHOLE, outline.tree(), line, 0, Long.MAX_VALUE);
                continue;
            }
            phases.add(BEFORE, outline.tree(), line, 0, own.beginNanos());
            phases.add(REPETITIONS, outline.tree(), line, own.beginNanos(), own.endNanos());
            phases.add(AFTER, outline.tree(), line, own.endNanos(), Long.MAX_VALUE);
        }
        return phases;
    }

    private void add(String phase, CallTree tree, TraceLine line, long from, long to) {
        if (from >= to) return;
        Map<String, Long> times = nanos.computeIfAbsent(phase, _ -> new TreeMap<>());
        line.between(
                from,
                to,
                (begin, end, node) -> times.merge(name(tree, node), end - begin, Long::sum));
        Map<String, Long> counts = calls.computeIfAbsent(phase, _ -> new TreeMap<>());
        int first = line.firstFrom(from);
        int last = to == Long.MAX_VALUE ? line.samples() : line.firstFrom(to);
        for (int sample = first; sample < last; sample++) {
            int node = line.node(sample);
            int before = sample == 0 ? TraceLine.NO_NODE : line.node(sample - 1);
            boolean enters =
                    node != TraceLine.NO_NODE
                            && (before == TraceLine.NO_NODE || tree.parent(node) == before);
            if (enters) counts.merge(tree.name(node), 1L, Long::sum);
        }
    }

    private static String name(CallTree tree, int node) {
        return node == TraceLine.NO_NODE ? TraceLine.NO_ACTIVITY : tree.name(node);
    }

    boolean has(String phase) {
        return nanos.containsKey(phase);
    }

    List<String> functions(String phase) {
        return List.copyOf(nanos.getOrDefault(phase, Map.of()).keySet());
    }

    /// Mean exclusive time per context, in seconds.
    double seconds(String phase, String function) {
        return nanos.getOrDefault(phase, Map.of()).getOrDefault(function, 0L)
                / 1e9
                / Math.max(1, contexts);
    }

    /// Mean number of calls per context.
    double calls(String phase, String function) {
        return (double) calls.getOrDefault(phase, Map.of()).getOrDefault(function, 0L)
                / Math.max(1, contexts);
    }
}
