package treeline.numbers;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Profile;
import treeline.transform.Reduction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A profile reduced to one value per node, for formats without contexts: means over ranks, in both
/// scopes for additive metrics.
public final class PerNode {
    private PerNode() {}

    public static Profile of(Profile profile) {
        Map<Metric, MetricColumn> columns = new LinkedHashMap<>();
        for (Metric metric : profile.metrics()) {
            if (columns.containsKey(metric)) continue;
            Profile one = Numbers.of(profile, metric).combined(Reduction.MEAN);
            for (Metric each : one.metrics()) columns.putIfAbsent(each, one.column(each));
        }
        List<Metric> metrics = List.copyOf(columns.keySet());
        return new Profile(
                profile.outline()
                        .withContextLabels(List.of())
                        .withContexts(List.of(Context.WHOLE))
                        .withMetrics(metrics),
                new MetricTable(metrics, List.copyOf(columns.values())));
    }
}
