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

/// The contexts, nodes, metrics and iterations to load, by their index in the outline of a source.
public record Slice(Selection contexts, Selection nodes, Selection metrics, Iterations iterations)
        implements Serializable {

    /// Handling of loop iterations.
    public sealed interface Iterations extends Serializable {
        /// Load sums only, which is enough for most analyses and much faster.
        record Summed() implements Iterations {}

        /// Load iterations `[from, to)` as series; the value of a cell is their sum.
        record Range(int from, int to) implements Iterations {
            public Range {
                if (from < 0 || to <= from)
                    throw new IllegalArgumentException(
                            "the iteration range from %d to %d is empty".formatted(from, to));
            }
        }
    }

    private static final Iterations EACH = new Iterations.Range(0, Integer.MAX_VALUE);

    /// Everything, with all iterations.
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

    /// Iterations from `from` (inclusive) to `to` (exclusive).
    public Slice withIterations(int from, int to) {
        return new Slice(contexts, nodes, metrics, new Iterations.Range(from, to));
    }

    /// A copy without contexts that cannot have a value: if a profile stores GPU time separately,
    /// threads have only CPU time and streams only GPU time, so ranks and threads are counted and
    /// compared without streams. Unchanged if other metrics are selected, or if no context would
    /// remain.
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

    /// Applies the slice to an outline: contexts and metrics are filtered, the call tree is kept.
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

    /// Applies the slice to a profile in memory.
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
            case Iterations.Range(int from, int to) when length > 0 ->
                    kept.copyIterations(rows.index(cell), rows, cell, from, to);
            case Iterations.Range _, Iterations.Summed _ ->
                    kept.add(rows.index(cell), rows.value(cell));
        }
    }

    /// The contexts of one rank.
    public static Selection ofRank(List<Context> contexts, int rank) {
        return Selection.where(contexts.size(), i -> contexts.get(i).rank() == rank);
    }
}
