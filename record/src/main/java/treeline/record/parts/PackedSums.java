package treeline.record.parts;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Packing of messages that contain sums only, for files: columns of path numbers, calls and times,
/// as differences to the message of an earlier rank with the same paths. Ranks of one program have
/// mostly the same paths and calls and similar times, so a sum takes about two bytes instead of
/// eight. The native recorder packs in the same way.
///
/// ```
/// packed := 4 back [runs (gap length)*] calls difference* metric*
/// back   := 0 (path numbers follow) | n (as in the n-th packed message before)
/// calls  := 0 (as in that message) | runs (count length)*
/// metric := 0 (none) | 1 (0 | 1 value)*      one entry per path
/// ```
///
/// A difference is the zigzag code of the nanoseconds less those of the same path in the message
/// `back`, or less those of the path before if `back` is 0.
final class PackedSums {
    static final int KIND = 4;

    /// How many packed messages are compared.
    private static final int MAX_BACK = 8;

    private final int metrics;
    private final List<Sums> earlier = new ArrayList<>();

    /// The columns of one message.
    private static final class Sums {
        final int[] numbers;
        final long[] calls;
        final long[] nanos;

        /// The bytes of all metrics of each path.
        final byte[][] values;

        Sums(int[] numbers, long[] calls, long[] nanos, byte[][] values) {
            this.numbers = numbers;
            this.calls = calls;
            this.nanos = nanos;
            this.values = values;
        }
    }

    private PackedSums(int metrics) {
        this.metrics = metrics;
    }

    /// @param metrics how many metrics a path has, besides time and calls
    static List<byte[]> pack(List<byte[]> messages, int metrics) {
        var packer = new PackedSums(metrics);
        List<byte[]> packed = new ArrayList<>(messages.size());
        for (byte[] message : messages) packed.add(packer.pack(message));
        return packed;
    }

    static List<byte[]> unpack(List<byte[]> messages, int metrics) {
        var packer = new PackedSums(metrics);
        List<byte[]> unpacked = new ArrayList<>(messages.size());
        for (byte[] message : messages) unpacked.add(packer.unpack(message));
        return unpacked;
    }

    private byte[] pack(byte[] message) {
        Sums sums = read(message);
        if (sums == null) return message;
        int back = back(sums);
        byte[] packed = write(sums, back, back == 0 ? null : earlier(back));
        earlier.add(sums);
        return packed;
    }

    /// The columns of a message of one thread and one repetition; null if it has other values.
    private @Nullable Sums read(byte[] message) {
        var in = new MessageReader(message);
        if (in.varint() != ValuesMessage.VALUES || in.varint() != 1) return null;
        int count = in.count();
        boolean isPlain = count > 0 && in.varint() == 0 && in.varint() == 1 && in.varint() == 0;
        if (!isPlain) return null;
        in.varint(); // bytes of the paths: all that follows
        if (in.varint() != 1 || in.varint() != 0 || in.varint() != 1) return null;
        var sums = new Sums(new int[count], new long[count], new long[count], new byte[count][]);
        int number = -1;
        for (int i = 0; i < count; i++) {
            number += 1 + in.count();
            sums.numbers[i] = number;
            if (!readSum(in, message, sums, i)) return null;
        }
        return in.offset() == message.length ? sums : null;
    }

    private boolean readSum(MessageReader in, byte[] message, Sums into, int at) {
        if (in.varint() != 1 || in.varint() != ValuesMessage.EVERY_CONTEXT) return false;
        into.calls[at] = in.varint() - 1;
        if (into.calls[at] < 0 || in.varint() != ValuesMessage.PLAIN) return false;
        long stored = in.varint();
        if (stored < 3 || stored % 2 == 0) return false; // 1 + zigzag of 1 + nanoseconds
        into.nanos[at] = (stored - 1) / 2 - 1;
        int from = in.offset();
        for (int metric = 0; metric < metrics; metric++) if (!skipMetric(in)) return false;
        into.values[at] = Arrays.copyOfRange(message, from, in.offset());
        return true;
    }

    private static boolean skipMetric(MessageReader in) {
        long shape = in.varint();
        if (shape == ValuesMessage.METRIC_PLAIN && in.varint() == ValuesMessage.RAW_BITS) in.u64();
        return shape <= ValuesMessage.METRIC_PLAIN;
    }

    private int back(Sums sums) {
        for (int back = 1; back <= Math.min(MAX_BACK, earlier.size()); back++)
            if (Arrays.equals(earlier(back).numbers, sums.numbers)) return back;
        return 0;
    }

    private Sums earlier(int back) {
        return earlier.get(earlier.size() - back);
    }

    private byte[] write(Sums sums, int back, @Nullable Sums like) {
        var out = new MessageWriter(16 + 4 * sums.numbers.length).varint(KIND).varint(back);
        if (like == null) writeNumbers(out, sums.numbers);
        if (like != null && Arrays.equals(like.calls, sums.calls)) out.varint(0);
        else writeCalls(out, sums.calls);
        long before = 0;
        for (int i = 0; i < sums.nanos.length; i++) {
            if (like != null) before = like.nanos[i];
            long difference = sums.nanos[i] - before;
            out.varint((difference << 1) ^ (difference >> 63));
            before = sums.nanos[i];
        }
        writeMetrics(out, sums);
        return out.message();
    }

