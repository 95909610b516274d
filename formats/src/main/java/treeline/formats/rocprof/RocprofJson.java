package treeline.formats.rocprof;

import tools.jackson.core.JsonToken;

import treeline.formats.reading.JsonCursor;
import treeline.formats.slices.GpuSliceKind;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads the JSON of rocprofv3. Records have numbers instead of names; the tables of names may come
/// before or after them, so the file is read twice.
final class RocprofJson {
    static final String ROOT = "rocprofiler-sdk-tool";

    private final RocprofRecords records;
    private final Map<Long, String> kernels = new HashMap<>();
    private final Map<Long, String> agents = new HashMap<>();
    private final Map<Long, String> markers = new HashMap<>();
    private final List<List<String>> operations = new ArrayList<>(); // by kind
    private String process = "";

    RocprofJson(RocprofRecords records) {
        this.records = records;
    }

    /// One record; fields that are absent keep 0.
    private static final class Fields {
        private long kind;
        private long operation;
        private long thread;
        private long correlation;
        private long start;
        private long end;
        private long agent;
        private long source;
        private long destination;
        private long queue;
        private long stream = -1;
        private long kernel;
        private long bytes;
    }

    /// What to do with the members of a process.
    private interface Members {
        void member(JsonCursor json, String name);
    }

    void read(Path path) throws IOException {
        try (MappedFile file = MappedFile.open(path)) {
            List<RocprofJson> names = new ArrayList<>();
            each(
                    file,
                    () -> {
                        var one = new RocprofJson(records);
                        names.add(one);
                        return one::names;
                    });
            int[] next = {0};
            each(
                    file,
                    () -> {
                        RocprofJson one = names.get(next[0]++);
                        if (one.process.isEmpty()) one.process = "process " + next[0];
                        return one::content;
                    });
        }
    }

    /// Starts a process.
    private interface ProcessStart {
        Members start();
    }

    private void each(MappedFile file, ProcessStart process) {
        try (var json = new JsonCursor(file, records.log().texts())) {
            json.requireObject("the file");
            while (json.nextField()) {
                if (!json.name().equals(ROOT)) continue;
                json.requireArray("the processes");
                while (json.nextElement()) {
                    json.requireObject("a process");
                    Members members = process.start();
                    while (json.nextField()) members.member(json, json.name());
                }
            }
        }
    }

    private void names(JsonCursor json, String member) {
        switch (member) {
            case "metadata" -> metadata(json);
            case "agents" -> elements(json, this::agent);
            case "kernel_symbols" -> elements(json, this::symbol);
            case "strings" -> strings(json);
        }
    }

    private void content(JsonCursor json, String member) {
        switch (member) {
            case "buffer_records" -> buffers(json);
            case "callback_records" -> {
                if (json.entersObject())
                    while (json.nextField())
                        elements(json, _ -> records.log().lost("counter values are ignored", ""));
            }
        }
    }

    /// Receives an element of an array.
    private interface Element {
        void read(JsonCursor json);
    }

    private static void elements(JsonCursor json, Element element) {
        if (json.entersArray()) while (json.nextElement()) element.read(json);
    }

    private static long whole(JsonCursor json) {
        return json.token() == JsonToken.VALUE_NUMBER_INT ? json.whole("a number") : 0;
    }

    /// A number, or the member `handle` or `internal` of an object.
    private static long handle(JsonCursor json) {
        if (!json.entersObject()) return whole(json);
        long handle = 0;
        while (json.nextField())
            if (json.name().equals("handle") || json.name().equals("internal"))
                handle = whole(json);
        return handle;
    }

    private static String text(JsonCursor json) {
        return json.token().isScalarValue() ? json.text("a text") : "";
    }

    private void metadata(JsonCursor json) {
        if (!json.entersObject()) return;
        while (json.nextField()) if (json.name().equals("pid")) process = text(json);
    }

    private void agent(JsonCursor json) {
        if (!json.entersObject()) return;
        long id = 0;
        String node = "";
        while (json.nextField()) {
            switch (json.name()) {
                case "id" -> id = handle(json);
                case "node_id" -> node = text(json);
            }
        }
        agents.put(id, node);
    }

    private void symbol(JsonCursor json) {
        if (!json.entersObject()) return;
        long id = 0;
        String formatted = "";
        String name = "";
        while (json.nextField()) {
            switch (json.name()) {
                case "kernel_id" -> id = whole(json);
                case "formatted_kernel_name" -> formatted = text(json);
                case "kernel_name" -> name = text(json);
            }
        }
        kernels.put(id, formatted.isEmpty() ? name : formatted);
    }

