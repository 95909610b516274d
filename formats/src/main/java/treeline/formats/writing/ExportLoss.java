package treeline.formats.writing;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Information that a target format cannot store. Each check adds a line for the user if the
/// profile has such data.
public final class ExportLoss {
    private final Profile profile;
    private final List<String> lines = new ArrayList<>();

    /// Of a form of samples: it has no place for readings and inclusive values.
    public ExportLoss(Profile profile) {
        this(profile, true);
    }

    private ExportLoss(Profile profile, boolean onlySamples) {
        this.profile = profile;
        if (onlySamples) {
            points();
            inclusive();
        }
        iterations();
    }

    /// Of a form that has a place for values of every scope.
    public static ExportLoss ofAllScopes(Profile profile) {
        return new ExportLoss(profile, false);
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    public ExportLoss add(boolean has, String line) {
        if (has) lines.add(line);
        return this;
    }

    /// A line that names what is left out, where there is such a thing.
    public ExportLoss named(String what, List<String> names) {
        addNames(what, names);
        return this;
    }

    private void points() {
        addNames("point readings", metrics(metric -> !metric.addsUp()));
    }

    private void inclusive() {
        List<String> both =
                metrics(
                        metric ->
                                metric.scope() == Metric.Scope.INCLUSIVE
                                        && profile.metrics()
                                                .contains(metric.in(Metric.Scope.EXCLUSIVE)));
        addNames("inclusive values: they are sums of exclusive values", both);
    }

    private void iterations() {
        boolean series =
                profile.metrics().stream()
                        .anyMatch(metric -> profile.column(metric).byContext().hasSeries());
        add(series, "iterations: only sums are stored");
    }

    private List<String> metrics(Predicate<Metric> wanted) {
        return profile.metrics().stream().filter(wanted).map(Metric::name).toList();
    }

    private void addNames(String what, List<String> names) {
        add(!names.isEmpty(), what + " (" + String.join(", ", names) + ")");
    }

    /// Metrics other than those that are written.
    public ExportLoss otherMetrics(NodeSamples samples) {
        List<String> written = samples.metrics().stream().map(Metric::name).toList();
        addNames(
                "other metrics",
                metrics(metric -> metric.addsUp() && !written.contains(metric.name())).stream()
                        .distinct()
                        .toList());
        return this;
    }

    /// Values that a width cannot show.
    public ExportLoss notPositive(NodeSamples samples) {
        var found = new boolean[1];
        samples.forEach(
                (_, _, values) -> {
                    for (double value : values) found[0] |= value < 0 || Double.isInfinite(value);
                });
        return add(found[0], "values that are negative or infinite");
    }

    /// Labels of nodes other than those that the form carries.
    public ExportLoss nodeLabels(Set<String> carried) {
        addNames(
                "node labels",
                profile.labels().stream()
                        .map(Label::name)
                        .filter(name -> !carried.contains(name))
                        .toList());
        return this;
    }

    /// Metrics that no value says are there.
    public ExportLoss emptyMetrics() {
        addNames(
                "metrics without values",
                metrics(metric -> profile.column(metric).byContext().cells() == 0));
        return this;
    }

    /// Units, of forms that have no place for them.
    public ExportLoss units() {
        List<String> united = metrics(metric -> !metric.unit().symbol().isEmpty());
        addNames("units", united.stream().distinct().toList());
        return this;
    }

    public ExportLoss metadata() {
        return add(!profile.metadata().keys().isEmpty(), "metadata");
    }

    /// Kinds of frames other than those that the form tells apart.
    public ExportLoss kinds(Set<Frame.Kind> carried) {
        return kinds(frame -> carried.contains(frame.kind()), "functions");
    }

    /// Kinds of frames where the form does not carry them, and what such frames become.
    public ExportLoss kinds(Predicate<Frame> carried, String become) {
        String kinds = kindNames(carried);
        return add(!kinds.isEmpty(), "node kinds (%s): all become %s".formatted(kinds, become));
    }

    /// Kinds of frames, of a form that has a name for nodes and nothing else.
    public ExportLoss kindsAtAll() {
        String kinds = kindNames(_ -> false);
        return add(!kinds.isEmpty(), "node kinds (" + kinds + ")");
    }

    private String kindNames(Predicate<Frame> carried) {
        return profile.tree().frames().stream()
                .filter(frame -> !carried.test(frame))
                .map(Frame::kind)
                .distinct()
                .sorted()
                .map(kind -> kind.name().toLowerCase(java.util.Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    public ExportLoss modules() {
        return frames(frame -> !frame.module().isEmpty(), "function modules");
    }

    public ExportLoss places() {
        return frames(
                frame -> !frame.file().isEmpty() || frame.line() > 0, "source files and lines");
    }

    private ExportLoss frames(Predicate<Frame> has, String what) {
        return add(profile.tree().frames().stream().anyMatch(has), what);
    }

    /// Siblings that a reader of stacks cannot tell apart.
    public ExportLoss sameSiblings() {
        return sameSiblings(frame -> frame);
    }

    /// Siblings that a reader cannot tell apart, which knows so much of frames.
    public ExportLoss sameSiblings(Function<Frame, Object> known) {
        CallTree tree = profile.tree();
        Map<Object, Integer> numbers = new HashMap<>();
        int[] number = new int[tree.frames().size()];
        for (int frame = 0; frame < number.length; frame++)
            number[frame] =
                    numbers.computeIfAbsent(
                            known.apply(tree.frames().get(frame)), _ -> numbers.size());
        Set<Long> seen = new HashSet<>();
        boolean same = false;
        for (int node = 0; node < tree.size(); node++)
            same |= !seen.add(((long) tree.parent(node) << 32) | number[tree.frameIndex(node)]);
        return add(same, "siblings with the same name: they become one node");
    }

    /// Nodes and contexts of which no sample says that they are there.
    public ExportLoss withoutValues(NodeSamples samples) {
        return withoutRows(
                IntStream.range(0, samples.metrics().size()).mapToObj(samples::byNode).toList());
    }

    /// Nodes and contexts of which no row says that they are there.
    public ExportLoss withoutValues(List<MetricColumn> columns) {
        return withoutRows(columns.stream().map(MetricColumn::byNode).toList());
    }

    private ExportLoss withoutRows(List<SparseRows> byNode) {
        CallTree tree = profile.tree();
        var nodes = new BitSet();
        var contexts = new BitSet();
        for (SparseRows rows : byNode) {
            for (int node = 0; node < rows.rows(); node++)
                if (rows.end(node) > rows.start(node)) nodes.set(node);
            for (int cell = 0; cell < rows.cells(); cell++) contexts.set(rows.index(cell));
        }
        for (int node = tree.size() - 1; node >= 0; node--)
            if (nodes.get(node) && tree.parent(node) != CallTree.NO_PARENT)
                nodes.set(tree.parent(node));
        int bareNodes = tree.size() - nodes.cardinality();
        int bareContexts = profile.contexts().size() - contexts.cardinality();
        add(bareNodes > 0, String.format(Locale.ROOT, "nodes without values (%,d)", bareNodes));
        return add(
                bareContexts > 0,
                String.format(Locale.ROOT, "contexts without values (%,d)", bareContexts));
    }
}
