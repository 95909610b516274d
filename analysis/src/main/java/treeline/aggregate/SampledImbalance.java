package treeline.aggregate;

import treeline.array.IndexSort;
import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.Moments;
import treeline.numbers.NodeMoments;
import treeline.numbers.Numbers;
import treeline.pattern.UserPattern;
import treeline.single.LoadImbalance;
import treeline.single.NodePath;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Load imbalance of all ranks, as far as a random sample of them reveals it.
///
/// - The mean of a node is exact if the file stores sums over all ranks, else estimated.
/// - The maximum has a lower bound and, with stored sums, an upper bound: see [UnreadRanks].
/// - With [#CONFIDENCE], at most [#slowerFraction] of the ranks are slower than the sampled maximum
///   of a node.
///
/// No confidence interval is given for an estimated mean: if one rank in a hundred is 100 times
/// slower than the others, Student's t interval of 64 ranks holds the mean in 50 of 100 samples.
public final class SampledImbalance {
    /// The probability of each statement about a node, for one node.
    public static final double CONFIDENCE = 0.95;

    /// Nodes that fewer sampled ranks ran have no standard error.
    static final int MIN_RANKS = 8;

    /// The origin of means.
    public enum Means {
        /// Computed from stored sums over all ranks.
        EXACT,
        /// Estimated from the sample: stored sums cover all ranks, and some were selected.
        ESTIMATED_FOR_SELECTION,
        /// Estimated from the sample: the file stores no sums.
        ESTIMATED
    }

    private final CallTree tree;
    private final RankSampling.Drawn drawn;
    private final LoadImbalance imbalance;
    private final Accounts accounts;
    private final NodeMoments moments;
    private final boolean absentCounts;
    private final Means means;
    private final double[] stored;
    private final double errors;
    private final double largest;
    private final int[] shown;
    private final int[] hidden;
    private final int hiddenCount;
    private final int top;
    private final Metric metric;
    private final int[] unseen;
    private final double unseenShare;

    /// @param simplified the run as one context, in which nodes have the stored mean over ranks
    SampledImbalance(
            Profile simplified,
            Metric metric,
            NodeMoments moments,
            RankSampling.Drawn drawn,
            Means means,
            List<UserPattern> waiting,
            Threshold threshold,
            int top) {
        this.tree = simplified.tree();
        this.metric = metric;
        this.drawn = drawn;
        this.moments = moments.withPlaces(drawn.contexts()::find, drawn.places());
        this.absentCounts = metric.addsUp();
        this.means = means;
        this.stored = new double[tree.size()];
        Arrays.fill(stored, Double.NaN);
        if (means == Means.EXACT) {
            Numbers numbers = Numbers.of(simplified, metric);
            System.arraycopy(
                    numbers.values(metric.scope(), Reduction.MEAN), 0, stored, 0, stored.length);
            double[] own = numbers.values(Scope.EXCLUSIVE, Reduction.MEAN);
            this.unseen =
                    IntStream.range(0, stored.length)
                            .filter(node -> moments.present(node) == 0 && stored[node] > 0)
                            .toArray();
            this.unseenShare =
                    sum(own, unseen) / sum(own, IntStream.range(0, own.length).toArray());
        } else {
            this.unseen = new int[0];
            this.unseenShare = Double.NaN;
        }
        this.errors = isWhole() ? 0 : UnreadRanks.errors(sampled(), seen(), CONFIDENCE);
        Estimate[] all =
                IntStream.range(0, tree.size()).mapToObj(this::at).toArray(Estimate[]::new);
        this.largest =
                Arrays.stream(all)
                        .mapToDouble(Estimate::max)
                        .filter(max -> max > 0)
                        .max()
                        .orElse(0);
        double least = threshold.of(largest);
        int[] reaching =
                IntStream.range(0, all.length)
                        .filter(node -> all[node].max() > 0 && all[node].max() >= least)
                        .toArray();
        double enough = Math.max(least, loss(top, IntStream.of(reaching).mapToObj(i -> all[i])));
        int[] unexplained =
                sorted(
                        IntStream.range(0, all.length)
                                .filter(node -> all[node].unexplained() > enough),
                        node -> all[node].unexplained());
        this.hiddenCount = unexplained.length;
        this.hidden =
                IntStream.concat(
                                IntStream.of(unexplained).filter(this::isSeen).limit(top),
                                IntStream.of(unexplained).filter(node -> !isSeen(node)).limit(top))
                        .toArray();
        this.accounts =
                Accounts.of(
                        SparseNames.of(
                                IntStream.concat(IntStream.of(reaching), IntStream.of(hidden)),
                                simplified.outline()),
                        waiting);
        this.imbalance =
                new LoadImbalance(
                        tree,
                        metric,
                        drawn.places(),
                        moments,
                        _ -> {
                            throw new IllegalStateException(
                                    "histograms are not available for a sample");
                        },
                        accounts,
                        threshold);
        this.shown = means == Means.EXACT && !isWhole() ? shown(reaching, all) : imbalance.nodes();
        this.top = Math.min(top, shown.length);
    }

