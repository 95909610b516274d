package treeline.question.run.rows;

import treeline.question.answer.RowStream;
import treeline.question.input.Recording;
import treeline.source.ReadReport;
import treeline.source.trace.TraceLine;
import treeline.trace.TracePart;
import treeline.trace.TraceTable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The rows of `trace --samples`: the samples of some traces at a time, because those of all traces
/// may exceed memory.
final class TraceRows extends RowStream {
    /// The maximum number of samples of several traces in one table: about 100 MB. A trace is not
    /// split.
    private static final long MAX_SAMPLES = 1 << 20;

    private final Recording.Opening opening;
    private final Function<Recording, TracePart> part;
    private final ReadReport notes;

    TraceRows(Recording.Opening opening, Function<Recording, TracePart> part, ReadReport notes) {
        this.opening = opening;
        this.part = part;
        this.notes = notes;
    }

    @Override
    protected ReadReport read(EachTable each) throws IOException {
        try (Recording recording = opening.open()) {
            TracePart all = part.apply(recording);
            List<TraceLine> some = new ArrayList<>();
            long samples = 0;
            for (TraceLine line : all.lines()) {
                if (!some.isEmpty() && samples + line.samples() > MAX_SAMPLES) {
                    each.accept(TraceTable.samples(of(all, some)));
                    some.clear();
                    samples = 0;
                }
                some.add(line);
                samples += line.samples();
            }
            each.accept(TraceTable.samples(of(all, some)));
            return recording.report().and(notes);
        }
    }

    private static TracePart of(TracePart all, List<TraceLine> lines) {
        return new TracePart(all.outline(), lines, all.window(), all.last(), all.report());
    }
}
