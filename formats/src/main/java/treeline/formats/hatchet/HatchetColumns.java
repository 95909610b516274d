package treeline.formats.hatchet;

import treeline.model.Label;
import treeline.model.Metric;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Column names of Hatchet's table: `time` for exclusive and `time (inc)` for inclusive metrics. A
/// name that is reserved there gets an underscore.
final class HatchetColumns {
    private static final String INCLUSIVE = " (inc)";
    private static final Set<String> TAKEN =
            Set.of(
                    "node",
                    HatchetGraph.RANK,
                    HatchetGraph.THREAD,
                    HatchetGraph.STREAM,
                    HatchetGraph.REPETITION,
                    HatchetGraph.HOST,
                    "nid",
                    "line",
                    "end_line",
                    "_hatchet_nid");

    private final Map<String, Metric> metrics = new LinkedHashMap<>();
    private final Map<String, Label> labels = new LinkedHashMap<>();
    private final List<String> changed = new ArrayList<>();

    HatchetColumns(List<Metric> metrics, List<Label> labels) {
        for (Metric metric : metrics)
            if (metric.scope() == Metric.Scope.INCLUSIVE)
                this.metrics.put(free(metric.name() + INCLUSIVE, INCLUSIVE), metric);
            else this.metrics.put(free(metric.name(), ""), metric);
        for (Label label : labels) this.labels.put(free(label.name(), ""), label);
    }

    private String free(String wanted, String end) {
        String name = wanted;
        while (isTaken(name) || (end.isEmpty() && name.endsWith(INCLUSIVE)))
            name = name.substring(0, name.length() - end.length()) + "_" + end;
        if (!name.equals(wanted)) changed.add(wanted);
        return name;
    }

    private boolean isTaken(String name) {
        return TAKEN.contains(name)
                || HatchetGraph.OF_FRAMES.contains(name)
                || metrics.containsKey(name)
                || labels.containsKey(name);
    }

    List<String> metrics() {
        return List.copyOf(metrics.keySet());
    }

    Map<String, Label> labels() {
        return labels;
    }

    /// Names that are not those of the profile.
    List<String> changed() {
        return changed;
    }

    List<String> where(Predicate<Metric> wanted) {
        List<String> names = new ArrayList<>();
        metrics.forEach(
                (name, metric) -> {
                    if (wanted.test(metric)) names.add(name);
                });
        return names;
    }
}
