package treeline.formats.reading;

import org.jspecify.annotations.Nullable;

import treeline.source.MalformedProfileException;
import treeline.source.MappedFile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// The lines of a text file, counted, and none so long that it fills the memory. Bytes that are not
/// UTF-8 become replacement characters; UTF-16 is read where the file has its byte order mark.
public final class LineReader {
    private static final int LIMIT = 1 << 20;
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;
    private static final long LINE_ENDS = ONES * '\n';
    private static final byte[] NOTHING = {};

    private final MappedFile file;
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;
    private byte[] rest = NOTHING; // the start of a line that spans buffers
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
        line++;
        ended = false;
        rest = NOTHING;
        while (!ended && (at < end || fill())) {
            int stop = lineEnd();
            if (rest.length + stop - at > LIMIT)
                throw malformed("a line of at most 1 MiB", "a longer one");
            ended = stop < end;
            if (ended && rest.length == 0) return take(stop);
            keep(stop);
        }
        return rest.length == 0 && !ended ? null : new String(rest, StandardCharsets.UTF_8);
    }

    private boolean fill() {
        at = 0;
        try {
            end = Math.max(0, in.read(buffer, 0, buffer.length));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // it is memory that is read
        }
        return end > 0;
    }

    private int lineEnd() {
        int stop = at;
        while (stop + Long.BYTES <= end && !hasLineEnd((long) LONGS.get(buffer, stop)))
            stop += Long.BYTES;
        while (stop < end && buffer[stop] != '\n') stop++;
        return stop;
    }

    /// Whether one of eight bytes is a line end: taking one from a byte that is 0 borrows.
    private static boolean hasLineEnd(long bytes) {
        long zeros = bytes ^ LINE_ENDS;
        return ((zeros - ONES) & ~zeros & TOPS) != 0;
    }

    private String take(int stop) {
        String text = new String(buffer, at, stop - at, StandardCharsets.UTF_8);
        at = stop + 1;
        return text;
    }

    private void keep(int stop) {
        int kept = rest.length;
        rest = Arrays.copyOf(rest, kept + stop - at);
        System.arraycopy(buffer, at, rest, kept, stop - at);
        at = Math.min(stop + 1, end);
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
