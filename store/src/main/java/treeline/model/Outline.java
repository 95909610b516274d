package treeline.model;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Everything of a profile but its values: what a source knows when it is opened, and what a slice
/// is chosen from.
public record Outline(
        CallTree tree,
        List<Label> labels,
        List<Context> contexts,
        List<Metric> metrics,
        Metadata metadata) {

    public Outline {
        labels = List.copyOf(labels);
        contexts = List.copyOf(contexts);
        metrics = List.copyOf(metrics);
        for (Label label : labels)
            if (label.nodes() != tree.size())
                throw new IllegalArgumentException(
                        "label '%s' covers %d of %d nodes"
                                .formatted(label.name(), label.nodes(), tree.size()));
    }

    /// The label's text at a node, empty where the node or the whole run does not have it.
    public String label(String name, int node) {
        for (Label label : labels) if (label.name().equals(name)) return label.at(node);
        return "";
    }

    /// The metric that a name stands for, which is the one place where names become metrics.
    ///
    /// `time:exclusive` names a scope, whether it is stored or has to be computed from the other
    /// one. A name alone stands for what is stored: for the inclusive values where both are.
    ///
    /// @throws IllegalArgumentException that names what there is
    public Metric metric(String name) {
        return find(name)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no metric '%s'; there are %s"
                                                .formatted(name, metricNames())));
    }

    private Optional<Metric> find(String name) {
        Optional<Metric> stored = storedAs(name);
        int colon = name.lastIndexOf(':');
        if (stored.isPresent() || colon < 0) return stored;
        return storedAs(name.substring(0, colon))
                .flatMap(metric -> metric.inScope(name.substring(colon + 1)));
    }

    private Optional<Metric> storedAs(String name) {
        return metrics.stream()
                .filter(metric -> metric.name().equals(name))
                .min(Comparator.comparing(Metric::scope));
    }

    private String metricNames() {
        return metrics.stream()
                .map(
                        metric ->
                                metric.scope() == Metric.Scope.POINT
                                        ? metric.name()
                                        : "%s (:inclusive, :exclusive)".formatted(metric.name()))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /// What is looked at before anybody chooses: the metric called time, else one that is a time.
    ///
    /// @throws IllegalArgumentException where there are no metrics
    public Metric usualMetric() {
        if (metrics.isEmpty()) throw new IllegalArgumentException("the profile has no metrics");
        return metrics.stream()
                .filter(metric -> metric.unit().dimension() == Unit.Dimension.TIME)
                .min(
                        Comparator.comparing((Metric metric) -> !metric.name().equals("time"))
                                .thenComparing(Metric::scope))
                .orElseGet(metrics::getFirst);
    }
}
