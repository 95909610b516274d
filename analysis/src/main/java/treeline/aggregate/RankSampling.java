package treeline.aggregate;

import treeline.model.Context;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.NodeMoments;
import treeline.numbers.StoredSums;
import treeline.pattern.UserPattern;
import treeline.single.Threshold;
import treeline.source.ProfileSource;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/// Load imbalance from a simple random sample of ranks. If the file stores sums over all ranks, the
/// mean of each node is exact, and so is the remainder that the unread ranks hold together: see
/// [UnreadRanks]. Otherwise the mean is estimated. Every rank is read at most once.
///
/// ```
/// SampledImbalance sampled = RankSampling.of(source, time).within(0.01);
/// ```
public final class RankSampling {
    /// The number of ranks that [#within] reads first. Smaller runs are read completely.
    public static final int FIRST = 64;

    /// The minimum of [#share]: fewer ranks say little about a maximum.
    public static final int MIN_RANKS = 16;

    /// The default random seed: the same question has the same answer.
    public static final long DEFAULT_SEED = 0;

    private static final Threshold DEFAULT_THRESHOLD = new Threshold.ShareOfLargest(0.01);
    private static final int DEFAULT_TOP = 20;

    private final ProfileSource source;
    private final Slice slice;
    private final Metric metric;
    private final Outline outline;
    private final int[] contexts;
    private final Locations places;
    private final Optional<StoredSums> stored;
    private final SampledImbalance.Means means;
    private long seed = DEFAULT_SEED;
    private Threshold threshold = DEFAULT_THRESHOLD;
    private int top = DEFAULT_TOP;
    private List<UserPattern> waiting = List.of();
    private TransformStep simpler = TransformStep.NONE;
    private Engine engine = LocalEngine.withDefaults();
    private Engine.Progress progress = _ -> {};

    private RankSampling(ProfileSource source, Slice slice, Metric metric) throws IOException {
        this.source = source;
        this.slice = slice;
        this.metric = metric;
        this.outline = slice.of(source.outline());
        this.contexts = slice.contexts().indexes(source.outline().contexts().size());
        this.places = Locations.of(outline.contexts(), Locations.By.RANK);
        if (places.size() < 2) throw new IllegalArgumentException(places.tooFew());
        boolean areAll = contexts.length == source.outline().contexts().size();
        Optional<StoredSums> sums = ReducedRun.stored(source, metric.name());
        this.stored = areAll ? sums : Optional.empty();
        this.means =
                stored.isPresent()
                        ? SampledImbalance.Means.EXACT
                        : sums.isPresent()
                                ? SampledImbalance.Means.ESTIMATED_FOR_SELECTION
                                : SampledImbalance.Means.ESTIMATED;
    }

    /// All ranks of a run, to draw from.
    ///
    /// @param metric in the scope that is wanted
    public static RankSampling of(ProfileSource source, Metric metric) throws IOException {
        Outline all = source.outline();
        Selection scopes =
                Selection.where(
                        all.metrics().size(),
                        i -> all.metrics().get(i).name().equals(metric.name()));
        return of(source, Slice.summed().withMetrics(scopes), metric);
    }

    /// The ranks of a slice, to draw from. Stored sums cover all ranks of a file, so they do not
    /// apply to a selection of ranks.
    ///
    /// @param slice with the metric in all scopes in which it is stored
    public static RankSampling of(ProfileSource source, Slice slice, Metric metric)
            throws IOException {
        return new RankSampling(source, slice, metric);
    }

    public RankSampling withSeed(long other) {
        seed = other;
        return this;
    }

    /// The nodes to list, and how many of them are shown: [#within] reads until these are settled.
    public RankSampling showing(Threshold least, int most) {
        threshold = least;
        top = most;
        return this;
    }

    /// Names of frames that wait, beside those that are known.
    public RankSampling waiting(List<UserPattern> names) {
        waiting = List.copyOf(names);
        return this;
    }

    /// See [Aggregation#after].
    public RankSampling after(TransformStep step) {
        simpler = step;
        return this;
    }

    public RankSampling with(Engine other, Engine.Progress watched) {
        engine = other;
        progress = watched;
        return this;
    }

    /// The run as one context with the mean over ranks: from stored sums or, without them, from the
    /// ranks that are read first.
    public Profile reference() throws IOException {
        boolean isAlone =
                outline.metrics().stream().allMatch(each -> each.name().equals(metric.name()));
        if (stored.isPresent() && isAlone) return ReducedRun.of(outline, stored.get());
        return ReducedRun.of(
                source,
                slice.withContexts(contextsOf(drawn().subList(0, first()))),
                Reduction.MEAN,
                engine,
                progress);
    }

