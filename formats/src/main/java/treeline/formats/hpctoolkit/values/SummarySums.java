package treeline.formats.hpctoolkit.values;

import treeline.formats.hpctoolkit.metrics.MetricIds;
import treeline.formats.hpctoolkit.metrics.StoredMetric;
import treeline.formats.hpctoolkit.metrics.StoredMetric.Instance;
import treeline.formats.hpctoolkit.metrics.StoredMetric.Summary;
import treeline.formats.hpctoolkit.tree.ContextTree;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.NodeSums;
import treeline.model.SparseRows;
import treeline.source.ReadReport;
import treeline.source.Selection;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Sums over all threads, which hpcprof stores as the first profile of `profile.db`, so that a
/// first look at a database does not read the profiles of its threads.
///
/// hpcprof propagates every value to all callers, so inclusive values are nested. The number of
/// threads with a value is stored only on request.
public record SummarySums(
        List<StoredMetric> metrics,
        ProfileIndex profiles,
        ContextTree contexts,
        ReadReport.Log log) {
    /// Empty where the file does not have them for certain: then threads' values say it.
    public Optional<NodeSums> of(ValueColumn column) {
        if (profiles.summary() == ProfileIndex.NO_SUMMARY || profiles.isDamaged())
            return Optional.empty();
        return summaryOf(column.id()).flatMap(summary -> read(summary, column));
    }

    /// The sum over threads of the metric and scope that threads have under this id.
    private Optional<Summary> summaryOf(int id) {
        for (StoredMetric metric : metrics)
            for (Instance instance : metric.instances())
                if (instance.id() == id)
                    return metric.summaries().stream()
                            .filter(Summary::isPlainSum)
                            .filter(summary -> summary.scope().equals(instance.scope()))
                            .findFirst();
        return Optional.empty();
    }

    private Optional<NodeSums> read(Summary summary, ValueColumn column) {
        var reading = new ReadReport.Log();
        var all = new WantedNodes(Selection.ALL, contexts.tree().size());
        var ids = new MetricIds(summary.id());
        MetricColumn stored =
                new ProfileMajorLoader(profiles, contexts, all, ids, reading)
                        .load(new int[] {profiles.summary()})[0];
        double[] sums =
                sums(
                        column.isDerived()
                                ? Exclusive.of(stored, contexts, column, Selection.ALL)
                                : stored);
        boolean inclusive = column.metric().scope() == Metric.Scope.INCLUSIVE;
        if (!reading.report().isLossy() && (!inclusive || isNested(sums)))
            return Optional.of(NodeSums.uncounted(sums, inclusive));
        log.note("the summary is damaged; values of threads are read instead", summary.text());
        return Optional.empty();
    }

    private static double[] sums(MetricColumn column) {
        SparseRows rows = column.byContext();
        double[] sums = new double[column.nodes()];
        Arrays.fill(sums, Double.NaN);
        for (int cell = 0; cell < rows.cells(); cell++) sums[rows.index(cell)] = rows.value(cell);
        return sums;
    }

    /// What hpcprof promises, as far as sums show it.
    private boolean isNested(double[] sums) {
        CallTree tree = contexts.tree();
        for (int node = 0; node < sums.length; node++) {
            int caller = tree.parent(node);
            if (caller != CallTree.NO_PARENT
                    && !Double.isNaN(sums[node])
                    && Double.isNaN(sums[caller])) return false;
        }
        return true;
    }
}
