package treeline.compare;

import treeline.model.Metric;
import treeline.model.Profile;

import java.util.stream.Collectors;

/// The metric of one run that a metric of another run is compared with: same name, convertible
/// unit.
final class MetricCounterpart {
    private MetricCounterpart() {}

    /// The counterpart of a metric.
    ///
    /// @param name what messages call the run
    /// @return in the scope of the wanted metric, stored or not
    /// @throws IllegalArgumentException with the metrics and units that the run has
    static Metric of(Metric wanted, String name, Profile run) {
        return run.metrics().stream()
                .filter(own -> own.name().equals(wanted.name()))
                .filter(own -> own.addsUp() == wanted.addsUp())
                .filter(own -> own.unit().convertsTo(wanted.unit()))
                .map(own -> own.in(wanted.scope()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(message(wanted, name, run)));
    }

    private static String message(Metric wanted, String name, Profile run) {
        return "%s has no metric '%s' in a unit that converts to %s; it has %s"
                .formatted(
                        name,
                        wanted,
                        unitOf(wanted),
                        run.metrics().stream()
                                .map(own -> "'%s' in %s".formatted(own, unitOf(own)))
                                .collect(Collectors.joining(", ")));
    }

    private static String unitOf(Metric metric) {
        String symbol = metric.unit().symbol();
        return symbol.isEmpty() ? "counts" : "'" + symbol + "'";
    }
}
