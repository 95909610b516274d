package treeline.trace;

import treeline.array.Ints;
import treeline.array.Longs;
import treeline.model.CallTree;
import treeline.model.Unit;
import treeline.single.NodePath;
import treeline.source.trace.TraceLine;
import treeline.table.Column;
import treeline.table.Rows;
import treeline.table.Table;
import treeline.table.WholeColumn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/// Traces as tables for programs. Times are in seconds since the start of the run; contexts and
/// nodes are identified by their index in the run.
public final class TraceTable {
    private TraceTable() {}

    /// One row per trace: the number of samples that begin within the window, and from when to when
    /// samples cover it. Times are missing if none does.
    public static Table contexts(TracePart part) {
        List<TraceLine> lines = part.lines();
        List<WindowLine> within =
                lines.stream()
                        .map(line -> WindowLine.of(line, part.window(), line.context()))
                        .toList();
        int rows = lines.size();
        List<String> names = part.names();
        long from = part.window().fromNanos();
        return Table.of(
                Column.whole("context_id", rows, i -> lines.get(i).context()),
                Column.text("context", rows, i -> names.get(lines.get(i).context())),
                Column.whole("samples", rows, i -> part.samples(lines.get(i))).headed("records"),
                seconds("begin", within, line -> from + line.nanos(0)).headed("from"),
                seconds("end", within, line -> from + line.endNanos()).headed("to"));
    }

    /// A time of each line; missing if the line has no samples.
    private static Column seconds(
            String name, List<WindowLine> lines, ToLongFunction<WindowLine> nanos) {
        return Rows.of(lines)
                .real(
                        name,
                        line ->
                                line.samples() == 0
                                        ? Double.NaN
                                        : TracePart.seconds(nanos.applyAsLong(line)))
                .in(Unit.SECONDS);
    }

    /// One row per stretch of time that a context spent in a node; samples that follow each other
    /// in one node are one row. What is in no node has no id.
    public static Table samples(TracePart part) {
        var stretches = new Stretches();
        for (TraceLine line : part.lines()) {
            stretches.context = line.context();
            line.between(part.window().fromNanos(), part.window().toNanos(), stretches);
        }
        return stretches.table(part);
    }

    /// A buffer of time intervals.
    private static final class Stretches implements TraceLine.Visitor {
        private int context;
        private final Ints contexts = new Ints();
        private final Ints nodes = new Ints();
        private final Longs begins = new Longs();
        private final Longs ends = new Longs();

        @Override
        public void stretch(long beginNanos, long endNanos, int node) {
            contexts.add(context);
            nodes.add(node);
            begins.add(beginNanos);
            ends.add(endNanos);
        }

        Table table(TracePart part) {
            List<String> names = part.names();
            int count = nodes.size();
            return Table.of(
                    Column.whole("context_id", count, contexts::at),
                    Column.text("context", contexts.toArray(), names),
                    Column.whole(
                            "node_id",
                            count,
                            i ->
                                    nodes.at(i) == TraceLine.NO_NODE
                                            ? WholeColumn.MISSING
                                            : nodes.at(i)),
                    paths(part.outline().tree()),
                    Column.real("begin", count, i -> TracePart.seconds(begins.at(i)))
                            .in(Unit.SECONDS)
                            .headed("from"),
                    Column.real("end", count, i -> TracePart.seconds(ends.at(i)))
                            .in(Unit.SECONDS)
                            .headed("to"));
        }

        /// Every path is made once, however many rows have it.
        private Column paths(CallTree tree) {
            Map<Integer, Integer> codeOf = new HashMap<>();
            List<String> paths = new ArrayList<>();
            int[] codes = new int[nodes.size()];
            for (int i = 0; i < codes.length; i++)
                codes[i] =
                        codeOf.computeIfAbsent(
                                nodes.at(i),
                                node -> {
                                    paths.add(
                                            node == TraceLine.NO_NODE
                                                    ? TracePart.NO_ACTIVITY
                                                    : NodePath.of(tree, node));
                                    return paths.size() - 1;
                                });
            return Column.text("path", codes, paths).headed("call path");
        }
    }
}
