package treeline.store.db;

import org.jspecify.annotations.Nullable;

import treeline.bytes.ByteSource;
import treeline.bytes.LittleEndianBytes;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/// The sections of the outline, each with a writing and a reading method.
final class OutlineSections {
    private static final int TEXT = 0;
    private static final int WHOLE = 1;
    private static final int REAL = 2;
    private static final int FLAG = 3;

    private OutlineSections() {}

    static void writeMetadata(LittleEndianBytes out, Metadata metadata) {
        out.varint(metadata.keys().size());
        for (String key : metadata.keys()) {
            out.text(key);
            switch (metadata.get(key).orElseThrow()) {
                case Value.Text(String text) -> {
                    out.u8(TEXT);
                    out.text(text);
                }
                case Value.Whole(long number) -> {
                    out.u8(WHOLE);
                    out.zigzag(number);
                }
                case Value.Real(double number) -> {
                    out.u8(REAL);
                    out.i64(Double.doubleToRawLongBits(number));
                }
                case Value.Flag(boolean flag) -> {
                    out.u8(FLAG);
                    out.u8(flag ? 1 : 0);
                }
            }
        }
    }

    static Metadata readMetadata(ByteSource in) {
        Map<String, Value> values = new LinkedHashMap<>();
        int count = in.count("metadata keys");
        for (int i = 0; i < count; i++) {
            String key = in.text();
            values.put(
                    key,
                    switch (in.u8()) {
                        case TEXT -> new Value.Text(in.text());
                        case WHOLE -> new Value.Whole(in.zigzag());
                        case REAL -> new Value.Real(Double.longBitsToDouble(in.u64()));
                        case FLAG -> new Value.Flag(in.u8() != 0);
                        default -> throw in.malformed("a metadata type from 0 to 3", "another");
                    });
        }
        return Metadata.of(values);
    }

