package treeline.testkit;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;

import java.util.Arrays;
import java.util.List;

/// A profile as canonical text: two profiles have the same text if and only if they have the same
/// nodes, labels, contexts, metrics, metadata, values and iterations, in the same order. The text
/// next to a kept file says what every later version must read from it.
public final class ProfileText {
    private static final int LATE = 1 << 16;

    private final StringBuilder text = new StringBuilder();

    private ProfileText() {}

    public static String of(Profile profile) {
        var writer = new ProfileText();
        writer.addMetadata(profile);
        for (Metric metric : profile.metrics())
            writer.line("metric", metric.name(), metric.unit().symbol())
                    .append(' ')
                    .append(metric.unit().dimension())
                    .append(' ')
                    .append(metric.unit().scale())
                    .append(' ')
                    .append(metric.scope());
        List<Context> contexts = profile.contexts();
        for (int i = 0; i < contexts.size(); i++)
            writer.addContext(contexts.get(i), profile.outline().contextLabels(), i);
        for (int node = 0; node < profile.tree().size(); node++) writer.addNode(profile, node);
        for (Metric metric : profile.metrics()) writer.addValues(profile, metric);
        return writer.text.append('\n').substring(1);
    }

    private void addMetadata(Profile profile) {
        for (String key : profile.metadata().keys().stream().sorted().toList()) {
            Value value = profile.metadata().get(key).orElseThrow();
            line("metadata", key)
                    .append(' ')
                    .append(value.getClass().getSimpleName())
                    .append(' ')
                    .append(quoted(value.toString()));
        }
    }

    private void addContext(Context context, List<Label> labels, int index) {
        line("context", context.host())
                .append(
                        " rank %d thread %d stream %d repetition %d"
                                .formatted(
                                        context.rank(),
                                        context.thread(),
                                        context.stream(),
                                        context.repetition()));
        addLabels(labels, index);
    }

    private void addNode(Profile profile, int node) {
        CallTree tree = profile.tree();
        Frame frame = tree.frame(node);
        line("node", frame.name(), frame.file(), frame.module())
                .append(
                        " %s line %d below %d"
                                .formatted(frame.kind(), frame.line(), tree.parent(node)));
        addLabels(profile.labels(), node);
    }

    private void addLabels(List<Label> labels, int index) {
        for (Label label : labels)
            if (!label.at(index).isEmpty())
                text.append(' ')
                        .append(quoted(label.name()))
                        .append('=')
                        .append(quoted(label.at(index)));
    }

    private void addValues(Profile profile, Metric metric) {
        SparseRows rows = profile.column(metric).byNode();
        for (int node = 0; node < rows.rows(); node++) {
            if (rows.start(node) == rows.end(node)) continue;
            line("values", metric.name()).append(" of node ").append(node);
            for (int cell = rows.start(node); cell < rows.end(node); cell++) addCell(rows, cell);
        }
    }

    private void addCell(SparseRows rows, int cell) {
        text.append("; ").append(rows.index(cell)).append(": ").append(rows.value(cell));
        if (rows.seriesLength(cell) > 0) text.append(" = ").append(series(rows, cell));
    }

    private StringBuilder line(String kind, String... strings) {
        text.append('\n').append(kind);
        for (String each : strings) text.append(' ').append(quoted(each));
        return text;
    }

    private static String quoted(String string) {
        return '"'
                + string.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                        .replace("\t", "\\t")
                + '"';
    }

    /// From iteration 0 on, unless a loop starts late.
    private static String series(SparseRows rows, int cell) {
        double[] all = rows.series(cell);
        int first = rows.firstIteration(cell);
        if (first < LATE) return Arrays.toString(all);
        return "from %d: %s"
                .formatted(first, Arrays.toString(Arrays.copyOfRange(all, first, all.length)));
    }
}
