package treeline.trace.pattern;

import treeline.array.IndexSort;
import treeline.model.CallTree;
import treeline.source.trace.TraceLine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The longest tandem repeat in the calls of a context: a sequence of direct callees of one
/// function that follows itself again and again, such as `stencil, exchange, norm`. Each repetition
/// is an iteration of a loop that the program did not annotate.
///
/// Of all functions and periods, the repeat that covers most time is chosen, and of equal ones the
/// shortest period. Linear in the number of calls times the largest period, [#MAX_PERIOD], for each
/// of the callers that are examined.
///
/// @param caller the function whose callees repeat, [CallTree#NO_PARENT] for the roots
/// @param nodes callees of one repetition
/// @param bounds start of each repetition, and the end of the last one
public record RepeatingPattern(int context, int caller, List<Integer> nodes, List<Long> bounds) {
    /// Maximum number of calls of one repetition.
    public static final int MAX_PERIOD = 64;

    /// Maximum number of callers that are examined, those with the most time.
    private static final int MAX_CALLERS = 32;

    /// Fewer repetitions are not a pattern.
    public static final int MIN_REPETITIONS = 3;

    public RepeatingPattern {
        nodes = List.copyOf(nodes);
        bounds = List.copyOf(bounds);
    }

    public int repetitions() {
        return bounds.size() - 1;
    }

    public long beginNanos() {
        return bounds.getFirst();
    }

    public long endNanos() {
        return bounds.getLast();
    }

    /// The pattern of a context; empty if nothing repeats.
    public static Optional<RepeatingPattern> of(CallTree tree, TraceLine line) {
        long[] inclusive = inclusive(tree, line);
        RepeatingPattern best =
                longest(
                                line.context(),
                                CallTree.NO_PARENT,
                                CallSequence.of(tree, line, CallTree.NO_PARENT))
                        .orElse(null);
        for (int caller : callers(tree, inclusive)) {
            if (best != null && best.length() >= inclusive[caller]) break;
            CallSequence calls = CallSequence.of(tree, line, caller);
            RepeatingPattern found = longest(line.context(), caller, calls).orElse(null);
            if (found != null && (best == null || found.length() > best.length())) best = found;
        }
        return Optional.ofNullable(best);
    }

    private long length() {
        return endNanos() - beginNanos();
    }

    private static long[] inclusive(CallTree tree, TraceLine line) {
        long[] nanos = new long[tree.size()];
        line.between(
                0,
                Long.MAX_VALUE,
                (begin, end, node) -> {
                    if (node != TraceLine.NO_NODE) nanos[node] += end - begin;
                });
        for (int node = tree.size() - 1; node >= 0; node--)
            if (tree.parent(node) != CallTree.NO_PARENT) nanos[tree.parent(node)] += nanos[node];
        return nanos;
    }

    /// Callers by inclusive time, longest first, because no repeat is longer than its caller. Each
    /// costs a pass over the line.
    private static int[] callers(CallTree tree, long[] inclusive) {
        int[] callers =
                IntStream.range(0, tree.size())
                        .filter(node -> tree.subtreeEnd(node) > node + 1 && inclusive[node] > 0)
                        .toArray();
        int[] longestFirst =
                IndexSort.of(
                        callers, (node, other) -> Long.compare(inclusive[other], inclusive[node]));
        return Arrays.copyOf(longestFirst, Math.min(MAX_CALLERS, longestFirst.length));
    }

    private static Optional<RepeatingPattern> longest(int context, int caller, CallSequence calls) {
        RepeatingPattern best = null;
        int largest = Math.min(MAX_PERIOD, calls.size() / MIN_REPETITIONS);
        for (int period = 1; period <= largest; period++) {
            int equal = 0;
            for (int i = period; i <= calls.size(); i++) {
                if (i < calls.size() && calls.node(i) == calls.node(i - period)) {
                    equal++;
                    continue;
                }
                int repetitions = (equal + period) / period;
                int first = i - equal - period;
                equal = 0;
                if (repetitions < MIN_REPETITIONS) continue;
                var found = pattern(context, caller, calls, first, period, repetitions);
                if (best == null || found.length() > best.length()) best = found;
            }
        }
        return Optional.ofNullable(best);
    }

    private static RepeatingPattern pattern(
            int context, int caller, CallSequence calls, int first, int period, int repetitions) {
        List<Integer> nodes = new ArrayList<>();
        for (int i = first; i < first + period; i++) nodes.add(calls.node(i));
        List<Long> bounds = new ArrayList<>();
        for (int r = 0; r < repetitions; r++) bounds.add(calls.begin(first + r * period));
        bounds.add(calls.end(first + repetitions * period - 1));
        return new RepeatingPattern(context, caller, nodes, bounds);
    }

    /// The callees of a repetition, joined by commas.
    public String text(CallTree tree) {
        List<String> names = new ArrayList<>();
        for (int node : nodes) names.add(tree.name(node));
        return String.join(", ", names);
    }
}
