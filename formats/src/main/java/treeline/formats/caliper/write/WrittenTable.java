package treeline.formats.caliper.write;

import treeline.formats.caliper.records.CaliperAttribute;
import treeline.formats.caliper.split.CaliperJson;
import treeline.formats.writing.BothScopes;
import treeline.formats.writing.Cells;
import treeline.formats.writing.ExportLoss;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Profile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/// A profile as Caliper records, independent of the file format: one record per node and context.
public final class WrittenTable {
    /// A number of each context and the attribute that stores it.
    record Key(String attribute, ToIntFunction<Context> number) {}

    private static final List<Key> KEYS =
            List.of(
                    new Key(CaliperAttribute.RANK, Context::rank),
                    new Key(CaliperAttribute.THREAD, Context::thread),
                    new Key(CaliperAttribute.STREAM, Context::stream),
                    new Key(CaliperAttribute.REPETITION, Context::repetition));

    private final Profile profile;
    private final List<WrittenMetric> metrics;
    private final BothScopes values;

    public WrittenTable(Profile profile, WrittenMetric.Form form) {
        this.profile = profile;
        this.values = new BothScopes(profile);
        this.metrics = WrittenMetric.of(values.metrics(), form);
    }

    List<WrittenMetric> metrics() {
        return metrics;
    }

    /// Those that a context has.
    List<Key> keys() {
        return KEYS.stream()
                .filter(
                        key ->
                                profile.contexts().stream()
                                        .anyMatch(
                                                each ->
                                                        key.number.applyAsInt(each)
                                                                != Context.NONE))
                .toList();
    }

    boolean hasHosts() {
        return profile.contexts().stream().anyMatch(context -> !context.host().isEmpty());
    }

    /// Those that are texts of records and nothing else to a reader. Whether iterations were kept
    /// is not among them: they are not.
    List<Label> labels() {
        Set<String> taken = metrics.stream().map(WrittenMetric::name).collect(Collectors.toSet());
        List<Label> labels = new ArrayList<>();
        for (Label label : profile.labels())
            if (isText(label.name()) && taken.add(label.name())) labels.add(label);
        return labels;
    }

    private static boolean isText(String name) {
        return !name.equals(CaliperJson.CALL_STACK)
                && !CaliperJson.NESTED.contains(name)
                && CaliperAttribute.ofColumn(name, false, "", "").role()
                        == CaliperAttribute.Role.TEXT;
    }

    /// Whether a node is what Caliper has as records without a call path.
    boolean isOutsideRegions(int node) {
        CallTree tree = profile.tree();
        return tree.frame(node).equals(Frame.OUTSIDE_REGIONS)
                && tree.parent(node) == CallTree.NO_PARENT
                && tree.isLeaf(node)
                && labels().stream().allMatch(label -> label.at(node).isEmpty());
    }

    /// All records by node and context.
    <X extends Exception> void forEach(Cells.Visitor<X> visitor) throws X {
        values.forEachRow(false, visitor);
    }

    /// What neither form carries.
    ///
    /// @param known what the form keeps of a frame
    public ExportLoss leftOut(Function<Frame, Object> known) {
        return ExportLoss.ofAllScopes(profile)
                .named(
                        "unit conversions",
                        metrics.stream()
                                .filter(metric -> !metric.keepsUnit())
                                .map(WrittenMetric::metric)
                                .map(Metric::name)
                                .distinct()
                                .toList())
                .nodeLabels(labels().stream().map(Label::name).collect(Collectors.toSet()))
                .places()
                .modules()
                .sameSiblings(known)
                .add(
                        hasOtherHosts(),
                        "hosts, if contexts differ only by host: such contexts are merged");
    }

    private boolean hasOtherHosts() {
        Set<Context> seen = new HashSet<>();
        for (Context each : profile.contexts())
            if (!seen.add(
                    new Context("", each.rank(), each.thread(), each.stream(), each.repetition())))
                return true;
        return false;
    }
}