    /// The number of nodes whose stored mean is compared with that of the sample.
    private int seen() {
        return (int)
                IntStream.range(0, stored.length)
                        .filter(node -> isSeen(node) && stored[node] > 0)
                        .count();
    }

    private boolean isSeen(int node) {
        return moments.present(node) > 0;
    }

    /// The loss at the last of the `top` nodes with the largest losses, 0 if there are fewer.
    private static double loss(int top, Stream<Estimate> nodes) {
        return nodes.mapToDouble(Estimate::lost)
                .map(lost -> -lost)
                .sorted()
                .skip(top - 1L)
                .map(negative -> -negative)
                .findFirst()
                .orElse(0);
    }

    private static int[] sorted(IntStream nodes, IntToDoubleFunction by) {
        return IndexSort.descending(nodes.toArray(), by);
    }

    /// Nodes that are imbalanced within the sample or, by their bounds, over all ranks.
    private int[] shown(int[] reaching, Estimate[] all) {
        boolean[] isShown = new boolean[all.length];
        for (int node : imbalance.nodes()) isShown[node] = true;
        for (int node : reaching)
            if (!all[node].isSlowestSampled()
                    && all[node].lost() > Moments.FLOOR * Math.abs(all[node].mean()))
                isShown[node] = true;
        return sorted(
                IntStream.range(0, all.length).filter(node -> isShown[node]),
                node -> all[node].lost());
    }

    private static double sum(double[] values, int[] nodes) {
        return IntStream.of(nodes)
                .mapToDouble(node -> values[node])
                .filter(value -> !Double.isNaN(value))
                .sum();
    }

    /// A node, as far as a sample reveals it.
    ///
    /// @param sample the values of the sampled ranks
    /// @param mean over all ranks, exact or estimated, see [#means]
    /// @param standardError of the mean: 0 if it is exact, NaN if fewer than eight sampled ranks
    ///   ran the node
    /// @param max a lower bound of the maximum over all ranks: the sampled maximum or, if the
    ///   unread ranks hold more than that each, what the slowest of them has at least
    /// @param maxLimit the upper bound of the maximum over all ranks: the sum that the unread ranks
    ///   hold, if it is above the sampled maximum; NaN without stored sums or with negative values
    /// @param unexplained the sum that the unread ranks hold beyond the sampled mean and its
    ///   standard errors, see [UnreadRanks#errors]; NaN without stored sums
    public record Estimate(
            Moments sample,
            double mean,
            double standardError,
            double max,
            double maxLimit,
            double unexplained) {

        /// The time lost to the slowest rank: a lower bound if the mean is exact.
        public double lost() {
            return max - mean;
        }

        /// Maximum over mean: a lower bound if the mean is exact.
        public double imbalance() {
            return max > 0 && mean > 0 ? max / mean : Double.NaN;
        }

        /// Whether the slowest rank was sampled, as far as is known.
        boolean isSlowestSampled() {
            return sample.slowest() >= 0 && max == sample.max();
        }
    }

    /// The estimate of a node.
    Estimate at(int node) {
        Moments sample = moments.at(node, absentCounts ? sampled() : 0);
        if (isWhole()) return new Estimate(sample, sample.mean(), 0, sample.max(), sample.max(), 0);
        if (Double.isNaN(stored[node]))
            return new Estimate(
                    sample,
                    sample.mean(),
                    sample.present() < MIN_RANKS
                            ? Double.NaN
                            : UnreadRanks.standardError(sample, all()),
                    sample.max(),
                    Double.NaN,
                    Double.NaN);
        var unread =
                new UnreadRanks(
                        sample, stored[node], all(), (int) (slowerFraction() * all()), errors);
        return new Estimate(
                sample,
                stored[node],
                0,
                unread.leastMax(),
                unread.largestMax(),
                unread.unexplained());
    }

    /// The number of ranks that were read.
    public int sampled() {
        return drawn.places().size();
    }

    /// The number of all ranks.
    public int all() {
        return drawn.all();
    }

