package treeline.formats.perf;

import org.jspecify.annotations.Nullable;

import treeline.array.Ints;
import treeline.formats.reading.ByteMemo;
import treeline.formats.reading.LineReader;
import treeline.formats.reading.SampleCells;
import treeline.formats.reading.ThreadTable;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.util.LinkedHashMap;
import java.util.Map;

/// Sums samples while streaming: a line with thread, event and period, then the stack, innermost
/// frame first, then an empty line.
final class PerfScriptReader {
    private final MappedFile file;
    private final LineReader lines;
    private final ReadReport.Log log = new ReadReport.Log();
    private final ProfileBuilder builder = new ProfileBuilder();
    private final ThreadTable threads = new ThreadTable();
    private final Map<String, Event> events = new LinkedHashMap<>();
    private final ByteMemo memo = new ByteMemo(); // frames of lines
    private Metadata metadata = Metadata.NONE;

    /// The sample whose stack is being read, innermost frame first.
    private @Nullable SampleHeader open;

    private final Ints stack = new Ints();

    /// Whether samples end with empty lines, as those with stacks do.
    private boolean hasEmptyLines;

    /// The samples of one event.
    private record Event(SampleCells samples, SampleCells periods) {}

    PerfScriptReader(MappedFile file) {
        this.file = file;
        this.lines = new LineReader(file);
    }

    LoadedSource read() {
        while (lines.advance()) {
            int known =
                    open == null
                            ? ByteMemo.NONE
                            : memo.value(lines.array(), lines.start(), lines.end());
            if (known != ByteMemo.NONE) stack.add(known);
            else read(lines.text());
        }
        if (open != null && (!stack.isEmpty() || hasEmptyLines))
            log.note(
                    "the last sample does not end with an empty line; it is incomplete if the file"
                            + " is truncated",
                    "");
        close();
        if (events.isEmpty())
            throw MalformedProfileException.of(
                    file.path().toString(), "samples as perf script prints them", "none");
        build();
        return new LoadedSource(builder.metadata(metadata).build(), log.report());
    }

    private void read(String line) {
        if (line.indexOf('\0') >= 0) damaged();
        else if (line.isBlank()) end();
        else if (open != null && StackLine.isInStack(line)) frame(line);
        else if (line.startsWith("#")) comment(line);
        else if (SampleHeader.isOtherRecord(line)) otherRecord(line);
        else begin(line);
    }

    private void end() {
        hasEmptyLines |= open != null;
        if (!lines.ended())
            log.note("the last line is not terminated; the file may be truncated", "");
        close();
    }

    /// A stack without one of its frames is another stack, so its sample is left out.
    private void damaged() {
        log.lost("skipped a sample with NUL bytes", place());
        open = null;
        stack.clear();
    }

    private void begin(String line) {
        close();
        SampleHeader header = SampleHeader.of(line);
        if (!lines.ended()) {
            log.lost("the file ends within the first line of a sample", place());
            return;
        }
        if (header == null) {
            log.lost("a line is neither the start of a sample nor a frame of one", place());
            return;
        }
        if (header.hasNegativePeriod()) log.lost("a sample has a negative period", place());
        open = header.hasNegativePeriod() ? header.withoutPeriod() : header;
        Frame inline = StackLine.frame(header.rest());
        if (inline != null) stack.add(builder.frame(inline));
        else if (!header.rest().isBlank())
            log.note("tracepoint fields are ignored", header.event());
        if (inline != null) close(); // printed without stacks
    }

    private void frame(String line) {
        Frame frame = StackLine.frame(line);
        if (frame != null) {
            stack.add(builder.frame(frame));
            memo.put(lines.array(), lines.start(), lines.end(), stack.last());
        } else if (SampleHeader.isOtherRecord(line)) otherRecord(line);
        else log.note("skipped a line within a stack that is not a frame", place());
    }

    /// The node of the stack.
    private int node() {
        if (stack.isEmpty()) return builder.child(ProfileBuilder.ROOT, Frame.OUTSIDE_REGIONS);
        int node = ProfileBuilder.ROOT;
        for (int i = stack.size() - 1; i >= 0; i--) node = builder.child(node, stack.at(i));
        return node;
    }

    /// `# hostname : node7`, of `perf script --header`.
    private void comment(String line) {
        int colon = line.indexOf(" : ");
        String key = colon < 0 ? "" : line.substring(1, colon).strip();
        String value = colon < 0 ? "" : line.substring(colon + 3).strip();
        if (!key.isEmpty() && !value.isEmpty() && metadata.get(key).isEmpty())
            metadata = metadata.with(key, value);
    }

    private void otherRecord(String line) {
        close();
        if (line.contains("PERF_RECORD_LOST")) log.lost("perf lost samples", place());
        else log.note("perf records other than samples are ignored", place());
    }

    private String place() {
        return "line " + lines.line();
    }

    private void close() {
        SampleHeader header = open;
        if (header == null) return;
        int node = node();
        int thread = threads.of(header.pid(), header.tid());
        threads.label(thread, "comm", header.comm());
        Event event =
                events.computeIfAbsent(
                        header.event(), _ -> new Event(new SampleCells(1), new SampleCells(1)));
        event.samples.add(0, thread, node, 1);
        if (header.hasPeriod()) event.periods.add(0, thread, node, header.period());
        else if (!event.periods.isEmpty()) log.lost("a sample has no period", header.event());
        open = null;
        stack.clear();
    }

    /// What an event measured is its periods, where they are printed; how often it was sampled is
    /// another metric.
    private void build() {
        int[] contexts = threads.moveTo(builder);
        events.forEach(
                (name, event) -> {
                    if (!event.periods.isEmpty()) move(event.periods, name, unit(name), contexts);
                    move(event.samples, name + " samples", Unit.COUNT, contexts);
                });
    }

    private void move(SampleCells sums, String name, Unit unit, int[] contexts) {
        var metric = new Metric(name, unit, Metric.Scope.EXCLUSIVE);
        sums.moveTo(builder, thread -> contexts[thread], builder.metric(metric));
    }

    /// The software clocks of perf count nanoseconds.
    private static Unit unit(String event) {
        return event.startsWith("cpu-clock") || event.startsWith("task-clock")
                ? Unit.NANOSECONDS
                : Unit.COUNT;
    }
}