    private static void writeNumbers(MessageWriter out, int[] numbers) {
        int runs = 0;
        for (int i = 0; i < numbers.length; i++)
            if (i == 0 || numbers[i] != numbers[i - 1] + 1) runs++;
        out.varint(runs);
        int end = 0;
        for (int i = 0; i < numbers.length; ) {
            int first = i;
            for (i++; i < numbers.length && numbers[i] == numbers[i - 1] + 1; ) i++;
            out.varint(numbers[first] - end).varint(i - first);
            end = numbers[i - 1] + 1;
        }
    }

    private static void writeCalls(MessageWriter out, long[] calls) {
        int runs = 0;
        for (int i = 0; i < calls.length; i++) if (i == 0 || calls[i] != calls[i - 1]) runs++;
        out.varint(runs);
        for (int i = 0; i < calls.length; ) {
            int first = i;
            for (i++; i < calls.length && calls[i] == calls[first]; ) i++;
            out.varint(calls[first]).varint(i - first);
        }
    }

    /// Turns the metrics of each path into one column per metric.
    private void writeMetrics(MessageWriter out, Sums sums) {
        MessageReader[] readers = new MessageReader[sums.values.length];
        for (int i = 0; i < readers.length; i++) readers[i] = new MessageReader(sums.values[i]);
        for (int metric = 0; metric < metrics; metric++) {
            var column = new MessageWriter(2 * readers.length);
            boolean isThere = false;
            for (int i = 0; i < readers.length; i++) {
                int from = readers[i].offset();
                isThere |= sums.values[i][from] != ValuesMessage.METRIC_ABSENT;
                skipMetric(readers[i]);
                column.raw(sums.values[i], from, readers[i].offset() - from);
            }
            out.flag(isThere);
            if (isThere) out.raw(column.message());
        }
    }

    private byte[] unpack(byte[] message) {
        var in = new MessageReader(message);
        if (in.varint() != KIND) return message;
        int back = in.count();
        if (back > earlier.size())
            throw new IllegalArgumentException("message %d before the first".formatted(back));
        Sums like = back == 0 ? null : earlier(back);
        int[] numbers = like == null ? readNumbers(in, message.length) : like.numbers;
        long[] calls = readCalls(in, numbers.length, like);
        long[] nanos = new long[numbers.length];
        long before = 0;
        for (int i = 0; i < nanos.length; i++) {
            if (like != null) before = like.nanos[i];
            long zigzag = in.varint();
            before += (zigzag >>> 1) ^ -(zigzag & 1);
            nanos[i] = before;
        }
        var sums = new Sums(numbers, calls, nanos, readMetrics(in, message, numbers.length));
        earlier.add(sums);
        return unpacked(sums);
    }

    private static int[] readNumbers(MessageReader in, int max) {
        int[] numbers = new int[max]; // each has at least one byte
        int count = 0;
        int number = 0;
        for (int runs = in.count(); runs > 0; runs--) {
            number += in.count();
            for (int left = in.count(); left > 0; left--) numbers[count++] = number++;
        }
        return Arrays.copyOf(numbers, count);
    }

    private static long[] readCalls(MessageReader in, int count, @Nullable Sums like) {
        int runs = in.count();
        if (runs == 0 && like != null) return like.calls;
        long[] calls = new long[count];
        int from = 0;
        for (; runs > 0; runs--) {
            long value = in.varint();
            int to = from + in.count();
            Arrays.fill(calls, from, to, value);
            from = to;
        }
        return calls;
    }

    private byte[][] readMetrics(MessageReader in, byte[] message, int count) {
        MessageWriter[] values = new MessageWriter[metrics == 0 ? 0 : count];
        for (int i = 0; i < values.length; i++) values[i] = new MessageWriter(0);
        for (int metric = 0; metric < metrics; metric++) {
            boolean isThere = in.flag();
            for (MessageWriter each : values) {
                int from = in.offset();
                if (isThere) skipMetric(in);
                if (isThere) each.raw(message, from, in.offset() - from);
                else each.varint(ValuesMessage.METRIC_ABSENT);
            }
        }
        byte[][] all = new byte[count][];
        for (int i = 0; i < count; i++) all[i] = metrics == 0 ? new byte[0] : values[i].message();
        return all;
    }

    private static byte[] unpacked(Sums sums) {
        int count = sums.numbers.length;
        var body = new MessageWriter(16 * count);
        int before = -1;
        for (int i = 0; i < count; i++) {
            body.varint(sums.numbers[i] - before - 1);
            body.varint(1).varint(ValuesMessage.EVERY_CONTEXT).varint(1 + sums.calls[i]);
            body.varint(ValuesMessage.PLAIN).varint(1 + ((1 + sums.nanos[i]) << 1));
            body.raw(sums.values[i]);
            before = sums.numbers[i];
        }
        var out = new MessageWriter(32 + body.size()).varint(ValuesMessage.VALUES);
        out.varint(1).varint(count).varint(0); // contexts, cells, iterations
        out.varint(1).varint(0).varint(body.size()).varint(1).varint(0).varint(1);
        return out.messageWith(body);
    }
}
