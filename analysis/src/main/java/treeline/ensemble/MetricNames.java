package treeline.ensemble;

import treeline.model.Metric;

import java.util.List;

/// How metrics are called in tables of ensembles: by their name alone, as users of Thicket know
/// them, and with their scope only where two metrics share a name.
final class MetricNames {
    private MetricNames() {}

    static String of(Metric metric, List<Metric> all) {
        long alike = all.stream().filter(each -> each.name().equals(metric.name())).count();
        return alike == 1 ? metric.name() : scoped(metric);
    }

    static String scoped(Metric metric) {
        return metric.toString();
    }
}
