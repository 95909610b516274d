package treeline.model;

import java.util.List;

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
}
