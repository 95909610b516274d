package treeline.trace.waiting;

import treeline.array.IndexSort;
import treeline.model.Context;
import treeline.model.ContextNames;
import treeline.model.Outline;
import treeline.table.Rows;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Idle waves: a delay of one rank that travels through the others as waits in point-to-point
/// communication (Markidis et al., "Idle waves in high-performance computing", 2015).
///
/// A wait continues a wave if the rank that it waits for had itself waited until a moment within
/// the wait. Waits at collective operations reach all ranks at once and are not part of waves.
/// Short waits are ignored, see [#SHARE].
///
/// @param waves in time order
public record IdleWaves(List<Wave> waves) {
    /// Waits below this share of the longest wait are ignored.
    public static final double SHARE = 0.25;

    /// Fewer ranks are not a wave.
    public static final int MIN_RANKS = 3;

    /// One wave.
    ///
    /// @param origin the context whose delay started it, which does not wait itself
    /// @param arrivals the first wait of each context that it reached, in time order
    public record Wave(int origin, List<Arrival> arrivals) {
        public Wave {
            arrivals = List.copyOf(arrivals);
        }

        /// The speed in ranks per second, by linear regression of the distance in ranks from the
        /// origin on the time of arrival; NaN if all arrive at once or have the same distance.
        double ranksPerSecond(Outline outline) {
            int from = outline.contexts().get(origin).rank();
            double n = arrivals.size();
            double meanTime = arrivals.stream().mapToLong(Arrival::beginNanos).sum() / n;
            double meanDistance = 0;
            for (Arrival each : arrivals) meanDistance += distance(outline, each, from) / n;
            double covariance = 0;
            double variance = 0;
            for (Arrival each : arrivals) {
                double time = each.beginNanos - meanTime;
                covariance += time * (distance(outline, each, from) - meanDistance);
                variance += time * time;
            }
            return covariance <= 0 ? Double.NaN : covariance / variance * 1e9;
        }

        private static double distance(Outline outline, Arrival arrival, int from) {
            Context at = outline.contexts().get(arrival.context);
            return Math.abs(at.rank() - from);
        }
    }

    /// The first wait of a context in a wave.
    public record Arrival(int context, long beginNanos, long nanos) {}

    public IdleWaves {
        waves = List.copyOf(waves);
    }

    public static IdleWaves of(WaitStates waits) {
        long longest =
                IntStream.range(0, waits.size())
                        .filter(i -> isMessage(waits.kind(i)))
                        .mapToLong(waits::nanos)
                        .max()
                        .orElse(0);
        int[] inTime =
                IntStream.range(0, waits.size())
                        .filter(i -> isMessage(waits.kind(i)))
                        .filter(i -> waits.nanos(i) >= SHARE * longest)
                        .toArray();
        IndexSort.sort(inTime, 0, inTime.length, waits::endNanos);
        Map<Integer, Integer> rootOf = new HashMap<>();
        Map<Integer, Integer> lastOf = new HashMap<>(); // of each context
        Map<Integer, List<Integer>> members = new LinkedHashMap<>();
        for (int wait : inTime) {
            Integer before = lastOf.get(waits.cause(wait));
            boolean continues = before != null && waits.endNanos(before) > waits.beginNanos(wait);
            int root =
                    continues
                            ? java.util.Objects.requireNonNull(rootOf.get(before))
                            : rootLike(waits, members, wait);
            rootOf.put(wait, root);
            lastOf.put(waits.context(wait), wait);
            members.computeIfAbsent(root, _ -> new ArrayList<>()).add(wait);
        }
        List<Wave> waves = new ArrayList<>();
        members.forEach(
                (root, all) -> {
                    Wave wave = wave(waits, root, all);
                    if (wave.arrivals().size() >= MIN_RANKS) waves.add(wave);
                });
        return new IdleWaves(waves);
    }

    private static boolean isMessage(WaitKind kind) {
        return kind == WaitKind.LATE_SENDER || kind == WaitKind.LATE_RECEIVER;
    }

    /// Waits for the same delay of the same context are the start of one wave.
    private static int rootLike(WaitStates waits, Map<Integer, List<Integer>> members, int wait) {
        for (int root : members.keySet())
            if (waits.cause(root) == waits.cause(wait)
                    && waits.beginNanos(root) < waits.endNanos(wait)
                    && waits.beginNanos(wait) < waits.endNanos(root)) return root;
        return wait;
    }

    private static Wave wave(WaitStates waits, int root, List<Integer> all) {
        Map<Integer, Arrival> first = new HashMap<>();
        for (int wait : all)
            first.merge(
                    waits.context(wait),
                    new Arrival(waits.context(wait), waits.beginNanos(wait), waits.nanos(wait)),
                    (a, b) -> a.beginNanos <= b.beginNanos ? a : b);
        return new Wave(
                waits.cause(root),
                first.values().stream()
                        .sorted(
                                Comparator.comparingLong(Arrival::beginNanos)
                                        .thenComparingInt(Arrival::context))
                        .toList());
    }

    /// One row per wave: where and when it started, how many contexts it reached, the first and the
    /// last wait, and its speed.
    public Table table(Outline outline) {
        List<String> names = ContextNames.of(outline).names();
        var rows = Rows.of(waves);
        return Table.of(
                rows.text("origin", each -> names.get(each.origin)),
                rows.seconds("begin", each -> each.arrivals.getFirst().beginNanos).headed("from"),
                rows.whole("contexts", each -> each.arrivals.size()),
                rows.seconds("first", each -> each.arrivals.getFirst().nanos).headed("first wait"),
                rows.seconds("last", each -> each.arrivals.getLast().nanos).headed("last wait"),
                rows.real("ranks_per_second", each -> each.ranksPerSecond(outline))
                        .headed("ranks per second"));
    }
}
