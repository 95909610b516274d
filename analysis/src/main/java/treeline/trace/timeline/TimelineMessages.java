package treeline.trace.timeline;

import treeline.source.trace.Interactions;
import treeline.source.trace.Operations;
import treeline.trace.TimeWindow;
import treeline.trace.communication.Messages;
import treeline.trace.communication.OperationSet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The messages that a [Timeline] shows as lines from send to receive.
///
/// @param lines empty if there are more than the maximum
/// @param total messages between rows of the timeline that were under way in its window
/// @param elsewhere messages in the window whose sender or receiver has no row
public record TimelineMessages(List<Line> lines, long total, long elsewhere) {
    /// The messages of a trace without any.
    public static final TimelineMessages NONE = new TimelineMessages(List.of(), 0, 0);

    /// A message; its times may be outside the window.
    public record Line(int senderRow, long sentNanos, int receiverRow, long receivedNanos) {}

    public TimelineMessages {
        lines = List.copyOf(lines);
    }

    /// Matches the messages of the run and selects those of the timeline.
    ///
    /// @param contexts number of contexts of the run
    /// @param max lines to draw; a picture with more is unreadable and has none
    public static TimelineMessages of(
            Interactions interactions, int contexts, Timeline timeline, int max) {
        if (!interactions.isRecorded()) return NONE;
        OperationSet all = OperationSet.of(interactions, contexts);
        return of(all, Messages.of(all), timeline, max);
    }

    /// Selects the messages of the timeline among messages that were matched before.
    ///
    /// @param max lines to draw; a picture with more is unreadable and has none
    public static TimelineMessages of(
            OperationSet all, Messages messages, Timeline timeline, int max) {
        Map<Integer, Integer> rowOf = new HashMap<>();
        for (int row = 0; row < timeline.rows(); row++) rowOf.put(timeline.context(row), row);
        TimeWindow window = timeline.window();
        List<Line> lines = new ArrayList<>();
        long total = 0;
        long elsewhere = 0;
        for (int i = 0; i < messages.size(); i++) {
            Operations sends = all.of(messages.sender(i));
            Operations receives = all.of(messages.receiver(i));
            long sent = sends.startedNanos(messages.send(i));
            long received = receives.finishedNanos(messages.receive(i));
            if (sent >= window.toNanos() || received < window.fromNanos()) continue;
            Integer from = rowOf.get(messages.sender(i));
            Integer to = rowOf.get(messages.receiver(i));
            if (from == null || to == null) elsewhere++;
            else if (++total <= max) lines.add(new Line(from, sent, to, received));
        }
        return new TimelineMessages(total > max ? List.of() : lines, total, elsewhere);
    }
}
