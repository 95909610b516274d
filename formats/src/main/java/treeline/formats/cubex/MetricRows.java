package treeline.formats.cubex;

import treeline.formats.cubex.TarArchive.Member;
import treeline.source.files.MappedFile;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// The values of one metric: one row per node with values, one value per location.
final class MetricRows {
    private static final byte[] INDEX_MARK = "CUBEX.INDEX".getBytes(StandardCharsets.US_ASCII);
    private static final long ORDER_AT = INDEX_MARK.length; // i32, 1 in the writer's byte order
    private static final long FORMAT_AT = ORDER_AT + Integer.BYTES + Short.BYTES; // u8
    private static final long COUNT_AT = FORMAT_AT + 1; // i32, then as many i32; sparse only
    private static final int SPARSE = 1;
    private static final int DENSE = 3;

    private static final byte[] PLAIN_MARK = "CUBEX.DATA".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PACKED_MARK = "ZCUBEX.DATA".getBytes(StandardCharsets.US_ASCII);

    /// One entry of the table of compressed rows: three i64.
    private static final int PLACE_BYTES = 3 * Long.BYTES;

    private final MappedFile file;
    private final Member data;
    private final DataType type;
    private final int locations;
    private final ByteOrder order;

    /// `rowOf[n]` is the row of node `n`, -1 if it has none.
    private final int[] rowOf;

    private final int rows;
    private final boolean packed;

    /// @param nodes the nodes in the order that the index counts
    MetricRows(
            MappedFile file, Member index, Member data, DataType type, int[] nodes, int locations) {
        this.file = file;
        this.data = data;
        this.type = type;
        this.locations = locations;
        requireMark(index, INDEX_MARK);
        this.order = order(index);
        this.rowOf = new int[nodes.length];
        this.rows = readIndex(index, nodes);
        this.packed = startsWith(data, PACKED_MARK);
        if (packed) requirePlaces();
        else requireMark(data, PLAIN_MARK);
    }

    private void requireMark(Member member, byte[] mark) {
        if (!startsWith(member, mark))
            throw file.malformed(
                    member.at(),
                    "'%s' in %s".formatted(text(mark), member.name()),
                    member.bytes().byteSize() < mark.length ? "too few bytes" : "other bytes");
    }

    private static boolean startsWith(Member member, byte[] mark) {
        MemorySegment bytes = member.bytes();
        return bytes.byteSize() >= mark.length
                && bytes.asSlice(0, mark.length).mismatch(MemorySegment.ofArray(mark)) < 0;
    }

    private static String text(byte[] mark) {
        return new String(mark, StandardCharsets.US_ASCII);
    }

