package treeline.formats.jfr;

import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

import treeline.model.Metadata;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The recording settings that values depend on: the sampling period, event thresholds, and
/// disabled events.
final class JfrSettings {
    private static final String DISABLED = "events not recorded";

    private final Map<Long, String> events = new HashMap<>();
    private final Map<String, Set<String>> periods = new HashMap<>();
    private final Map<String, String> thresholds = new HashMap<>();
    private final Map<String, Boolean> enabled = new HashMap<>();

    /// Settings name events by the numbers that this recording gives them.
    void knowTypes(List<EventType> types) {
        for (EventType type : types)
            if (!JfrMeasure.of(type.getName()).isEmpty()) events.put(type.getId(), type.getName());
    }

    void add(RecordedEvent setting) {
        String event = events.get(setting.getLong("id"));
        String value = setting.getString("value");
        String name = setting.getString("name");
        if (event == null || value == null || name == null) return;
        switch (name) {
            case "period" -> periods.computeIfAbsent(event, _ -> new TreeSet<>()).add(value);
            case "threshold" -> thresholds.put(event, value);
            case "enabled" -> enabled.merge(event, value.equals("true"), Boolean::logicalOr);
            default -> {} // values do not depend on other settings
        }
    }

    /// Of the samples of an event, such as `20 ms`.
    Set<String> periods(String event) {
        return periods.getOrDefault(event, Set.of());
    }

    /// Of all samples of an event; NaN if the recording does not say one.
    double periodNanos(String event) {
        Set<String> known = periods(event);
        return known.size() == 1 ? nanos(known.iterator().next()) : Double.NaN;
    }

    /// Such as `20 ms`; NaN for what is no time.
    private static double nanos(String period) {
        String[] parts = period.trim().split("\\s+", 2);
        if (parts.length < 2 || !parts[0].matches("\\d{1,9}")) return Double.NaN;
        long number = Long.parseLong(parts[0]);
        return switch (parts[1]) {
            case "ns" -> number;
            case "us" -> JfrMeasure.nanos(Duration.ofNanos(number * 1000));
            case "ms" -> JfrMeasure.nanos(Duration.ofMillis(number));
            case "s" -> JfrMeasure.nanos(Duration.ofSeconds(number));
            case "m" -> JfrMeasure.nanos(Duration.ofMinutes(number));
            default -> Double.NaN;
        };
    }

    /// `monitor enter threshold: 20 ms`, and the metrics of events that were not recorded.
    Metadata addTo(Metadata metadata) {
        Metadata more = metadata;
        Set<String> missing = new TreeSet<>();
        for (JfrMeasure measure : JfrMeasure.all()) {
            String name = measure.metric().name();
            boolean on = enabled.getOrDefault(measure.event(), true);
            if (!on) missing.add(name);
            String threshold = thresholds.get(measure.event());
            if (on && measure.isDuration() && threshold != null)
                more = more.with(name + " threshold", threshold);
        }
        return missing.isEmpty() ? more : more.with(DISABLED, String.join(", ", missing));
    }
}
