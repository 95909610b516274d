package treeline.aggregate;

import treeline.model.Context;
import treeline.model.Ints;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.NodeMoments;
import treeline.numbers.Places;
import treeline.numbers.StoredSums;
import treeline.single.Threshold;
import treeline.source.ProfileSource;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.transform.Reduction;
import treeline.transform.Step;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// How unevenly ranks share a run, from some of them that are drawn at random. Where the file keeps
/// sums over all ranks, the mean of each node is known without reading any, so that the error of
/// the sample is known too; where it keeps none, it is estimated. The sample is doubled until it is
/// tight. Every rank is read at most once.
///
/// ```
/// SampledImbalance sampled = RankSampling.of(source, time).within(0.01);
/// ```
public final class RankSampling {
    /// The ranks that are read first. Of fewer, all are read.
    public static final int FIRST = 64;

    /// The random seed where none is named: the same question has the same answer.
    public static final long USUAL_SEED = 0;

    private static final Threshold USUAL_THRESHOLD = new Threshold.ShareOfLargest(0.01);
    private static final int USUAL_TOP = 20;

    private final ProfileSource source;
    private final Slice slice;
    private final Metric metric;
    private final Outline outline;
    private final int[] contexts;
    private final Places places;
    private final Optional<StoredSums> stored;
    private long seed = USUAL_SEED;
    private Threshold threshold = USUAL_THRESHOLD;
    private int top = USUAL_TOP;
    private List<Pattern> waiting = List.of();
    private Step simpler = Step.NONE;
    private Engine engine = LocalEngine.usual();
    private Engine.Progress progress = _ -> {};

    private RankSampling(ProfileSource source, Slice slice, Metric metric) throws IOException {
        this.source = source;
        this.slice = slice;
        this.metric = metric;
        this.outline = slice.of(source.outline());
        this.contexts = slice.contexts().indexes(source.outline().contexts().size());
        this.places = Places.of(outline.contexts(), Places.By.RANK);
        if (places.size() < 2)
            throw new IllegalArgumentException(
                    "there is one %s to look at, and nothing to balance".formatted(places.noun()));
        this.stored =
                contexts.length == source.outline().contexts().size()
                        ? ReducedRun.stored(source, metric.name())
                        : Optional.empty();
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

    /// The ranks of a slice, to draw from. Sums that a file keeps are of all its ranks, and of no
    /// use for some of them.
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

    /// Which nodes are worth a line, and how many of them are looked at first: the sample is tight
    /// when these are.
    public RankSampling showing(Threshold least, int most) {
        threshold = least;
        top = most;
        return this;
    }

    /// Names of frames that wait, beside those that are known.
    public RankSampling waiting(List<Pattern> names) {
        waiting = List.copyOf(names);
        return this;
    }

    /// See [MomentsByNode#after].
    public RankSampling after(Step step) {
        simpler = step;
        return this;
    }

    public RankSampling with(Engine other, Engine.Progress watched) {
        engine = other;
        progress = watched;
        return this;
    }

    /// The run as one context with the mean over ranks: from the sums that the file keeps or, where
    /// it keeps none, of the ranks that are read first.
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

    /// So many ranks, or all where there are no more.
    public SampledImbalance ranks(int count) throws IOException {
        if (count < 2) throw new IllegalArgumentException("a sample has two ranks or more");
        var sample = new Sample();
        sample.add(Math.min(count, places.size()));
        return sample.imbalance();
    }

    /// Doubled until the mean of every node that is shown is near enough: the difference from the
    /// stored mean or, where there is none, half the width of its confidence interval.
    ///
    /// @param tolerance a share of the mean, such as 0.01
    public SampledImbalance within(double tolerance) throws IOException {
        if (!(tolerance >= 0))
            throw new IllegalArgumentException("a tolerance of %s".formatted(tolerance));
        var sample = new Sample();
        sample.add(first());
        while (true) {
            SampledImbalance found = sample.imbalance();
            if (found.isWhole() || found.worst() <= tolerance) return found;
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

    /// The ranks that were read so far, and what they have.
    private final class Sample {
        private final List<Integer> order = drawn();
        private final List<NodeMoments> batches = new ArrayList<>();
        private int read;

        void add(int upTo) throws IOException {
            Slice more = slice.withContexts(contextsOf(order.subList(read, upTo)));
            batches.add(
                    engine.run(
                                    MomentsByNode.of(List.of(metric), Places.By.RANK)
                                            .after(simpler),
                                    Work.of(source, more),
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
                    Drawn.of(source.outline(), chosen, places.size()),
                    stored.isPresent(),
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

    /// The ranks that were drawn.
    ///
    /// @param contexts of the source, those of the drawn ranks
    /// @param all how many ranks they were drawn from
    record Drawn(Ints contexts, Places places, int all) {

        static Drawn of(Outline outline, int[] contexts, int all) {
            return new Drawn(
                    Ints.owning(contexts),
                    Places.of(
                            IntStream.of(contexts).mapToObj(outline.contexts()::get).toList(),
                            Places.By.RANK),
                    all);
        }
    }
}
