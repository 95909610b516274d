package treeline.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Everything of a profile but its values: what a source knows when it is opened, and what a slice
/// is chosen from.
///
/// @param labels what is known of nodes, as text
/// @param contextLabels what is known of contexts beside what [Context] holds, as text: the name of
///   a thread, the core that it ran on, the device of a stream
public record Outline(
        CallTree tree,
        List<Label> labels,
        List<Context> contexts,
        List<Label> contextLabels,
        List<Metric> metrics,
        Metadata metadata) {

    /// The metadata key, followed by the name of a metric, of what the file calls that metric. The
    /// time of every run is called `time`, so that runs of different tools compare; `metric.time`
    /// is `CPUTIME` or `REALTIME`, so that its clock is known.
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

    /// An outline of contexts without labels.
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

    /// The same of some contexts, in an order of the caller's choice.
    ///
    /// @param chosen by their index here
    public Outline withContexts(int[] chosen) {
        return new Outline(
                tree,
                labels,
                Arrays.stream(chosen).mapToObj(contexts::get).toList(),
                contextLabels.stream().map(label -> label.of(chosen)).toList(),
                metrics,
                metadata);
    }

    /// The same with other contexts, of which no more is known.
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

    /// The label's text at a node, empty where the node or the whole run does not have it.
    public String label(String name, int node) {
        return textOf(labels, name, node);
    }

    /// The label's text of a context, empty where the context or the whole run does not have it.
    public String contextLabel(String name, int context) {
        return textOf(contextLabels, name, context);
    }

    private static String textOf(List<Label> labels, String name, int at) {
        for (Label label : labels) if (label.name().equals(name)) return label.at(at);
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
                                        "no metric '%s'; there are %s%s"
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

    /// What the file calls a metric, see [#STORED_NAME]; empty if it goes by its own name here.
    public Optional<String> storedName(String metric) {
        return metadata.get(STORED_NAME + metric).map(Object::toString);
    }

    /// The name here of a metric that the file calls so, in upper or lower case, with its unit or
    /// without: `cputime` and `CPUTIME (sec)` are `time`.
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

    /// What is looked at before anybody chooses: the metric called time, else one that is a time.
    ///
    /// @throws IllegalArgumentException where there are no metrics
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
