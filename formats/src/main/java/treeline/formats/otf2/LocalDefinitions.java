package treeline.formats.otf2;

import treeline.array.Longs;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// The definitions of one location: identifiers that differ from the global ones, and the offsets
/// of its clock.
///
/// Offsets are interpolated linearly between two measurements and extrapolated beyond them, as the
/// OTF2 library does.
final class LocalDefinitions {
    private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);
    private static final long MAX_RESOLUTION = 9_000_000_000L; // ticks * 1e9 fits 63 bits

    private final Map<Integer, Map<Integer, Integer>> tables = new HashMap<>();
    private final Longs offsetTimes = new Longs(0);
    private final Longs offsets = new Longs(0);
    private final long ticksPerSecond;
    private final long globalOffset;

    private LocalDefinitions(Otf2Definitions definitions) {
        ticksPerSecond = definitions.ticksPerSecond;
        globalOffset = definitions.globalOffset;
    }

    static LocalDefinitions read(Otf2Anchor anchor, Otf2Definitions definitions, long location)
            throws IOException {
        var local = new LocalDefinitions(definitions);
        Path file = anchor.localDefinitions(location);
        if (!Files.exists(file)) return local;
        var chunks = new Otf2Chunks(file, anchor.definitionChunk());
        long count = chunks.count();
        for (long chunk = 0; chunk < count; chunk++) local.read(chunks.read(chunk));
        return local;
    }

    private void read(Otf2Cursor cursor) {
        while (cursor.hasMore()) {
            int type = cursor.u8();
            if (cursor.isEnd(type)) return;
            int end = cursor.recordEnd();
            if (type == Otf2Layout.MAPPING_TABLE) readTable(cursor);
            else if (type == Otf2Layout.CLOCK_OFFSET) readOffset(cursor);
            cursor.moveTo(end);
        }
    }

    private void readTable(Otf2Cursor cursor) {
        int type = cursor.u8();
        if (type != Otf2Layout.MAPS_REGIONS
                && type != Otf2Layout.MAPS_METRICS
                && type != Otf2Layout.MAPS_COMMUNICATORS) return;
        Map<Integer, Integer> table = tables.computeIfAbsent(type, _ -> new HashMap<>());
        long count = cursor.compressed();
        boolean sparse = cursor.u8() == 1;
        for (int i = 0; i < count; i++) {
            int local = sparse ? cursor.id() : i;
            table.put(local, cursor.id());
        }
    }

    private void readOffset(Otf2Cursor cursor) {
        offsetTimes.add(cursor.u64());
        offsets.add(cursor.compressed());
    }

    private int mapped(int type, int local) {
        Map<Integer, Integer> table = tables.get(type);
        return table == null ? local : table.getOrDefault(local, local);
    }

    int region(int local) {
        return mapped(Otf2Layout.MAPS_REGIONS, local);
    }

    int metric(int local) {
        return mapped(Otf2Layout.MAPS_METRICS, local);
    }

    int communicator(int local) {
        return mapped(Otf2Layout.MAPS_COMMUNICATORS, local);
    }

    /// Nanoseconds since the start of the run of a local time stamp.
    long nanos(long ticks) {
        return nanosOfTicks(ticks + offset(ticks) - globalOffset);
    }

    private long offset(long ticks) {
        int known = offsets.size();
        if (known == 0) return 0;
        if (known == 1) return offsets.at(0);
        int after = 1;
        while (after < known - 1 && offsetTimes.at(after) < ticks) after++;
        long span = offsetTimes.at(after) - offsetTimes.at(after - 1);
        if (span == 0) return offsets.at(after);
        double part = (double) (ticks - offsetTimes.at(after - 1)) / span;
        return offsets.at(after - 1)
                + Math.round(part * (offsets.at(after) - offsets.at(after - 1)));
    }

    private long nanosOfTicks(long ticks) {
        if (ticksPerSecond == 1_000_000_000) return ticks;
        if (ticksPerSecond > MAX_RESOLUTION)
            return BigInteger.valueOf(ticks)
                    .multiply(NANOS)
                    .divide(BigInteger.valueOf(ticksPerSecond))
                    .longValue();
        long seconds = Math.floorDiv(ticks, ticksPerSecond);
        long rest = Math.floorMod(ticks, ticksPerSecond);
        return seconds * 1_000_000_000
                + Math.floorDiv(rest * 1_000_000_000 + ticksPerSecond / 2, ticksPerSecond);
    }
}
