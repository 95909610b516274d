package treeline.store.text.rows;

import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Checksum;

/// Reads the lines of a file as bytes. The buffer grows to the longest line, which may be most of
/// the file, because a row holds a node's values for all ranks. A carriage return before the line
/// end is not part of the line.
public final class TextLines {
    private static final int CHUNK = 1 << 20;

    /// What one array holds, with some bytes to spare.
    static final int MAX_LENGTH = Integer.MAX_VALUE - 16;

    private final MappedFile file;
    private final int longest;
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    private byte[] buffer;
    private int filled;
    private long read;
    private int from;
    private int to;
    private int next;
    private long number;
    private boolean finished;

    public TextLines(MappedFile file) {
        this(file, MAX_LENGTH);
    }

    TextLines(MappedFile file, int longest) {
        this.file = file;
        this.longest = longest;
        this.buffer = new byte[Math.clamp(file.size(), 1, Math.min(CHUNK, longest))];
    }

    /// Moves to the next line; false at the end of the file.
    public boolean next() {
        from = to = next;
        int end = lineEnd();
        if (end < 0 && from == filled) return false;
        finished = end >= 0;
        to = finished ? end : filled;
        next = finished ? end + 1 : filled;
        if (finished && to > from && buffer[to - 1] == '\r') to--;
        number++;
        return true;
    }

    private int lineEnd() {
        int at = from;
        do {
            for (; at < filled; at++) if (buffer[at] == '\n') return at;
            at -= from;
            if (!fill()) return -1;
            at += from;
        } while (true);
    }

    /// Reads more of the file behind what the buffer holds from `from` on, which moves to its
    /// start.
    private boolean fill() {
        if (read == file.size()) return false;
        System.arraycopy(buffer, from, buffer, 0, filled - from);
        filled -= from;
        to -= from;
        next -= from;
        from = 0;
        if (filled == buffer.length) grow();
        int more = (int) Math.min(buffer.length - filled, file.size() - read);
        file.copy(read, buffer, filled, more);
        filled += more;
        read += more;
        return true;
    }

    private void grow() {
        if (buffer.length == longest)
            throw MalformedProfileException.atLine(
                    file.path(),
                    number + 1,
                    "a line of at most %d bytes".formatted(longest),
                    "a longer one");
        buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, longest));
    }

    /// Whether the line ends in a line end; the last one of a file that was cut does not.
    public boolean finished() {
        return finished;
    }

    /// Counts from 1.
    public long number() {
        return number;
    }

    public MappedFile file() {
        return file;
    }

    /// Where the bytes of the line are in [#bytes()], until the next line is asked for.
    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    public byte[] bytes() {
        return buffer;
    }

    /// Where a byte of the buffer stands in the file.
    public long offset(int at) {
        return read - filled + at;
    }

    public boolean isEmpty() {
        return from == to;
    }

    public boolean startsWith(String ascii) {
        return holds(from, to, ascii);
    }

    /// Whether the line after this one starts so.
    public boolean isFollowedBy(String ascii) {
        while (next + ascii.length() > filled) if (!fill()) return false;
        return holds(next, filled, ascii);
    }

    private boolean holds(int at, int end, String ascii) {
        if (end - at < ascii.length()) return false;
        for (int i = 0; i < ascii.length(); i++)
            if (buffer[at + i] != ascii.charAt(i)) return false;
        return true;
    }

    public String text() {
        return text(from, to);
    }

    /// A part of the line, which must be UTF-8.
    public String text(int start, int end) {
        if (start == end) return "";
        try {
            return utf8.decode(ByteBuffer.wrap(buffer, start, end - start)).toString();
        } catch (CharacterCodingException notUtf8) {
            throw malformed("UTF-8 text", QuotedExcerpt.of(buffer, start, end));
        }
    }

    /// A part of the line, which should be UTF-8. Other bytes are taken one by one, so that
    /// different texts stay different.
    public String looseText(int start, int end) {
        try {
            return utf8.decode(ByteBuffer.wrap(buffer, start, end - start)).toString();
        } catch (CharacterCodingException notUtf8) {
            return new String(buffer, start, end - start, StandardCharsets.ISO_8859_1);
        }
    }

    /// Adds the line and its end to a checksum.
    public void addTo(Checksum checksum) {
        checksum.update(buffer, from, next - from);
    }

    public MalformedProfileException malformed(String expected, String found) {
        return MalformedProfileException.atLine(file.path(), Math.max(1, number), expected, found);
    }

    public MalformedProfileException malformed(String expected) {
        return malformed(
                expected, isEmpty() ? "an empty line" : QuotedExcerpt.of(buffer, from, to));
    }
}
