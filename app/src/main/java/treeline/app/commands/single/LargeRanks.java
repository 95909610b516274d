package treeline.app.commands.single;

import treeline.aggregate.MomentsByNode;
import treeline.aggregate.ValuesOfNodes;
import treeline.aggregate.WorkByPlace;
import treeline.app.terminal.Console;
import treeline.cluster.RankClusters;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.numbers.Activities;
import treeline.numbers.Places;
import treeline.question.input.LargeQuestion;
import treeline.question.input.LargeRun;
import treeline.question.input.RunOptions;
import treeline.single.Workload;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Clusters of ranks of a run that does not fit into memory. One pass gives where ranks differ most
/// and how long they work, a second one what each rank has there.
final class LargeRanks implements LargeQuestion {
    private final List<Pattern> ownWaiting;
    private Optional<Question> question = Optional.empty();

    /// @param ownWaiting see [Activities#of(Outline, List)]
    LargeRanks(List<Pattern> ownWaiting) {
        this.ownWaiting = ownWaiting;
    }

    /// What is asked in the first pass.
    ///
    /// @param places of all chosen contexts
    private record Question(Places places, MomentsByNode moments, WorkByPlace work) {}

    @Override
    public Asked of(LargeRun large, Outline simple, Metric metric) {
        Metric own = RanksCommand.own(metric);
        Places places = Places.of(large.outline().contexts(), Places.By.RANK);
        Activities activities = Activities.of(simple, ownWaiting);
        var asked =
                new Question(
                        places,
                        MomentsByNode.of(List.of(own), Places.By.RANK).after(large.simpler()),
                        new WorkByPlace(own, places, large.chosen(), activities)
                                .after(large.simpler()));
        question = Optional.of(asked);
        return new Asked(List.of(asked.moments, asked.work), Places.By.RANK);
    }

    RankClusters clusters(RunOptions.Run run, int clusters, long seed, Console console)
            throws IOException {
        LargeRun large = run.large().orElseThrow();
        Question asked = question.orElseThrow();
        int[] nodes = RankClusters.nodes(large.answer(asked.moments).getFirst(), asked.places);
        Metric own = run.metric().in(Scope.EXCLUSIVE);
        var values =
                new ValuesOfNodes(own, asked.places, large.chosen(), nodes).after(large.simpler());
        WorkByPlace.Sums sums = large.answer(asked.work);
        return RankClusters.of(
                run.profile().tree(),
                nodes,
                large.run(values, Places.By.RANK, console),
                Workload.of(
                        run.profile().tree(), asked.places, sums.work(), sums.waiting(), _ -> -1),
                clusters,
                seed);
    }
}
