package treeline.app.commands.single;

import treeline.aggregate.IterationsByNode;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.numbers.IterationSums;
import treeline.numbers.Numbers;
import treeline.numbers.Places;
import treeline.question.input.LargeQuestion;
import treeline.question.input.LargeRun;
import treeline.question.input.RunOptions;

import java.util.List;
import java.util.Optional;

/// The iterations of loops of a run that may not fit into memory: what is kept grows with
/// iterations, not with ranks.
final class LargeIterations implements LargeQuestion {
    private Optional<IterationsByNode> question = Optional.empty();

    @Override
    public Optional<String> needingAll() {
        return Optional.empty();
    }

    @Override
    public Asked of(LargeRun large, Outline simple, Metric metric) {
        var asked = new IterationsByNode(metric);
        question = Optional.of(asked);
        return new Asked(List.of(asked), Places.By.RANK);
    }

    static Places ranks(RunOptions.Run run) {
        List<Context> contexts =
                run.large()
                        .map(large -> large.outline().contexts())
                        .orElseGet(run.profile()::contexts);
        return Places.of(contexts, Places.By.RANK);
    }

    /// The iterations of all nodes that kept them, with ranks by their index.
    IterationSums sums(RunOptions.Run run) {
        return run.large()
                .map(large -> inParts(large, ranks(run)))
                .orElseGet(
                        () ->
                                IterationSums.of(
                                        Numbers.of(run.profile(), run.metric()),
                                        run.metric().scope()));
    }

    private IterationSums inParts(LargeRun large, Places ranks) {
        return large.answer(question.orElseThrow())
                .withPlaces(context -> ranks.of(large.chosen().applyAsInt(context)));
    }
}
