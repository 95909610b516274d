package treeline.transform;

import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// A profile restricted to selected iterations of its loops. Nodes without recorded iterations are
/// dropped, because their values cover the whole run. Callers of a loop hold the time of the loop
/// in these iterations.
///
/// Below a loop, a node stays if its iterations are those of the loop. A nested loop counts its own
/// iterations over all outer iterations, so its time stays in the outer loop. If the iterations of
/// a callee are unknown, the exclusive values of its caller are unknown and therefore missing; see
/// [ScopedIterations]. Both are decided over all contexts, by a [LoopNesting].
public final class KeptIterations implements TransformStep {
    private static final long serialVersionUID = 1;

    private final int from;
    private final int to;
    private final List<BitSet> kept;
    private final List<BitSet> unknown;

    /// @param kept for each metric the nodes that keep values
    /// @param unknown for each metric the nodes without exclusive values
    KeptIterations(int from, int to, List<BitSet> kept, List<BitSet> unknown) {
        this.from = from;
        this.to = to;
        this.kept = kept;
        this.unknown = unknown;
    }

    /// Only the values of iterations `[from, to)`, each the sum of them.
    ///
    /// @param profile loaded with all its iterations
    /// @throws IllegalArgumentException if no loop kept its iterations
    public static Profile only(Profile profile, int from, int to) {
        return LoopNesting.of(profile, from, to).kept(profile.tree()).apply(profile);
    }

    /// The run, or some of its contexts, loaded with the metrics and iterations that were decided
    /// on.
    @Override
    public Profile apply(Profile profile) {
        List<Metric> metrics = profile.metrics();
        List<MetricColumn> columns = new ArrayList<>();
        for (int i = 0; i < metrics.size(); i++)
            columns.add(only(profile.column(metrics.get(i)), kept.get(i)));
        var only = new Profile(profile.outline(), new MetricTable(metrics, columns));
        for (int i = 0; i < metrics.size(); i++)
            if (kept.get(i).intersects(unknown.get(i)))
                only = withoutUnknown(only, metrics.get(i), unknown.get(i));
        return only;
    }

    /// Exclusive values would be computed from what is left, as if callees that are left out had
    /// taken no time. If there are such callees, the column of exclusive values lacks their
    /// callers.
    private static Profile withoutUnknown(Profile only, Metric metric, BitSet unknown) {
        Metric exclusive = metric.in(Metric.Scope.EXCLUSIVE);
        if (only.metrics().contains(exclusive)) return only;
        SparseRows values = only.column(exclusive).byContext();
        var out = new SparseRows.Builder();
        for (int context = 0; context < values.rows(); context++) {
            for (int cell = values.start(context); cell < values.end(context); cell++)
                if (!unknown.get(values.index(cell)))
                    out.add(values.index(cell), values.value(cell));
            out.endRow();
        }
        return only.with(exclusive, MetricColumn.ofContexts(out.build(), only.tree().size()));
    }

    private MetricColumn only(MetricColumn column, BitSet kept) {
        SparseRows rows = column.byContext();
        var out = new SparseRows.Builder();
        for (int context = 0; context < rows.rows(); context++) {
            for (int cell = rows.start(context); cell < rows.end(context); cell++)
                if (rows.hasSeries() && kept.get(rows.index(cell)))
                    out.copyIterations(rows.index(cell), rows, cell, from, to);
            out.endRow();
        }
        return MetricColumn.ofContexts(out.build(), column.nodes());
    }
}
