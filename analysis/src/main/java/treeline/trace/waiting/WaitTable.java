package treeline.trace.waiting;

import treeline.array.IndexSort;
import treeline.model.ContextNames;
import treeline.model.Outline;
import treeline.single.NodePath;
import treeline.table.Column;
import treeline.table.Rows;
import treeline.table.Table;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// Waits and their causes as tables. Times are in seconds; contexts are named as everywhere else.
public final class WaitTable {
    private static final double NANOS = 1e9;

    private WaitTable() {}

    /// One row per wait, longest first: who waited, for whom, where and when.
    ///
    /// @param chosen contexts whose waits are listed
    public static Table occurrences(WaitStates waits, Outline outline, IntPredicate chosen) {
        int[] shown =
                IntStream.range(0, waits.size())
                        .filter(i -> waits.kind(i).isWait() && chosen.test(waits.context(i)))
                        .toArray();
        int[] rows =
                IndexSort.of(
                        shown,
                        (wait, other) -> {
                            int longer = Long.compare(waits.nanos(other), waits.nanos(wait));
                            return longer == 0
                                    ? Long.compare(waits.beginNanos(wait), waits.beginNanos(other))
                                    : longer;
                        });
        List<String> names = ContextNames.of(outline).names();
        return Table.of(
                Column.text("kind", rows.length, i -> waits.kind(rows[i]).label()),
                Column.text("context", rows.length, i -> names.get(waits.context(rows[i]))),
                Column.text("path", rows.length, i -> path(outline, waits.node(rows[i])))
                        .headed("call path"),
                Column.whole("node_id", rows.length, i -> waits.node(rows[i])),
                Column.seconds("begin", rows.length, i -> waits.beginNanos(rows[i])).headed("from"),
                Column.seconds("end", rows.length, i -> waits.endNanos(rows[i])).headed("to"),
                Column.seconds("seconds", rows.length, i -> waits.nanos(rows[i])),
                Column.text("waits_for", rows.length, i -> names.get(waits.cause(rows[i])))
                        .headed("for"));
    }

    private static String path(Outline outline, int node) {
        return node < 0 ? "" : NodePath.of(outline.tree(), node);
    }

    /// One row per work that made others wait, largest cost first: whose work, in which call path,
    /// the waiting that it caused directly, and all waiting at the end of the chains that it
    /// started.
    public static Table causes(DelayCosts costs, Outline outline) {
        Map<DelayCosts.Delay, Double> total = costs.total();
        Map<DelayCosts.Delay, Double> direct = costs.direct();
        List<DelayCosts.Delay> delays =
                total.keySet().stream()
                        .sorted(
                                Comparator.<DelayCosts.Delay>comparingDouble(total::get)
                                        .reversed()
                                        .thenComparingInt(DelayCosts.Delay::context)
                                        .thenComparingInt(DelayCosts.Delay::node))
                        .toList();
        List<String> names = ContextNames.of(outline).names();
        var rows = Rows.of(delays);
        return Table.of(
                rows.text("context", each -> names.get(each.context())),
                rows.text("path", each -> path(outline, each.node())).headed("call path"),
                rows.whole("node_id", DelayCosts.Delay::node),
                rows.seconds("direct", each -> direct.getOrDefault(each, 0.0)),
                rows.seconds("seconds", each -> total.getOrDefault(each, 0.0)),
                rows.real("share", each -> total.getOrDefault(each, 0.0) / costs.consideredNanos())
                        .share());
    }

    /// One row per context: the time that it waited, and the time that others waited for it. A
    /// thread that launches late delays the GPU of its own process, which is not counted.
    public static Table contexts(WaitStates waits, Outline outline, IntPredicate chosen) {
        int contexts = outline.contexts().size();
        long[] waited = new long[contexts];
        long[] caused = new long[contexts];
        for (int i = 0; i < waits.size(); i++) {
            if (!waits.kind(i).isWait()) continue;
            waited[waits.context(i)] += waits.nanos(i);
            if (waits.kind(i) != WaitKind.LAUNCH) caused[waits.cause(i)] += waits.nanos(i);
        }
        int[] rows = IntStream.range(0, contexts).filter(chosen).toArray();
        List<String> names = ContextNames.of(outline).names();
        return Table.of(
                Column.text("context", rows.length, i -> names.get(rows[i])),
                Column.seconds("waited", rows.length, i -> waited[rows[i]]).headed("waits"),
                Column.seconds("caused", rows.length, i -> caused[rows[i]])
                        .headed("others wait directly"));
    }

    /// The waiting time of the chosen contexts. The completion of collective operations is not part
    /// of it.
    public static double seconds(WaitStates waits, IntPredicate chosen) {
        return IntStream.range(0, waits.size())
                        .filter(i -> waits.kind(i).isWait() && chosen.test(waits.context(i)))
                        .mapToLong(waits::nanos)
                        .sum()
                / NANOS;
    }

    /// One row per kind with waits, largest time first.
    public static Table kinds(WaitStates waits, IntPredicate chosen) {
        Map<WaitKind, long[]> sums = new EnumMap<>(WaitKind.class);
        for (int i = 0; i < waits.size(); i++) {
            if (!chosen.test(waits.context(i))) continue;
            long[] sum = sums.computeIfAbsent(waits.kind(i), _ -> new long[2]);
            sum[0]++;
            sum[1] += waits.nanos(i);
        }
        List<Map.Entry<WaitKind, long[]>> rows =
                sums.entrySet().stream()
                        .sorted(
                                Comparator.<Map.Entry<WaitKind, long[]>>comparingLong(
                                                each -> each.getValue()[1])
                                        .reversed())
                        .toList();
        var all = Rows.of(rows);
        return Table.of(
                all.text("kind", each -> each.getKey().label()),
                all.whole("waits", each -> each.getValue()[0]),
                all.seconds("seconds", each -> each.getValue()[1]));
    }
}
