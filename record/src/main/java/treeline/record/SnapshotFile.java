package treeline.record;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.source.MappedFile;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/// A part of a snapshot: the messages of the ranks as they came. A program that runs has no time to
/// spare, and most snapshots are never read; so the work of making columns of them is left to the
/// reader. `docs/formats/snapshot.md` describes the bytes.
///
/// ```
/// file     := mark head-bytes head message* crc      (fixed: 8 bytes, u32; the crc is a u32 of all before it)
/// head     := version metadata metrics labels first-rank table messages bytes-of-message*
/// metadata := keys (key kind value)*
/// metrics  := count (name symbol dimension scale scope)*      (those besides time and calls)
/// labels   := count name*
/// table    := bytes-of-table, as ranks agreed on it ([PathTable])
/// ```
final class SnapshotFile implements Part.Form {
    /// As the database's: a byte that is not ASCII, then both line ends.
    static final byte[] MARK = {(byte) 0x89, 'T', 'L', 'S', 'N', '\r', '\n', 0x1a};

    private static final int VERSION = 1;
    private static final int HEAD_AT = MARK.length + Integer.BYTES;
    private static final int CRC_BYTES = Integer.BYTES;

    private static final int TEXT = 0;
    private static final int WHOLE = 1;
    private static final int REAL = 2;
    private static final int FLAG = 3;

    private static final ValueLayout.OfInt U32 =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    @Override
    public String extension() {
        return ".tlsnap";
    }

    /// Not under a temporary name: the directory of a snapshot has one until all is there. And not
    /// over a file of an earlier one, which somebody may be reading.
    @Override
    public long write(Part part, Path file, List<String> problems) throws IOException {
        for (int i = 0; i < part.messages().size(); i++) {
            var in = new MessageReader(part.messages().get(i));
            if (in.count() == RankValues.FAILED)
                problems.add(RankValues.failure(part.firstRank() + i, in.text()));
        }
        Files.deleteIfExists(file);
        byte[] head = head(part);
        long bytes = (long) HEAD_AT + head.length + CRC_BYTES;
        var sum = new CRC32C();
        try (var out =
                new CheckedOutputStream(
                        new BufferedOutputStream(Files.newOutputStream(file)), sum)) {
            out.write(MARK);
            out.write(new MessageWriter(Integer.BYTES).u32(head.length).message());
            out.write(head);
            for (byte[] message : part.messages()) {
                out.write(message);
                bytes += message.length;
            }
            out.write(new MessageWriter(Integer.BYTES).u32((int) sum.getValue()).message());
        }
        return bytes;
    }

    private static byte[] head(Part part) {
        var out = new MessageWriter(1 << 10).varint(VERSION);
        writeMetadata(out, part.metadata());
        writeMetrics(out, part.metrics().numbers());
        List<String> labels = part.metrics().labels();
        out.varint(labels.size());
        for (String label : labels) out.text(label);
        out.varint(part.firstRank());
        part.table().writeTo(out);
        out.varint(part.messages().size());
        for (byte[] message : part.messages()) out.varint(message.length);
        return out.message();
    }

    private static void writeMetadata(MessageWriter out, Metadata metadata) {
        out.varint(metadata.keys().size());
        for (String key : metadata.keys()) {
            out.text(key);
            switch (metadata.get(key).orElseThrow()) {
                case Value.Text(String text) -> out.varint(TEXT).text(text);
                case Value.Whole(long whole) -> out.varint(WHOLE).u64(whole);
                case Value.Real(double real) ->
                        out.varint(REAL).u64(Double.doubleToRawLongBits(real));
                case Value.Flag(boolean flag) -> out.varint(FLAG).flag(flag);
            }
        }
    }

    private static void writeMetrics(MessageWriter out, List<Metric> metrics) {
        out.varint(metrics.size());
        for (Metric metric : metrics) {
            out.text(metric.name()).text(metric.unit().symbol());
            out.text(metric.unit().dimension().name());
            out.u64(Double.doubleToRawLongBits(metric.unit().scale()));
            out.text(metric.scope().name());
        }
    }

    /// Checks the sum of all bytes first, so that what follows was written by us.
    static Part read(MappedFile file) {
        MemorySegment bytes = file.bytes();
        long end = file.size() - CRC_BYTES;
        if (end < HEAD_AT) throw file.malformed(file.size(), "a longer file", "its end");
        var sum = new CRC32C();
        for (long at = 0; at < end; at += Integer.MAX_VALUE)
            sum.update(bytes.asSlice(at, Math.min(Integer.MAX_VALUE, end - at)).asByteBuffer());
        if ((int) sum.getValue() != bytes.get(U32, end))
            throw file.malformed(end, "the checksum of all before it", "another one");
        try {
            return read(bytes, end);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException odd) {
            throw file.malformed(HEAD_AT, "the head of a snapshot", odd.toString());
        }
    }

    private static Part read(MemorySegment bytes, long end) {
        int headBytes = bytes.get(U32, MARK.length);
        var in = new MessageReader(array(bytes, HEAD_AT, headBytes));
        int version = in.count();
        if (version != VERSION)
            throw new IllegalArgumentException("version " + version + ", which is unknown");
        Metadata metadata = readMetadata(in);
        List<Metric> numbers = readMetrics(in);
        List<String> labels = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) labels.add(in.text());
        int firstRank = in.count();
        PathTable table = PathTable.read(in);
        List<byte[]> messages = new ArrayList<>();
        long at = HEAD_AT + (long) headBytes;
        for (int left = in.count(); left > 0; left--) {
            int length = in.count();
            messages.add(array(bytes, at, length));
            at += length;
        }
        if (at != end) throw new IllegalArgumentException("messages that end at byte " + at);
        return new Part(messages, firstRank, table, RankMetrics.read(labels, numbers), metadata);
    }

    private static byte[] array(MemorySegment bytes, long at, int length) {
        return bytes.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
    }

    private static Metadata readMetadata(MessageReader in) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (int left = in.count(); left > 0; left--) {
            String key = in.text();
            int kind = in.count();
            values.put(
                    key,
                    switch (kind) {
                        case TEXT -> new Value.Text(in.text());
                        case WHOLE -> new Value.Whole(in.u64());
                        case REAL -> new Value.Real(Double.longBitsToDouble(in.u64()));
                        case FLAG -> new Value.Flag(in.flag());
                        default -> throw new IllegalArgumentException("kind of value " + kind);
                    });
        }
        return Metadata.of(values);
    }

    private static List<Metric> readMetrics(MessageReader in) {
        List<Metric> metrics = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            String name = in.text();
            String symbol = in.text();
            Unit.Dimension dimension = Unit.Dimension.valueOf(in.text());
            var unit = new Unit(symbol, dimension, Double.longBitsToDouble(in.u64()));
            metrics.add(new Metric(name, unit, Metric.Scope.valueOf(in.text())));
        }
        return metrics;
    }

    static boolean isOne(byte[] prefix) {
        return prefix.length >= MARK.length
                && Arrays.equals(prefix, 0, MARK.length, MARK, 0, MARK.length);
    }
}
