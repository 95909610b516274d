package treeline.breakdown;

import treeline.aggregate.DistributionOfNodes;
import treeline.aggregate.NodeDistribution;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.numbers.Locations;
import treeline.single.Distribution;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// The distribution of a routine's time over ranks. A communication anomaly is a routine in which
/// some ranks take much longer than others, or in which ranks form two groups. Ranks that never
/// called it count as 0 but not as a group.
///
/// @param ran the number of ranks that called it
/// @param shape statistics of all ranks
/// @param groups statistics of the ranks that called it
/// @param histogram see [Distribution#histogram]
/// @param slowest the first contexts of the ranks with the largest values, largest first
/// @param isExact false if a quantile sketch was used, with a relative error of up to 1 %
public record RoutineSpread(
        String routine,
        long ran,
        BimodalityStatistics shape,
        BimodalityStatistics groups,
        ImmutableInts histogram,
        ImmutableInts slowest,
        boolean isExact) {

    /// What asks a run for the values of all ranks, in memory or in parts.
    public static DistributionOfNodes question(Metric metric, List<RoutineCalls> calls) {
        return new DistributionOfNodes(
                metric.in(Metric.Scope.INCLUSIVE),
                Locations.By.RANK,
                calls.stream().map(each -> each.nodes().toArray()).toArray(int[][]::new),
                false);
    }

    /// The routines that any rank called, those with the largest difference between ranks first.
    ///
    /// @param answers to [#question], one for each of the calls
    /// @param ranks how many there are
    public static List<RoutineSpread> of(
            List<RoutineCalls> calls, List<NodeDistribution> answers, int ranks) {
        List<RoutineSpread> spreads = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++)
            if (answers.get(i).count() > 0)
                spreads.add(of(calls.get(i).routine(), answers.get(i), ranks));
        spreads.sort(
                Comparator.comparingDouble((RoutineSpread each) -> each.shape.range())
                        .reversed()
                        .thenComparing(RoutineSpread::routine));
        return spreads;
    }

    private static RoutineSpread of(String routine, NodeDistribution values, int ranks) {
        int zeros = Math.toIntExact(ranks - values.count());
        BimodalityStatistics groups = BimodalityStatistics.of(values.sample(0));
        return new RoutineSpread(
                routine,
                values.count(),
                zeros == 0 ? groups : BimodalityStatistics.of(values.sample(zeros)),
                groups,
                values.finish(zeros).histogram(),
                ImmutableInts.owning(values.largest()),
                values.isExact());
    }

    /// One row each: `routine`, `ran`, `min`, `mean`, `max`, `range` (max - min), `deviation` (n -
    /// 1), `imbalance` (max / mean), `ratio` (max / min), `separation` and `bimodal` (1 or 0) of
    /// the ranks that ran it, `slowest`, `histogram`.
    ///
    /// @param rank the name of a rank by a context of it
    /// @param slow how many of the slowest are named
    public static Table table(
            List<RoutineSpread> spreads, Metric metric, IntFunction<String> rank, int slow) {
        int rows = spreads.size();
        return Table.of(
                Column.text("routine", rows, row -> spreads.get(row).routine),
                Column.whole("ran", rows, row -> spreads.get(row).ran),
                Column.real("min", rows, row -> spreads.get(row).shape.moments().min()).in(metric),
                Column.real("mean", rows, row -> spreads.get(row).shape.moments().mean())
                        .in(metric),
                Column.real("max", rows, row -> spreads.get(row).shape.moments().max()).in(metric),
                Column.real("range", rows, row -> spreads.get(row).shape.range())
                        .in(metric)
                        .meaning("max - min"),
                Column.real("deviation", rows, row -> spreads.get(row).shape.moments().deviation())
                        .in(metric)
                        .meaning("standard deviation"),
                Column.real("imbalance", rows, row -> spreads.get(row).shape.moments().imbalance())
                        .headed("max/mean")
                        .meaning("max / mean"),
                Column.real("ratio", rows, row -> spreads.get(row).shape.ratio())
                        .meaning("max / min"),
                Column.real("separation", rows, row -> spreads.get(row).groups.separation()),
                Column.whole("bimodal", rows, row -> spreads.get(row).groups.isBimodal() ? 1 : 0)
                        .meaning("1 or 0"),
                Column.text(
                        "slowest",
                        rows,
                        row ->
                                spreads.get(row).slowest.stream()
                                        .limit(slow)
                                        .mapToObj(rank)
                                        .collect(Collectors.joining(", "))),
                Column.text(
                        "histogram",
                        rows,
                        row ->
                                spreads.get(row).histogram.stream()
                                        .mapToObj(Integer::toString)
                                        .collect(Collectors.joining(" "))));
    }
}
