package treeline.formats.jfr;

import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

import treeline.model.Metadata;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The settings of a recording that its values depend on: the period of samples, how long an event
/// lasts at least to be recorded, and events that were not recorded.
final class JfrSettings {
    private static final String DISABLED = "events not recorded";

    private final Map<Long, String> events = new HashMap<>();
    private final Set<String> periods = new TreeSet<>();
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
            case "period" -> {
                if (event.equals(JfrMeasure.EXECUTION)) periods.add(value);
            }
            case "threshold" -> thresholds.put(event, value);
            case "enabled" -> enabled.merge(event, value.equals("true"), Boolean::logicalOr);
            default -> {} // values do not depend on other settings
        }
    }

    /// Of execution samples.
    Set<String> periods() {
        return periods;
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
