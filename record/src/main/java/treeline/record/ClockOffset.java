package treeline.record;

import treeline.record.parts.MessageReader;
import treeline.record.parts.MessageWriter;
import treeline.record.ranks.Communicator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/// The offset of the clock of a rank from that of rank 0, by barriers: nobody leaves a barrier
/// before all have entered it. So the offset is at least the entry of the rank minus the exit of
/// rank 0, and at most the exit of the rank minus the entry of rank 0. Several barriers narrow the
/// interval; its middle is the offset, and half its length the maximum error.
///
/// Ranks of one process have one clock. So have processes of one machine, unless the barriers
/// contradict it.
///
/// @param atNanos time of the measurement, by the clock of the rank
/// @param offsetNanos clock of the rank minus that of rank 0
/// @param largestErrorNanos of all ranks; known on rank 0
record ClockOffset(long atNanos, long offsetNanos, long errorNanos, long largestErrorNanos) {
    private static final int BARRIERS = 10;

    /// Identifies the boot of a machine, on Linux.
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    /// Collective.
    static ClockOffset measured(Communicator ranks, LongSupplier clock) {
        if (!ranks.hasProcessPerRank()) return new ClockOffset(clock.getAsLong(), 0, 0, 0);
        long[] entries = new long[BARRIERS];
        long[] exits = new long[BARRIERS];
        for (int i = 0; i < BARRIERS; i++) {
            entries[i] = clock.getAsLong();
            ranks.barrier();
            exits[i] = clock.getAsLong();
        }
        List<byte[]> all = ranks.gather(message(entries, exits), 0);
        var answer = new MessageWriter(64);
        if (ranks.rank() == 0) answer(all, answer);
        var in = new MessageReader(ranks.broadcast(answer.message(), 0));
        long largest = in.varint();
        ClockOffset mine = null;
        for (int rank = 0; rank <= ranks.rank(); rank++)
            mine = new ClockOffset(exits[BARRIERS - 1], in.u64(), in.u64(), largest);
        if (mine == null) throw new IllegalStateException("no rank");
        return mine;
    }

    private static byte[] message(long[] entries, long[] exits) {
        var out = new MessageWriter(256);
        out.text(machine());
        for (int i = 0; i < BARRIERS; i++) out.u64(entries[i]).u64(exits[i]);
        return out.message();
    }

    private static String machine() {
        try {
            return Files.readString(BOOT, StandardCharsets.US_ASCII).strip();
        } catch (IOException unknown) {
            return "";
        }
    }

    private record Offset(long nanos, long errorNanos) {}

    private static void answer(List<byte[]> messages, MessageWriter answer) {
        List<Offset> offsets =
                messages.stream().map(each -> offset(messages.getFirst(), each)).toList();
        answer.varint(offsets.stream().mapToLong(Offset::errorNanos).max().orElse(0));
        for (Offset each : offsets) answer.u64(each.nanos).u64(each.errorNanos);
    }

    private static Offset offset(byte[] ofRoot, byte[] ofRank) {
        var root = new MessageReader(ofRoot);
        var rank = new MessageReader(ofRank);
        String machine = root.text();
        boolean isOneMachine = rank.text().equals(machine) && !machine.isEmpty();
        long low = Long.MIN_VALUE;
        long high = Long.MAX_VALUE;
        for (int i = 0; i < BARRIERS; i++) {
            long rootEntry = root.u64();
            long rootExit = root.u64();
            low = Math.max(low, rank.u64() - rootExit);
            high = Math.min(high, rank.u64() - rootEntry);
        }
        if (isOneMachine && low <= 0 && high >= 0) return new Offset(0, 0);
        return new Offset(low + (high - low) / 2, Math.max(0, Math.ceilDiv(high - low, 2)));
    }
}
