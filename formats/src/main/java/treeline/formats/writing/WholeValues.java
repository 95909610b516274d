package treeline.formats.writing;

import treeline.model.Metric;
import treeline.model.Unit;

import java.util.List;

/// Conversion of values for integer-only formats: times in nanoseconds and sizes in bytes.
public final class WholeValues {
    /// Conversion of units costs so much; what is below it is no fraction.
    private static final double RELATIVE_ERROR = 1e-12;

    private final List<Metric> metrics;
    private final NodeSamples samples;

    public WholeValues(NodeSamples samples) {
        this.samples = samples;
        this.metrics = samples.metrics();
    }

    /// The unit in which a metric is written, as pprof names it.
    public static String unitName(Metric metric) {
        return switch (metric.unit().dimension()) {
            case TIME -> "nanoseconds";
            case BYTES -> "bytes";
            case COUNT -> "count";
            case OTHER -> metric.unit().symbol();
        };
    }

    private static double scaled(Metric metric, double value) {
        return switch (metric.unit().dimension()) {
            case TIME -> value * metric.unit().factorTo(Unit.NANOSECONDS);
            case BYTES -> value * metric.unit().factorTo(Unit.BYTES);
            case COUNT -> value * metric.unit().factorTo(Unit.COUNT);
            case OTHER -> value;
        };
    }

    /// What is not there, or no number, is 0.
    public long of(int metric, double value) {
        return Double.isNaN(value) ? 0 : Math.round(scaled(metrics.get(metric), value));
    }

    private static boolean losesFraction(double scaled) {
        return Math.abs(scaled - Math.round(scaled)) > RELATIVE_ERROR * Math.abs(scaled);
    }

    /// Which metrics lose fractions, and where what is absent becomes 0.
    public ExportLoss addLosses(ExportLoss left) {
        boolean[] rounded = new boolean[metrics.size()];
        boolean[] absent = new boolean[metrics.size()];
        samples.forEach(
                (_, _, values) -> {
                    for (int m = 0; m < values.length; m++) {
                        absent[m] |= Double.isNaN(values[m]);
                        double scaled = scaled(metrics.get(m), values[m]);
                        rounded[m] |= !Double.isNaN(scaled) && losesFraction(scaled);
                    }
                });
        for (int m = 0; m < rounded.length; m++) {
            Metric metric = metrics.get(m);
            String unit = unitName(metric).isEmpty() ? "its unit" : unitName(metric);
            left.add(
                    rounded[m],
                    "fractions: %s is rounded to integer %s".formatted(metric.name(), unit));
            left.add(absent[m], "missing values of %s: they become 0".formatted(metric.name()));
        }
        return left;
    }
}
