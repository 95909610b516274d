package treeline.formats.reading;

import treeline.array.Longs;
import treeline.source.ReadReport;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.LongUnaryOperator;

/// A UTF-8 stream that replaces invalid bytes with U+FFFD. JSON parsers would reject the whole file
/// for one name in another encoding. Memory use is a few kilobytes for any file size.
public final class Utf8Stream extends InputStream {
    /// What reports say of it.
    public static final String REPLACED = "invalid UTF-8 bytes are replaced by \ufffd";

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long TOPS = 0x8080808080808080L;
    private static final byte[] REPLACEMENT = {(byte) 0xef, (byte) 0xbf, (byte) 0xbd};

    /// Letters have up to four bytes.
    private static final int MAX_LENGTH = 4;

    /// What the replacement is longer than the byte it replaces.
    private static final int LONGER = 2;

    /// Beyond so many replacements, offsets are no longer exact.
    private static final int MAX_PLACES = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 13];
    private int from;
    private int to;

    /// Where the bytes that are known to be good end in the buffer.
    private int good;

    /// How many bytes of a replacement are still to be handed over.
    private int pending;

    private boolean ended;
    private long handedOver;
    private long replaced;
    private final Longs places = new Longs(4);

    public Utf8Stream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) return 0;
        if (pending == 0 && from == good && !findMore()) return -1;
        int count = Math.min(length, pending > 0 ? pending : good - from);
        if (pending > 0) {
            System.arraycopy(REPLACEMENT, REPLACEMENT.length - pending, into, offset, count);
            pending -= count;
        } else {
            System.arraycopy(buffer, from, into, offset, count);
            from += count;
        }
        handedOver += count;
        return count;
    }

    /// Finds good bytes or a replacement to hand over; false at the end.
    private boolean findMore() throws IOException {
        if (to - from < MAX_LENGTH && !ended) refill();
        if (from == to) return false;
        good = from;
        while (good < to) {
            int length = sequence(good);
            if (length == 0) break;
            good += length;
        }
        if (good > from) return true;
        replace();
        return true;
    }

    private void refill() throws IOException {
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        from = 0;
        while (to < buffer.length) {
            int count = in.read(buffer, to, buffer.length - to);
            if (count < 0) {
                ended = true;
                return;
            }
            to += count;
        }
    }

    private void replace() {
        if (replaced < MAX_PLACES) places.add(handedOver);
        replaced++;
        from++;
        good = from;
        pending = REPLACEMENT.length;
    }

    /// The length of the letters that start here, 0 where none does or where it is cut.
    private int sequence(int at) {
        if (at + Long.BYTES <= to && ((long) LONGS.get(buffer, at) & TOPS) == 0) return Long.BYTES;
        byte lead = buffer[at];
        if (lead >= 0) return 1;
        int length =
                (lead & 0xe0) == 0xc0
                        ? 2
                        : (lead & 0xf0) == 0xe0 ? 3 : (lead & 0xf8) == 0xf0 ? 4 : 0;
        if (at + length > to) return 0;
        for (int i = 1; i < length; i++) if ((buffer[at + i] & 0xc0) != 0x80) return 0;
        return length;
    }

    /// Where a byte that was handed over stands in what was read.
    public long offsetInFile(long offsetHere) {
        int place = places.find(offsetHere);
        int before = place >= 0 ? place : -place - 1;
        return offsetHere - (long) LONGER * before;
    }

    /// Notes what was replaced, if anything was.
    public void note(ReadReport.Log log, String file) {
        note(log, file, offset -> offset);
    }

    /// The same for a stream that is a part of a file.
    ///
    /// @param place where an offset of the stream that this one reads stands in the file
    public void note(ReadReport.Log log, String file, LongUnaryOperator place) {
        if (replaced == 0) return;
        long first = place.applyAsLong(offsetInFile(places.at(0)));
        log.note(REPLACED, "%s at byte %d".formatted(file, first), replaced);
    }
}
