package treeline.compare;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.TreeBuilder;
import treeline.numbers.Numbers;
import treeline.transform.NodeMapping;

import java.util.Optional;
import java.util.function.Predicate;

/// Collects the runs of two builds, one after the other, and stores only the samples of each. Nodes
/// are matched by call path: siblings of the same frame become one node. Not thread-safe.
public final class ComparisonBuilder {
    private final Optional<String> metricName;
    private final TreeBuilder union = new TreeBuilder();
    private final BuildSamples baseline = new BuildSamples();
    private final BuildSamples candidate = new BuildSamples();
    private Optional<Metric> metric = Optional.empty();

    /// The two sides.
    public enum Side {
        BASELINE,
        CANDIDATE
    }

    /// @param metricName the metric to compare, such as `time:exclusive`; a name alone is
    ///   inclusive. The default is exclusive time, so that a slow node does not blame its callers
    public ComparisonBuilder(Optional<String> metricName) {
        this.metricName = metricName;
    }

    /// Compares a metric of the first run that is added.
    ComparisonBuilder(Metric metric) {
        this(Optional.of(metric.toString()));
        this.metric = Optional.of(metric);
    }

    /// Adds a run.
    ///
    /// @param name for errors
    /// @throws IllegalArgumentException if the run lacks the metric
    public ComparisonBuilder add(Side side, String name, Profile run) {
        Metric compared = metric.orElseGet(() -> chosen(run.outline()));
        metric = Optional.of(compared);
        Metric own = MetricCounterpart.of(compared, name, run);
        int[] handles = union.unite(run.tree());
        Profile merged = run;
        if (NodeMapping.hasTwice(handles)) {
            merged = NodeMapping.mergingSiblings(run.tree()).of(run);
            handles = union.unite(merged.tree());
        }
        double factor = own.unit().factorTo(compared.unit());
        ofSide(side).add(Numbers.of(merged, own), own, factor, handles);
        return this;
    }

    private BuildSamples ofSide(Side side) {
        return switch (side) {
            case BASELINE -> baseline;
            case CANDIDATE -> candidate;
        };
    }

    private Metric chosen(Outline outline) {
        if (metricName.isEmpty()) {
            Metric usual = outline.defaultMetric();
            return usual.addsUp() ? usual.in(Scope.EXCLUSIVE) : usual;
        }
        Metric named = outline.metric(metricName.get());
        boolean scoped = metricName.get().equals(named.toString());
        if (scoped || !named.addsUp()) return named;
        return named.in(named.countsCalls() ? Scope.EXCLUSIVE : Scope.INCLUSIVE);
    }

    int runs(Side side) {
        return ofSide(side).runs();
    }

    /// Compares what was added.
    ///
    /// @throws IllegalArgumentException if a side has no runs
    public Comparison compare(GatePolicy rule) {
        for (Side side : Side.values())
            if (runs(side) == 0)
                throw new IllegalArgumentException(
                        side == Side.BASELINE
                                ? "the baseline has no runs"
                                : "the candidate has no runs");
        int[] places = union.places();
        CallTree tree = union.build();
        return new Compared(
                        tree,
                        metric.orElseThrow(),
                        rule,
                        noise(),
                        new Compared.SideSamples(ofSide(Side.BASELINE), places),
                        new Compared.SideSamples(ofSide(Side.CANDIDATE), places))
                .comparison();
    }

    private VarianceSource noise() {
        if (all(side -> side.runs() > 1)) return VarianceSource.BETWEEN_RUNS;
        if (!all(side -> side.runs() == 1)) return VarianceSource.OF_ONE_SIDE;
        return all(side -> side.repetitions() > 1)
                ? VarianceSource.WITHIN_RUNS
                : VarianceSource.UNKNOWN;
    }

    private boolean all(Predicate<BuildSamples> holds) {
        return holds.test(baseline) && holds.test(candidate);
    }
}
