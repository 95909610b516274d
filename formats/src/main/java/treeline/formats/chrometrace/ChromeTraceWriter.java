package treeline.formats.chrometrace;

import tools.jackson.core.JsonGenerator;

import treeline.formats.writing.Samples;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Profile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Writes events: who processes and threads are, then the slices of each. Ranks are processes; the
/// contexts of a rank are its threads.
final class ChromeTraceWriter {
    private final Profile profile;
    private final JsonGenerator json;
    private final Map<Integer, Integer> threads = new HashMap<>();
    private final Set<Integer> named = new HashSet<>();

    ChromeTraceWriter(Profile profile, JsonGenerator json) {
        this.profile = profile;
        this.json = json;
    }

    void write() {
        json.writeStartObject();
        json.writeStringProperty("displayTimeUnit", "ns");
        writeMetadata(profile.metadata());
        json.writeArrayPropertyStart("traceEvents");
        var layout = new SliceLayout(profile, Samples.ofUsual(profile));
        for (int context = 0; context < profile.contexts().size(); context++)
            writeContext(context, layout);
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

    private void writeContext(int index, SliceLayout layout) {
        Context context = profile.contexts().get(index);
        int process = Math.max(0, context.rank());
        int thread = threads.merge(process, 1, Integer::sum) - 1;
        if (context.rank() != Context.NONE && named.add(process)) {
            writeName("process_name", process, thread, "rank " + process);
            writeSortIndex(process);
        }
        writeName("thread_name", process, thread, context.toString());
        layout.forEach(
                index,
                (node, begin, nanos) ->
                        writeSlice(profile.tree().frame(node), process, thread, begin, nanos));
    }

    private void writeName(String what, int process, int thread, String name) {
        startEvent(what, "M", process, thread);
        json.writeObjectPropertyStart("args");
        json.writeStringProperty("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void writeSortIndex(int process) {
        startEvent("process_sort_index", "M", process, 0);
        json.writeObjectPropertyStart("args");
        json.writeNumberProperty("sort_index", process);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void startEvent(String name, String phase, int process, int thread) {
        json.writeStartObject();
        json.writeStringProperty("name", name);
        json.writeStringProperty("ph", phase);
        json.writeNumberProperty("pid", process);
        json.writeNumberProperty("tid", thread);
    }

    private void writeSlice(Frame frame, int process, int thread, long begin, long nanos) {
        startEvent(frame.name(), "X", process, thread);
        writeMicros("ts", begin);
        writeMicros("dur", nanos);
        if (!frame.file().isEmpty() || frame.line() > 0) {
            json.writeObjectPropertyStart("args");
            json.writeStringProperty("file", frame.file());
            if (frame.line() > 0) json.writeNumberProperty("line", frame.line());
            json.writeEndObject();
        }
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
