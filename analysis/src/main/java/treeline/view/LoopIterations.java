package treeline.view;

import treeline.model.CallTree;
import treeline.model.Doubles;
import treeline.model.Ints;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Iterations;
import treeline.numbers.Numbers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Which iterations of a node took long, and on which rank: what answers "when did it get slow".
/// The series is that of the dashboard, so both say the same.
///
/// @param byRank what each rank took in each iteration that happened, in the order of
///   [Numbers#ranks]
public record LoopIterations(int node, IterationSeries series, List<Doubles> byRank) {

    public LoopIterations {
        byRank = List.copyOf(byRank);
    }

    /// Every node that kept its iterations, in the order of the tree: loops, and what they call in
    /// each iteration.
    ///
    /// @param profile loaded with iterations
    public static List<LoopIterations> ofNodes(Profile profile, Metric metric) {
        boolean kept =
                profile.metrics().stream()
                        .filter(each -> each.name().equals(metric.name()))
                        .anyMatch(each -> profile.column(each).hasSeries());
        if (!kept) return List.of();
        Numbers numbers = Numbers.of(profile, metric);
        Scope scope = metric.scope();
        CallTree tree = profile.tree();
        List<LoopIterations> found = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++)
            of(numbers, scope, node).ifPresent(found::add);
        return found;
    }

    private static Optional<LoopIterations> of(Numbers numbers, Scope scope, int node) {
        return IterationSeries.of(numbers, scope, node)
                .map(
                        series ->
                                new LoopIterations(
                                        node, series, byRank(numbers, scope, node, series)));
    }

    private static List<Doubles> byRank(
            Numbers numbers, Scope scope, int node, IterationSeries series) {
        int[] happened = series.iteration().toArray();
        return Iterations.byRank(numbers, scope, node).orElseThrow().stream()
                .map(
                        rank ->
                                Doubles.owning(
                                        Arrays.stream(happened).mapToDouble(rank::at).toArray()))
                .toList();
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
    public Ints slowest() {
        Doubles mean = series.mean();
        return Ints.owning(
                IntStream.range(0, count())
                        .boxed()
                        .sorted(Comparator.comparingDouble((Integer at) -> -mean.at(at)))
                        .mapToInt(Integer::intValue)
                        .toArray());
    }

    /// The rank that took longest.
    ///
    /// @param at the place of an iteration in the series
    public int slowestRank(int at) {
        int slowest = -1;
        for (int rank = 0; rank < byRank.size(); rank++) {
            double value = byRank.get(rank).at(at);
            if (!Double.isNaN(value) && (slowest < 0 || value > byRank.get(slowest).at(at)))
                slowest = rank;
        }
        return slowest;
    }

    /// What the slowest rank took beyond the mean of the ranks that did the iteration.
    public double excess(int at) {
        double mean =
                byRank.stream()
                        .mapToDouble(rank -> rank.at(at))
                        .filter(value -> !Double.isNaN(value))
                        .average()
                        .orElse(Double.NaN);
        return byRank.get(slowestRank(at)).at(at) - mean;
    }

    /// The level from one jump to the next.
    ///
    /// @param from the number of its first iteration
    /// @param mean of its iterations
    public record Level(int from, double mean) {}

    /// Whether it is the loop itself.
    public boolean isLoop() {
        return series.loop() == node;
    }

    /// The levels of the series: one more than it has jumps.
    public List<Level> levels() {
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

    private Level level(int from, int to) {
        return new Level(
                series.iteration().at(from),
                Arrays.stream(series.mean().toArray(), from, to).average().orElse(Double.NaN));
    }
}
