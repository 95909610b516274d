package treeline.trace.device;

import treeline.array.BinarySearch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A set of times as disjoint half-open intervals in ascending order.
///
/// @param bounds starts and ends of the intervals, in turn
record Intervals(List<Long> bounds) {
    Intervals {
        bounds = List.copyOf(bounds);
    }

    /// An interval that may overlap others.
    record Interval(long begin, long end) {}

    /// The union of intervals.
    static Intervals of(List<Interval> some) {
        List<Interval> sorted =
                some.stream()
                        .filter(each -> each.begin < each.end)
                        .sorted(Comparator.comparingLong(Interval::begin))
                        .toList();
        List<Long> bounds = new ArrayList<>();
        for (Interval each : sorted) {
            int last = bounds.size() - 1;
            if (last > 0 && bounds.get(last) >= each.begin)
                bounds.set(last, Math.max(bounds.get(last), each.end));
            else {
                bounds.add(each.begin);
                bounds.add(each.end);
            }
        }
        return new Intervals(bounds);
    }

    long nanos() {
        long sum = 0;
        for (int i = 0; i < bounds.size(); i += 2) sum += bounds.get(i + 1) - bounds.get(i);
        return sum;
    }

    /// The times that are in both sets.
    Intervals and(Intervals other) {
        List<Long> common = new ArrayList<>();
        int a = 0;
        int b = 0;
        while (a < bounds.size() && b < other.bounds.size()) {
            long begin = Math.max(bounds.get(a), other.bounds.get(b));
            long end = Math.min(bounds.get(a + 1), other.bounds.get(b + 1));
            if (begin < end) {
                common.add(begin);
                common.add(end);
            }
            if (bounds.get(a + 1) < other.bounds.get(b + 1)) a += 2;
            else b += 2;
        }
        return new Intervals(common);
    }

    /// The times of an interval that are in the set.
    long nanosWithin(long begin, long end) {
        int first =
                BinarySearch.end(0, bounds.size() / 2, each -> bounds.get(2 * each + 1) <= begin);
        long sum = 0;
        for (int i = 2 * first; i < bounds.size() && bounds.get(i) < end; i += 2)
            sum += Math.min(end, bounds.get(i + 1)) - Math.max(begin, bounds.get(i));
        return sum;
    }
}
