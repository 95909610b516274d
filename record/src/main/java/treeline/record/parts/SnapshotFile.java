package treeline.record.parts;

import treeline.source.files.CompleteFile;
import treeline.source.files.FormatVersion;
import treeline.source.files.MappedFile;
import treeline.source.files.StoredBytes;
import treeline.store.db.Description;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/// A part of a snapshot: the unprocessed messages of the ranks. Writing must cost the running
/// program little, and most snapshots are never read, so conversion to columns is left to the
/// reader. `docs/formats/snapshot.md` specifies the bytes.
///
/// ```
/// file        := mark version bytes bytes description head message* crc
///                (fixed: 8 bytes, and u32 for the version, the bytes of the description and of the
///                head, and the crc, which is of all before it)
/// description := metadata, and the metrics besides time and calls ([Description])
/// head        := labels first-rank table messages bytes-of-message*
/// labels      := count name*
/// table       := bytes-of-table, as ranks agreed on it without the index ([PathTable])
/// ```
///
/// Messages of sums are packed ([PackedSums]).
public final class SnapshotFile implements RecordingPart.Form {
    /// As the database's: a byte that is not ASCII, then both line ends.
    static final byte[] MARK = {(byte) 0x89, 'T', 'L', 'S', 'N', '\r', '\n', 0x1a};

    /// Versions before 3 have no packed sums, and no time of calls that are not stored by
    /// iteration.
    public static final int VERSION = 3;

    private static final int WITHOUT_PACKED_SUMS = 2;
    private static final FormatVersion READABLE = new FormatVersion("snapshot", 1, VERSION);
    private static final int DESCRIPTION_BYTES_AT = MARK.length + Integer.BYTES;
    private static final int HEAD_BYTES_AT = DESCRIPTION_BYTES_AT + Integer.BYTES;
    private static final int DESCRIPTION_AT = HEAD_BYTES_AT + Integer.BYTES;
    private static final int CRC_BYTES = Integer.BYTES;

    @Override
    public String extension() {
        return ".tlsnap";
    }

    @Override
    public long write(RecordingPart part, Path file, List<String> problems) throws IOException {
        for (int i = 0; i < part.messages().size(); i++) {
            var in = new MessageReader(part.messages().get(i));
            if (in.count() == ValuesMessage.FAILED)
                problems.add(ValuesMessage.failure(part.firstRank() + i, in.text()));
        }
        byte[] description = new Description(part.metadata(), part.metrics().numbers()).toBytes();
        int metrics = part.metrics().numbers().size();
        List<byte[]> messages = PackedSums.pack(part.messages(), metrics);
        byte[] head = head(part, messages);
        CompleteFile.write(
                file, unfinished -> write(description, head, messages, unfinished.stream()));
        long bytes = (long) DESCRIPTION_AT + description.length + head.length + CRC_BYTES;
        for (byte[] message : messages) bytes += message.length;
        return bytes;
    }

    private static void write(
            byte[] description, byte[] head, List<byte[]> messages, OutputStream file)
            throws IOException {
        var sum = new CRC32C();
        var out = new CheckedOutputStream(file, sum);
        out.write(MARK);
        out.write(fixed(VERSION));
        out.write(fixed(description.length));
        out.write(fixed(head.length));
        out.write(description);
        out.write(head);
        for (byte[] message : messages) out.write(message);
        out.write(fixed((int) sum.getValue()));
    }

    private static byte[] fixed(int number) {
        return new MessageWriter(Integer.BYTES).u32(number).message();
    }

    private static byte[] head(RecordingPart part, List<byte[]> messages) {
        var out = new MessageWriter(1 << 10);
        List<String> labels = part.metrics().labels();
        out.varint(labels.size());
        for (String label : labels) out.text(label);
        out.varint(part.firstRank());
        part.table().writeTo(out);
        out.varint(messages.size());
        for (byte[] message : messages) out.varint(message.length);
        return out.message();
    }

    /// Checks the sum of all bytes first, so that what follows was written by us. Files of all
    /// versions end with such a sum.
    static RecordingPart read(MappedFile file) {
        MemorySegment bytes = file.bytes();
        long end = file.size() - CRC_BYTES;
        if (end < DESCRIPTION_AT) throw file.malformed(file.size(), "a longer file", "its end");
        var sum = new CRC32C();
        for (long at = 0; at < end; at += Integer.MAX_VALUE)
            sum.update(bytes.asSlice(at, Math.min(Integer.MAX_VALUE, end - at)).asByteBuffer());
        if ((int) sum.getValue() != bytes.get(StoredBytes.U32, end))
            throw file.malformed(end, "the checksum of all before it", "another one");
        int version = bytes.get(StoredBytes.U32, MARK.length);
        READABLE.require(
                "%s at byte %d".formatted(file.name(), MARK.length),
                Integer.toUnsignedLong(version));
        int descriptionBytes = bytes.get(StoredBytes.U32, DESCRIPTION_BYTES_AT);
        Description description = Description.read(file, DESCRIPTION_AT, descriptionBytes);
        long headAt = DESCRIPTION_AT + (long) descriptionBytes;
        try {
            return read(version, description, bytes.asSlice(0, end), headAt);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException odd) {
            throw file.malformed(headAt, "the head of a snapshot", odd.toString());
        }
    }

    private static RecordingPart read(
            int version, Description description, MemorySegment bytes, long headAt) {
        int headBytes = bytes.get(StoredBytes.U32, HEAD_BYTES_AT);
        var in = new MessageReader(array(bytes, headAt, headBytes));
        List<String> labels = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) labels.add(in.text());
        int firstRank = in.count();
        boolean isPacked = version > WITHOUT_PACKED_SUMS;
        PathTable table = isPacked ? PathTable.readWithoutIndex(in) : PathTable.read(in);
        List<byte[]> messages = new ArrayList<>();
        long at = headAt + headBytes;
        for (int left = in.count(); left > 0; left--) {
            int length = in.count();
            messages.add(array(bytes, at, length));
            at += length;
        }
        if (at != bytes.byteSize())
            throw new IllegalArgumentException("messages that end at byte " + at);
        var metrics = new RecordedMetrics(labels, description.metrics());
        List<byte[]> all =
                isPacked ? PackedSums.unpack(messages, metrics.numbers().size()) : messages;
        return new RecordingPart(all, firstRank, table, metrics, description.metadata());
    }

    private static byte[] array(MemorySegment bytes, long at, int length) {
        return bytes.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
    }

    static boolean isOne(byte[] prefix) {
        return prefix.length >= MARK.length
                && Arrays.equals(prefix, 0, MARK.length, MARK, 0, MARK.length);
    }
}
