package treeline.trace;

import treeline.model.CallTree;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.single.Grouping;
import treeline.source.trace.TraceLine;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.NodeGroups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Time profile: the time of all contexts per function and time bin, over a window divided into
/// equal bins. Intervals that span several bins are divided at the edges, so that bins sum to the
/// window in whole nanoseconds.
///
/// @param edges of the bins in nanoseconds since the start of the run, one more than there are bins
/// @param functions those with the most time in the window, descending, and [#OTHER] if there are
///   more
/// @param nanos by function and bin
public record TraceBins(List<Long> edges, List<String> functions, List<List<Long>> nanos) {
    /// The name of all functions that are not listed.
    public static final String OTHER = "(other)";

    public TraceBins {
        edges = List.copyOf(edges);
        functions = List.copyOf(functions);
        nanos = nanos.stream().map(List::copyOf).toList();
    }

    /// The time of functions in bins of equal length.
    ///
    /// @param most functions to list
    /// @throws IllegalArgumentException where a bin would be shorter than a nanosecond
    public static TraceBins of(TracePart part, int bins, int most) {
        long[] edges = edges(part.window(), bins);
        List<String> functionOf = functionOf(part.outline());
        Map<String, Long> totals = new HashMap<>();
        visit(
                part,
                (begin, end, node) -> totals.merge(name(functionOf, node), end - begin, Long::sum));
        List<String> functions = largest(totals, most);
        Map<String, Integer> rowOf = new HashMap<>();
        for (int row = 0; row < functions.size(); row++) rowOf.put(functions.get(row), row);
        boolean others = functions.size() < totals.size();
        long[][] nanos = new long[functions.size() + (others ? 1 : 0)][bins];
        visit(
                part,
                (begin, end, node) -> {
                    int row = rowOf.getOrDefault(name(functionOf, node), functions.size());
                    divide(edges, begin, end, nanos[row]);
                });
        if (others) functions.add(OTHER);
        List<List<Long>> lists = new ArrayList<>();
        for (long[] row : nanos) lists.add(boxed(row));
        return new TraceBins(boxed(edges), functions, lists);
    }

    private static void visit(TracePart part, TraceLine.Visitor visitor) {
        TimeWindow window = part.window();
        for (TraceLine line : part.lines())
            line.between(window.fromNanos(), window.toNanos(), visitor);
    }

    private static List<String> functionOf(Outline outline) {
        CallTree tree = outline.tree();
        NodeGroups groups = Grouping.FUNCTION.of(outline);
        List<String> names = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++) names.add(groups.frame(node).name());
        return names;
    }

    private static String name(List<String> functionOf, int node) {
        return node == TraceLine.NO_NODE ? TracePart.NO_ACTIVITY : functionOf.get(node);
    }

    /// Functions of equal time come in the order of their names.
    private static List<String> largest(Map<String, Long> totals, int most) {
        return new ArrayList<>(
                totals.entrySet().stream()
                        .sorted(
                                Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .limit(most)
                        .map(Map.Entry::getKey)
                        .toList());
    }

    private static long[] edges(TimeWindow window, int bins) {
        long span = window.toNanos() - window.fromNanos();
        if (bins < 1 || bins > span)
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "%,d bins of %,d ns: a bin has a nanosecond or more",
                            bins,
                            span));
        long[] edges = new long[bins + 1];
        for (int edge = 0; edge <= bins; edge++)
            edges[edge] = window.fromNanos() + span / bins * edge + span % bins * edge / bins;
        return edges;
    }

    private static void divide(long[] edges, long begin, long end, long[] nanos) {
        int found = Arrays.binarySearch(edges, begin);
        int bin = found >= 0 ? found : -found - 2;
        for (long at = begin; at < end; bin++) {
            long next = Math.min(end, edges[bin + 1]);
            nanos[bin] += next - at;
            at = next;
        }
    }

    private static List<Long> boxed(long[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    public int bins() {
        return edges.size() - 1;
    }

    /// One row per bin and function, also where a function has no time in a bin.
    public Table table() {
        int each = functions.size();
        int rows = bins() * each;
        return Table.of(
                Column.real("begin", rows, i -> TracePart.seconds(edges.get(i / each)))
                        .in(Unit.SECONDS)
                        .headed("from"),
                Column.real("end", rows, i -> TracePart.seconds(edges.get(i / each + 1)))
                        .in(Unit.SECONDS)
                        .headed("to"),
                Column.text("function", rows, i -> functions.get(i % each)),
                Column.real(
                                "seconds",
                                rows,
                                i -> TracePart.seconds(nanos.get(i % each).get(i / each)))
                        .in(Unit.SECONDS)
                        .headed("time"));
    }
}
