package treeline.formats.hpctoolkit.values;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.SparseRows;
import treeline.source.ReadReport;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// Checks that the files of an HPCToolkit database belong to the same run. The files contain no run
/// identifier, but hpcprof adds the inclusive values of call paths to those of their callers. If a
/// call path has more than its caller, or none has a value although there are values, the values
/// belong to another tree.
public final class ConsistencyCheck {
    private static final double ROUNDING = 1e-6;
    private static final String REASON = "meta.db and the values belong to different runs: ";

    private final CallTree tree;
    private final ReadReport.Log log;
    private final AtomicBoolean looked = new AtomicBoolean();

    public ConsistencyCheck(CallTree tree, ReadReport.Log log) {
        this.tree = tree;
        this.log = log;
    }

    /// Looks at the first inclusive metric that is loaded for all nodes and contexts, once. Metrics
    /// without any value in the files are none of the outline.
    public void look(List<Metric> metrics, List<MetricColumn> columns) {
        for (int i = 0; i < metrics.size(); i++)
            if (metrics.get(i).scope() == Metric.Scope.INCLUSIVE) {
                if (looked.getAndSet(true)) return;
                if (columns.get(i).cells() > 0) look(sums(columns.get(i)));
                else log.lost(REASON + "no call path has a value", metrics.get(i).name());
                return;
            }
    }

    private void look(double[] sum) {
        int wrong = 0;
        int first = 0;
        for (int node = sum.length - 1; node >= 0; node--) {
            int caller = tree.parent(node);
            if (caller == CallTree.NO_PARENT) continue;
            if (sum[node] <= sum[caller] + ROUNDING * Math.abs(sum[caller])) continue;
            wrong++;
            first = node;
        }
        if (wrong > 0)
            log.lost(
                    REASON + "a call path has more than its caller",
                    String.join("/", tree.path(first)),
                    wrong);
    }

    private double[] sums(MetricColumn column) {
        double[] sum = new double[tree.size()];
        boolean byNode = column.isKnownByNode();
        SparseRows rows = byNode ? column.byNode() : column.byContext();
        for (int row = 0; row < rows.rows(); row++)
            for (int cell = rows.start(row); cell < rows.end(row); cell++)
                sum[byNode ? row : rows.index(cell)] += rows.value(cell);
        return sum;
    }
}
