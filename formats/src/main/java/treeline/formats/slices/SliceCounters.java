package treeline.formats.slices;

import treeline.model.Unit;
import treeline.source.trace.Counter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Counters of a trace by owner and name while a file is read.
final class SliceCounters {
    private final Map<Key, Counter.Builder> builders = new LinkedHashMap<>();
    private long end;

    private record Key(String owner, String name, Unit unit) {}

    void add(String owner, String name, Unit unit, long nanos, double value) {
        long time = Math.max(0, nanos);
        end = Math.max(end, time);
        builders.computeIfAbsent(new Key(owner, name, unit), _ -> new Counter.Builder())
                .add(time, value);
    }

    /// The time of the last value.
    long endNanos() {
        return end;
    }

    /// @param threads a thread of each owner
    /// @param contextOf the context of each thread
    List<Counter> counters(Map<String, Integer> threads, int[] contextOf) {
        List<Counter> counters = new ArrayList<>();
        builders.forEach(
                (key, builder) -> {
                    Integer thread = threads.get(key.owner);
                    counters.add(
                            builder.build(
                                    key.name,
                                    key.unit,
                                    thread == null ? Counter.WHOLE_RUN : contextOf[thread]));
                });
        return counters;
    }
}
