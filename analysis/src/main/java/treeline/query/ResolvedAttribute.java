package treeline.query;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.ImmutableInts;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/// An attribute name resolved in a profile. Frame and tree properties take precedence, then
/// metrics, then labels; `label:NAME` is always a label.
sealed interface ResolvedAttribute {
    /// A text property shared by all nodes of a frame.
    record FrameText(Function<Frame, String> text) implements ResolvedAttribute {}

    record LabelText(Label label) implements ResolvedAttribute {}

    /// An integer per node, `absent` if it has none.
    record Place(ImmutableInts byNode, int absent) implements ResolvedAttribute {}

    /// A metric in a scope.
    ///
    /// @param metric the stored metric, which may be of the other scope
    record Measured(Metric metric, Scope scope) implements ResolvedAttribute {}

    String LABEL_PREFIX = "label:";
    String HATCHET_INCLUSIVE = " (inc)";
    int NEVER = Integer.MIN_VALUE;
    List<String> BUILT_IN =
            List.of("name", "file", "line", "module", "kind", "depth", "node_id", "leaf");

    static ResolvedAttribute of(Outline outline, String name) {
        return builtIn(outline.tree(), name)
                .or(() -> metric(outline.metrics(), name))
                .or(() -> label(outline.labels(), name))
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no attribute '%s'; available: %s"
                                                .formatted(
                                                        name, String.join(", ", names(outline)))));
    }

    private static Optional<ResolvedAttribute> builtIn(CallTree tree, String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "name" -> new FrameText(Frame::name);
                    case "file" -> new FrameText(Frame::file);
                    case "module" -> new FrameText(Frame::module);
                    case "kind", "type" ->
                            new FrameText(frame -> frame.kind().name().toLowerCase(Locale.ROOT));
                    case "line" -> new Place(byNode(tree, node -> tree.frame(node).line()), 0);
                    case "depth" -> new Place(ImmutableInts.owning(tree.depths()), NEVER);
                    case "node_id" -> new Place(byNode(tree, node -> node), NEVER);
                    case "leaf" ->
                            new Place(byNode(tree, node -> tree.isLeaf(node) ? 1 : 0), NEVER);
                    default -> null;
                });
    }

    private static ImmutableInts byNode(CallTree tree, ToIntFunction<Integer> place) {
        int[] places = new int[tree.size()];
        for (int node = 0; node < places.length; node++) places[node] = place.applyAsInt(node);
        return ImmutableInts.owning(places);
    }

    /// `time:inclusive` and `time (inc)` say which; a bare `time` is the exclusive one where there
    /// are several, as in Hatchet.
    private static Optional<ResolvedAttribute> metric(List<Metric> metrics, String name) {
        Optional<Metric> bare =
                find(metrics, name, Scope.EXCLUSIVE)
                        .or(() -> find(metrics, name, Scope.INCLUSIVE))
                        .or(() -> find(metrics, name, Scope.POINT));
        if (bare.isPresent()) return bare.map(metric -> new Measured(metric, metric.scope()));
        for (Scope scope : Scope.values()) {
            String suffix = ":" + scope.name().toLowerCase(Locale.ROOT);
            if (!name.endsWith(suffix)) continue;
            return scoped(metrics, name.substring(0, name.length() - suffix.length()), scope);
        }
        if (!name.endsWith(HATCHET_INCLUSIVE)) return Optional.empty();
        String start = name.substring(0, name.length() - HATCHET_INCLUSIVE.length());
        return scoped(metrics, start, Scope.INCLUSIVE);
    }

    private static Optional<ResolvedAttribute> scoped(
            List<Metric> metrics, String name, Scope scope) {
        Optional<Metric> stored = find(metrics, name, scope);
        if (stored.isEmpty() && scope == Scope.INCLUSIVE)
            stored = find(metrics, name, Scope.EXCLUSIVE);
        if (stored.isEmpty() && scope == Scope.EXCLUSIVE)
            stored = find(metrics, name, Scope.INCLUSIVE);
        return stored.map(metric -> new Measured(metric, scope));
    }

    private static Optional<Metric> find(List<Metric> metrics, String name, Scope scope) {
        return metrics.stream()
                .filter(metric -> metric.name().equals(name) && metric.scope() == scope)
                .findFirst();
    }

    private static Optional<ResolvedAttribute> label(List<Label> labels, String name) {
        String bare = name.startsWith(LABEL_PREFIX) ? name.substring(LABEL_PREFIX.length()) : name;
        return labels.stream()
                .filter(label -> label.name().equals(bare))
                .findFirst()
                .map(LabelText::new);
    }

    private static List<String> names(Outline outline) {
        List<String> names = new ArrayList<>(BUILT_IN);
        for (Metric metric : outline.metrics()) {
            boolean alone =
                    outline.metrics().stream().filter(m -> m.name().equals(metric.name())).count()
                            == 1;
            String scope = ":" + metric.scope().name().toLowerCase(Locale.ROOT);
            names.add(alone ? metric.name() : metric.name() + scope);
        }
        for (Label label : outline.labels()) names.add(label.name());
        return names;
    }
}
