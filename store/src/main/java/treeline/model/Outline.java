package treeline.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Everything of a profile except its values. A source knows it once opened, and slices are
/// selected from it.
///
/// @param labels string attributes of nodes
/// @param contextLabels string attributes of contexts, in addition to [Context]: thread name, core,
///   device of a stream
public record Outline(
        CallTree tree,
        List<Label> labels,
        List<Context> contexts,
        List<Label> contextLabels,
        List<Metric> metrics,
        Metadata metadata) {

    /// Prefix of metadata keys that store the original name of a metric. The time of every run is
    /// called `time`, so that runs of different tools can be compared; `metric.time` is `CPUTIME`
    /// or `REALTIME`.
    public static final String STORED_NAME = "metric.";

    public Outline {
        labels = List.copyOf(labels);
        contexts = List.copyOf(contexts);
        contextLabels = List.copyOf(contextLabels);
        metrics = List.copyOf(metrics);
        for (Label label : labels) requireFit(label, tree.size(), "nodes");
        for (Label label : contextLabels) requireFit(label, contexts.size(), "contexts");
    }

    private static void requireFit(Label label, int size, String noun) {
        if (label.size() != size)
            throw new IllegalArgumentException(
                    "label '%s' covers %d of %d %s"
                            .formatted(label.name(), label.size(), size, noun));
    }

    /// An outline without context labels.
    public Outline(
            CallTree tree,
            List<Label> labels,
            List<Context> contexts,
            List<Metric> metrics,
            Metadata metadata) {
        this(tree, labels, contexts, List.of(), metrics, metadata);
    }

    public Outline withTree(CallTree other, List<Label> ofItsNodes) {
        return new Outline(other, ofItsNodes, contexts, contextLabels, metrics, metadata);
    }

    /// A copy with some contexts, in the given order.
    ///
    /// @param chosen indices of contexts
    public Outline withContexts(int[] chosen) {
        return new Outline(
                tree,
                labels,
                Arrays.stream(chosen).mapToObj(contexts::get).toList(),
                contextLabels.stream().map(label -> label.of(chosen)).toList(),
                metrics,
                metadata);
    }

    /// A copy with other contexts, without context labels.
    public Outline withContexts(List<Context> others) {
        return new Outline(tree, labels, others, metrics, metadata);
    }

    public Outline withContextLabels(List<Label> ofContexts) {
        return new Outline(tree, labels, contexts, ofContexts, metrics, metadata);
    }

    public Outline withMetrics(List<Metric> others) {
        return new Outline(tree, labels, contexts, contextLabels, others, metadata);
    }

    public Outline withMetadata(Metadata other) {
        return new Outline(tree, labels, contexts, contextLabels, metrics, other);
    }

    /// The value of a label at a node, or the empty string.
    public String label(String name, int node) {
        return textOf(labels, name, node);
    }

    /// The value of a label of a context, or the empty string.
    public String contextLabel(String name, int context) {
        return textOf(contextLabels, name, context);
    }

    private static String textOf(List<Label> labels, String name, int at) {
        for (Label label : labels) if (label.name().equals(name)) return label.at(at);
        return "";
    }

    /// Resolves a metric name; all names are resolved here.
    ///
    /// `time:exclusive` names a scope, stored or computed from the other one. A name without a
    /// scope means the stored metric, inclusive if both scopes are stored.
    ///
    /// @throws IllegalArgumentException if the metric is unknown; the message lists the metrics
    public Metric metric(String name) {
        return find(name)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no metric '%s'; available: %s%s"
                                                .formatted(
                                                        name,
                                                        metricNames(),
                                                        MetricWords.proposal(metrics, name))));
    }

    private Optional<Metric> find(String name) {
        Optional<Metric> stored = storedAs(name);
        int colon = name.lastIndexOf(':');
        if (stored.isPresent() || colon < 0) return stored;
        return storedAs(name.substring(0, colon))
                .flatMap(metric -> metric.inScope(name.substring(colon + 1)));
    }

    private Optional<Metric> storedAs(String name) {
        return called(name).or(() -> metricStoredAs(name).flatMap(this::called));
    }

    private Optional<Metric> called(String name) {
        return metrics.stream()
                .filter(metric -> metric.name().equals(name))
                .min(Comparator.comparing(Metric::scope));
    }

    /// The original name of a metric, see [#STORED_NAME]; empty if it was not renamed.
    public Optional<String> storedName(String metric) {
        return metadata.get(STORED_NAME + metric).map(Object::toString);
    }

    /// Resolves an original metric name, case-insensitive, with or without its unit: `cputime` and
    /// `CPUTIME (sec)` are `time`.
    public Optional<String> metricStoredAs(String name) {
        String bare = name.replaceFirst(" \\([^()]*\\)$", "");
        return metrics.stream()
                .map(Metric::name)
                .filter(each -> storedName(each).filter(bare::equalsIgnoreCase).isPresent())
                .findFirst();
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

    /// The default metric: `time`, otherwise another time metric, otherwise the first.
    ///
    /// @throws IllegalArgumentException if there are no metrics
    public Metric defaultMetric() {
        if (metrics.isEmpty()) throw new IllegalArgumentException("the profile has no metrics");
        return metrics.stream()
                .filter(metric -> metric.unit().dimension() == Unit.Dimension.TIME)
                .min(
                        Comparator.comparing((Metric metric) -> !metric.name().equals("time"))
                                .thenComparing(Metric::scope))
                .orElseGet(metrics::getFirst);
    }
}
