package treeline.formats.speedscope;

import tools.jackson.core.JsonGenerator;

import treeline.formats.writing.NodeSamples;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Writes the frames, then one profile per metric and context: stacks of frame numbers, root first,
/// with weights.
final class SpeedscopeWriter {
    private static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";
    private static final Map<String, String> UNITS =
            Map.of("s", "seconds", "ms", "milliseconds", "us", "microseconds", "ns", "nanoseconds");

    private final Profile profile;
    private final NodeSamples samples;
    private final JsonGenerator json;

    SpeedscopeWriter(Profile profile, JsonGenerator json) {
        this.profile = profile;
        this.samples = new NodeSamples(profile);
        this.json = json;
    }

    void write() {
        json.writeStartObject();
        json.writeStringProperty("$schema", SCHEMA);
        json.writeStringProperty("exporter", "treeline");
        writeFrames();
        json.writeArrayPropertyStart("profiles");
        for (int metric : defaultFirst()) writeMetric(metric);
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeFrames() {
        json.writeObjectPropertyStart("shared");
        json.writeArrayPropertyStart("frames");
        for (Frame frame : profile.tree().frames()) {
            json.writeStartObject();
            json.writeStringProperty("name", frame.name());
            if (!frame.file().isEmpty()) json.writeStringProperty("file", frame.file());
            if (frame.line() > 0) json.writeNumberProperty("line", frame.line());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private List<Integer> defaultFirst() {
        List<Metric> usual = NodeSamples.ofUsual(profile).metrics();
        List<Integer> order = new ArrayList<>();
        for (int metric = 0; metric < samples.metrics().size(); metric++) order.add(metric);
        order.sort(Comparator.comparing(metric -> !usual.contains(samples.metrics().get(metric))));
        return order;
    }

    private void writeMetric(int number) {
        Metric metric = samples.metrics().get(number);
        SparseRows rows =
                MetricColumn.ofNodes(samples.byNode(number), profile.contexts().size()).byContext();
        for (int context = 0; context < profile.contexts().size(); context++)
            if (rows.end(context) > rows.start(context)) writeProfile(metric, rows, context);
    }

    private void writeProfile(Metric metric, SparseRows rows, int context) {
        double factor = factor(metric.unit());
        double total = 0;
        json.writeStartObject();
        json.writeStringProperty("type", "sampled");
        json.writeStringProperty("name", name(metric, profile.contexts().get(context)));
        json.writeStringProperty("unit", unit(metric.unit()));
        json.writeArrayPropertyStart("samples");
        for (int cell = rows.start(context); cell < rows.end(context); cell++)
            if (isWritten(rows.value(cell))) writeStack(rows.index(cell));
        json.writeEndArray();
        json.writeArrayPropertyStart("weights");
        for (int cell = rows.start(context); cell < rows.end(context); cell++) {
            if (!isWritten(rows.value(cell))) continue;
            double weight = rows.value(cell) * factor;
            total += weight;
            writeNumber(weight);
        }
        json.writeEndArray();
        json.writeNumberProperty("startValue", 0);
        json.writeName("endValue");
        writeNumber(total);
        json.writeEndObject();
    }

    private static boolean isWritten(double value) {
        return value >= 0 && !Double.isInfinite(value);
    }

    private void writeNumber(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) json.writeNumber((long) value);
        else json.writeNumber(value);
    }

    private void writeStack(int node) {
        CallTree tree = profile.tree();
        List<Integer> frames = new ArrayList<>();
        for (int at = node; at != CallTree.NO_PARENT; at = tree.parent(at))
            frames.add(tree.frameIndex(at));
        json.writeStartArray();
        for (int frame : frames.reversed()) json.writeNumber(frame);
        json.writeEndArray();
    }

    private String name(Metric metric, Context context) {
        return samples.metrics().size() == 1
                ? context.toString()
                : "%s: %s".formatted(metric.name(), context);
    }

    /// speedscope knows these units; other times become seconds, other sizes bytes.
    private static String unit(Unit unit) {
        return switch (unit.dimension()) {
            case TIME -> UNITS.getOrDefault(unit.symbol(), "seconds");
            case BYTES -> "bytes";
            case COUNT, OTHER -> "none";
        };
    }

    private static double factor(Unit unit) {
        return switch (unit.dimension()) {
            case TIME -> UNITS.containsKey(unit.symbol()) ? 1 : unit.factorTo(Unit.SECONDS);
            case BYTES -> unit.factorTo(Unit.BYTES);
            case COUNT, OTHER -> 1;
        };
    }
}
