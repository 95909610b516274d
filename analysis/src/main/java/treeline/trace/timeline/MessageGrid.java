package treeline.trace.timeline;

import treeline.model.Context;
import treeline.model.ContextNames;
import treeline.model.Outline;
import treeline.source.Selection;
import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.trace.TimeWindow;
import treeline.trace.communication.Messages;
import treeline.trace.communication.OperationSet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// A communication matrix for pictures: bytes and messages from senders (rows) to receivers
/// (columns). Ranks are grouped into equal bins if there are more than the picture has cells.
///
/// Sends are counted, by the moment at which they were sent. Operations are read one context at a
/// time, so memory depends on the number of bins.
public final class MessageGrid {
    private final List<String> names;
    private final Ranks ranks;
    private final TimeWindow window;
    private final double[][] bytes;
    private final double[][] messages;
    private long elsewhere;

    private MessageGrid(Ranks ranks, TimeWindow window) {
        this.names = List.copyOf(ranks.names);
        this.ranks = ranks;
        this.window = window;
        this.bytes = new double[ranks.names.size()][ranks.names.size()];
        this.messages = new double[ranks.names.size()][ranks.names.size()];
    }

    /// The messages between chosen contexts.
    ///
    /// @param chosen contexts; messages from or to others are counted separately
    /// @param maxBins rows and columns of the matrix
    public static MessageGrid of(
            Outline outline,
            Interactions interactions,
            Selection chosen,
            TimeWindow window,
            int maxBins) {
        int contexts = outline.contexts().size();
        int[] selected = chosen.indexes(contexts);
        Ranks ranks = Ranks.of(outline, selected, maxBins);
        var grid = new MessageGrid(ranks, window);
        for (int sender : selected) {
            Operations operations = interactions.of(sender);
            for (int i = 0; i < operations.size(); i++)
                if (operations.kind(i) == OperationKind.SEND
                        && operations.startedNanos(i) >= window.fromNanos()
                        && operations.startedNanos(i) < window.toNanos())
                    grid.add(ranks, sender, operations, i);
        }
        return grid;
    }

    private void add(Ranks ranks, int sender, Operations operations, int send) {
        int receiver = operations.peer(send);
        int to = receiver < 0 ? -1 : ranks.binOf[receiver];
        if (to < 0) {
            elsewhere++;
            return;
        }
        int from = ranks.binOf[sender];
        bytes[from][to] += (double) operations.bytesSent(send);
        messages[from][to]++;
    }

    /// The bins of contexts. Threads of a rank share a bin.
    private static final class Ranks {
        private final List<String> names;
        private final int[] binOf; // -1 if not chosen

        private Ranks(List<String> names, int[] binOf) {
            this.names = names;
            this.binOf = binOf;
        }

        static Ranks of(Outline outline, int[] chosen, int maxBins) {
            List<Context> contexts = outline.contexts();
            boolean hasRanks =
                    Arrays.stream(chosen).allMatch(c -> contexts.get(c).rank() != Context.NONE);
            int[] ids =
                    Arrays.stream(chosen)
                            .map(c -> hasRanks ? contexts.get(c).rank() : c)
                            .distinct()
                            .sorted()
                            .toArray();
            int bins = Math.min(maxBins, ids.length);
            int[] binOf = new int[contexts.size()];
            Arrays.fill(binOf, -1);
            for (int context : chosen) {
                int id = hasRanks ? contexts.get(context).rank() : context;
                binOf[context] = (int) ((long) Arrays.binarySearch(ids, id) * bins / ids.length);
            }
            return new Ranks(names(outline, ids, bins, hasRanks), binOf);
        }

        private static List<String> names(Outline outline, int[] ids, int bins, boolean hasRanks) {
            ContextNames contexts = ContextNames.of(outline);
            List<String> names = new ArrayList<>();
            for (int bin = 0; bin < bins; bin++) {
                int first = ids[first(bin, ids.length, bins)];
                int last = ids[first(bin + 1, ids.length, bins) - 1];
                String text = hasRanks ? Integer.toString(first) : contexts.name(first);
                names.add(first == last || !hasRanks ? text : "%d-%d".formatted(first, last));
            }
            return names;
        }

        /// The first of `count` that [#of] puts into a bin.
        private static int first(int bin, int count, int bins) {
            return (int) Math.ceilDiv((long) bin * count, (long) bins);
        }
    }

    /// Ranks such as `7`, or ranges such as `64-127`.
    public List<String> names() {
        return names;
    }

    public double bytes(int sender, int receiver) {
        return bytes[sender][receiver];
    }

    public double messages(int sender, int receiver) {
        return messages[sender][receiver];
    }

    /// The time from each send to the end of its receive, including waiting, summed over the
    /// messages of each cell. Sends without a receive are not part of it.
    public double[][] transferNanos(OperationSet operations, Messages matched) {
        double[][] nanos = new double[names.size()][names.size()];
        for (int i = 0; i < matched.size(); i++) {
            int from = ranks.binOf[matched.sender(i)];
            int to = ranks.binOf[matched.receiver(i)];
            long sent = operations.of(matched.sender(i)).startedNanos(matched.send(i));
            if (from < 0 || to < 0 || sent < window.fromNanos() || sent >= window.toNanos())
                continue;
            long received = operations.of(matched.receiver(i)).finishedNanos(matched.receive(i));
            nanos[from][to] += (double) Math.max(0, received - sent);
        }
        return nanos;
    }

    /// The contexts of a row or column.
    public int[] contexts(int bin) {
        return IntStream.range(0, ranks.binOf.length)
                .filter(context -> ranks.binOf[context] == bin)
                .toArray();
    }

    /// All messages of the matrix.
    public long total() {
        return (long) Arrays.stream(messages).flatMapToDouble(Arrays::stream).sum();
    }

    /// Messages to contexts that were not chosen or are unknown.
    public long elsewhere() {
        return elsewhere;
    }
}
