package treeline.view;

import treeline.array.IndexSort;
import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.model.Outline;
import treeline.numbers.IterationSums;
import treeline.numbers.Numbers;
import treeline.single.Drift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The iterations of a node with the slowest rank of each. The series is the same as in the
/// dashboard.
///
/// @param slowestRanks per iteration, an index of [Numbers#ranks]; -1 if all ranks took the same
///   time
/// @param excesses the time of that rank beyond the mean of the ranks that ran the iteration; 0 if
///   all took the same time
public record LoopIterations(
        int node, IterationSeries series, ImmutableInts slowestRanks, ImmutableDoubles excesses) {

    /// The share of a mean below which values are equal: files keep nanoseconds.
    private static final double ROUNDING = 1e-6;

    /// Every node whose iterations are known, in the order of the tree: loops, and their callees
    /// that keep iterations.
    ///
    /// @param sums with ranks by their index
    public static List<LoopIterations> ofNodes(Outline outline, IterationSums sums) {
        Map<Integer, Drift.Loop> loops =
                Drift.loops(sums).stream()
                        .collect(Collectors.toMap(Drift.Loop::node, each -> each));
        return IntStream.of(sums.nodes())
                .mapToObj(node -> of(outline, sums, node, Optional.ofNullable(loops.get(node))))
                .toList();
    }

    private static LoopIterations of(
            Outline outline, IterationSums sums, int node, Optional<Drift.Loop> loop) {
        IterationSeries series = IterationSeries.of(sums.iterations(node), outline, node, loop);
        int[] slowest = new int[series.iteration().size()];
        double[] excess = new double[slowest.length];
        for (int at = 0; at < slowest.length; at++) {
            int iteration = series.iteration().at(at);
            double found = sums.excess(node, iteration);
            boolean differs = isAbove(found, 0, series.mean().at(at));
            slowest[at] = differs ? sums.slowest(node, iteration) : -1;
            excess[at] = differs ? found : 0;
        }
        return new LoopIterations(
                node, series, ImmutableInts.owning(slowest), ImmutableDoubles.owning(excess));
    }

    private static boolean isAbove(double value, double limit, double mean) {
        return value - limit > ROUNDING * Math.abs(mean);
    }

    /// How many iterations happened.
    public int count() {
        return series.mean().size();
    }

    /// The number of an iteration, as the program counts.
    ///
    /// @param at its place in the series
    public int number(int at) {
        return series.iteration().at(at);
    }

    /// The mean of all iterations.
    public double mean() {
        return Arrays.stream(series.mean().toArray()).average().orElse(Double.NaN);
    }

    /// The places of the iterations in the series, slowest first; equal ones in their order.
    public ImmutableInts slowest() {
        ImmutableDoubles mean = series.mean();
        return ImmutableInts.owning(
                IndexSort.of(
                        count(), (at, other) -> Double.compare(-mean.at(at), -mean.at(other))));
    }

    /// How many iterations took longer than the mean of all: the first of [#slowest].
    public int aboveMean() {
        double mean = mean();
        return (int)
                Arrays.stream(series.mean().toArray())
                        .filter(each -> isAbove(each, mean, mean))
                        .count();
    }

    /// The rank that took longest; -1 if all took the same time.
    ///
    /// @param at the place of an iteration in the series
    public int slowestRank(int at) {
        return slowestRanks.at(at);
    }

    /// What the slowest rank took beyond the mean of the ranks that did the iteration.
    public double excess(int at) {
        return excesses.at(at);
    }

    /// Whether it is the loop itself.
    public boolean isLoop() {
        return series.loop() == node;
    }

    /// The levels of the series: one more than it has jumps.
    public List<Drift.Level> levels() {
        List<Integer> starts = new ArrayList<>(List.of(0));
        series.jumps().stream()
                .forEach(
                        jump ->
                                starts.add(
                                        Arrays.binarySearch(series.iteration().toArray(), jump)));
        starts.add(count());
        return IntStream.range(0, starts.size() - 1)
                .mapToObj(i -> level(starts.get(i), starts.get(i + 1)))
                .toList();
    }

    private Drift.Level level(int from, int to) {
        return new Drift.Level(
                series.iteration().at(from),
                Arrays.stream(series.mean().toArray(), from, to).average().orElse(Double.NaN));
    }
}
