package treeline.formats.pprof;

import org.jspecify.annotations.Nullable;

import treeline.formats.pprof.PprofLayout.Function;
import treeline.formats.pprof.PprofLayout.Line;
import treeline.formats.pprof.PprofLayout.Location;
import treeline.formats.pprof.PprofLayout.Mapping;
import treeline.formats.pprof.PprofLayout.Profile;
import treeline.formats.pprof.PprofLayout.Sample;
import treeline.formats.pprof.PprofLayout.ValueType;
import treeline.formats.reading.IdNumbers;
import treeline.formats.writing.NodeSamples;
import treeline.formats.writing.WholeValues;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metric;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes samples while streaming, followed by the tables that they reference.
final class PprofWriter {
    /// `has_functions`, `has_filenames` and `has_line_numbers`: nothing is left to be looked up.
    private static final List<Integer> KNOWN = List.of(7, 8, 9);

    /// Metadata of a profile that was read from pprof.
    static final String DEFAULT_TYPE = "default_sample_type";

    private final treeline.model.Profile profile;
    private final OutputStream out;
    private final WireWriter wire = new WireWriter();
    private final Map<String, Integer> texts = new LinkedHashMap<>(Map.of("", 0));
    private final Map<String, Integer> modules = new LinkedHashMap<>();
    private final Map<Frame, Integer> functions = new LinkedHashMap<>();
    private final Map<Site, Integer> locations = new LinkedHashMap<>();

    /// A function at a line.
    private record Site(Frame frame, int line) {}

    PprofWriter(treeline.model.Profile profile, OutputStream out) {
        this.profile = profile;
        this.out = out;
    }

    void write() throws IOException {
        var samples = new NodeSamples(profile);
        for (Metric metric : samples.metrics())
            wire.message(Profile.SAMPLE_TYPE, type(metric.name(), WholeValues.unitName(metric)));
        writeSamples(samples);
        for (Map.Entry<Site, Integer> each : locations.entrySet())
            writeLocation(each.getValue(), each.getKey());
        for (Map.Entry<Frame, Integer> each : functions.entrySet())
            writeFunction(each.getValue(), each.getKey());
        for (Map.Entry<String, Integer> each : modules.entrySet())
            writeModule(each.getValue(), each.getKey());
        defaultType(samples.metrics())
                .ifPresent(name -> wire.number(Profile.DEFAULT_SAMPLE_TYPE, text(name)));
        for (String key : profile.metadata().keys()) {
            if (key.equals(DEFAULT_TYPE)) continue;
            String value = profile.metadata().get(key).map(Object::toString).orElse("");
            wire.packed(Profile.COMMENT, text(key + ": " + value));
        }
        for (String text : texts.keySet()) {
            wire.text(Profile.STRING, text);
            wire.drainTo(out);
        }
    }

    /// The metric that pprof shows first: as the original says, otherwise the default of Treeline.
    /// Without it pprof shows the last of several.
    private Optional<String> defaultType(List<Metric> written) {
        if (written.size() < 2) return Optional.empty();
        String usual = NodeSamples.ofUsual(profile).metrics().getFirst().name();
        return profile.metadata()
                .get(DEFAULT_TYPE)
                .map(Object::toString)
                .filter(named -> written.stream().anyMatch(each -> each.name().equals(named)))
                .or(() -> Optional.of(usual));
    }

    private WireWriter type(String name, String unit) {
        return new WireWriter()
                .number(ValueType.TYPE, text(name))
                .number(ValueType.UNIT, text(unit));
    }

    private int text(String text) {
        return texts.computeIfAbsent(text, _ -> texts.size());
    }

    private void writeSamples(NodeSamples samples) throws IOException {
        List<List<WireWriter>> labels = new ArrayList<>();
        for (int context = 0; context < profile.contexts().size(); context++)
            labels.add(labels(context));
        var whole = new WholeValues(samples);
        samples.forEach(
                (node, context, values) -> {
                    long[] numbers = new long[values.length];
                    for (int m = 0; m < values.length; m++) numbers[m] = whole.of(m, values[m]);
                    var sample = new WireWriter();
                    sample.packed(Sample.LOCATION_ID, stack(node));
                    sample.packed(Sample.VALUE, numbers);
                    for (WireWriter label : labels.get(context))
                        sample.message(Sample.LABEL, label);
                    wire.message(Profile.SAMPLE, sample);
                    wire.drainTo(out);
                });
    }

