package treeline.breakdown;

import treeline.aggregate.DistributionOfNodes;
import treeline.aggregate.NodeDistribution;
import treeline.model.Ints;
import treeline.model.Metric;
import treeline.numbers.Places;
import treeline.single.Distribution;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/// How long the ranks that called an MPI routine were in it: communication anomalies are routines
/// in which some ranks are much longer than others, or in which ranks fall into two groups. Ranks
/// that never called it have no part in its numbers.
///
/// @param ran how many ranks called it
/// @param shape of their values
/// @param histogram see [Distribution#histogram]
/// @param slowest the first contexts of the ranks with the largest values, largest first
/// @param isExact false where there are so many ranks that values are known to one in a hundred
public record RoutineSpread(
        String routine, long ran, Shape shape, Ints histogram, Ints slowest, boolean isExact) {

    /// What asks a run for the values of all ranks, in memory or in parts.
    public static DistributionOfNodes question(Metric metric, List<MpiCalls> calls) {
        return DistributionOfNodes.of(
                metric.in(Metric.Scope.INCLUSIVE),
                Places.By.RANK,
                calls.stream().map(each -> each.nodes().toArray()).toArray(int[][]::new));
    }

    /// The routines that any rank called, those with the largest difference between ranks first.
    ///
    /// @param answers to [#question], one for each of the calls
    public static List<RoutineSpread> of(List<MpiCalls> calls, List<NodeDistribution> answers) {
        List<RoutineSpread> spreads = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++)
            if (answers.get(i).count() > 0) spreads.add(of(calls.get(i).routine(), answers.get(i)));
        spreads.sort(
                Comparator.comparingDouble((RoutineSpread each) -> each.shape.range())
                        .reversed()
                        .thenComparing(RoutineSpread::routine));
        return spreads;
    }

    private static RoutineSpread of(String routine, NodeDistribution values) {
        return new RoutineSpread(
                routine,
                values.count(),
                Shape.of(values.sample()),
                values.finish(0).histogram(),
                Ints.owning(values.largest()),
                values.isExact());
    }

    /// One row each: `routine`, `ran`, `min`, `mean`, `max`, `range` (max - min), `deviation` (n -
    /// 1), `imbalance` (max / mean), `ratio` (max / min), `separation`, `bimodal` (1 or 0),
    /// `slowest`, `histogram`.
    ///
    /// @param rank the name of a rank by a context of it
    /// @param slow how many of the slowest are named
    public static Table table(List<RoutineSpread> spreads, IntFunction<String> rank, int slow) {
        int rows = spreads.size();
        return Table.of(
                Column.text("routine", rows, row -> spreads.get(row).routine),
                Column.whole("ran", rows, row -> spreads.get(row).ran),
                Column.real("min", rows, row -> spreads.get(row).shape.min()),
                Column.real("mean", rows, row -> spreads.get(row).shape.mean()),
                Column.real("max", rows, row -> spreads.get(row).shape.max()),
                Column.real("range", rows, row -> spreads.get(row).shape.range()),
                Column.real("deviation", rows, row -> spreads.get(row).shape.deviation()),
                Column.real("imbalance", rows, row -> spreads.get(row).shape.imbalance()),
                Column.real("ratio", rows, row -> spreads.get(row).shape.ratio()),
                Column.real("separation", rows, row -> spreads.get(row).shape.separation()),
                Column.whole("bimodal", rows, row -> spreads.get(row).shape.isBimodal() ? 1 : 0),
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
