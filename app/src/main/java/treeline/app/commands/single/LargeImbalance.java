package treeline.app.commands.single;

import treeline.aggregate.DistributionOfNodes;
import treeline.aggregate.MomentsByNode;
import treeline.aggregate.NodeDistribution;
import treeline.aggregate.WorkByPlace;
import treeline.app.commands.input.LargeRun;
import treeline.app.commands.input.RunOptions;
import treeline.app.terminal.Console;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.Activities;
import treeline.numbers.NodeMoments;
import treeline.numbers.Numbers;
import treeline.numbers.Places;
import treeline.single.Distribution;
import treeline.single.LoadImbalance;
import treeline.single.Threshold;
import treeline.single.Workload;
import treeline.transform.Reduction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/// The imbalance of a run that does not fit into memory. One pass over it gives what each node has;
/// of the few nodes and ranks that are shown, a second one gives the rest.
final class LargeImbalance {
    private final RunOptions.Run run;
    private final LargeRun large;
    private final Places places;
    private final Activities activities;
    private final Console console;

    LargeImbalance(RunOptions.Run run, Places places, Activities activities, Console console) {
        this.run = run;
        this.large = run.large().orElseThrow();
        this.places = places;
        this.activities = activities;
        this.console = console;
    }

    LoadImbalance imbalance(Threshold threshold) throws IOException {
        return LoadImbalance.of(
                run.profile().tree(),
                run.metric(),
                places,
                moments(run.metric()).withPlaces(large::chosen, places),
                this::distributions,
                activities,
                threshold);
    }

    NodeMoments moments(Metric metric) throws IOException {
        return large.run(
                        MomentsByNode.of(List.of(metric), places.by()).after(large.simpler()),
                        places.by(),
                        console)
                .getFirst();
    }

    private Distribution[] distributions(int[] nodes) {
        int[][] each =
                Arrays.stream(nodes).mapToObj(node -> new int[] {node}).toArray(int[][]::new);
        try {
            return large
                    .run(
                            DistributionOfNodes.of(run.metric(), places.by(), each)
                                    .after(large.simpler()),
                            places.by(),
                            console)
                    .stream()
                    .map(this::distribution)
                    .toArray(Distribution[]::new);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Distribution distribution(NodeDistribution found) {
        boolean absentCounts = places.absentCounts() && run.metric().addsUp();
        int zeros = absentCounts ? places.size() - (int) found.count() : 0;
        int[] slowest =
                Arrays.stream(found.largest())
                        .map(context -> places.of(large.chosen(context)))
                        .toArray();
        return found.finish(zeros).withSlowest(slowest);
    }

    /// How long ranks work and wait.
    Workload workload() throws IOException {
        Metric own = run.metric().in(Scope.EXCLUSIVE);
        double[] mean = Numbers.of(run.profile(), own).values(Scope.EXCLUSIVE, run.over());
        double ranks = run.over() == Reduction.SUM ? 1 : run.population().ranks();
        Arrays.setAll(mean, node -> mean[node] * ranks / places.size());
        WorkByPlace.Sums sums =
                large.run(
                        new WorkByPlace(own, places, large::chosen, activities, mean)
                                .after(large.simpler()),
                        places.by(),
                        console);
        return Workload.of(run.profile().tree(), places, sums.work(), sums.waiting(), sums::worst);
    }
}
