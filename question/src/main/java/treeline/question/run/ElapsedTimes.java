package treeline.question.run;

import treeline.aggregate.MomentsByNode;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.Locations;
import treeline.numbers.NodeMoments;
import treeline.numbers.Numbers;
import treeline.numbers.Population;
import treeline.question.input.AggregationPlan;
import treeline.question.input.RunOptions;
import treeline.question.input.RunValues;
import treeline.transform.Reduction;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The elapsed time per node: the longest thread of each rank, reduced over ranks. It does not
/// follow from the sum over threads.
public final class ElapsedTimes implements AggregationPlan {
    private Optional<Supplier<List<NodeMoments>>> longest = Optional.empty();

    @Override
    public void ask(RunValues values, Metric metric) {
        if (metric.scope() == Scope.INCLUSIVE
                && Numbers.hasElapsed(metric, Population.of(values.simple())))
            longest =
                    Optional.of(
                            values.ask(MomentsByNode.ofLongestThreads(metric), Locations.By.RANK));
    }

    /// One value per node; empty if elapsed time equals the inclusive time, and for sums over
    /// ranks, which run at the same time.
    public Optional<double[]> of(RunOptions.Run run) {
        return longest.filter(_ -> run.over() != Reduction.SUM)
                .map(
                        threads ->
                                threads.get()
                                        .getFirst()
                                        .reduced(run.population().ranks(), run.over()));
    }
}
