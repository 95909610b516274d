package treeline.app.commands.single;

import treeline.aggregate.DistributionOfNodes;
import treeline.aggregate.MomentsByNode;
import treeline.aggregate.NodeDistribution;
import treeline.aggregate.WorkByPlace;
import treeline.aggregate.WorstNodeByPlace;
import treeline.app.terminal.Console;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.numbers.Activities;
import treeline.numbers.Numbers;
import treeline.numbers.Places;
import treeline.question.input.LargeQuestion;
import treeline.question.input.LargeRun;
import treeline.question.input.RunOptions;
import treeline.single.Distribution;
import treeline.single.LoadImbalance;
import treeline.single.Threshold;
import treeline.single.Workload;
import treeline.transform.Reduction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/// The imbalance of a run that does not fit into memory. One pass over it gives what each node has
/// and what each rank works; of slow ranks and of nodes whose distribution is shown, a second one
/// gives the rest.
final class LargeImbalance implements LargeQuestion {
    private final Function<Outline, Places> compared;
    private final List<Pattern> ownWaiting;
    private Optional<Question> question = Optional.empty();

    /// The imbalance of a run.
    ///
    /// @param compared the locations of an outline, if they can be compared
    /// @param ownWaiting see [Activities#of(Outline, List)]
    LargeImbalance(Function<Outline, Places> compared, List<Pattern> ownWaiting) {
        this.compared = compared;
        this.ownWaiting = ownWaiting;
    }

    /// What is asked in the first pass.
    ///
    /// @param places of all chosen contexts
    private record Question(
            Places places, Activities activities, MomentsByNode moments, WorkByPlace work) {}

    @Override
    public Asked of(LargeRun large, Outline simple, Metric metric) {
        Places wanted = compared.apply(simple);
        List<Context> contexts = large.outline().contexts();
        Places places = Places.of(large.outline(), wanted.by());
        if (wanted.by() == Places.By.THREAD && !simple.contexts().equals(contexts))
            throw large.needsAll("comparing threads of which repetitions were averaged");
        Activities activities = Activities.of(simple, ownWaiting);
        var asked =
                new Question(
                        places,
                        activities,
                        MomentsByNode.of(List.of(metric), places.by()).after(large.simpler()),
                        new WorkByPlace(metric, places, large.chosen(), activities)
                                .after(large.simpler()));
        question = Optional.of(asked);
        return new Asked(
                hasWork(places, metric)
                        ? List.of(asked.moments, asked.work)
                        : List.of(asked.moments),
                places.by());
    }

    /// Whether it makes sense to say how long places work and wait.
    static boolean hasWork(Places places, Metric metric) {
        return places.absentCounts() && metric.addsUp();
    }

    /// The answers, once the run was read.
    Answer answer(RunOptions.Run run, Console console) {
        return new Answer(run, run.large().orElseThrow(), question.orElseThrow(), console);
    }

    /// What the first pass found, and further passes where more is asked.
    record Answer(RunOptions.Run run, LargeRun large, Question asked, Console console) {

        LoadImbalance imbalance(Threshold threshold) {
            return LoadImbalance.of(
                    run.profile().tree(),
                    run.metric(),
                    asked.places,
                    large.answer(asked.moments).getFirst().withPlaces(large.chosen(), asked.places),
                    remembered(this::distributions),
                    asked.activities,
                    threshold);
        }

        /// A pass is for all nodes that are asked for, each of them once.
        private static Function<int[], Distribution[]> remembered(
                Function<int[], Distribution[]> read) {
            Map<Integer, Distribution> known = new HashMap<>();
            return nodes -> {
                int[] unknown =
                        Arrays.stream(nodes).filter(node -> !known.containsKey(node)).toArray();
                Distribution[] found =
                        unknown.length == 0 ? new Distribution[0] : read.apply(unknown);
                for (int i = 0; i < unknown.length; i++) known.put(unknown[i], found[i]);
                return Arrays.stream(nodes).mapToObj(known::get).toArray(Distribution[]::new);
            };
        }

        private Distribution[] distributions(int[] nodes) {
            int[][] each =
                    Arrays.stream(nodes).mapToObj(node -> new int[] {node}).toArray(int[][]::new);
            Places.By by = asked.places.by();
            var spread = DistributionOfNodes.of(run.metric(), by, each).after(large.simpler());
            boolean absentCounts = asked.places.absentCounts() && run.metric().addsUp();
            try {
                return large
                        .run(absentCounts ? spread.countingAbsent() : spread, by, console)
                        .stream()
                        .map(this::distribution)
                        .toArray(Distribution[]::new);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        private Distribution distribution(NodeDistribution found) {
            int[] slowest = Arrays.stream(found.largest()).map(this::place).toArray();
            return found.finish(0).withSlowest(slowest);
        }

        private int place(int contextOfFile) {
            return asked.places.of(large.chosen().applyAsInt(contextOfFile));
        }

        /// How long ranks work and wait. Where a rank is slow is read of the slow ones only.
        Workload workload() throws IOException {
            WorkByPlace.Sums sums = large.answer(asked.work);
            CallTree tree = run.profile().tree();
            Workload all = Workload.of(tree, asked.places, sums.work(), sums.waiting(), _ -> -1);
            var slow = new BitSet();
            all.slow().forEach(each -> slow.set(each.place()));
            if (slow.isEmpty()) return all;
            int[] worst = worst(slow);
            return Workload.of(
                    tree, asked.places, sums.work(), sums.waiting(), place -> worst[place]);
        }

        private int[] worst(BitSet slow) throws IOException {
            var question =
                    new WorstNodeByPlace(
                            run.metric(),
                            asked.places.by(),
                            asked.activities,
                            means(),
                            large.simpler());
            int[] worst = new int[asked.places.size()];
            large.runOn(
                            context -> slow.get(asked.places.of(context)),
                            question,
                            asked.places.by(),
                            console)
                    .forEach((context, node) -> worst[place(context)] = node);
            return worst;
        }

        /// What places have on average at each node; the profile has it per rank.
        private double[] means() {
            Metric own = run.metric().in(Scope.EXCLUSIVE);
            double[] sums = Numbers.of(large.reduced(Reduction.SUM), own).exclusive(Reduction.SUM);
            Arrays.setAll(sums, node -> sums[node] / asked.places.size());
            return sums;
        }
    }
}
