package treeline.aggregate;

import org.hipparchus.distribution.continuous.TDistribution;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Activities;
import treeline.numbers.Moments;
import treeline.numbers.NodeMoments;
import treeline.numbers.Numbers;
import treeline.numbers.Places;
import treeline.single.LoadImbalance;
import treeline.single.NodePath;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// What a sample of ranks says about the imbalance of all, and how far it can be trusted. Means
/// have a confidence interval and, where the file keeps sums, a known error. The maximum of a
/// sample is a lower bound of that of all ranks, and so is what follows from it.
public final class SampledImbalance {
    /// How often the interval of a node holds the mean over all ranks.
    public static final double CONFIDENCE = 0.95;

    /// A node that fewer sampled ranks ran has no interval: too little is known about those that
    /// did.
    static final int FEWEST = 8;

    private final CallTree tree;
    private final RankSampling.Drawn drawn;
    private final LoadImbalance imbalance;
    private final Activities activities;
    private final NodeMoments moments;
    private final double[] stored;
    private final int[] shown;
    private final int top;
    private final int[] unseen;
    private final double unseenShare;

    /// What some ranks say.
    ///
    /// @param simplified the run as one context, in which nodes have the stored mean over ranks
    SampledImbalance(
            Profile simplified,
            Metric metric,
            NodeMoments moments,
            RankSampling.Drawn drawn,
            boolean isStored,
            List<Pattern> waiting,
            Threshold threshold,
            int top) {
        this.tree = simplified.tree();
        this.drawn = drawn;
        this.moments = moments;
        this.activities = Activities.of(simplified.outline(), waiting);
        this.imbalance =
                LoadImbalance.of(
                        tree,
                        metric,
                        drawn.places(),
                        moments.withPlaces(drawn.contexts()::find, drawn.places()),
                        _ -> {
                            throw new IllegalStateException("a sample has no histograms");
                        },
                        activities,
                        threshold);
        this.top = Math.min(top, imbalance.nodes().length);
        if (!isStored) {
            this.shown = imbalance.nodes();
            this.stored = new double[tree.size()];
            Arrays.fill(stored, Double.NaN);
            this.unseen = new int[0];
            this.unseenShare = Double.NaN;
            return;
        }
        Numbers numbers = Numbers.of(simplified, metric);
        this.stored = numbers.values(metric.scope(), Reduction.MEAN);
        double[] own = numbers.values(Scope.EXCLUSIVE, Reduction.MEAN);
        this.unseen =
                IntStream.range(0, stored.length)
                        .filter(node -> moments.present(node) == 0 && stored[node] > 0)
                        .toArray();
        this.unseenShare = sum(own, unseen) / sum(own, IntStream.range(0, own.length).toArray());
        this.shown =
                Arrays.stream(imbalance.nodes())
                        .boxed()
                        .sorted(Comparator.comparingDouble(node -> -at(node).lost()))
                        .mapToInt(Integer::intValue)
                        .toArray();
    }

    private static double sum(double[] values, int[] nodes) {
        return IntStream.of(nodes)
                .mapToDouble(node -> values[node])
                .filter(value -> !Double.isNaN(value))
                .sum();
    }

    /// The mean of a node, as a sample estimates it.
    ///
    /// @param sample what the sampled ranks have
    /// @param margin half the width of the interval about the mean of the sample that holds the
    ///   mean of all ranks in 95 of 100 samples (Student's t, with the correction for a finite
    ///   population); 0 where all ranks were read, NaN where fewer than eight sampled ranks ran the
    ///   node
    /// @param stored the mean over all ranks that the file keeps, NaN where it keeps none
    public record Estimate(Moments sample, double margin, double stored) {

        /// How far the sample is off, as a share of the stored mean; NaN where there is none.
        public double error() {
            if (Double.isNaN(stored)) return Double.NaN;
            return stored == sample.mean() ? 0 : (sample.mean() - stored) / Math.abs(stored);
        }

        /// The stored mean or, where there is none, that of the sample.
        public double mean() {
            return Double.isNaN(stored) ? sample.mean() : stored;
        }

        /// What the others lose to the slowest, at least.
        public double lost() {
            return sample.max() - mean();
        }

