package treeline.formats.slices;

import treeline.array.BinarySearch;
import treeline.array.Doubles;
import treeline.array.IndexSort;
import treeline.array.Ints;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/// Flows: points in time on threads and streams that a file connects by an id, such as flow events
/// of Chrome and flow ids of Perfetto. They link device work to its launch if it has no correlation
/// id: the launch is the slice at the latest point of the same flow on a host thread.
///
/// Points are collected in the first reading and used in the next one, because the slices around a
/// point may come before or after it.
final class Flows {
    static final int NONE = -1;

    private final Ints flow = new Ints(0);
    private final Ints thread = new Ints(0);
    private final Doubles at = new Doubles(0);
    private final BitSet toNext = new BitSet(); // points that belong to the next slice

    // After linking.
    private int[] source = {}; // of points on streams: the point of the launch
    private final Map<Integer, int[]> sources = new HashMap<>(); // by host thread, in time order
    private final Map<Integer, int[]> targets = new HashMap<>(); // by stream, in time order
    private int[] skip = {}; // of points that are claimed: a later one in the same thread
    private final BitSet used = new BitSet(); // points whose next slice was found

    /// Receives the points within a slice.
    @FunctionalInterface
    interface Claim {
        void point(int point);
    }

    void add(int flowAt, int threadAt, double time, boolean next) {
        if (next) toNext.set(flow.size());
        flow.add(flowAt);
        thread.add(threadAt);
        at.add(time);
    }

    /// Replaces rows, in the numbering of the reader, by threads; negative ones are dropped.
    void place(IntUnaryOperator threadOf) {
        for (int point = 0; point < thread.size(); point++)
            thread.set(point, threadOf.applyAsInt(thread.at(point)));
    }

    int flow(int point) {
        return flow.at(point);
    }

    /// Finds the launch of each point on a stream.
    ///
    /// @return whether there is any
    boolean link(IntPredicate isStream) {
        source = new int[flow.size()];
        Arrays.fill(source, NONE);
        int[] order = IndexSort.of(flow.size(), this::byFlowAndTime);
        var launching = new BitSet();
        var launched = new BitSet();
        int host = NONE;
        for (int i = 0; i < order.length; i++) {
            int point = order[i];
            if (i == 0 || flow.at(point) != flow.at(order[i - 1])) host = NONE;
            if (thread.at(point) < 0) continue;
            if (!isStream.test(thread.at(point))) {
                host = point;
            } else if (host != NONE) {
                source[point] = host;
                launching.set(host);
                launched.set(point);
            }
        }
        sources.putAll(byThread(launching));
        targets.putAll(byThread(launched));
        skip = new int[flow.size()];
        return !launched.isEmpty();
    }

    private int byFlowAndTime(int one, int other) {
        int byFlow = Integer.compare(flow.at(one), flow.at(other));
        return byFlow != 0 ? byFlow : Double.compare(at.at(one), at.at(other));
    }

    private Map<Integer, int[]> byThread(BitSet points) {
        Map<Integer, int[]> divided = new HashMap<>();
        Map<Integer, Integer> counts = new HashMap<>();
        points.stream().forEach(point -> counts.merge(thread.at(point), 1, Integer::sum));
        counts.forEach((key, count) -> divided.put(key, new int[count]));
        points.stream()
                .forEach(
                        point -> {
                            int[] own = divided.getOrDefault(thread.at(point), new int[0]);
                            own[own.length - counts.merge(thread.at(point), -1, Integer::sum) - 1] =
                                    point;
                        });
        divided.replaceAll(
                (_, own) ->
                        IndexSort.of(
                                own, (one, other) -> Double.compare(at.at(one), at.at(other))));
        return divided;
    }

    /// Whether device work of a thread has its launches in flows.
    boolean isTarget(int threadAt) {
        return targets.containsKey(threadAt);
    }

    /// Forgets which slices have points, before another reading.
    void restart() {
        Arrays.fill(skip, 0);
        used.clear();
    }

    /// Gives the points in a slice that ends. Callees end before their callers, so that the
    /// innermost slice gets a point.
    void claim(int threadAt, double begin, double end, Claim claim) {
        int[] own = sources.get(threadAt);
        if (own == null) return;
        int index = unclaimed(own, first(own, begin));
        while (index < own.length && isWithin(at.at(own[index]), begin, end)) {
            claim.point(own[index]);
            skip[own[index]] = index + 1;
            index = unclaimed(own, index + 1);
        }
    }

    private int unclaimed(int[] own, int from) {
        int index = from;
        while (index < own.length && skip[own[index]] > 0) index = skip[own[index]];
        for (int i = from; i < index; ) { // path compression
            int next = skip[own[i]];
            skip[own[i]] = index;
            i = next;
        }
        return index;
    }

    private static boolean isWithin(double time, double begin, double end) {
        return time == begin || (time > begin && time < end);
    }

    /// The point of the launch of work on a stream, or [#NONE]. Asked in the order of begins.
    int launchOf(int stream, double begin, double end) {
        int[] own = targets.get(stream);
        if (own == null) return NONE;
        int index = first(own, begin);
        if (index < own.length && isWithin(at.at(own[index]), begin, end))
            return source[own[index]];
        boolean isNext = index > 0 && toNext.get(own[index - 1]) && !used.get(own[index - 1]);
        if (isNext) used.set(own[index - 1]);
        return isNext ? source[own[index - 1]] : NONE;
    }

    /// The first point of a thread from a time on.
    private int first(int[] own, double from) {
        return BinarySearch.end(0, own.length, point -> at.at(own[point]) < from);
    }
}
