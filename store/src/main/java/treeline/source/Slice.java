package treeline.source;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Which contexts, nodes, metrics and iterations to load, by their index in a source's outline.
public record Slice(Selection contexts, Selection nodes, Selection metrics, Iterations iterations)
        implements Serializable {

    /// What becomes of the iterations of recorded loops.
    public sealed interface Iterations extends Serializable {
        /// Only their sum is loaded: what most analyses want, and much less to read.
        record Summed() implements Iterations {}

        /// The iterations `[from, to)` are kept as series, and a cell's value is the sum of these.
        record Range(int from, int to) implements Iterations {
            public Range {
                if (from < 0 || to <= from)
                    throw new IllegalArgumentException(
                            "iterations from %d to %d are none".formatted(from, to));
            }
        }
    }

    private static final Iterations EACH = new Iterations.Range(0, Integer.MAX_VALUE);

    /// All there is, every iteration kept.
    public static Slice everything() {
        return new Slice(Selection.ALL, Selection.ALL, Selection.ALL, EACH);
    }

    /// All contexts, nodes and metrics; iterations summed.
    public static Slice summed() {
        return new Slice(Selection.ALL, Selection.ALL, Selection.ALL, new Iterations.Summed());
    }

    public Slice withContexts(Selection chosen) {
        return new Slice(chosen, nodes, metrics, iterations);
    }

    public Slice withNodes(Selection chosen) {
        return new Slice(contexts, chosen, metrics, iterations);
    }

    public Slice withMetrics(Selection chosen) {
        return new Slice(contexts, nodes, chosen, iterations);
    }

    /// Values of the iterations from `from` on and before `to`.
    public Slice withIterations(int from, int to) {
        return new Slice(contexts, nodes, metrics, new Iterations.Range(from, to));
    }

    /// Without contexts that cannot have a value: if a profile stores device time apart from host
    /// time, threads have only the one and streams only the other. Ranks and threads are then
    /// counted and compared without streams. The slice stays as it is if other metrics are chosen,
    /// or if no context would be left.
    public Slice whereMeasured(Outline outline) {
        List<String> names = of(outline).metrics().stream().map(Metric::name).distinct().toList();
        boolean apart =
                outline.metrics().stream().anyMatch(each -> each.name().equals(Metric.DEVICE_TIME));
        boolean device = names.equals(List.of(Metric.DEVICE_TIME));
        if (!apart || !(device || names.equals(List.of(Metric.HOST_TIME)))) return this;
        List<Context> all = outline.contexts();
        Selection measured =
                Selection.where(
                        all.size(),
                        each ->
                                contexts.contains(each)
                                        && all.get(each).stream() != Context.NONE == device);
        return measured.indexes(all.size()).length == 0 ? this : withContexts(measured);
    }

    /// What is left of an outline: contexts and metrics are chosen, the call tree stays whole.
    public Outline of(Outline outline) {
        Outline chosen =
                contexts.isAll()
                        ? outline
                        : outline.withContexts(contexts.indexes(outline.contexts().size()));
        if (metrics.isAll()) return chosen;
        return chosen.withMetrics(
                Arrays.stream(metrics.indexes(outline.metrics().size()))
                        .mapToObj(outline.metrics()::get)
                        .toList());
    }

    /// The slice of a profile that is already in memory.
    public Profile of(Profile profile) {
        if (equals(everything())) return profile;
        Outline outline = of(profile.outline());
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric metric : outline.metrics()) columns.add(of(profile.column(metric)));
        return new Profile(outline, new MetricTable(outline.metrics(), columns));
    }

    private MetricColumn of(MetricColumn column) {
        SparseRows rows = column.byContext();
        var kept = new SparseRows.Builder();
        for (int context : contexts.indexes(rows.rows())) {
            for (int cell = rows.start(context); cell < rows.end(context); cell++)
                if (nodes.contains(rows.index(cell))) addCell(kept, rows, cell);
            kept.endRow();
        }
        return MetricColumn.ofContexts(kept.build(), column.nodes());
    }

    private void addCell(SparseRows.Builder kept, SparseRows rows, int cell) {
        int length = rows.seriesLength(cell);
        switch (iterations) {
            case Iterations.Range(int from, int to) when from == 0 && length <= to ->
                    kept.copy(rows.index(cell), rows, cell);
            case Iterations.Range(int from, int to) when length > 0 -> {
                int end = Math.min(to, length);
                if (from < end) kept.addSeries(rows.index(cell), rows.series(cell), from, end);
            }
            case Iterations.Range _, Iterations.Summed _ ->
                    kept.add(rows.index(cell), rows.value(cell));
        }
    }

    /// The contexts of one rank, for slices that people name.
    public static Selection ofRank(List<Context> contexts, int rank) {
        return Selection.where(contexts.size(), i -> contexts.get(i).rank() == rank);
    }
}
