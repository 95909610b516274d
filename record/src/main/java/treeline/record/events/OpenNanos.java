package treeline.record.events;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The elapsed time of a thread's open events, by cell and iteration. Snapshots and early exits
/// must include it; otherwise callees would take longer than their callers.
public final class OpenNanos {
    public static final OpenNanos NONE = new OpenNanos();

    /// Of events that are in no loop, or whose iteration is not stored.
    private static final int NO_ITERATION = -1;

    private final Map<Cell, Map<Integer, Long>> byCell = new HashMap<>();

    private OpenNanos() {}

    public static OpenNanos of(List<OpenTime> events) {
        var open = new OpenNanos();
        for (OpenTime time : events)
            open.byCell
                    .computeIfAbsent(time.cell(), _ -> new HashMap<>())
                    .merge(time.iteration(), time.nanos(), Long::sum);
        return open;
    }

    public int calls(Cell cell) {
        return byCell.isEmpty() ? 0 : byCell.getOrDefault(cell, Map.of()).size();
    }

    /// The time of all open events of a cell.
    public long total(Cell cell) {
        if (byCell.isEmpty()) return 0;
        long sum = 0;
        for (long nanos : byCell.getOrDefault(cell, Map.of()).values()) sum += nanos;
        return sum;
    }

    /// The time that belongs to no iteration.
    public long of(Cell cell) {
        return byCell.isEmpty()
                ? 0
                : byCell.getOrDefault(cell, Map.of()).getOrDefault(NO_ITERATION, 0L);
    }

    /// The iterations of a cell, those that are open included.
    ///
    /// @param ended the iterations that have ended
    public EachCell.Stored with(EachCell.Stored ended, EachCell cell) {
        Map<Integer, Long> open = byCell.getOrDefault(cell, Map.of());
        int first = ended.length() == 0 ? Integer.MAX_VALUE : ended.first();
        int end = ended.first() + ended.length();
        boolean any = false;
        for (int iteration : open.keySet()) {
            if (iteration < 0) continue;
            any = true;
            first = Math.min(first, iteration);
            end = Math.max(end, iteration + 1);
        }
        if (!any) return ended;
        if (ended.length() == 0) end = end(open);
        long[] all = new long[end - first];
        for (int i = 0; i < ended.length(); i++)
            all[ended.first() - first + i] = ended.at(ended.first() + i);
        for (Map.Entry<Integer, Long> each : open.entrySet()) {
            if (each.getKey() < 0) continue;
            int place = each.getKey() - first;
            all[place] = Math.max(1, all[place]) + each.getValue();
        }
        return new EachCell.Stored(first, ended.narrow(), all, 0, all.length);
    }

    private static int end(Map<Integer, Long> open) {
        return open.keySet().stream().mapToInt(Integer::intValue).max().orElse(0) + 1;
    }

    /// The time of an open event.
    ///
    /// @param iteration the iteration to which the time belongs, or -1
    public record OpenTime(Cell cell, int iteration, long nanos) {
        /// The time of an event as it would be stored if it ended now.
        public static OpenTime of(Cell cell, int iteration, long nanos) {
            EachCell each = cell.each();
            boolean isStored = each != null && iteration >= 0 && each.reaches(iteration);
            return new OpenTime(cell, isStored ? iteration : NO_ITERATION, Math.max(0, nanos));
        }
    }
}