    private void strings(JsonCursor json) {
        if (!json.entersObject()) return;
        while (json.nextField()) {
            switch (json.name()) {
                case "buffer_records" -> elements(json, this::kind);
                case "marker_api" -> elements(json, this::marker);
            }
        }
    }

    private void kind(JsonCursor json) {
        List<String> names = new ArrayList<>();
        if (json.entersObject())
            while (json.nextField())
                if (json.name().equals("operations")) elements(json, each -> names.add(text(each)));
        operations.add(names);
    }

    private void marker(JsonCursor json) {
        if (!json.entersObject()) return;
        long key = 0;
        String value = "";
        while (json.nextField()) {
            switch (json.name()) {
                case "key" -> key = whole(json);
                case "value" -> value = text(json);
            }
        }
        markers.put(key, value);
    }

    private void buffers(JsonCursor json) {
        if (!json.entersObject()) return;
        while (json.nextField()) {
            String name = json.name();
            elements(json, each -> record(each, name));
        }
    }

    private void record(JsonCursor json, String buffer) {
        var fields = new Fields();
        if (!json.entersObject()) return;
        while (json.nextField()) field(json, fields);
        switch (buffer) {
            case "kernel_dispatch" -> kernel(fields);
            case "memory_copy" -> copy(fields);
            case "marker_api" -> call(fields, GpuSliceKind.REGION);
            default -> {
                if (buffer.endsWith("_api")) call(fields, GpuSliceKind.CALL);
                else records.log().lost("records of other kinds are ignored", buffer);
            }
        }
    }

    private static void field(JsonCursor json, Fields fields) {
        switch (json.name()) {
            case "kind" -> fields.kind = whole(json);
            case "operation" -> fields.operation = whole(json);
            case "thread_id" -> fields.thread = whole(json);
            case "correlation_id" -> fields.correlation = handle(json);
            case "start_timestamp" -> fields.start = whole(json);
            case "end_timestamp" -> fields.end = whole(json);
            case "bytes" -> fields.bytes = whole(json);
            case "agent_id" -> fields.agent = handle(json);
            case "src_agent_id" -> fields.source = handle(json);
            case "dst_agent_id" -> fields.destination = handle(json);
            case "queue_id" -> fields.queue = handle(json);
            case "stream_id" -> fields.stream = handle(json);
            case "kernel_id" -> fields.kernel = whole(json);
            case "dispatch_info" -> {
                if (json.entersObject()) while (json.nextField()) field(json, fields);
            }
        }
    }

    private String name(Fields fields) {
        boolean known =
                fields.kind >= 0
                        && fields.kind < operations.size()
                        && fields.operation >= 0
                        && fields.operation < operations.get((int) fields.kind).size();
        return known
                ? operations.get((int) fields.kind).get((int) fields.operation)
                : "operation " + fields.operation;
    }

    private String agent(long handle) {
        String known = agents.getOrDefault(handle, "");
        return known.isEmpty() ? Long.toString(handle) : known;
    }

    private void kernel(Fields fields) {
        String known = kernels.getOrDefault(fields.kernel, "");
        records.work(
                GpuSliceKind.KERNEL,
                process,
                agent(fields.agent),
                Long.toString(fields.stream >= 0 ? fields.stream : fields.queue),
                known.isEmpty() ? "kernel " + fields.kernel : known,
                fields.correlation,
                fields.start,
                fields.end,
                0);
    }

    private void copy(Fields fields) {
        String name = name(fields);
        records.work(
                GpuSliceKind.COPY,
                process,
                agent(name.endsWith("DEVICE_TO_HOST") ? fields.source : fields.destination),
                fields.stream >= 0 ? Long.toString(fields.stream) : "copies",
                name,
                fields.correlation,
                fields.start,
                fields.end,
                fields.bytes);
    }

    private void call(Fields fields, GpuSliceKind kind) {
        String marker = kind == GpuSliceKind.REGION ? markers.get(fields.correlation) : null;
        if (kind == GpuSliceKind.REGION && fields.start == fields.end) {
            records.log().note("marks are ignored; ranges are read", name(fields));
            return;
        }
        records.call(
                kind,
                process,
                Long.toString(fields.thread),
                marker == null ? name(fields) : marker,
                fields.correlation,
                fields.start,
                fields.end);
    }
}
