package treeline.question.run;

import treeline.aggregate.MomentsByNode;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.numbers.Numbers;
import treeline.numbers.Population;
import treeline.question.input.LargeQuestion;
import treeline.question.input.LargeRun;
import treeline.question.input.RunOptions;
import treeline.transform.Reduction;

import java.util.List;
import java.util.Optional;

/// The elapsed time of a run that does not fit into memory: the longest threads of its ranks do not
/// follow from what all threads have together.
final class LargeElapsed implements LargeQuestion {
    private Optional<MomentsByNode> asked = Optional.empty();

    @Override
    public Asked of(LargeRun large, Outline simple, Metric metric) {
        Population population = Population.of(simple);
        if (metric.scope() == Scope.INCLUSIVE && Numbers.hasElapsed(metric, population))
            asked = Optional.of(MomentsByNode.ofLongestThreads(metric).after(large.simpler()));
        return new Asked(List.copyOf(asked.stream().toList()), Asked.NOTHING.together());
    }

    /// One value per node; empty where the run is in memory, or elapsed time is no other than that
    /// of all threads.
    Optional<double[]> of(RunOptions.Run run) {
        if (asked.isEmpty() || run.over() == Reduction.SUM) return Optional.empty();
        return Optional.of(
                run.large()
                        .orElseThrow()
                        .answer(asked.get())
                        .getFirst()
                        .reduced(run.population().ranks(), run.over()));
    }
}
