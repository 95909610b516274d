package treeline.aggregate;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Moments;
import treeline.numbers.NodeMoments;
import treeline.numbers.Places;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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
        return new Profile(
                outline.withContexts(List.of(Context.WHOLE)),
                new MetricTable(outline.metrics(), columns));
    }

    private static MetricColumn column(
            NodeMoments moments, Metric metric, int ranks, Reduction over) {
        var row = new SparseRows.Builder(moments.nodes(), 0);
        for (int node = 0; node < moments.nodes(); node++) {
            Moments each = moments.at(node, metric.addsUp() ? ranks : 0);
            double value = over == Reduction.SUM ? each.sum() : each.mean();
            if (!Double.isNaN(value)) row.add(node, value);
        }
        return MetricColumn.ofContexts(row.endRow().build(), moments.nodes());
    }
}
