package treeline.select;

import org.jspecify.annotations.Nullable;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.ContextNames;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.single.NodePath;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.WholeColumn;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/// The stored content of a run as tables for programs: metrics, contexts, call paths and values.
/// Rows are identified by their index in the run, whatever the selection, so that tables of one run
/// can be joined.
public final class Tables {
    private static final List<String> OURS =
            List.of(
                    "id",
                    "context_id",
                    "context",
                    "host",
                    "rank",
                    "thread",
                    "stream",
                    "repetition",
                    "node_id",
                    "path",
                    "metric",
                    "scope",
                    "unit",
                    "value");

    private Tables() {}

    /// One row per metric. A scope that is computed from another one has no id.
    public static Table metrics(Outline outline, MetricSelector chosen) {
        List<Metric> metrics = chosen.of(outline);
        return Table.of(
                Column.whole(
                        "id",
                        metrics.size(),
                        i -> orMissing(outline.metrics().indexOf(metrics.get(i)))),
                text("name", metrics, Metric::name),
                text("unit", metrics, metric -> metric.unit().symbol()),
                text("scope", metrics, Tables::scope));
    }

    /// One row per context: its name, its parts, and one column per label that contexts have.
    public static Table contexts(Outline outline, ContextSelector chosen) {
        int[] ids = chosen.of(outline).indexes(outline.contexts().size());
        List<Column> columns = new ArrayList<>();
        columns.add(Column.whole("id", outline.contexts().size(), i -> i));
        columns.add(
                Column.text("context", outline.contexts().size(), ContextNames.of(outline)::name));
        columns.addAll(parts(outline));
        return Table.of(columns).take(ids);
    }

    /// The parts and labels of contexts.
    private static List<Column> parts(Outline outline) {
        List<Context> contexts = outline.contexts();
        List<Column> columns = new ArrayList<>();
        ContextNames names = ContextNames.of(outline);
        columns.add(text("host", contexts, context -> known(context.host())));
        columns.add(part("rank", contexts, Context::rank));
        columns.add(part("thread", contexts, Context::thread));
        columns.add(Column.whole("stream", contexts.size(), i -> orMissing(names.stream(i))));
        columns.add(part("repetition", contexts, Context::repetition));
        for (Label label : outline.contextLabels())
            if (!isNumberOfStream(label, names))
                columns.add(Column.text(columnOf(label), contexts.size(), i -> known(label.at(i))));
        return columns;
    }

    /// Whether a label repeats the column `stream`.
    private static boolean isNumberOfStream(Label label, ContextNames names) {
        return label.name().equals("stream")
                && IntStream.range(0, label.size())
                        .allMatch(
                                i ->
                                        label.at(i).isEmpty()
                                                || label.at(i)
                                                        .equals(Integer.toString(names.stream(i))));
    }

    private static Column part(String name, List<Context> contexts, ToIntFunction<Context> part) {
        return Column.whole(
                name, contexts.size(), i -> orMissing(part.applyAsInt(contexts.get(i))));
    }

    /// One row per call path. Roots have no parent, what no file says has no text.
    public static Table tree(Outline outline, NodeSet chosen) {
        CallTree tree = outline.tree();
        int[] nodes = chosen.stream().toArray();
        int[] depths = tree.depths();
        List<Integer> rows = chosen.stream().boxed().toList();
        IntFunction<String> paths = NodePath.ofEach(tree);
        return Table.of(
                Column.whole("id", nodes.length, i -> nodes[i]),
                Column.whole("parent", nodes.length, i -> orMissing(tree.parent(nodes[i]))),
                Column.whole("depth", nodes.length, i -> depths[nodes[i]]),
                text("kind", rows, node -> lower(tree.frame(node).kind())),
                text("name", rows, tree::name),
                text("file", rows, node -> known(tree.frame(node).file())),
                Column.whole(
                        "line",
                        nodes.length,
                        i -> {
                            int line = tree.frame(nodes[i]).line();
                            return line == 0 ? WholeColumn.MISSING : line;
                        }),
                text("module", rows, node -> known(tree.frame(node).module())),
                text("path", rows, paths::apply));
    }

