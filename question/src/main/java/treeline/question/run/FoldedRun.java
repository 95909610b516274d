package treeline.question.run;

import treeline.aggregate.ReducedRun;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.question.input.AggregationPlan;
import treeline.question.input.RunOptions;
import treeline.question.input.RunValues;
import treeline.question.input.Session;
import treeline.single.FoldedNumbers;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A run whose nodes are folded into groups, such as functions. Sums and means of groups follow
/// from one value per node. For extremes, the nodes of each rank are folded while it is read.
public final class FoldedRun implements AggregationPlan {
    private final Function<Outline, NodeMapping> folding;
    private final Reduction over;
    private Optional<NodeMapping> fold = Optional.empty();
    private Optional<ReducedRun> extremes = Optional.empty();

    public FoldedRun(Function<Outline, NodeMapping> folding, Reduction over) {
        this.folding = folding;
        this.over = over;
    }

    @Override
    public Pass pass(RunValues values, Metric metric) {
        NodeMapping mapping = folding.apply(values.simple());
        fold = Optional.of(mapping);
        if (over == Reduction.SUM || over == Reduction.MEAN) return Pass.NONE;
        ReducedRun folded =
                ReducedRun.inBothScopes(values.outline())
                        .after(ofRanks(values, metric.in(Scope.EXCLUSIVE), mapping::of));
        extremes = Optional.of(folded);
        return new Pass(List.of(folded.question()), Locations.By.RANK);
    }

    private static TransformStep ofRanks(RunValues values, Metric metric, TransformStep fold) {
        TransformStep simpler = values.simpler();
        return part -> {
            Numbers numbers = Numbers.of(simpler.apply(part), metric);
            return fold.apply(numbers.byPlace(numbers.ranks()));
        };
    }

    /// A run after a step that may add nodes up, with one context. Extremes take a pass of their
    /// own.
    static Profile of(RunOptions.Run run, TransformStep fold, Session session) throws IOException {
        Reduction over = run.over();
        if (over == Reduction.SUM || over == Reduction.MEAN)
            return fold.apply(Numbers.of(run.profile(), run.metric()).combined(over));
        ReducedRun folded =
                ReducedRun.of(run.values().outline())
                        .after(ofRanks(run.values(), run.metric(), fold));
        return folded.profile(
                run.values().run(folded.question(), Locations.By.RANK, session), over);
    }

    /// The groups with their numbers, once the run was read.
    public FoldedNumbers numbers(RunOptions.Run run) {
        NodeMapping mapping = fold.orElseThrow();
        if (extremes.isEmpty()) return FoldedNumbers.of(run.profile(), run.metric(), mapping, over);
        ReducedRun folded = extremes.get();
        return new FoldedNumbers(
                mapping,
                Numbers.of(
                        folded.profile(run.values().answer(folded.question()), over),
                        run.metric().in(Scope.EXCLUSIVE)));
    }
}
