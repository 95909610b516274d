package treeline.dashboard.time;

import treeline.array.IndexSort;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.view.ColumnFrame;
import treeline.source.Selection;
import treeline.table.JsonWriter;
import treeline.trace.TimeWindow;
import treeline.trace.path.CriticalPath;
import treeline.trace.timeline.Timeline;
import treeline.trace.timeline.TimelineMessages;
import treeline.trace.waiting.WaitKind;
import treeline.trace.waiting.WaitStates;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// What a timeline shows over its rows in an interval: messages from send to receive, the longest
/// waits with their causes, and the critical path.
final class OverlayAnswer {
    /// More lines hide the rows below them.
    private static final int MAX_MESSAGES = 300;

    private static final int MAX_WAITS = 400;
    private static final int MAX_SEGMENTS = 2_000;

    private final OpenTrace trace;
    private final Dependences dependences;
    private final TimeWindow window;
    private final Selection rows;
    private final ColumnFrame frame = new ColumnFrame();

    private OverlayAnswer(
            OpenTrace trace, Dependences dependences, TimeWindow window, Selection rows) {
        this.trace = trace;
        this.dependences = dependences;
        this.window = window;
        this.rows = rows;
    }

    static Response of(OpenTrace trace, Dependences dependences, RequestParameters question) {
        List<String> shown = List.of(question.text("show").split(","));
        var answer =
                new OverlayAnswer(
                        trace,
                        dependences,
                        IntervalAnswer.window(trace, question),
                        question.contexts(trace.outline().contexts().size()));
        TimelineMessages messages =
                shown.contains("messages") ? answer.addMessages() : TimelineMessages.NONE;
        int[] waits = shown.contains("waits") ? answer.addWaits() : new int[0];
        int segments = shown.contains("path") ? answer.addPath() : 0;
        return answer.frame.with(
                json -> {
                    json.name("messages").value(messages.total());
                    json.name("elsewhere").value(messages.elsewhere());
                    json.name("waits").value(waits.length);
                    json.name("segments").value(segments);
                    answer.write(json, waits);
                });
    }

    private TimelineMessages addMessages() {
        Timeline timeline = Timeline.of(trace.part(rows, window), Integer.MAX_VALUE, 1);
        TimelineMessages messages =
                TimelineMessages.of(
                        dependences.operations(), dependences.messages(), timeline, MAX_MESSAGES);
        List<TimelineMessages.Line> lines = messages.lines();
        frame.whole("sender", ints(lines.size(), i -> timeline.context(lines.get(i).senderRow())));
        frame.whole(
                "receiver", ints(lines.size(), i -> timeline.context(lines.get(i).receiverRow())));
        frame.real("sent", reals(lines.size(), i -> lines.get(i).sentNanos()));
        frame.real("received", reals(lines.size(), i -> lines.get(i).receivedNanos()));
        return messages;
    }

    /// The waits of the rows in the interval, longest first.
    private int[] addWaits() {
        WaitStates waits = dependences.waits().waits();
        int[] found =
                IntStream.range(0, waits.size())
                        .filter(
                                i ->
                                        waits.kind(i).isWait()
                                                && rows.contains(waits.context(i))
                                                && waits.beginNanos(i) < window.toNanos()
                                                && waits.endNanos(i) > window.fromNanos())
                        .toArray();
        int[] longestFirst =
                IndexSort.of(
                        found,
                        (wait, other) -> Long.compare(waits.nanos(other), waits.nanos(wait)));
        int[] drawn = Arrays.copyOf(longestFirst, Math.min(MAX_WAITS, found.length));
        List<WaitKind> kinds = List.of(WaitKind.values());
        frame.whole("waiting", ints(drawn.length, i -> waits.context(drawn[i])));
        frame.whole("cause", ints(drawn.length, i -> waits.cause(drawn[i])));
        frame.whole("kind", ints(drawn.length, i -> kinds.indexOf(waits.kind(drawn[i]))));
        frame.whole("node", ints(drawn.length, i -> trace.shown(waits.node(drawn[i]))));
        frame.real("begin", reals(drawn.length, i -> waits.beginNanos(drawn[i])));
        frame.real("end", reals(drawn.length, i -> waits.endNanos(drawn[i])));
        return found;
    }

    /// The segments of the path in the interval; of many, the longest.
    private int addPath() {
        List<CriticalPath.Segment> found =
                dependences.path().segments().stream()
                        .filter(
                                each ->
                                        each.beginNanos() < window.toNanos()
                                                && each.endNanos() > window.fromNanos())
                        .toList();
        List<CriticalPath.Segment> drawn =
                found.size() <= MAX_SEGMENTS
                        ? found
                        : found.stream()
                                .sorted(
                                        (a, b) ->
                                                Long.compare(
                                                        b.endNanos() - b.beginNanos(),
                                                        a.endNanos() - a.beginNanos()))
                                .limit(MAX_SEGMENTS)
                                .sorted((a, b) -> Long.compare(a.beginNanos(), b.beginNanos()))
                                .toList();
        frame.whole("pathContext", ints(drawn.size(), i -> drawn.get(i).context()));
        frame.real("pathBegin", reals(drawn.size(), i -> drawn.get(i).beginNanos()));
        frame.real("pathEnd", reals(drawn.size(), i -> drawn.get(i).endNanos()));
        return found.size();
    }

    private void write(JsonWriter json, int[] waits) {
        WaitStates all = dependences.waits().waits();
        json.name("waited").value(Arrays.stream(waits).mapToLong(all::nanos).sum());
        json.name("kinds").values(Arrays.stream(WaitKind.values()).map(WaitKind::label).toList());
        json.name("corrected").value(dependences.waits().correction().isPresent());
    }

    @FunctionalInterface
    private interface Nanos {
        long at(int index);
    }

    private static double[] reals(int size, Nanos nanos) {
        return IntStream.range(0, size).mapToDouble(i -> (double) nanos.at(i)).toArray();
    }

    private static int[] ints(int size, java.util.function.IntUnaryOperator value) {
        return IntStream.range(0, size).map(value).toArray();
    }
}
