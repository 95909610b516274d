package treeline.aggregate;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Moments;
import treeline.numbers.NodeMoments;
import treeline.numbers.Places;
import treeline.numbers.StoredSums;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A run of any size as a profile of one context that has what all its ranks have together, or on
/// average. What looks at one number per node (trees, flat profiles, hot paths, queries) gets the
/// same numbers from it as from the whole run, because sums and means pass through every fold.
public final class ReducedRun {
    private ReducedRun() {}

    /// The reduced run, with the metrics of a slice in the scopes in which they are stored.
    ///
    /// @param over sum or mean: extremes do not pass through folds
    public static Profile of(
            ProfileSource source,
            Slice slice,
            Reduction over,
            Engine engine,
            Engine.Progress progress)
            throws IOException {
        if (over == Reduction.MIN || over == Reduction.MAX)
            throw new IllegalArgumentException("extremes of parts are not those of the whole");
        Outline outline = slice.of(source.outline());
        List<NodeMoments> moments =
                engine.run(
                        MomentsByNode.of(outline.metrics(), Places.By.RANK),
                        Work.of(source, slice),
                        progress);
        int ranks = Places.of(outline.contexts(), Places.By.RANK).size();
        List<MetricColumn> columns = new ArrayList<>();
        for (int i = 0; i < moments.size(); i++)
            columns.add(column(moments.get(i), outline.metrics().get(i), ranks, over));
        return ofOne(outline, outline.metrics(), columns);
    }

    /// What a file says about one metric of the whole run without its values being read, empty
    /// where only loading says it.
    public static Optional<StoredSums> stored(ProfileSource source, String name)
            throws IOException {
        Map<Metric, NodeSums> known = new HashMap<>();
        for (Metric metric : source.outline().metrics())
            if (metric.name().equals(name))
                source.sums(metric).ifPresent(sums -> known.put(metric, sums));
        return known.isEmpty() ? Optional.empty() : StoredSums.of(source.outline(), name, known);
    }

    /// The mean over ranks of one metric, in both scopes, from sums that a file keeps.
    static Profile of(Outline outline, StoredSums sums) {
        List<Metric> metrics =
                List.of(sums.metric().in(Scope.INCLUSIVE), sums.metric().in(Scope.EXCLUSIVE));
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric metric : metrics)
            columns.add(column(sums.values(metric.scope(), Reduction.MEAN)));
        return ofOne(outline, metrics, columns);
    }

    /// The call tree alone.
    static Profile without(Outline outline) {
        int nodes = outline.tree().size();
        MetricColumn none =
                MetricColumn.ofContexts(new SparseRows.Builder().endRow().build(), nodes);
        return ofOne(
                outline, outline.metrics(), Collections.nCopies(outline.metrics().size(), none));
    }

    private static Profile ofOne(
            Outline outline, List<Metric> metrics, List<MetricColumn> columns) {
        return new Profile(
                outline.withContexts(List.of(Context.WHOLE)).withMetrics(metrics),
                new MetricTable(metrics, columns));
    }

    private static MetricColumn column(double[] value) {
        var row = new SparseRows.Builder();
        for (int node = 0; node < value.length; node++)
            if (!Double.isNaN(value[node])) row.add(node, value[node]);
        return MetricColumn.ofContexts(row.endRow().build(), value.length);
    }

    private static MetricColumn column(
            NodeMoments moments, Metric metric, int ranks, Reduction over) {
        double[] value = new double[moments.nodes()];
        for (int node = 0; node < value.length; node++) {
            Moments each = moments.at(node, metric.addsUp() ? ranks : 0);
            value[node] = over == Reduction.SUM ? each.sum() : each.mean();
        }
        return column(value);
    }
}