    /// The values of chosen contexts, call paths and metrics: one row per value that is there.
    public static Table slice(
            Profile profile, ContextSelector contexts, Query paths, MetricSelector metrics) {
        Selection chosen = contexts.of(profile.outline());
        Profile part = Slice.everything().withContexts(chosen).of(profile);
        return slice(
                part,
                chosen.indexes(profile.contexts().size()),
                paths.on(part),
                metrics.of(profile.outline()));
    }

    /// The same of a run of which only some contexts were loaded.
    ///
    /// @param contextIds of the contexts that are loaded, the index of each in the whole run
    /// @param metrics that are loaded, or can be computed from those
    public static Table slice(
            Profile loaded, int[] contextIds, NodeSet nodes, List<Metric> metrics) {
        List<SparseRows> columns =
                metrics.stream().map(metric -> loaded.column(metric).byContext()).toList();
        var cells = new Cells(columns.stream().mapToLong(rows -> cellsAt(rows, nodes)).sum());
        for (int context = 0; context < loaded.contexts().size(); context++)
            for (int metric = 0; metric < columns.size(); metric++)
                cells.add(context, metric, columns.get(metric), nodes);
        return cells.table(loaded.outline(), contextIds, metrics);
    }

    private static long cellsAt(SparseRows rows, NodeSet nodes) {
        long cells = 0;
        for (int cell = 0; cell < rows.cells(); cell++)
            if (nodes.contains(rows.index(cell))) cells++;
        return cells;
    }

    /// A buffer of values.
    private static final class Cells {
        private final int[] contexts;
        private final int[] metrics;
        private final int[] nodes;
        private final double[] values;
        private int count;

        Cells(long all) {
            int length = Math.toIntExact(all);
            contexts = new int[length];
            metrics = new int[length];
            nodes = new int[length];
            values = new double[length];
        }

        void add(int context, int metric, SparseRows rows, NodeSet chosen) {
            for (int cell = rows.start(context); cell < rows.end(context); cell++) {
                if (!chosen.contains(rows.index(cell))) continue;
                contexts[count] = context;
                metrics[count] = metric;
                nodes[count] = rows.index(cell);
                values[count++] = rows.value(cell);
            }
        }

        Table table(Outline outline, int[] contextIds, List<Metric> all) {
            List<Column> columns = new ArrayList<>();
            columns.add(Column.whole("context_id", count, i -> contextIds[contexts[i]]));
            columns.addAll(Table.of(parts(outline)).take(contexts).columns());
            columns.add(Column.whole("node_id", count, i -> nodes[i]));
            columns.add(paths(outline.tree()));
            columns.addAll(named(all).take(metrics).columns());
            columns.add(Column.real("value", count, i -> values[i]));
            return Table.of(columns);
        }

        private static Table named(List<Metric> metrics) {
            return Table.of(
                    text("metric", metrics, Metric::name),
                    text("scope", metrics, Tables::scope),
                    text("unit", metrics, metric -> metric.unit().symbol()));
        }

        /// Every path is made once, however many contexts have it.
        private Column paths(CallTree tree) {
            int[] codeOf = new int[tree.size()];
            List<String> paths = new ArrayList<>();
            IntFunction<String> pathOf = NodePath.ofEach(tree);
            int[] codes = new int[count];
            for (int i = 0; i < count; i++) {
                int node = nodes[i];
                if (codeOf[node] == 0) {
                    paths.add(pathOf.apply(node));
                    codeOf[node] = paths.size();
                }
                codes[i] = codeOf[node] - 1;
            }
            return Column.text("path", codes, paths);
        }
    }

    /// A label may be called like a column of ours.
    private static String columnOf(Label label) {
        return OURS.contains(label.name()) ? "label." + label.name() : label.name();
    }

    private static long orMissing(int index) {
        return index < 0 ? WholeColumn.MISSING : index;
    }

    private static @Nullable String known(String text) {
        return text.isEmpty() ? null : text;
    }

    private static String scope(Metric metric) {
        return lower(metric.scope());
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static <T> Column text(String name, List<T> rows, Function<T, @Nullable String> text) {
        return Column.text(name, rows.size(), i -> text.apply(rows.get(i)));
    }
}
