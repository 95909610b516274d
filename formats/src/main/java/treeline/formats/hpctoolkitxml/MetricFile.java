package treeline.formats.hpctoolkitxml;

import org.jspecify.annotations.Nullable;

import treeline.model.Context;
import treeline.source.files.MappedFile;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One `metric-db` file: the dense values of one thread, one row per node and one column per
/// metric.
final class MetricFile implements Closeable {
    static final String SUFFIX = ".metric-db";
    private static final String TAG = "HPCPROF-metricdb__";
    private static final int ORDER_AT =
            23; // 'b' big-endian, 'l' little-endian; 5 bytes of version before
    private static final int NODES_AT = 24; // u32
    private static final int METRICS_AT = 28; // u32
    private static final int VALUES_AT = 32;

    /// Program, rank, thread, host, process and generation.
    private static final Pattern NAME =
            Pattern.compile(
                    ".*-(\\d{1,9})-(\\d{1,9})-([0-9a-fA-F]+)-(\\d+)-(\\d+)\\.metric-db(?:\\.gz)?");

    private static final int FIRST_STREAM = 500;

    private final MappedFile file;
    private final ValueLayout.OfDouble value;
    private final int nodes;
    private final int metrics;

    private MetricFile(MappedFile file) {
        this.file = file;
        if (file.size() < VALUES_AT)
            throw file.malformed(
                    file.size(),
                    "a header of %d bytes".formatted(VALUES_AT),
                    "the end of the file");
        byte[] tag = new byte[TAG.length()];
        java.lang.foreign.MemorySegment.copy(
                file.bytes(), ValueLayout.JAVA_BYTE, 0, tag, 0, tag.length);
        String found = new String(tag, StandardCharsets.ISO_8859_1);
        if (!found.equals(TAG)) throw file.malformed(0, "'" + TAG + "'", "'" + found + "'");
        char letter = (char) (file.bytes().get(ValueLayout.JAVA_BYTE, ORDER_AT) & 0xff);
        if (letter != 'b' && letter != 'l')
            throw file.malformed(ORDER_AT, "byte order 'b' or 'l'", "'" + letter + "'");
        ByteOrder order = letter == 'b' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        value = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(order);
        nodes = count(NODES_AT, order, "a number of nodes");
        metrics = count(METRICS_AT, order, "a number of metrics");
    }

    private int count(long at, ByteOrder order, String what) {
        int count = file.bytes().get(ValueLayout.JAVA_INT_UNALIGNED.withOrder(order), at);
        if (count < 0)
            throw file.malformed(at, what + " below 2^31", Integer.toUnsignedString(count));
        return count;
    }

    static MetricFile open(Path path) throws IOException {
        return MappedFile.open(path, MetricFile::new);
    }

    /// The thread that a file is of, by its name; null where the name does not tell.
    static @Nullable Context contextOf(Path path, boolean numbersStreams) {
        Matcher parts = NAME.matcher(path.getFileName().toString());
        if (!parts.matches()) return null;
        int thread = Integer.parseInt(parts.group(2));
        boolean stream = numbersStreams && thread >= FIRST_STREAM;
        return new Context(
                parts.group(3),
                Integer.parseInt(parts.group(1)),
                stream ? Context.NONE : thread,
                stream ? thread - FIRST_STREAM : Context.NONE,
                Context.NONE);
    }

    /// Whether all rows that the header announces are there.
    boolean isComplete() {
        return rows() == nodes;
    }

    String sizes() {
        return "%d of %d rows".formatted(rows(), nodes);
    }

    /// The rows that are there.
    private long rows() {
        if (metrics == 0) return nodes;
        return Math.min(nodes, (file.size() - VALUES_AT) / ((long) metrics * Double.BYTES));
    }

    /// Reads one column for the nodes with these ids; what the file does not have is 0.
    void read(int column, int[] ids, double[] byNode) {
        long rows = column < metrics ? rows() : 0;
        for (int node = 0; node < ids.length; node++) {
            long row = ids[node] - 1L;
            byNode[node] =
                    row < rows
                            ? file.bytes()
                                    .get(value, VALUES_AT + (row * metrics + column) * Double.BYTES)
                            : 0;
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
