package treeline.formats.thicket;

import treeline.model.Label;
import treeline.model.Metric;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Unique column names of Thicket's table: the metric name and, if a name has both scopes, the
/// suffix `(inc)` for the inclusive one, as in Hatchet.
final class ThicketColumns {
    private static final Set<String> TAKEN = Set.of("node", "profile", "name", "nid");

    private final Map<String, Metric> metrics = new LinkedHashMap<>();
    private final Map<String, Label> labels = new LinkedHashMap<>();
    private final List<String> changed = new ArrayList<>();

    ThicketColumns(List<Metric> metrics, List<Label> labels) {
        for (Metric metric : metrics) this.metrics.put(free(nameOf(metric, metrics)), metric);
        for (Label label : labels) this.labels.put(free(label.name()), label);
    }

    private static String nameOf(Metric metric, List<Metric> all) {
        boolean alone = all.stream().filter(each -> each.name().equals(metric.name())).count() == 1;
        if (alone) return metric.name();
        return switch (metric.scope()) {
            case INCLUSIVE -> metric.name() + " (inc)";
            case EXCLUSIVE -> metric.name();
            case POINT -> metric.name() + " (point)";
        };
    }

    private String free(String wanted) {
        String name = wanted;
        while (TAKEN.contains(name) || metrics.containsKey(name) || labels.containsKey(name))
            name += "_";
        if (!name.equals(wanted)) changed.add(wanted);
        return name;
    }

    /// Names that are not those of the profile.
    List<String> changed() {
        return changed;
    }

    Map<String, Metric> metrics() {
        return metrics;
    }

    Map<String, Label> labels() {
        return labels;
    }

    List<String> of(Metric.Scope scope) {
        List<String> names = new ArrayList<>();
        metrics.forEach(
                (name, metric) -> {
                    if (metric.scope() == scope) names.add(name);
                });
        return names;
    }
}
