package treeline.formats.reading;

import org.jspecify.annotations.Nullable;

import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads the lines of a text file with line numbers and a length limit. Invalid UTF-8 bytes become
/// replacement characters; UTF-16 is detected by its byte order mark.
public final class LineReader {
    private static final int LIMIT = 1 << 20;
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;
    private static final long LINE_ENDS = ONES * '\n';

    private final MappedFile file;
    private final InputStream in;
    private byte[] buffer = new byte[1 << 16];
    private int from; // of the line
    private int to;
    private int next;
    private int filled;
    private long line;
    private boolean ended;

    public LineReader(MappedFile file) {
        this.file = file;
        this.in = text(file);
    }

    private static InputStream text(MappedFile file) {
        var bytes = new SegmentStream(file.bytes());
        boolean isUtf16 =
                file.size() > 1
                        && Utf16Stream.isMarked(
                                file.bytes().get(ValueLayout.JAVA_BYTE, 0),
                                file.bytes().get(ValueLayout.JAVA_BYTE, 1));
        return isUtf16 ? new Utf16Stream(bytes) : bytes;
    }

    /// The first bytes of a file as the lines that [#next] would give; the last may be cut.
    public static List<String> linesOf(byte[] prefix) {
        boolean isUtf16 = prefix.length > 1 && Utf16Stream.isMarked(prefix[0], prefix[1]);
        return new String(prefix, isUtf16 ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    /// The next line without its end, null after the last one.
    public @Nullable String next() {
        return advance() ? text() : null;
    }

    /// Moves on to the next line; false after the last one.
    public boolean advance() {
        line++;
        from = next;
        to = lineEnd(from);
        while (to == filled && fill()) to = lineEnd(to);
        if (to - from > LIMIT) throw malformed("a line of at most 1 MiB", "a longer one");
        ended = to < filled;
        next = ended ? to + 1 : to;
        return ended || to > from;
    }

    /// Adds bytes behind those of the line; false at the end of the file.
    private boolean fill() {
        int kept = filled - from;
        if (kept > LIMIT) return false;
        byte[] into = kept * 2 > buffer.length ? new byte[buffer.length * 2] : buffer;
        System.arraycopy(buffer, from, into, 0, kept);
        buffer = into;
        from = 0;
        to = kept;
        filled = kept;
        try {
            int read = in.read(buffer, kept, buffer.length - kept);
            filled += Math.max(0, read);
            return read > 0;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // it is memory that is read
        }
    }

    /// Where the line ends that goes on here, or the bytes that are there.
    private int lineEnd(int start) {
        int stop = start;
        while (stop + Long.BYTES <= filled && !hasLineEnd((long) LONGS.get(buffer, stop)))
            stop += Long.BYTES;
        while (stop < filled && buffer[stop] != '\n') stop++;
        return stop;
    }

    /// Whether one of eight bytes is a line end: taking one from a byte that is 0 borrows.
    private static boolean hasLineEnd(long bytes) {
        long zeros = bytes ^ LINE_ENDS;
        return ((zeros - ONES) & ~zeros & TOPS) != 0;
    }

    /// The line that the reader is at, without its end.
    public String text() {
        return new String(buffer, from, to - from, StandardCharsets.UTF_8);
    }

    /// Where the bytes of the line are until the reader moves on, from [#start] to [#end].
    public byte[] array() {
        return buffer;
    }

    public int start() {
        return from;
    }

    public int end() {
        return to;
    }

    /// Whether the line has an end of its own; without one the file may have been cut in it.
    public boolean ended() {
        return ended;
    }

    public long line() {
        return line;
    }

    public MalformedProfileException malformed(String expected, String found) {
        return MalformedProfileException.atLine(file.path(), line, expected, found);
    }
}