    private List<WireWriter> labels(int context) {
        Context parts = profile.contexts().get(context);
        List<WireWriter> labels = new ArrayList<>();
        if (!parts.host().isEmpty()) labels.add(label("host", parts.host()));
        addNumber(labels, "rank", parts.rank());
        addNumber(labels, "thread_id", parts.thread());
        addNumber(labels, "stream", parts.stream());
        addNumber(labels, "repetition", parts.repetition());
        for (Label label : profile.outline().contextLabels())
            if (!label.at(context).isEmpty()) labels.add(label(label.name(), label.at(context)));
        return labels;
    }

    private WireWriter label(String key, String value) {
        return new WireWriter()
                .number(PprofLayout.Label.KEY, text(key))
                .number(PprofLayout.Label.TEXT, text(value));
    }

    private void addNumber(List<WireWriter> labels, String key, int number) {
        if (number == Context.NONE) return;
        labels.add(
                new WireWriter()
                        .number(PprofLayout.Label.KEY, text(key))
                        .number(PprofLayout.Label.NUMBER, number));
    }

    /// The locations of a node, leaf first. A line below its function is the line of that function,
    /// as [PprofStacks] reads it.
    private long[] stack(int node) {
        CallTree tree = profile.tree();
        int at = node;
        int line = 0;
        if (isLineOfItsCaller(node)) {
            line = tree.frame(node).line();
            at = tree.parent(node);
        }
        List<Long> ids = new ArrayList<>();
        while (at != CallTree.NO_PARENT) {
            ids.add(location(tree.frame(at), line));
            line = callLine(at);
            at = tree.parent(at);
        }
        return ids.stream().mapToLong(Long::longValue).toArray();
    }

    private boolean isLineOfItsCaller(int node) {
        Frame frame = profile.tree().frame(node);
        int caller = profile.tree().parent(node);
        if (frame.kind() != Frame.Kind.LINE || caller == CallTree.NO_PARENT) return false;
        Frame above = profile.tree().frame(caller);
        return frame.line() > 0 && PprofStacks.lineFrame(above, frame.line()).equals(frame);
    }

    private int callLine(int node) {
        String text = profile.outline().label(PprofStacks.CALL_LINE, node);
        return Math.max(0, IdNumbers.count(text));
    }

    private long location(Frame frame, int line) {
        return locations.computeIfAbsent(new Site(frame, line), _ -> locations.size() + 1);
    }

    private void writeLocation(int id, Site site) throws IOException {
        var location = new WireWriter().number(Location.ID, id);
        String module = site.frame.module();
        if (!module.isEmpty())
            location.number(
                    Location.MAPPING_ID, modules.computeIfAbsent(module, _ -> modules.size() + 1));
        Long address = address(site.frame);
        if (address != null) location.number(Location.ADDRESS, address);
        else
            location.message(
                    Location.LINE,
                    new WireWriter()
                            .number(Line.FUNCTION_ID, function(site.frame))
                            .number(Line.LINE, site.line));
        wire.message(Profile.LOCATION, location);
        wire.drainTo(out);
    }

    private int function(Frame frame) {
        return functions.computeIfAbsent(frame, _ -> functions.size() + 1);
    }

    /// The address that stands for a function without a name.
    private static @Nullable Long address(Frame frame) {
        boolean code =
                frame.kind() == Frame.Kind.FUNCTION || frame.kind() == Frame.Kind.INSTRUCTION;
        boolean unnamed =
                code && frame.file().isEmpty() && frame.name().matches("0x[0-9a-f]{1,16}");
        return unnamed ? Long.parseUnsignedLong(frame.name().substring(2), 16) : null;
    }

    private void writeFunction(int id, Frame frame) throws IOException {
        wire.message(
                Profile.FUNCTION,
                new WireWriter()
                        .number(Function.ID, id)
                        .number(Function.NAME, text(frame.name()))
                        .number(Function.SYSTEM_NAME, text(frame.name()))
                        .number(Function.FILE, text(frame.file()))
                        .number(Function.START_LINE, frame.line()));
        wire.drainTo(out);
    }

    private void writeModule(int id, String file) {
        var mapping = new WireWriter().number(Mapping.ID, id).number(Mapping.FILE, text(file));
        for (int flag : KNOWN) mapping.number(flag, 1);
        wire.message(Profile.MAPPING, mapping);
    }
}
