package treeline.figure;

import treeline.model.Unit;
import treeline.plot.Caption;
import treeline.plot.MessageMatrix;
import treeline.trace.timeline.MessageGrid;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Communication matrix of a trace, in bytes or messages.
public final class MessagesFigure {
    /// Maximum number of rows and columns; more ranks are grouped.
    public static final int MAX_BINS = 256;

    /// The quantity that colours show.
    public enum Of {
        BYTES,
        MESSAGES
    }

    private MessagesFigure() {}

    /// The matrix as a figure.
    ///
    /// @param subtitle the ranks and the window
    public static MessageMatrix of(MessageGrid grid, Of of, String subtitle) {
        int size = grid.names().size();
        List<List<Double>> values =
                IntStream.range(0, size)
                        .mapToObj(
                                sender ->
                                        IntStream.range(0, size)
                                                .mapToObj(to -> value(grid, of, sender, to))
                                                .toList())
                        .toList();
        List<String> notes = new ArrayList<>();
        if (grid.names().stream().anyMatch(name -> name.contains("-")))
            notes.add("each row and column is the sum of several ranks");
        if (grid.elsewhere() > 0)
            notes.add(
                    "%s messages to other or unknown receivers are omitted"
                            .formatted(Quantity.whole(grid.elsewhere())));
        return new MessageMatrix(
                new Caption(
                        "%s from senders to receivers"
                                .formatted(of == Of.BYTES ? "Bytes" : "Messages"),
                        subtitle,
                        notes),
                of == Of.BYTES ? Unit.BYTES : Unit.COUNT,
                grid.names(),
                values);
    }

    private static double value(MessageGrid grid, Of of, int sender, int receiver) {
        return switch (of) {
            case BYTES -> grid.bytes(sender, receiver);
            case MESSAGES -> grid.messages(sender, receiver);
        };
    }
}
