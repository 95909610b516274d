package treeline.store.trace;

import treeline.bytes.ByteSource;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;
import treeline.source.files.StoredBytes;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// An opened trace file: the trace of one rank. Opening reads the index; blocks of records are read
/// on demand. Every byte is covered by a checksum or compared.
public final class TraceFile implements Closeable {
    private final StoredBytes file;
    private final String recording;
    private final int rank;
    private final long originNanos;
    private final long endNanos;
    private final RankClock clock;
    private final List<TraceGroup> groups;
    private final List<TraceThread> threads;

    private TraceFile(StoredBytes file) {
        this.file = file;
        ByteSource in = index(file);
        recording = in.text();
        rank = in.index("a rank", Integer.MAX_VALUE);
        in.index("a number of ranks", Integer.MAX_VALUE);
        originNanos = in.zigzag();
        endNanos = in.varint();
        clock = RankClock.of(readings(in));
        groups = groups(in);
        threads = threads(in);
    }

    /// Opens a file.
    ///
    /// @throws MalformedProfileException if it is not a trace file, or damaged outside its blocks
    public static TraceFile open(Path path) throws IOException {
        return MappedFile.open(path, TraceFile::new);
    }

    private static ByteSource index(StoredBytes file) {
        byte[] mark = new byte[TraceLayout.MARK.length];
        long end = file.size() - TraceLayout.TRAILER_BYTES;
        if (end < TraceLayout.BLOCKS_AT)
            throw file.malformed(file.size(), "a longer trace file", "its end");
        file.copy(0, mark, 0, mark.length);
        if (!Arrays.equals(mark, TraceLayout.MARK))
            throw file.malformed(0, "the mark of a trace file", "other bytes");
        TraceLayout.READABLE.require(
                "%s at byte %d".formatted(file.name(), TraceLayout.VERSION_AT),
                Integer.toUnsignedLong(
                        new ByteSource(file).load(TraceLayout.VERSION_AT, Integer.BYTES).u32()));
        ByteSource trailer = new ByteSource(file).load(end, TraceLayout.TRAILER_BYTES);
        int length = trailer.u32();
        if (length < 0 || length > end - TraceLayout.BLOCKS_AT)
            throw file.malformed(
                    end,
                    "an index of at most %d bytes".formatted(end - TraceLayout.BLOCKS_AT),
                    Integer.toUnsignedString(length));
        return checked(file, end - length, length, trailer.u32());
    }

    /// A stretch of the file whose checksum is known from elsewhere.
    static ByteSource checked(StoredBytes file, long offset, int length, int crc) {
        ByteSource in = new ByteSource(file).load(offset, length);
        int found = in.crc(length);
        if (found == crc) return in;
        file.requireUnchanged();
        throw in.malformed(
                "%d bytes with checksum %#x".formatted(length, crc), "%#x".formatted(found));
    }

    private static List<ClockReading> readings(ByteSource in) {
        List<ClockReading> readings = new ArrayList<>();
        for (int left = in.count("clock readings"); left > 0; left--)
            readings.add(new ClockReading(in.zigzag(), in.zigzag(), in.varint()));
        if (readings.isEmpty()) throw in.malformed("a clock reading", "none");
        return readings;
    }

    private static List<TraceGroup> groups(ByteSource in) {
        List<TraceGroup> groups = new ArrayList<>();
        for (int left = in.count("communicators"); left > 0; left--) {
            String name = in.text();
            int ordinal = in.index("an ordinal", Integer.MAX_VALUE);
            List<Integer> members = new ArrayList<>();
            long member = 0;
            for (int ranks = in.count("members"); ranks > 0; ranks--) {
                member += in.zigzag();
                members.add((int) member);
            }
            groups.add(new TraceGroup(name, ordinal, members));
        }
        return List.copyOf(groups);
    }

    private List<TraceThread> threads(ByteSource in) {
        List<TraceThread> all = new ArrayList<>();
        long offset = TraceLayout.BLOCKS_AT;
        for (int left = in.count("threads"); left > 0; left--) {
            TraceThread thread = TraceThread.read(in, offset);
            offset += thread.blockBytes();
            all.add(thread);
        }
        if (in.remaining() > 0) throw in.malformed("the end of the index", "more bytes");
        return List.copyOf(all);
    }

    /// Reads all blocks.
    ///
    /// @throws MalformedProfileException at the first damaged block
    public void verify() {
        for (TraceThread thread : threads)
            for (TraceThread.Block block : thread.blocks())
                BlockReader.read(
                        block.read(file), thread, groups.size(), block, BlockReader.IGNORED);
    }

    StoredBytes bytes() {
        return file;
    }

    String name() {
        return file.name();
    }

    /// The recording that it belongs to.
    String recording() {
        return recording;
    }

    int rank() {
        return rank;
    }

    /// Time 0 of the run, since 1970.
    long originNanos() {
        return originNanos;
    }

    /// The time at which the trace was written, by the clock of the rank.
    long endNanos() {
        return endNanos;
    }

    RankClock clock() {
        return clock;
    }

    List<TraceGroup> groups() {
        return groups;
    }

    List<TraceThread> threads() {
        return threads;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
