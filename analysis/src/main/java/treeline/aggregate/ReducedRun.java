package treeline.aggregate;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Locations;
import treeline.numbers.NodeMoments;
import treeline.numbers.StoredSums;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A run of any size reduced to a profile with one context, which holds the sum, mean or maximum
/// over all ranks. Analyses of one number per node (trees, hot paths, queries) give the same
/// numbers as on the whole run. Node mappings are applied to each part ([#after]), because extremes
/// cannot be mapped after the reduction, and sums only if every rank measured every caller.
public final class ReducedRun {
    private final Outline stored;
    private final Function<Metric, Stream<Metric>> scopes;
    private final int ranks;
    private final List<Metric> metrics;
    private final Aggregation<?, ?, List<NodeMoments>> question;

    private ReducedRun(Outline outline, Function<Metric, Stream<Metric>> scopes) {
        this(
                outline,
                scopes,
                Locations.of(outline.contexts(), Locations.By.RANK).size(),
                TransformStep.NONE);
    }

    private ReducedRun(
            Outline stored,
            Function<Metric, Stream<Metric>> scopes,
            int ranks,
            TransformStep simpler) {
        this.stored = stored;
        this.scopes = scopes;
        this.ranks = ranks;
        this.metrics = stored.metrics().stream().flatMap(scopes).distinct().toList();
        this.question = MomentsByNode.of(metrics, Locations.By.RANK).after(simpler);
    }

    /// The run with its metrics in the scopes in which they are stored.
    ///
    /// @param outline of the chosen contexts and metrics
    public static ReducedRun of(Outline outline) {
        return new ReducedRun(outline, Stream::of);
    }

    /// The run with its metrics in both scopes: the extremes of one do not follow from those of the
    /// other.
    public static ReducedRun inBothScopes(Outline outline) {
        return new ReducedRun(
                outline,
                metric ->
                        metric.addsUp()
                                ? Stream.of(metric.in(Scope.INCLUSIVE), metric.in(Scope.EXCLUSIVE))
                                : Stream.of(metric));
    }

    /// The run with exclusive values of all its metrics: what nobody measured does not follow from
    /// inclusive ones. Inclusive values do follow from exclusive ones.
    public static ReducedRun withExclusive(Outline outline) {
        return new ReducedRun(
                outline,
                metric ->
                        metric.scope() == Scope.INCLUSIVE
                                ? Stream.of(metric, metric.in(Scope.EXCLUSIVE))
                                : Stream.of(metric));
    }

    /// The same after every part was made simpler, see [Aggregation#after].
    public ReducedRun after(TransformStep simpler) {
        Outline simple = simpler.apply(withoutValues(stored)).outline();
        return new ReducedRun(simple, scopes, ranks, simpler);
    }

    /// The run before anything is read.
    public static Profile withoutValues(Outline outline) {
        var rows = new SparseRows.Builder(0, 0);
        for (int context = 0; context < outline.contexts().size(); context++) rows.endRow();
        MetricColumn nothing = MetricColumn.ofContexts(rows.build(), outline.tree().size());
        return new Profile(
                outline,
                new MetricTable(
                        outline.metrics(), outline.metrics().stream().map(_ -> nothing).toList()));
    }

    /// What is asked of the parts.
    public Aggregation<?, ?, List<NodeMoments>> question() {
        return question;
    }

    /// The run, of what its parts answered.
    public Profile profile(List<NodeMoments> answer, Reduction over) {
        return oneContext(
                stored,
                metrics,
                IntStream.range(0, answer.size())
                        .mapToObj(
                                i ->
                                        answer.get(i)
                                                .reduced(
                                                        metrics.get(i).addsUp() ? ranks : 0,
                                                        over)));
    }

    /// @param values by node, for each metric
    private static Profile oneContext(
            Outline outline, List<Metric> metrics, Stream<double[]> values) {
        return new Profile(
                outline.withMetrics(metrics).withContexts(List.of(Context.WHOLE)),
                new MetricTable(metrics, values.map(MetricColumn::ofOneContext).toList()));
    }

    /// The reduced run, with the metrics of a slice in the scopes in which they are stored.
    public static Profile of(
            ProfileSource source,
            Slice slice,
            Reduction over,
            Engine engine,
            Engine.Progress progress)
            throws IOException {
        boolean extremes = over == Reduction.MIN || over == Reduction.MAX;
        Outline outline = slice.of(source.outline());
        ReducedRun run = extremes ? inBothScopes(outline) : of(outline);
        return run.profile(
                engine.run(run.question(), PartitionedSource.of(source, slice), progress), over);
    }

    /// What a file says about one metric of the whole run without its values being read, empty
    /// where only loading says it.
    public static Optional<StoredSums> stored(ProfileSource source, String name)
            throws IOException {
        Map<Metric, NodeSums> known = new HashMap<>();
        for (Metric metric : source.outline().metrics())
            if (metric.name().equals(name))
                source.sums(metric).ifPresent(sums -> known.put(metric, sums));
        return known.isEmpty() ? Optional.empty() : StoredSums.of(source.outline(), name, known);
    }

    /// The mean over ranks of one metric, in both scopes, from sums that a file keeps.
    static Profile of(Outline outline, StoredSums sums) {
        List<Metric> metrics =
                List.of(sums.metric().in(Scope.INCLUSIVE), sums.metric().in(Scope.EXCLUSIVE));
        return oneContext(
                outline,
                metrics,
                metrics.stream().map(metric -> sums.values(metric.scope(), Reduction.MEAN)));
    }
}
