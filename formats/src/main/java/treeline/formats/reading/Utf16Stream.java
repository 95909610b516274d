package treeline.formats.reading;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/// Converts UTF-16 with a byte order mark to UTF-8, for text redirected by PowerShell.
final class Utf16Stream extends InputStream {
    private final InputStreamReader in;
    private final char[] chars = new char[1 << 12];
    private byte[] bytes = new byte[0];
    private int at;

    Utf16Stream(InputStream in) {
        this.in = new InputStreamReader(in, StandardCharsets.UTF_16);
    }

    static boolean isMarked(byte first, byte second) {
        return (first == (byte) 0xfe && second == (byte) 0xff)
                || (first == (byte) 0xff && second == (byte) 0xfe);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (at == bytes.length && !fill()) return -1;
        int count = Math.min(length, bytes.length - at);
        System.arraycopy(bytes, at, into, from, count);
        at += count;
        return count;
    }

    /// Letters of two chars stay together.
    private boolean fill() throws IOException {
        int count = in.read(chars, 0, chars.length - 1);
        if (count < 0) return false;
        if (count > 0 && Character.isHighSurrogate(chars[count - 1])) {
            int low = in.read();
            if (low >= 0) chars[count++] = (char) low;
        }
        bytes = new String(chars, 0, count).getBytes(StandardCharsets.UTF_8);
        at = 0;
        return true;
    }
}