        /// Slowest over mean, at least.
        public double imbalance() {
            return sample.max() > 0 && mean() > 0 ? sample.max() / mean() : Double.NaN;
        }

        /// The known error or, where there is none, the relative margin; infinite where neither is
        /// known.
        double looseness() {
            double known = Double.isNaN(stored) ? margin / Math.abs(sample.mean()) : error();
            return Double.isNaN(known) ? Double.POSITIVE_INFINITY : Math.abs(known);
        }
    }

    /// The estimate of a node.
    Estimate at(int node) {
        Moments sample = imbalance.spread(node);
        return new Estimate(sample, margin(sample), stored[node]);
    }

    private double margin(Moments sample) {
        if (isWhole()) return 0;
        int count = sample.population();
        if (sample.present() < FEWEST) return Double.NaN;
        double t = new TDistribution(count - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        double left = 1 - (double) sampled() / all();
        return t * sample.deviation() * Math.sqrt(left / count);
    }

    /// How many ranks were read.
    public int sampled() {
        return drawn.places().size();
    }

    /// How many ranks there are.
    public int all() {
        return drawn.all();
    }

    /// Whether all ranks were read: then all numbers are exact.
    public boolean isWhole() {
        return sampled() == all();
    }

    /// Whether the file keeps sums, so that errors are known.
    public boolean hasStoredMeans() {
        return IntStream.range(0, stored.length).anyMatch(node -> !Double.isNaN(stored[node]));
    }

    /// Nodes that ran somewhere but on no sampled rank. Nothing can be said about their imbalance.
    public int unseen() {
        return unseen.length;
    }

    /// The share of the run's time that these nodes hold, NaN where no sums are kept.
    public double unseenShare() {
        return unseenShare;
    }

    /// The largest error of the nodes that are shown first, as a share of the mean: known where the
    /// file keeps sums, else the margin. Nodes that would be among them but were not sampled are
    /// off by all of their mean.
    public double worst() {
        double worst = 0;
        for (int i = 0; i < top; i++) worst = Math.max(worst, at(shown[i]).looseness());
        if (missesLarge()) worst = Math.max(worst, 1);
        return worst;
    }

    /// Whether a node that no sampled rank ran has a larger mean than some node that is shown.
    private boolean missesLarge() {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < top; i++) least = Math.min(least, at(shown[i]).sample().max());
        for (int node : unseen) if (stored[node] >= least) return true;
        return false;
    }

    /// What was drawn.
    public Places places() {
        return drawn.places();
    }

    /// The nodes that are worth a line, as [LoadImbalance#nodes] has them, those at which most is
    /// lost first.
    int[] nodes() {
        return shown.clone();
    }

    /// How many nodes reach the threshold and are balanced for all purposes.
    public int belowFloor() {
        return imbalance.belowFloor();
    }

    /// One row per node: its `path`, its `activity`, what is `lost` and the `imbalance`, both at
    /// least so large, the `mean` of the sample, its `margin`, the `stored` mean and the `error` of
    /// the sample, the largest value `max` of the sample and its `slowest` rank, and how many
    /// sampled ranks `ran` it.
    public Table table() {
        int count = shown.length;
        Estimate[] rows = Arrays.stream(shown).mapToObj(this::at).toArray(Estimate[]::new);
        return Table.of(
                Column.text("path", count, row -> NodePath.of(tree, shown[row])),
                Column.text("activity", count, row -> activities.of(shown[row]).text()),
                Column.flag("waiting", count, row -> activities.isWaiting(shown[row])),
                Column.real("lost", count, row -> rows[row].lost()),
                Column.real("imbalance", count, row -> rows[row].imbalance()),
                Column.real("mean", count, row -> rows[row].sample().mean()),
                Column.real("margin", count, row -> rows[row].margin()),
                Column.real("stored", count, row -> rows[row].stored()),
                Column.real("error", count, row -> rows[row].error()),
                Column.real("deviation", count, row -> rows[row].sample().deviation()),
                Column.real("max", count, row -> rows[row].sample().max()),
                Column.text(
                        "slowest", count, row -> drawn.places().name(rows[row].sample().slowest())),
                Column.whole("ran", count, row -> moments.present(shown[row])));
    }
}