    private int first() {
        return Math.min(FIRST, places.size());
    }

    /// A sample of this many ranks, or all ranks if there are not more.
    public SampledImbalance ranks(int count) throws IOException {
        if (count < 2) throw new IllegalArgumentException("a sample needs at least 2 ranks");
        var sample = new Sample();
        sample.add(Math.min(count, places.size()));
        return sample.imbalance();
    }

    /// A sample of a share of the ranks, [#MIN_RANKS] at least.
    ///
    /// @param share above 0, at most 1
    public SampledImbalance share(double share) throws IOException {
        if (!(share > 0 && share <= 1))
            throw new IllegalArgumentException("a share of %s of the ranks".formatted(share));
        return ranks(Math.max(MIN_RANKS, (int) Math.ceil(share * places.size())));
    }

    /// Doubles the sample until it is settled: until the unread ranks do not hold so much more than
    /// the sample explains, at any node, that the node could belong to those shown first. Without
    /// stored sums, until the standard error of every mean shown is small; then slow ranks can
    /// remain undetected.
    ///
    /// @param tolerance with stored sums the share of the largest value at any node up to which
    ///   unexplained time is ignored, else the largest standard error as a share of the mean, such
    ///   as 0.01
    public SampledImbalance within(double tolerance) throws IOException {
        if (!(tolerance >= 0))
            throw new IllegalArgumentException("a tolerance of %s".formatted(tolerance));
        var sample = new Sample();
        sample.add(first());
        while (true) {
            SampledImbalance found = sample.imbalance();
            if (found.isSettled(tolerance)) return found;
            sample.add(Math.min(2 * sample.read, places.size()));
        }
    }

    private List<Integer> drawn() {
        List<Integer> order = new ArrayList<>(IntStream.range(0, places.size()).boxed().toList());
        Collections.shuffle(order, new Random(seed));
        return order;
    }

    private Selection contextsOf(List<Integer> ranks) {
        boolean[] chosen = new boolean[places.size()];
        for (int rank : ranks) chosen[rank] = true;
        return Selection.of(
                IntStream.range(0, contexts.length)
                        .filter(i -> chosen[places.of(i)])
                        .map(i -> contexts[i])
                        .toArray());
    }

    /// The ranks that were read so far, and their values.
    private final class Sample {
        private final List<Integer> order = drawn();
        private final List<NodeMoments> batches = new ArrayList<>();
        private int read;

        void add(int upTo) throws IOException {
            Slice more = slice.withContexts(contextsOf(order.subList(read, upTo)));
            batches.add(
                    engine.run(
                                    MomentsByNode.of(List.of(metric), Locations.By.RANK)
                                            .after(simpler),
                                    PartitionedSource.of(source, more),
                                    progress)
                            .getFirst());
            read = upTo;
        }

        SampledImbalance imbalance() {
            var all = new NodeMoments(batches.getFirst().nodes());
            for (NodeMoments batch : batches) all.merge(batch);
            int[] chosen =
                    contextsOf(order.subList(0, read)).indexes(source.outline().contexts().size());
            return new SampledImbalance(
                    simplified(),
                    metric,
                    all,
                    Drawn.of(source.outline(), chosen, places.size(), batches.size()),
                    means,
                    waiting,
                    threshold,
                    top);
        }

        /// Of a run without stored sums only the tree counts.
        private Profile simplified() {
            return simpler.apply(
                    stored.map(sums -> ReducedRun.of(outline, sums))
                            .orElseGet(
                                    () ->
                                            ReducedRun.withoutValues(
                                                    outline.withContexts(List.of(Context.WHOLE)))));
        }
    }

    /// The ranks that were sampled.
    ///
    /// @param contexts of the source, those of the sampled ranks
    /// @param all the number of ranks that they were sampled from
    /// @param looks how often the sample was examined while it grew
    record Drawn(ImmutableInts contexts, Locations places, int all, int looks) {

        static Drawn of(Outline outline, int[] contexts, int all, int looks) {
            return new Drawn(
                    ImmutableInts.owning(contexts),
                    Locations.of(
                            IntStream.of(contexts).mapToObj(outline.contexts()::get).toList(),
                            Locations.By.RANK),
                    all,
                    looks);
        }
    }
}
