package treeline.ensemble;

import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Unit;

import java.util.List;

/// Names of metrics in ensemble tables: the name alone, as in Thicket, with the scope only if two
/// metrics share a name.
final class MetricNames {
    private static final String TIME = "time";

    private MetricNames() {}

    static String of(Metric metric, List<Metric> all) {
        long alike = all.stream().filter(each -> each.name().equals(metric.name())).count();
        return alike == 1 ? metric.name() : scoped(metric);
    }

    static String scoped(Metric metric) {
        return metric.toString();
    }

    /// `time` and `time:exclusive` by the name that the time has, where no metric is called so.
    static String spelled(String name, Outline outline) {
        boolean isTime = name.equals(TIME) || name.startsWith(TIME + ":");
        if (!isTime || outline.metrics().stream().anyMatch(each -> each.name().equals(TIME)))
            return name;
        Metric usual = outline.defaultMetric();
        boolean isOne = usual.unit().dimension() == Unit.Dimension.TIME;
        return isOne ? usual.name() + name.substring(TIME.length()) : name;
    }
}
