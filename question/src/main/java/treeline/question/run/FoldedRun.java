package treeline.question.run;

import treeline.aggregate.ReducedRun;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.single.FoldedNumbers;
import treeline.single.Grouping;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.util.List;

/// A run whose nodes are folded into groups, such as functions. Sums and means of groups follow
/// from one value per node. For extremes, the nodes of each rank are folded in a pass of its own.
public final class FoldedRun {
    private FoldedRun() {}

    /// One group for each function, module and so on.
    public static FoldedNumbers flat(RunOptions.Run run, Grouping by, Session session)
            throws IOException {
        return numbers(run, NodeMapping.flat(by.of(run.values().simple())), session);
    }

    /// The groups with their numbers.
    static FoldedNumbers numbers(RunOptions.Run run, NodeMapping fold, Session session)
            throws IOException {
        return new FoldedNumbers(
                fold, Numbers.of(of(run, fold::of, session), run.metric().in(Scope.EXCLUSIVE)));
    }

    /// A run after a step that may add nodes up, as one context.
    static Profile of(RunOptions.Run run, TransformStep fold, Session session) throws IOException {
        Reduction over = run.over();
        if (!isExtreme(over))
            return fold.apply(Numbers.of(run.profile(), run.metric()).combined(over));
        Metric metric = run.metric();
        TransformStep ofRanks =
                part -> {
                    Numbers numbers = Numbers.of(part, metric);
                    return numbers.byPlace(numbers.ranks());
                };
        ReducedRun folded =
                ReducedRun.of(run.values().simple())
                        .after(TransformStep.inTurn(List.of(ofRanks, fold)));
        return folded.profile(
                run.values().run(folded.question(), Locations.By.RANK, session), over);
    }

    /// Extremes of sums over nodes do not follow from the extremes of nodes.
    static boolean isExtreme(Reduction over) {
        return over == Reduction.MIN || over == Reduction.MAX;
    }
}
