package treeline.trace;

import treeline.model.ContextNames;
import treeline.model.Outline;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.util.List;
import java.util.stream.Collectors;

/// The selected contexts and time window of a trace: the input of [TraceTable] and [TraceBins].
///
/// @param last whether the window ends with the run; it then includes its end
/// @param report the selected contexts that were not traced
public record TracePart(
        Outline outline,
        List<TraceLine> lines,
        TimeWindow window,
        boolean last,
        ReadReport report) {

    /// The name of the time in no node.
    static final String NO_ACTIVITY = TraceLine.NO_ACTIVITY;

    public TracePart {
        lines = List.copyOf(lines);
    }

    /// The traces of chosen contexts.
    public static TracePart of(
            Outline outline, Traces traces, Selection contexts, TimeWindow window) {
        List<TraceLine> lines =
                traces.lines().stream().filter(line -> contexts.contains(line.context())).toList();
        var traced = lines.stream().map(TraceLine::context).collect(Collectors.toSet());
        var log = new ReadReport.Log();
        ContextNames names = ContextNames.of(outline);
        for (int context : contexts.indexes(outline.contexts().size()))
            if (!traced.contains(context))
                log.note("a context was not traced", names.name(context));
        boolean last = window.toNanos() >= traces.endNanos();
        return new TracePart(outline, lines, window, last, log.report());
    }

    /// How many samples of a line begin within the window. The counts of adjacent windows add up to
    /// all samples of the run, the last of which may be taken at its very end.
    int samples(TraceLine line) {
        int first = line.firstFrom(window.fromNanos());
        return (last ? line.samples() : line.firstFrom(window.toNanos())) - first;
    }

    /// The names of all contexts of the run.
    List<String> names() {
        return ContextNames.of(outline).names();
    }

    static double seconds(long nanos) {
        return (double) nanos / 1e9;
    }
}
