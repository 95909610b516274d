package treeline.question.trace;

import treeline.model.Context;
import treeline.model.Outline;
import treeline.question.input.Between;
import treeline.question.input.Choice;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.source.Selection;
import treeline.source.trace.Traces;
import treeline.trace.TimeWindow;
import treeline.trace.TracePart;
import treeline.view.ContextSummary;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/// The contexts and the time window of an open trace that the user selected.
///
/// @param chosen contexts, traced or not
record TimelinePart(Recording recording, Traces traces, Selection chosen, TracePart part)
        implements Closeable {

    static TimelinePart open(RunOptions options, Arguments arguments, Session session)
            throws IOException {
        String path = arguments.one(RunOptions.PATH);
        Recording recording = options.openWhole(path, arguments, session);
        try {
            return of(recording, arguments);
        } catch (RuntimeException refused) {
            recording.close();
            throw refused;
        }
    }

    private static TimelinePart of(Recording recording, Arguments arguments) {
        Traces traces = recording.source().traces();
        if (traces.isEmpty())
            throw new IllegalArgumentException(recording.path() + " has no traces");
        TimeWindow window =
                Between.window(recording.path(), traces, arguments)
                        .orElseGet(() -> new TimeWindow(0, Math.max(1, traces.endNanos())));
        Selection chosen = Choice.contexts(recording.source().outline(), arguments);
        return new TimelinePart(recording, traces, chosen, window);
    }

    private TimelinePart(Recording recording, Traces traces, Selection chosen, TimeWindow window) {
        this(
                recording,
                traces,
                chosen,
                TracePart.of(recording.source().outline(), traces, chosen, window));
    }

    /// @throws IllegalArgumentException if no selected context was traced
    TracePart traced() {
        if (part.lines().isEmpty())
            throw new IllegalArgumentException("none of the selected contexts was traced");
        return part;
    }

    Outline outline() {
        return recording.source().outline();
    }

    /// Whether threads and GPU streams are selected, whose times are not added up.
    boolean hasThreadsAndStreams() {
        long streams = part.lines().stream().filter(line -> isStream(line.context())).count();
        return streams > 0 && streams < part.lines().size();
    }

    private boolean isStream(int context) {
        return outline().contexts().get(context).stream() != Context.NONE;
    }

    /// The part without GPU streams.
    TimelinePart ofThreads() {
        int[] threads =
                Arrays.stream(chosen.indexes(outline().contexts().size()))
                        .filter(context -> !isStream(context))
                        .toArray();
        return new TimelinePart(recording, traces, Selection.of(threads), part.window());
    }

    /// `8 contexts, from 0 s to 980 ms of 980 ms`.
    String text() {
        int contexts =
                (int) part.lines().stream().mapToInt(line -> line.context()).distinct().count();
        return "%s, %s".formatted(ContextSummary.counted(contexts, "context"), windowText());
    }

    String windowText() {
        return Between.text(part.window(), traces.endNanos());
    }

    @Override
    public void close() throws IOException {
        recording.close();
    }
}
