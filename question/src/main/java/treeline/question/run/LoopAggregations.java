package treeline.question.run;

import treeline.aggregate.IterationsByNode;
import treeline.model.Metric;
import treeline.numbers.IterationSums;
import treeline.numbers.Locations;
import treeline.question.input.AggregationPlan;
import treeline.question.input.RunOptions;
import treeline.question.input.RunValues;
import treeline.view.LoopIterations;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// The aggregation of loop iterations. Its size depends on the number of iterations, not on the
/// number of ranks.
public final class LoopAggregations implements AggregationPlan {
    private final UnaryOperator<Metric> scope;
    private Optional<Supplier<IterationSums>> planned = Optional.empty();

    private LoopAggregations(UnaryOperator<Metric> scope) {
        this.scope = scope;
    }

    /// Iterations in the scope of the metric.
    public static LoopAggregations ofMetric() {
        return new LoopAggregations(UnaryOperator.identity());
    }

    /// Iterations without callees.
    public static LoopAggregations exclusive() {
        return new LoopAggregations(metric -> metric.in(Metric.Scope.EXCLUSIVE));
    }

    @Override
    public void ask(RunValues values, Metric metric) {
        planned =
                Optional.of(
                        values.ask(new IterationsByNode(scope.apply(metric)), Locations.By.RANK));
    }

    static Locations ranks(RunOptions.Run run) {
        return Locations.of(run.contexts(), Locations.By.RANK);
    }

    /// The iterations of all nodes that stored them, with ranks by their index.
    public IterationSums sums(RunOptions.Run run) {
        Locations ranks = ranks(run);
        return planned.orElseThrow()
                .get()
                .withPlaces(context -> ranks.of(run.values().chosen().applyAsInt(context)));
    }

    public List<LoopIterations> loops(RunOptions.Run run) {
        return LoopIterations.ofNodes(run.values().simple(), sums(run));
    }
}