    /// Whether all ranks were read: then all numbers are exact.
    public boolean isWhole() {
        return sampled() == all();
    }

    /// The origin of means; exact in any case if all ranks were read.
    public Means means() {
        return means;
    }

    /// The fraction of ranks that may be slower than the sampled maximum of a node, at most, with
    /// [#CONFIDENCE]; 0 if all ranks were read. It holds for every distribution of values.
    public double slowerFraction() {
        return isWhole() ? 0 : MaximumBound.slowerFraction(sampled(), drawn.looks());
    }

    /// The number of nodes that no sampled rank ran. Only their mean and the bounds of their
    /// maximum are known.
    public int unseen() {
        return unseen.length;
    }

    /// The share of the run's time that these nodes hold, NaN without stored sums.
    public double unseenShare() {
        return unseenShare;
    }

    /// The number of nodes at which the unread ranks hold so much more than the sample explains
    /// that the node could belong to those shown first.
    public int hidden() {
        return hiddenCount;
    }

    /// Whether more ranks would hardly change the answer. With stored sums: there are no [#hidden]
    /// nodes, unless their unexplained time is below the tolerance times the largest value.
    /// Without: the standard error of every node shown is at most the tolerance times its mean.
    boolean isSettled(double tolerance) {
        if (isWhole()) return true;
        if (means == Means.EXACT)
            return IntStream.of(hidden)
                    .allMatch(node -> at(node).unexplained() <= tolerance * largest);
        return IntStream.of(shown)
                .limit(top)
                .mapToObj(this::at)
                .allMatch(each -> each.standardError() <= tolerance * Math.abs(each.mean()));
    }

    /// The sampled ranks.
    public Locations places() {
        return drawn.places();
    }

    /// The nodes listed: imbalanced nodes, those with the largest known loss first, then those of
    /// [#hiddenTable].
    int[] nodes() {
        return IntStream.concat(IntStream.of(shown), IntStream.of(hidden)).distinct().toArray();
    }

    /// The number of nodes that reach the threshold and are balanced within the sample.
    public int belowFloor() {
        return imbalance.belowFloor();
    }

    /// One row per node: its `path`, its `activity`, the time `lost` and the `imbalance`, the
    /// `mean` and its `standard_error`, the bounds of the maximum `max` and `max_limit`, the
    /// `slowest` rank, the `unexplained` time of unread ranks, the `sampled_mean`, the `deviation`
    /// within the sample, and how many sampled ranks `ran` it. See [Estimate].
    public Table table() {
        return table(nodes());
    }

    /// The same columns for the first [#hidden] nodes only: those that sampled ranks ran, then
    /// those that none of them ran; of each, those with the largest unexplained time first.
    public Table hiddenTable() {
        return table(hidden);
    }

    private Table table(int[] nodes) {
        int count = nodes.length;
        Estimate[] rows = Arrays.stream(nodes).mapToObj(this::at).toArray(Estimate[]::new);
        return Table.of(
                Column.text("path", count, row -> NodePath.of(tree, nodes[row]))
                        .headed("call path"),
                Column.text("activity", count, row -> accounts.of(nodes[row]).text()),
                Column.flag("waiting", count, row -> accounts.isWaiting(nodes[row])),
                Column.real("lost", count, row -> rows[row].lost()).in(metric).headed("max - mean"),
                Column.real("imbalance", count, row -> rows[row].imbalance()).headed("max/mean"),
                Column.real("mean", count, row -> rows[row].mean()).in(metric),
                Column.real("standard_error", count, row -> rows[row].standardError()).in(metric),
                Column.real("max", count, row -> rows[row].max()).in(metric).meaning("lower bound"),
                Column.real("max_limit", count, row -> rows[row].maxLimit())
                        .in(metric)
                        .headed("≤ max")
                        .meaning("upper bound"),
                Column.text("slowest", count, row -> slowest(rows[row])),
                Column.real("unexplained", count, row -> rows[row].unexplained()).in(metric),
                Column.real("sampled_mean", count, row -> sampledMean(rows[row].sample()))
                        .in(metric)
                        .headed("sampled mean"),
                Column.real("deviation", count, row -> rows[row].sample().deviation()).in(metric),
                Column.whole("ran", count, row -> moments.present(nodes[row])));
    }

    /// Ranks that did not run a node count as 0.
    private static double sampledMean(Moments sample) {
        return sample.present() == 0 ? 0 : sample.mean();
    }

    private String slowest(Estimate row) {
        return row.isSlowestSampled() ? drawn.places().name(row.sample().slowest()) : "not sampled";
    }
}
