package treeline.formats.perfetto;

import treeline.array.BinarySearch;
import treeline.formats.perfetto.PerfettoLayout.Clocks;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/// The clocks of a trace. All clocks of one snapshot were read at the same moment. A time is
/// converted by the difference of two clocks in the latest snapshot at or before it (piecewise
/// constant, as Perfetto does); a conversion may need several snapshots.
final class ClockTable {
    /// Most snapshots that are kept for one pair of clocks; more than any recorder writes.
    private static final int MAX_SNAPSHOTS = 1 << 20;

    private static final int SEQUENCE_SHIFT = 32;

    private final Map<Long, Map<Long, List<Reading>>> between = new HashMap<>();
    private final Map<Long, Scale> scales = new HashMap<>();
    private long traceClock = Clocks.BOOTTIME;
    private boolean hasSnapshots;
    private OptionalLong realtimeMinusTrace = OptionalLong.empty();

    /// Two clocks at one moment.
    private record Reading(long from, long to) {}

    /// The unit of a clock, and the last value of an incremental one.
    private static final class Scale {
        private long unitNanos = 1;
        private boolean incremental;
        private long last;
    }

    /// A clock of a snapshot.
    record SnapshotClock(long id, long timestamp, boolean incremental, long unitNanos) {}

    /// Clocks 64 to 127 are of their sequence.
    private static long key(long sequence, long clock) {
        boolean ofSequence = clock >= Clocks.FIRST_OF_SEQUENCE && clock <= Clocks.LAST_OF_SEQUENCE;
        return ofSequence ? (sequence + 1) << SEQUENCE_SHIFT | clock : clock;
    }

    /// @param primary the clock of the trace, 0 if the snapshot has none
    void add(long sequence, List<SnapshotClock> clocks, long primary) {
        if (primary != 0 && !hasSnapshots) traceClock = primary;
        hasSnapshots = true;
        long[] nanos = new long[clocks.size()];
        for (int i = 0; i < nanos.length; i++) {
            SnapshotClock clock = clocks.get(i);
            Scale scale = scales.computeIfAbsent(key(sequence, clock.id), _ -> new Scale());
            scale.unitNanos = Math.max(1, clock.unitNanos);
            scale.incremental = clock.incremental;
            nanos[i] = clock.timestamp * scale.unitNanos;
            scale.last = nanos[i];
        }
        for (int i = 0; i < nanos.length; i++)
            for (int j = 0; j < nanos.length; j++)
                if (i != j) {
                    List<Reading> readings =
                            between.computeIfAbsent(
                                            key(sequence, clocks.get(i).id), _ -> new HashMap<>())
                                    .computeIfAbsent(
                                            key(sequence, clocks.get(j).id),
                                            _ -> new ArrayList<>());
                    if (readings.size() < MAX_SNAPSHOTS)
                        readings.add(new Reading(nanos[i], nanos[j]));
                }
        for (int i = 0; i < nanos.length; i++)
            if (clocks.get(i).id == Clocks.REALTIME && realtimeMinusTrace.isEmpty()) {
                OptionalLong trace = convert(Clocks.REALTIME, nanos[i], traceClock);
                if (trace.isPresent())
                    realtimeMinusTrace = OptionalLong.of(nanos[i] - trace.getAsLong());
            }
    }

    /// The time since 1970 of time 0 of the trace's clock, empty if unknown.
    OptionalLong realtimeOfZero() {
        return realtimeMinusTrace;
    }

    /// A time on the clock of the trace; empty if no snapshot connects the clocks. Without any
    /// snapshot all clocks are taken as the same.
    ///
    /// @param clock 0 for the clock of the trace
    OptionalLong nanos(long sequence, long clock, long timestamp) {
        long key = key(sequence, clock == 0 ? Clocks.BOOTTIME : clock);
        Scale scale = scales.get(key);
        long nanos = timestamp;
        if (scale != null) {
            nanos = timestamp * scale.unitNanos;
            if (scale.incremental) {
                scale.last += nanos;
                nanos = scale.last;
            }
        }
        if (key == traceClock || !hasSnapshots) return OptionalLong.of(nanos);
        return convert(key, nanos, traceClock);
    }

    /// Breadth-first search, so that a conversion takes as few snapshots as possible.
    private OptionalLong convert(long from, long time, long to) {
        if (from == to) return OptionalLong.of(time);
        record Step(long clock, long time) {}
        Deque<Step> steps = new ArrayDeque<>(List.of(new Step(from, time)));
        Set<Long> visited = new HashSet<>(Set.of(from));
        while (!steps.isEmpty()) {
            Step step = steps.remove();
            Map<Long, List<Reading>> next = between.getOrDefault(step.clock, Map.of());
            List<Reading> direct = next.get(to);
            if (direct != null) return OptionalLong.of(converted(direct, step.time));
            next.forEach(
                    (clock, readings) -> {
                        if (visited.add(clock))
                            steps.add(new Step(clock, converted(readings, step.time)));
                    });
        }
        return OptionalLong.empty();
    }

    private static long converted(List<Reading> readings, long time) {
        int later = BinarySearch.end(0, readings.size(), each -> readings.get(each).from <= time);
        Reading reading = readings.get(Math.max(0, later - 1));
        return time - reading.from + reading.to;
    }
}
