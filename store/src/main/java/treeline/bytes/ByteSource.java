package treeline.bytes;

import treeline.source.files.MalformedProfileException;
import treeline.source.files.StoredBytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// A bounded section of one of our files, read sequentially. Every read is bounds-checked, and
/// errors include the file offset.
public final class ByteSource {
    /// Equal values take two bytes for 128 of them; no encoding is denser.
    public static final int MAX_VALUES_PER_BYTE = 64;

    /// Packed numbers are read eight bytes at a time, a little beyond the end.
    private static final int SLACK = 16;

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final StoredBytes file;
    private byte[] bytes = new byte[SLACK];
    private long fileOffset;
    private int at;
    private int end;

    public ByteSource(StoredBytes file) {
        this.file = file;
    }

    /// Reads a stretch of the file; the source is used again for the next.
    public ByteSource load(long offset, int length) {
        if (offset < 0 || length < 0 || offset > file.size() - length)
            throw file.malformed(
                    Math.min(Math.max(offset, 0), file.size()),
                    "%d more bytes".formatted(length),
                    "the end of the file at byte %d".formatted(file.size()));
        int spare =
                end == 0 ? 0 : length / 4; // the next may be longer, if this is not the only one
        if (bytes.length < length + SLACK) bytes = new byte[length + spare + SLACK];
        file.copy(offset, bytes, 0, length);
        fileOffset = offset;
        at = 0;
        end = length;
        return this;
    }

    public long offset() {
        return fileOffset + at;
    }

    public int remaining() {
        return end - at;
    }

    /// Takes the checksum off the end and holds it against what is before it.
    public void checkAndDropCrc() {
        int content = remaining() - Integer.BYTES;
        int crc = crc(content);
        int stored = (int) INTS.get(bytes, at + content);
        if (stored != crc)
            throw malformed("a block with checksum %#x".formatted(stored), "%#x".formatted(crc));
        end -= Integer.BYTES;
    }

    public void skip(int length) {
        require(length);
        at += length;
    }

    public int crc(int length) {
        require(length);
        return LittleEndianBytes.crc(bytes, at, length);
    }

    public int u8() {
        require(1);
        return bytes[at++] & 0xff;
    }

    public int u32() {
        require(Integer.BYTES);
        int value = (int) INTS.get(bytes, at);
        at += Integer.BYTES;
        return value;
    }

    public long u64() {
        require(Long.BYTES);
        long value = (long) LONGS.get(bytes, at);
        at += Long.BYTES;
        return value;
    }

    public boolean startsWith(byte[] mark) {
        if (remaining() < mark.length) return false;
        for (int i = 0; i < mark.length; i++) if (bytes[at + i] != mark[i]) return false;
        return true;
    }

    public long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = u8();
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) return value;
        }
        throw malformed("a number of at most 10 bytes", "a longer one");
    }

    public long zigzag() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    /// A number of things that follow, each of which takes part of a byte: packed numbers take at
    /// least two bytes for 128 of them, so a count that the rest of the section cannot hold is
    /// refused before anything is allocated for it.
    public int count(String things) {
        long before = offset();
        long count = varint();
        if (count < 0
                || count
                        > Math.min(MAX_VALUES_PER_BYTE * (remaining() + 1L), Integer.MAX_VALUE - 8))
            throw file.malformed(before, "a number of " + things, Long.toUnsignedString(count));
        return (int) count;
    }

    /// A number below a limit that is known from elsewhere.
    public int index(String what, long limit) {
        long before = offset();
        long value = varint();
        if (value < 0 || value >= limit)
            throw file.malformed(
                    before, "%s below %d".formatted(what, limit), Long.toUnsignedString(value));
        return (int) value;
    }

    public String text() {
        int length = index("a text length", remaining() + 1L);
        require(length);
        try {
            String text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(java.nio.ByteBuffer.wrap(bytes, at, length))
                            .toString();
            at += length;
            return text;
        } catch (CharacterCodingException notUtf8) {
            throw malformed("UTF-8 text", "other bytes");
        }
    }

    public byte[] raw(int length) {
        require(length);
        byte[] copy = java.util.Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return copy;
    }

    /// The opposite of [LittleEndianBytes#packed].
    public void packed(long[] into, int from, int count, long base, int bits) {
        if (bits == 0) {
            java.util.Arrays.fill(into, from, from + count, base);
            return;
        }
        int length = (int) (((long) count * bits + 7) / 8);
        require(length);
        if (bits <= 57) unpackNarrow(into, from, count, base, bits);
        else unpackWide(into, from, count, base, bits);
        at += length;
    }

    private void unpackNarrow(long[] into, int from, int count, long base, int bits) {
        byte[] source = bytes;
        long mask = (1L << bits) - 1;
        long bit = (long) at * 8;
        for (int i = from; i < from + count; i++) {
            long word = (long) LONGS.get(source, (int) (bit >>> 3));
            into[i] = base + ((word >>> (int) (bit & 7)) & mask);
            bit += bits;
        }
    }

    private void unpackWide(long[] into, int from, int count, long base, int bits) {
        long mask = bits == 64 ? -1L : (1L << bits) - 1;
        long bit = (long) at * 8;
        for (int i = from; i < from + count; i++) {
            int shift = (int) (bit & 7);
            int place = (int) (bit >>> 3);
            long low = (long) LONGS.get(bytes, place) >>> shift;
            long high = shift == 0 ? 0 : (long) (bytes[place + 8] & 0xff) << (64 - shift);
            into[i] = base + ((low | high) & mask);
            bit += bits;
        }
    }

    private void require(int length) {
        if (length < 0 || end - at < length)
            throw malformed("%d more bytes".formatted(length), "the end of the section");
    }

    public MalformedProfileException malformed(String expected, String found) {
        return file.malformed(offset(), expected, found);
    }
}
