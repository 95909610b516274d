package treeline.formats.rocprof;

import treeline.formats.reading.SegmentStream;
import treeline.formats.reading.Utf8Stream;
import treeline.formats.slices.GpuSliceKind;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads one CSV file of a run. Its columns say what it is; its name says which process wrote it.
record RocprofCsv(RocprofRecords records) {
    private static final String START = "Start_Timestamp";
    private static final String END = "End_Timestamp";
    private static final String CORRELATION = "Correlation_Id";
    private static final String MARKER = "MARKER";

    private static final Pattern NAME =
            Pattern.compile(
                    "(?<process>.*?)_?(?:kernel|memory_copy|memory_allocation|scratch_memory"
                            + "|[a-z]+_api)_trace\\.csv(?:\\.gz)?");

    /// The contents that a header announces.
    enum Content {
        KERNELS,
        COPIES,
        CALLS,
        /// Allocations, counters and other records that are not read.
        OTHER
    }

    /// The content of a file of rocprofv3, empty if it is another file.
    static Optional<Content> content(byte[] prefix) {
        String text = new String(prefix, StandardCharsets.UTF_8);
        int stop = text.indexOf('\n');
        if (stop < 0) return Optional.empty();
        String header = text.substring(0, stop).replace("\"", "").strip();
        List<String> columns = List.of(header.split(","));
        if (!columns.contains(CORRELATION)) return Optional.empty();
        boolean timed = columns.contains(START) && columns.contains(END);
        if (timed && columns.contains("Function") && columns.contains("Domain"))
            return Optional.of(Content.CALLS);
        if (columns.contains("Counter_Name") && columns.contains("Counter_Value"))
            return Optional.of(Content.OTHER);
        if (timed && columns.contains("Kernel_Name")) return Optional.of(Content.KERNELS);
        if (timed && columns.contains("Direction")) return Optional.of(Content.COPIES);
        return timed && columns.contains("Kind") ? Optional.of(Content.OTHER) : Optional.empty();
    }

    void read(Path path, Content content) throws IOException {
        try (MappedFile file = MappedFile.open(path)) {
            var text = new Utf8Stream(new SegmentStream(file.bytes()));
            var table =
                    new CsvTable(
                            path,
                            new InputStreamReader(text, StandardCharsets.UTF_8),
                            records.log());
            while (table.next()) {
                switch (content) {
                    case KERNELS -> kernel(table, process(path));
                    case COPIES -> copy(table, process(path));
                    case CALLS -> call(table, process(path));
                    case OTHER ->
                            records.log()
                                    .lost(
                                            "records of counters and allocations are ignored",
                                            path.getFileName().toString());
                }
            }
            text.note(records.log().texts(), path.toString());
        }
    }

    /// The part of the name before the kind: the process id, or what the user chose.
    private static String process(Path path) {
        Matcher name = NAME.matcher(path.getFileName().toString());
        String process = name.matches() ? name.group("process") : "";
        return process.isEmpty() ? "program" : process;
    }

    private void kernel(CsvTable table, String process) {
        records.work(
                GpuSliceKind.KERNEL,
                process,
                agent(table.text("Agent_Id")),
                table.text("Stream_Id", "Queue_Id"),
                table.text("Kernel_Name"),
                table.number(CORRELATION),
                table.number(START),
                table.number(END),
                0);
    }

    /// `4` of `Agent 4`.
    private static String agent(String text) {
        return text.startsWith("Agent ") ? text.substring(6).strip() : text;
    }

    private void copy(CsvTable table, String process) {
        String direction = table.text("Direction");
        boolean fromDevice = direction.endsWith("DEVICE_TO_HOST");
        records.work(
                GpuSliceKind.COPY,
                process,
                agent(table.text(fromDevice ? "Source_Agent_Id" : "Destination_Agent_Id")),
                table.has("Stream_Id") ? table.text("Stream_Id") : "copies",
                direction,
                table.number(CORRELATION),
                table.number(START),
                table.number(END),
                0);
    }

    private void call(CsvTable table, String process) {
        boolean marker = table.text("Domain").startsWith(MARKER);
        if (marker && table.number(START) == table.number(END)) {
            records.log().note("marks are ignored; ranges are read", table.text("Function"));
            return;
        }
        records.call(
                marker ? GpuSliceKind.REGION : GpuSliceKind.CALL,
                process,
                table.text("Thread_Id"),
                table.text("Function"),
                table.number(CORRELATION),
                table.number(START),
                table.number(END));
    }
}
