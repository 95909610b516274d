package treeline.trace.communication;

import treeline.model.ContextNames;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.source.trace.Operations;
import treeline.table.Column;
import treeline.table.Rows;
import treeline.table.Table;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Point-to-point messages as tables: the communication matrix, sizes, and messages over time.
public final class MessageTable {
    private final OperationSet operations;
    private final Messages messages;
    private final List<String> names;
    private final int[] chosen;

    /// @param selected contexts whose messages are counted: one end is enough
    public MessageTable(
            OperationSet operations,
            Messages messages,
            Outline outline,
            java.util.function.IntPredicate selected) {
        this.operations = operations;
        this.messages = messages;
        this.names = ContextNames.of(outline).names();
        this.chosen =
                IntStream.range(0, messages.size())
                        .filter(
                                i ->
                                        selected.test(messages.sender(i))
                                                || selected.test(messages.receiver(i)))
                        .toArray();
    }

    public int count() {
        return chosen.length;
    }

    public long bytes() {
        return Arrays.stream(chosen).mapToLong(this::bytes).sum();
    }

    private long bytes(int message) {
        return operations.of(messages.sender(message)).bytesSent(messages.send(message));
    }

    private long sent(int message) {
        return operations.of(messages.sender(message)).startedNanos(messages.send(message));
    }

    /// From the send to the end of the receive.
    private long transfer(int message) {
        Operations receives = operations.of(messages.receiver(message));
        return Math.max(0, receives.finishedNanos(messages.receive(message)) - sent(message));
    }

    /// The communication matrix as one row per pair with messages, most bytes first.
    public Table pairs() {
        Map<Long, long[]> sums = new TreeMap<>();
        for (int message : chosen) {
            long pair = (long) messages.sender(message) << 32 | messages.receiver(message);
            long[] sum = sums.computeIfAbsent(pair, _ -> new long[3]);
            sum[0]++;
            sum[1] += bytes(message);
            sum[2] += transfer(message);
        }
        List<Map.Entry<Long, long[]>> rows =
                sums.entrySet().stream()
                        .sorted(
                                Comparator.<Map.Entry<Long, long[]>>comparingLong(
                                                each -> each.getValue()[1])
                                        .reversed()
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .toList();
        var all = Rows.of(rows);
        return Table.of(
                all.text("sender", each -> names.get((int) (each.getKey() >> 32))),
                all.text("receiver", each -> names.get(each.getKey().intValue())),
                all.whole("messages", each -> each.getValue()[0]),
                all.whole("bytes", each -> each.getValue()[1]).in(Unit.BYTES),
                all.seconds("transfer", each -> each.getValue()[2]));
    }

    /// One row per range of sizes between powers of two.
    public Table sizes() {
        Map<Integer, long[]> sums = new TreeMap<>();
        for (int message : chosen) {
            long bytes = bytes(message);
            long[] sum =
                    sums.computeIfAbsent(
                            Long.SIZE - Long.numberOfLeadingZeros(bytes), _ -> new long[2]);
            sum[0]++;
            sum[1] += bytes;
        }
        List<Integer> bits = List.copyOf(sums.keySet());
        List<long[]> values = List.copyOf(sums.values());
        var ranges = Rows.of(bits);
        var rows = Rows.of(values);
        return Table.of(
                ranges.whole("from", each -> each == 0 ? 0 : 1L << (each - 1)).in(Unit.BYTES),
                ranges.whole("below", each -> 1L << each).in(Unit.BYTES),
                rows.whole("messages", each -> each[0]),
                rows.whole("bytes", each -> each[1]).in(Unit.BYTES));
    }

    /// One row per context that sends or receives.
    public Table contexts() {
        Map<Integer, long[]> sums = new TreeMap<>();
        for (int message : chosen) {
            long[] sender = sums.computeIfAbsent(messages.sender(message), _ -> new long[4]);
            sender[0]++;
            sender[1] += bytes(message);
            long[] receiver = sums.computeIfAbsent(messages.receiver(message), _ -> new long[4]);
            receiver[2]++;
            receiver[3] += bytes(message);
        }
        List<Integer> rows = List.copyOf(sums.keySet());
        List<long[]> values = List.copyOf(sums.values());
        var all = Rows.of(rows);
        var contexts = Rows.of(values);
        return Table.of(
                all.text("context", each -> names.get(each)),
                contexts.whole("sent", each -> each[0]).headed("messages"),
                contexts.whole("bytes_sent", each -> each[1]).headed("sent").in(Unit.BYTES),
                contexts.whole("received", each -> each[2]).headed("messages"),
                contexts.whole("bytes_received", each -> each[3])
                        .headed("received")
                        .in(Unit.BYTES));
    }

    /// One row per bin of equal length, by the time at which messages were sent.
    public Table overTime(long endNanos, int bins) {
        long[] counts = new long[bins];
        long[] bytes = new long[bins];
        for (int message : chosen) {
            int bin = (int) Math.min(bins - 1L, (long) ((double) sent(message) * bins / endNanos));
            counts[Math.max(0, bin)]++;
            bytes[Math.max(0, bin)] += bytes(message);
        }
        return Table.of(
                Column.seconds("begin", bins, i -> (double) endNanos * i / bins).headed("from"),
                Column.seconds("end", bins, i -> (double) endNanos * (i + 1) / bins).headed("to"),
                Column.whole("messages", bins, i -> counts[i]),
                Column.whole("bytes", bins, i -> bytes[i]).in(Unit.BYTES));
    }
}
