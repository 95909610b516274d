package treeline.record.overhead;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Events by number of calls, which is their recording overhead, because every call costs about the
/// same.
final class EventRanking {
    private static final double FREQUENT = 0.995;

    private final List<Map.Entry<String, RecordingProbe.EventSum>> ranked;
    private final long calls;

    EventRanking(Map<String, RecordingProbe.EventSum> sums, Set<String> removed) {
        this.ranked =
                sums.entrySet().stream()
                        .filter(it -> !removed.contains(it.getKey()))
                        .sorted(
                                Comparator
                                        .<Map.Entry<String, RecordingProbe.EventSum>>comparingLong(
                                                EventRanking::callsIn)
                                        .reversed()
                                        .thenComparing(Map.Entry::getKey))
                        .toList();
        this.calls = ranked.stream().mapToLong(EventRanking::callsIn).sum();
    }

    private static long callsIn(Map.Entry<String, RecordingProbe.EventSum> entry) {
        return entry.getValue().calls();
    }

    /// The most frequent events, which together have nearly all calls.
    Set<String> frequent() {
        return first(1 - FREQUENT);
    }

    /// The fewest events without which the overhead is expected to be at most `target`, as a
    /// fraction of the CPU time.
    ///
    /// @param share overhead of all events
    Set<String> withoutWhich(double target, double share) {
        // share * left / (1 - share * (1 - left)) <= target
        double left = share <= target ? 1 : target * (1 - share) / (share * (1 - target));
        return first(left);
    }

    /// The fewest events, most frequent first, such that the others have at most this fraction of
    /// the calls.
    private Set<String> first(double left) {
        Set<String> names = new LinkedHashSet<>();
        long others = calls;
        for (var entry : ranked) {
            if (others <= left * calls) break;
            names.add(entry.getKey());
            others -= callsIn(entry);
        }
        return names;
    }

    /// Expected overhead without some events.
    double shareWithout(Set<String> names, double share) {
        double left = callsWithout(names);
        return share * left / (1 - share * (1 - left));
    }

    /// The fraction of the calls that are of other events.
    double callsWithout(Set<String> names) {
        long others =
                ranked.stream()
                        .filter(it -> !names.contains(it.getKey()))
                        .mapToLong(EventRanking::callsIn)
                        .sum();
        return others / (double) Math.max(1, calls);
    }

    long callsOf(String name) {
        return ranked.stream()
                .filter(it -> it.getKey().equals(name))
                .mapToLong(EventRanking::callsIn)
                .sum();
    }
}