    private ByteOrder order(Member index) {
        require(index, COUNT_AT, "an index header");
        for (ByteOrder each : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN})
            if (index.bytes().get(int32(each), ORDER_AT) == 1) return each;
        throw file.malformed(
                index.at() + ORDER_AT, "1 in one of the byte orders", "another number");
    }

    private static ValueLayout.OfInt int32(ByteOrder order) {
        return ValueLayout.JAVA_INT_UNALIGNED.withOrder(order);
    }

    private void require(Member member, long bytes, String what) {
        if (member.bytes().byteSize() < bytes)
            throw file.malformed(
                    member.at() + member.bytes().byteSize(),
                    "%s of %d bytes in %s".formatted(what, bytes, member.name()),
                    member.bytes().byteSize() + " bytes");
    }

    private int readIndex(Member index, int[] nodes) {
        int format = index.bytes().get(ValueLayout.JAVA_BYTE, FORMAT_AT);
        if (format == DENSE) {
            for (int position = 0; position < nodes.length; position++)
                rowOf[nodes[position]] = position;
            return nodes.length;
        }
        if (format != SPARSE)
            throw file.malformed(
                    index.at() + FORMAT_AT, "a sparse (1) or dense (3) index", "format " + format);
        Arrays.fill(rowOf, -1);
        require(index, COUNT_AT + Integer.BYTES, "an index");
        int count = index.bytes().get(int32(order), COUNT_AT);
        if (count < 0 || count > nodes.length)
            throw file.malformed(
                    index.at() + COUNT_AT,
                    "at most %d rows".formatted(nodes.length),
                    Integer.toUnsignedString(count));
        require(index, COUNT_AT + Integer.BYTES * (1L + count), "an index");
        for (int row = 0; row < count; row++) placeRow(index, nodes, row);
        return count;
    }

    private void placeRow(Member index, int[] nodes, int row) {
        long at = COUNT_AT + Integer.BYTES * (1L + row);
        int position = index.bytes().get(int32(order), at);
        if (position < 0 || position >= nodes.length || rowOf[nodes[position]] >= 0)
            throw file.malformed(
                    index.at() + at,
                    "a call path from 0 to %d that has no row yet".formatted(nodes.length - 1),
                    Integer.toUnsignedString(position));
        rowOf[nodes[position]] = row;
    }

    private void requirePlaces() {
        require(data, PACKED_MARK.length + Long.BYTES, "a table of rows");
        long count = data.bytes().get(int64(), PACKED_MARK.length);
        if (count < rows || count > Integer.MAX_VALUE)
            throw file.malformed(
                    data.at() + PACKED_MARK.length,
                    "%d compressed rows".formatted(rows),
                    Long.toUnsignedString(count));
        require(data, streamsAt(count), "a table of rows");
    }

    private static long streamsAt(long count) {
        return PACKED_MARK.length + Long.BYTES + count * PLACE_BYTES;
    }

    private ValueLayout.OfLong int64() {
        return ValueLayout.JAVA_LONG_UNALIGNED.withOrder(order);
    }

    boolean has(int node) {
        return rowOf[node] >= 0;
    }

    /// Fills an array with the values of a node, zeros if it has no row.
    ///
    /// @throws treeline.source.files.MalformedProfileException if the row is cut or damaged
    void read(int node, double[] into) {
        if (!has(node)) {
            Arrays.fill(into, 0);
            return;
        }
        int bytes = Math.multiplyExact(locations, type.bytes());
        ByteBuffer row = packed ? inflated(rowOf[node], bytes) : plain(rowOf[node], bytes);
        row.order(order);
        for (int i = 0; i < locations; i++) into[i] = type.read(row, i);
    }

    private ByteBuffer plain(int row, int bytes) {
        long at = PLAIN_MARK.length + (long) row * bytes;
        require(data, at + bytes, "row %d".formatted(row));
        return data.bytes().asSlice(at, bytes).asByteBuffer();
    }

    /// A place of size 0 stands for a row of zeros.
    private ByteBuffer inflated(int row, int bytes) {
        MemorySegment segment = data.bytes();
        long place = PACKED_MARK.length + Long.BYTES + (long) row * PLACE_BYTES;
        long count = segment.get(int64(), PACKED_MARK.length);
        long offset = segment.get(int64(), place + Long.BYTES);
        long size = segment.get(int64(), place + 2 * Long.BYTES);
        if (size == 0) return ByteBuffer.allocate(bytes);
        long at = streamsAt(count) + offset;
        if (offset < 0 || size < 0 || size > segment.byteSize() || at > segment.byteSize() - size)
            throw file.malformed(
                    data.at() + place,
                    "a compressed row within %s".formatted(data.name()),
                    "%d bytes at %d".formatted(size, offset));
        return inflate(segment.asSlice(at, size), data.at() + at, bytes);
    }

    private ByteBuffer inflate(MemorySegment stream, long at, int bytes) {
        byte[] row = new byte[bytes];
        try (var inflater = new Inflater()) {
            inflater.setInput(stream.asByteBuffer());
            int done = 0;
            while (done < bytes) {
                int more = inflater.inflate(row, done, bytes - done);
                if (more == 0)
                    throw file.malformed(at, "a row of %d bytes".formatted(bytes), done + " bytes");
                done += more;
            }
            return ByteBuffer.wrap(row);
        } catch (DataFormatException bad) {
            throw file.malformed(at, "a zlib stream", String.valueOf(bad.getMessage()));
        }
    }
}
