package treeline.formats.chrometrace;

import tools.jackson.core.JsonGenerator;

import treeline.formats.writing.NodeSamples;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Profile;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Writes trace events: the names of processes and threads, then the slices of each. Ranks are
/// processes, and the contexts of a rank are its threads. Each device of a rank is a process of its
/// own, as in PyTorch, with its streams as threads.
final class ChromeTraceWriter {
    private final Profile profile;
    private final JsonGenerator json;
    private final Map<Integer, Integer> threads = new HashMap<>();
    private final Set<Integer> named = new HashSet<>();
    private final Map<Device, Integer> devices = new HashMap<>();
    private final Set<Track> streams = new HashSet<>();
    private final int ranks;

    private record Device(int rank, String name) {}

    ChromeTraceWriter(Profile profile, JsonGenerator json) {
        this.profile = profile;
        this.json = json;
        this.ranks = profile.contexts().stream().mapToInt(Context::rank).max().orElse(0) + 1;
    }

    /// Writes the traces or, where there are none, the profile.
    void write(Traces traces) {
        json.writeStartObject();
        json.writeStringProperty("displayTimeUnit", "ns");
        writeMetadata(profile.metadata());
        json.writeArrayPropertyStart("traceEvents");
        if (traces.isEmpty()) writeProfile();
        else for (TraceLine line : traces.lines()) writeLine(line, traces.endNanos());
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeMetadata(Metadata metadata) {
        json.writeObjectPropertyStart("otherData");
        for (String key : metadata.keys()) {
            json.writeName(key);
            switch (metadata.get(key).orElseThrow()) {
                case Value.Text(String text) -> json.writeString(text);
                case Value.Whole(long number) -> json.writeNumber(number);
                case Value.Real(double number) when Double.isFinite(number) ->
                        json.writeNumber(number);
                case Value.Real real -> json.writeString(real.toString());
                case Value.Flag(boolean flag) -> json.writeBoolean(flag);
            }
        }
        json.writeEndObject();
    }

    private void writeProfile() {
        var layout = new SliceLayout(profile, NodeSamples.ofTimes(profile));
        for (int context = 0; context < profile.contexts().size(); context++) {
            Track thread = track(context);
            layout.forEach(
                    context,
                    (node, begin, nanos) ->
                            writeSlice(profile.tree().frame(node), thread, begin, nanos));
        }
    }

    private void writeLine(TraceLine line, long endNanos) {
        var open = new OpenSlices(profile.tree(), track(line.context()));
        line.between(0, endNanos, open::stretch);
        open.close();
    }

    /// The process and thread of slices.
    private record Track(int process, int thread) {}

    /// A thread of its own for a context, which is named first.
    private Track track(int context) {
        Context of = profile.contexts().get(context);
        return of.stream() == Context.NONE ? thread(of) : stream(of, context);
    }

    private Track stream(Context context, int at) {
        String label = profile.outline().contextLabel("device", at);
        var device = new Device(context.rank(), label.matches("\\d{1,9}") ? label : "0");
        int process = devices.computeIfAbsent(device, _ -> Math.max(1, ranks) + devices.size());
        int number = context.stream();
        while (!streams.add(new Track(process, number))) number++;
        var stream = new Track(process, number);
        if (named.add(process)) {
            String owner = context.rank() == Context.NONE ? "program" : "rank " + context.rank();
            writeName("process_name", stream, owner);
            startEvent("process_labels", "M", stream);
            json.writeObjectPropertyStart("args");
            json.writeStringProperty("labels", "GPU " + device.name);
            json.writeEndObject();
            json.writeEndObject();
        }
        writeName("thread_name", stream, context.toString());
        return stream;
    }

    private Track thread(Context context) {
        int process = Math.max(0, context.rank());
        var thread = new Track(process, threads.merge(process, 1, Integer::sum) - 1);
        if (context.rank() != Context.NONE && named.add(process)) {
            writeName("process_name", thread, "rank " + process);
            startEvent("process_sort_index", "M", thread);
            json.writeObjectPropertyStart("args");
            json.writeNumberProperty("sort_index", process);
            json.writeEndObject();
            json.writeEndObject();
        }
        writeName("thread_name", thread, context.toString());
        return thread;
    }

    /// The currently open slices of a trace: the common frames of consecutive intervals stay open.
    private final class OpenSlices {
        private final CallTree tree;
        private final Track thread;
        private int open = CallTree.NO_PARENT;
        private long last;

        OpenSlices(CallTree tree, Track thread) {
            this.tree = tree;
            this.thread = thread;
        }

        void stretch(long begin, long end, int node) {
            if (begin > last) close();
            last = begin;
            while (open != CallTree.NO_PARENT && !isWithinOpen(node)) leave();
            Deque<Integer> path = new ArrayDeque<>();
            for (int up = node; up >= 0 && up != open; up = tree.parent(up)) path.push(up);
            for (int each : path) {
                startEvent(tree.name(each), "B", thread);
                writeMicros("ts", begin);
                writePlace(tree.frame(each));
                json.writeEndObject();
            }
            if (node >= 0) open = node;
            last = end;
        }

        private boolean isWithinOpen(int node) {
            return node >= open && node < tree.subtreeEnd(open);
        }

        void close() {
            while (open != CallTree.NO_PARENT) leave();
        }

        private void leave() {
            startEvent(tree.name(open), "E", thread);
            writeMicros("ts", last);
            json.writeEndObject();
            open = tree.parent(open);
        }
    }

    private void writeName(String what, Track thread, String name) {
        startEvent(what, "M", thread);
        json.writeObjectPropertyStart("args");
        json.writeStringProperty("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void startEvent(String name, String phase, Track thread) {
        json.writeStartObject();
        json.writeStringProperty("name", name);
        json.writeStringProperty("ph", phase);
        json.writeNumberProperty("pid", thread.process);
        json.writeNumberProperty("tid", thread.thread);
    }

    private void writeSlice(Frame frame, Track thread, long begin, long nanos) {
        startEvent(frame.name(), "X", thread);
        writeMicros("ts", begin);
        writeMicros("dur", nanos);
        writePlace(frame);
        json.writeEndObject();
    }

    private void writePlace(Frame frame) {
        if (frame.file().isEmpty() && frame.line() == 0) return;
        json.writeObjectPropertyStart("args");
        json.writeStringProperty("file", frame.file());
        if (frame.line() > 0) json.writeNumberProperty("line", frame.line());
        json.writeEndObject();
    }

    /// Microseconds with all their nanoseconds, which a double would round.
    private void writeMicros(String field, long nanos) {
        json.writeName(field);
        long micros = nanos / 1000;
        if (nanos % 1000 == 0) json.writeNumber(micros);
        else json.writeNumber(micros + "." + Long.toString(1000 + nanos % 1000).substring(1));
    }
}
