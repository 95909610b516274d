package treeline.store.trace;

import treeline.array.Ints;
import treeline.bytes.LittleEndianBytes;
import treeline.source.files.CompleteFile;
import treeline.source.trace.OperationKind;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/// Writes the trace file of a rank, one block at a time.
///
/// @param originNanos time 0 of the run, since 1970
/// @param endNanos time of writing, since the start of the rank
/// @param clock one reading, or one of the start and one of the end
public record TraceFileWriter(
        String recording,
        int rank,
        int ranks,
        long originNanos,
        long endNanos,
        List<ClockReading> clock,
        List<TraceGroup> groups) {
    private static final int NAME_DIGITS = 3;
    private static final int RECORDING_CHARACTERS = 8;

    public TraceFileWriter {
        clock = List.copyOf(clock);
        groups = List.copyOf(groups);
    }

    /// The names of the trace files of a recording; `*` stands for the rank.
    public static String names(String recording) {
        return TraceLayout.NAME_START
                + recording.substring(0, RECORDING_CHARACTERS)
                + "-*"
                + TraceLayout.NAME_END;
    }

    /// Whether a file is named as a trace file.
    public static boolean isNamedAsTrace(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(TraceLayout.NAME_START) && name.endsWith(TraceLayout.NAME_END);
    }

    /// The stored number of a collective operation.
    public static int code(OperationKind collective) {
        return TraceLayout.code(collective);
    }

    /// The name of the file.
    public String name() {
        int digits = Math.max(NAME_DIGITS, Integer.toString(ranks - 1).length());
        String number = Integer.toString(rank);
        return names(recording).replace("*", "0".repeat(digits - number.length()) + number);
    }

    /// Writes the file, complete or not at all.
    public void write(Path folder, List<? extends ThreadTrace> threads) throws IOException {
        CompleteFile.write(
                folder.resolve(name()), unfinished -> write(unfinished.stream(), threads));
    }

    void write(OutputStream out, List<? extends ThreadTrace> threads) throws IOException {
        var head = new LittleEndianBytes().all(TraceLayout.MARK).i32(TraceLayout.VERSION);
        head.writeTo(out);
        LittleEndianBytes index = new LittleEndianBytes();
        index.text(recording).varint(rank).varint(ranks).zigzag(originNanos).varint(endNanos);
        index.varint(clock.size());
        for (ClockReading each : clock)
            index.zigzag(each.atNanos()).zigzag(each.shiftNanos()).varint(each.errorNanos());
        index.varint(groups.size());
        for (TraceGroup each : groups) add(index, each);
        index.varint(threads.size());
        for (ThreadTrace each : threads) new Blocks(out, each).write(index);
        byte[] bytes = index.toByteArray();
        out.write(bytes);
        new LittleEndianBytes()
                .i32(bytes.length)
                .i32(LittleEndianBytes.crc(bytes, 0, bytes.length))
                .writeTo(out);
    }

    private static void add(LittleEndianBytes index, TraceGroup group) {
        index.text(group.name()).varint(group.ordinal()).varint(group.members().size());
        int before = 0;
        for (int member : group.members()) {
            index.zigzag(member - before);
            before = member;
        }
    }

    /// The blocks of a thread.
    private static final class Blocks implements ThreadTrace.Sink {
        private final OutputStream out;
        private final ThreadTrace thread;
        private final LittleEndianBytes entries = new LittleEndianBytes();
        private LittleEndianBytes block = new LittleEndianBytes();
        private int blocks;
        private int records;
        private int samples;
        private long nanos;
        private final Ints open = new Ints();
        private long firstNanos;
        private final LittleEndianBytes firstOpen = new LittleEndianBytes();

        Blocks(OutputStream out, ThreadTrace thread) {
            this.out = out;
            this.thread = thread;
        }

        /// Writes the blocks and adds the entry of the thread to the index.
        void write(LittleEndianBytes index) {
            thread.writeTo(this);
            endBlock();
            int paths = thread.paths();
            index.varint(thread.number()).varint(thread.dropped()).varint(paths);
            for (int i = 0; i < paths; i++)
                index.varint(thread.parent(i) + 1L).text(thread.name(i));
            index.varint(blocks).all(entries).varint(nanos).varint(open.size());
        }

        @Override
        public void begin(long time, int begun) {
            startRecord();
            event(time, TraceLayout.BEGIN);
            block.varint(begun);
            open.add(begun);
        }

        @Override
        public void end(long time) {
            startRecord();
            event(time, TraceLayout.END);
            open.removeLast();
        }

        private void event(long time, int kind) {
            long later = Math.max(0, time - nanos);
            block.varint((later << TraceLayout.KIND_BITS) | kind);
            nanos += later;
            samples++;
        }

        @Override
        public void collective(int kind, int root, long bytes) {
            startRecord();
            block.varint(TraceLayout.OPERATION).varint(kind).varint(1).varint(root + 1L);
            block.zigzag(0).varint(bytes).varint(0);
        }

        private void startRecord() {
            if (records == TraceLayout.BLOCK_RECORDS) endBlock();
            if (records++ > 0) return;
            firstNanos = nanos;
            firstOpen.clear();
            firstOpen.varint(open.size());
            for (int i = 0; i < open.size(); i++) firstOpen.varint(open.at(i));
        }

        private void endBlock() {
            if (records == 0) return;
            byte[] bytes = block.toByteArray();
            entries.varint(bytes.length).varint(samples).varint(firstNanos).all(firstOpen);
            entries.i32(LittleEndianBytes.crc(bytes, 0, bytes.length));
            try {
                out.write(bytes);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            block = new LittleEndianBytes();
            records = 0;
            samples = 0;
            blocks++;
        }
    }
}
