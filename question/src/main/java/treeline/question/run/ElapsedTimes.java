package treeline.question.run;

import treeline.aggregate.Aggregation;
import treeline.aggregate.MomentsByNode;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.NodeMoments;
import treeline.numbers.Numbers;
import treeline.numbers.Population;
import treeline.question.input.AggregationPlan;
import treeline.question.input.RunOptions;
import treeline.question.input.RunValues;
import treeline.transform.Reduction;

import java.util.List;
import java.util.Optional;

/// The elapsed time per node: the longest thread of each rank, reduced over ranks. It does not
/// follow from the sum over threads.
public final class ElapsedTimes implements AggregationPlan {
    private Optional<Aggregation<?, ?, List<NodeMoments>>> longest = Optional.empty();

    @Override
    public Pass pass(RunValues values, Metric metric) {
        boolean differs = Numbers.hasElapsed(metric, Population.of(values.simple()));
        if (metric.scope() != Scope.INCLUSIVE || !differs) return Pass.NONE;
        var threads = MomentsByNode.ofLongestThreads(metric).after(values.simpler());
        longest = Optional.of(threads);
        return Pass.ofRanks(threads);
    }

    /// One value per node; empty if elapsed time equals the inclusive time, and for sums over
    /// ranks, which run at the same time.
    public Optional<double[]> of(RunOptions.Run run) {
        return longest.filter(_ -> run.over() != Reduction.SUM)
                .map(
                        threads ->
                                run.values()
                                        .answer(threads)
                                        .getFirst()
                                        .reduced(run.population().ranks(), run.over()));
    }
}
