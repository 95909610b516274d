package treeline.single;

import treeline.model.Metric;

import java.util.Locale;

/// How a metric is called in tables and on the command line: `time:exclusive`. Readings at a point
/// have one scope only and need not say it.
public final class MetricName {
    private MetricName() {}

    public static String of(Metric metric) {
        return metric.scope() == Metric.Scope.POINT
                ? metric.name()
                : metric.name() + ":" + metric.scope().name().toLowerCase(Locale.ROOT);
    }
}