    static void writeFrames(LittleEndianBytes out, List<Frame> frames) {
        out.varint(frames.size());
        var texts = new TextTable();
        int[][] columns = new int[5][frames.size()];
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            columns[0][i] = texts.code(frame.kind().name());
            columns[1][i] = texts.code(frame.name());
            columns[2][i] = texts.code(frame.file());
            columns[3][i] = frame.line();
            columns[4][i] = texts.code(frame.module());
        }
        texts.write(out);
        for (int[] column : columns) PackedLongs.write(out, column, frames.size());
    }

    static List<Frame> readFrames(ByteSource in) {
        int count = in.count("frames");
        List<String> texts = TextTable.read(in);
        int[] kind = PackedLongs.readIndexes(in, count, "a text", texts.size());
        int[] name = PackedLongs.readIndexes(in, count, "a text", texts.size());
        int[] file = PackedLongs.readIndexes(in, count, "a text", texts.size());
        int[] line = PackedLongs.readIndexes(in, count, "a line", 1L << 31);
        int[] module = PackedLongs.readIndexes(in, count, "a text", texts.size());
        List<Frame> frames = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            if (texts.get(name[i]).isEmpty())
                throw in.malformed("a frame with a name", "one without");
            frames.add(
                    new Frame(
                            named(in, Frame.Kind.values(), texts.get(kind[i])),
                            texts.get(name[i]),
                            texts.get(file[i]),
                            line[i],
                            texts.get(module[i])));
        }
        return frames;
    }

    /// Parents are written as the distance back to them, roots as distance 0.
    static void writeTree(LittleEndianBytes out, CallTree tree) {
        int nodes = tree.size();
        int[] back = new int[nodes];
        int[] frame = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            back[node] = tree.parent(node) == CallTree.NO_PARENT ? 0 : node - tree.parent(node);
            frame[node] = tree.frameIndex(node);
        }
        out.varint(nodes);
        PackedLongs.write(out, back, nodes);
        PackedLongs.write(out, frame, nodes);
    }

    static CallTree readTree(ByteSource in, List<Frame> frames) {
        int nodes = in.count("nodes");
        int[] parent = PackedLongs.readIndexes(in, nodes, "a distance to the parent", nodes);
        for (int node = 0; node < nodes; node++)
            parent[node] = parent[node] == 0 ? CallTree.NO_PARENT : node - parent[node];
        int[] frame = PackedLongs.readIndexes(in, nodes, "a frame", frames.size());
        try {
            return CallTree.of(parent, frame, frames);
        } catch (IllegalArgumentException wrong) {
            throw in.malformed("parents in depth-first order", String.valueOf(wrong.getMessage()));
        }
    }

    static void writeLabels(LittleEndianBytes out, List<Label> labels) {
        out.varint(labels.size());
        for (Label label : labels) {
            out.text(label.name());
            var texts = new TextTable();
            int[] codes = new int[label.size()];
            for (int i = 0; i < codes.length; i++) codes[i] = texts.code(label.at(i));
            texts.write(out);
            PackedLongs.write(out, codes, codes.length);
        }
    }

    /// @param size of how many nodes or contexts
    static List<Label> readLabels(ByteSource in, int size) {
        int count = in.count("labels");
        List<Label> labels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = in.text();
            List<String> texts = TextTable.read(in);
            int[] codes = PackedLongs.readIndexes(in, size, "a text", texts.size());
            List<String> each = new ArrayList<>(size);
            for (int code : codes) each.add(texts.get(code));
            if (name.isBlank()) throw in.malformed("a label with a name", "one without");
            labels.add(Label.of(name, each));
        }
        return labels;
    }

    /// The contexts, and where each group of them ends.
    static void writeContexts(LittleEndianBytes out, List<Context> contexts, int[] groupEnds) {
        out.varint(contexts.size());
        var hosts = new TextTable();
        int[] host = new int[contexts.size()];
        @Nullable String last = null;
        for (int i = 0; i < host.length; i++) {
            String name = contexts.get(i).host();
            host[i] = name.equals(last) ? host[i - 1] : hosts.code(name);
            last = name;
        }
        hosts.write(out);
        PackedLongs.write(out, host, host.length);
        writePart(out, contexts, Context::rank);
        writePart(out, contexts, Context::thread);
        writePart(out, contexts, Context::stream);
        writePart(out, contexts, Context::repetition);
        out.varint(groupEnds.length);
        PackedLongs.write(out, groupEnds, groupEnds.length);
    }

    /// One more than the part, so that [Context#NONE] is 0.
    private static void writePart(
            LittleEndianBytes out, List<Context> contexts, ToIntFunction<Context> part) {
        int[] numbers = new int[contexts.size()];
        for (int i = 0; i < numbers.length; i++) numbers[i] = part.applyAsInt(contexts.get(i)) + 1;
        PackedLongs.write(out, numbers, numbers.length);
    }

    static final class ContextGroups {
        private final List<Context> contexts;
        private final int[] ends;

        ContextGroups(List<Context> contexts, int[] ends) {
            this.contexts = contexts;
            this.ends = ends;
        }

        List<Context> contexts() {
            return contexts;
        }

        int[] ends() {
            return ends;
        }

        int start(int group) {
            return group == 0 ? 0 : ends[group - 1];
        }
    }

    static ContextGroups readContexts(ByteSource in) {
        int count = in.count("contexts");
        List<String> hosts = TextTable.read(in);
        int[] host = PackedLongs.readIndexes(in, count, "a host", hosts.size());
        int[][] parts = new int[4][];
        for (int i = 0; i < parts.length; i++)
            parts[i] = PackedLongs.readIndexes(in, count, "a context part", 1L << 31);
        List<Context> contexts = new ArrayList<>(count);
        for (int i = 0; i < count; i++)
            contexts.add(
                    new Context(
                            hosts.get(host[i]),
                            parts[0][i] - 1,
                            parts[1][i] - 1,
                            parts[2][i] - 1,
                            parts[3][i] - 1));
        int[] ends = PackedLongs.readIndexes(in, in.count("groups"), "a group end", count + 1L);
        for (int group = 0; group < ends.length; group++)
            if (ends[group] <= (group == 0 ? 0 : ends[group - 1]))
                throw in.malformed("groups of contexts that ascend", Integer.toString(ends[group]));
        if ((ends.length == 0 ? 0 : ends[ends.length - 1]) != count)
            throw in.malformed("groups of all %d contexts".formatted(count), "fewer");
        return new ContextGroups(contexts, ends);
    }

    static void writeMetrics(LittleEndianBytes out, List<Metric> metrics) {
        out.varint(metrics.size());
        for (Metric metric : metrics) {
            out.text(metric.name());
            out.text(metric.unit().symbol());
            out.text(metric.unit().dimension().name());
            out.i64(Double.doubleToRawLongBits(metric.unit().scale()));
            out.text(metric.scope().name());
        }
    }

    static List<Metric> readMetrics(ByteSource in) {
        int count = in.count("metrics");
        List<Metric> metrics = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = in.text();
            Unit unit = readUnit(in);
            Metric.Scope scope = named(in, Metric.Scope.values(), in.text());
            if (name.isBlank()) throw in.malformed("a metric with a name", "one without");
            metrics.add(new Metric(name, unit, scope));
        }
        return metrics;
    }

    private static Unit readUnit(ByteSource in) {
        String symbol = in.text();
        Unit.Dimension dimension = named(in, Unit.Dimension.values(), in.text());
        double scale = Double.longBitsToDouble(in.u64());
        if (!(scale > 0)) throw in.malformed("a positive scale", Double.toString(scale));
        return new Unit(symbol, dimension, scale);
    }

    /// Constants are stored by name: their order in our code may change, files stay.
    private static <E extends Enum<E>> E named(ByteSource in, E[] constants, String name) {
        for (E constant : constants) if (constant.name().equals(name)) return constant;
        throw in.malformed("one of " + List.of(constants), "'" + name + "'");
    }

    /// A string table without duplicates.
    private static final class TextTable {
        private final Map<String, Integer> codes = new LinkedHashMap<>();

        int code(String text) {
            return codes.computeIfAbsent(text, _ -> codes.size());
        }

        void write(LittleEndianBytes out) {
            out.varint(codes.size());
            codes.keySet().forEach(out::text);
        }

        static List<String> read(ByteSource in) {
            int count = in.count("texts");
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < count; i++) texts.add(in.text());
            return texts;
        }
    }
}
