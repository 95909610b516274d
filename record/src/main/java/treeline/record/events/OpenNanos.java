package treeline.record.events;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/// The elapsed time of a thread's open events, by cell and iteration. Snapshots and early exits
/// must include it; otherwise callees would take longer than their callers.
public final class OpenNanos {
    public static final OpenNanos NONE = new OpenNanos();

    /// Of events that are in no loop, or in one whose iterations are summed.
    private static final int NO_ITERATION = -1;

    private final Map<Cell, Map<Integer, Long>> byCell = new HashMap<>();

    private OpenNanos() {}

    /// The time of the open events of all levels.
    ///
    /// @param openTime the open event of a level, or null if there is none
    public static OpenNanos of(IntFunction<@Nullable OpenTime> openTime) {
        var open = new OpenNanos();
        for (int level = 0; ; level++) {
            OpenTime time = openTime.apply(level);
            if (time == null) break;
            if (!isKept(time)) continue;
            open.byCell
                    .computeIfAbsent(time.cell(), _ -> new HashMap<>())
                    .merge(Math.max(NO_ITERATION, time.iteration()), time.nanos(), Long::sum);
        }
        return open;
    }

    /// Whether the event will be counted when it ends.
    private static boolean isKept(OpenTime time) {
        EachCell each = time.cell().each();
        return each == null || time.iteration() < 0 || each.reaches(time.iteration());
    }

    public boolean has(Cell cell) {
        return !byCell.isEmpty() && byCell.containsKey(cell);
    }

    public long of(Cell cell) {
        if (byCell.isEmpty()) return 0;
        long sum = 0;
        for (long nanos : byCell.getOrDefault(cell, Map.of()).values()) sum += nanos;
        return sum;
    }

    /// The iterations of a cell, those that are open included.
    public EachCell.Stored with(EachCell cell) {
        EachCell.Stored ended = cell.stored();
        Map<Integer, Long> open = byCell.getOrDefault(cell, Map.of());
        int last = open.keySet().stream().mapToInt(Integer::intValue).max().orElse(NO_ITERATION);
        if (last < 0) return ended;
        int length = Math.max(ended.length(), last + 1);
        long[] all = new long[length];
        for (int i = 0; i < ended.length(); i++) all[i] = ended.at(i);
        open.forEach(
                (iteration, nanos) -> {
                    if (iteration >= 0)
                        all[iteration] = all[iteration] == 0 ? nanos + 1 : all[iteration] + nanos;
                });
        return new EachCell.Stored(new int[0], all, length);
    }

    /// The time of an open event up to now.
    public record OpenTime(Cell cell, int iteration, long nanos) {}
}
