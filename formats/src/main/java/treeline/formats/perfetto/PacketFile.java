package treeline.formats.perfetto;

import treeline.formats.perfetto.PerfettoLayout.Trace;
import treeline.source.files.MappedFile;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// The packets of a file, one after the other: there is no header, index or end mark, so a file
/// that was cut is readable up to its last whole packet.
final class PacketFile {
    /// Largest packet; recorders write packets of some megabytes at most.
    private static final int MAX_PACKET = 1 << 28;

    /// Most bytes of the packets in a compressed one: against decompression bombs.
    static final int MAX_EXPANDED = 1 << 26;

    private static final int PACKET_TAG = Trace.PACKET << 3 | Message.LENGTH;
    private static final int MAX_LENGTH_BITS = 35;
    private static final int CUT = -1;

    private final MappedFile file;
    private byte[] buffer = new byte[1 << 12];
    private long at;

    /// Receives packets.
    @FunctionalInterface
    interface Visitor {
        void packet(Message packet);
    }

    PacketFile(MappedFile file) {
        this.file = file;
    }

    /// Reads all packets.
    ///
    /// @return whether the last one is whole
    boolean read(Visitor visitor) {
        while (at < file.size()) {
            long start = at;
            int tag = nextByte();
            if (tag != PACKET_TAG)
                throw file.malformed(start, "the tag 0x0a of a packet", "0x%02x".formatted(tag));
            long length = length(start);
            if (length == CUT || length > file.size() - at) return false;
            if (buffer.length < length)
                buffer = new byte[(int) Math.min(MAX_PACKET, Math.max(length, 2L * buffer.length))];
            file.copy(at, buffer, 0, (int) length);
            visitor.packet(new Message(file.name(), at, false, buffer, 0, (int) length));
            at += length;
        }
        return true;
    }

    /// Where the packet starts that is read now.
    long at() {
        return at;
    }

    private int nextByte() {
        return file.bytes().get(ValueLayout.JAVA_BYTE, at++) & 0xFF;
    }

    private long length(long start) {
        long length = 0;
        for (int shift = 0; shift <= MAX_LENGTH_BITS; shift += 7) {
            if (at >= file.size()) return CUT;
            int each = nextByte();
            length |= (long) (each & 0x7F) << shift;
            if (each < 0x80) {
                if (length <= MAX_PACKET) return length;
                break;
            }
        }
        throw file.malformed(start, "a packet of up to 256 MiB", "a longer one");
    }

    /// Reads the packets in a compressed one (zlib).
    void readCompressed(byte[] bytes, int from, int length, Visitor visitor) {
        long place = at + from;
        byte[] expanded = expanded(bytes, from, length, place);
        var trace = new Message(file.name(), place, true, expanded, 0, expanded.length);
        while (trace.next()) {
            if (trace.field() == Trace.PACKET) visitor.packet(trace.message());
            else trace.skip();
        }
    }

    private byte[] expanded(byte[] bytes, int from, int length, long place) {
        var inflater = new Inflater();
        try {
            inflater.setInput(bytes, from, length);
            byte[] into = new byte[Math.clamp(4L * length, 1 << 10, MAX_EXPANDED)];
            int size = 0;
            while (!inflater.finished()) {
                if (size == into.length) {
                    if (size >= MAX_EXPANDED)
                        throw file.malformed(
                                place,
                                "compressed packets of up to 64 MiB",
                                "more than that after decompression");
                    into = Arrays.copyOf(into, (int) Math.min(MAX_EXPANDED, 2L * size));
                }
                int count = inflater.inflate(into, size, into.length - size);
                if (count == 0 && (inflater.needsInput() || inflater.needsDictionary()))
                    throw file.malformed(
                            place, "a whole zlib stream", "%d bytes of one".formatted(length));
                size += count;
            }
            return Arrays.copyOf(into, size);
        } catch (DataFormatException bad) {
            throw file.malformed(place, "a zlib stream", String.valueOf(bad.getMessage()));
        } finally {
            inflater.end();
        }
    }
}
