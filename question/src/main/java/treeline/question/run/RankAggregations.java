package treeline.question.run;

import treeline.aggregate.MomentsByNode;
import treeline.aggregate.ValuesByPlace;
import treeline.aggregate.WorkByPlace;
import treeline.cluster.RankClusters;
import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.numbers.Locations;
import treeline.numbers.NodeMoments;
import treeline.pattern.UserPattern;
import treeline.question.input.AggregationPlan;
import treeline.question.input.RunOptions;
import treeline.question.input.RunValues;
import treeline.question.input.Session;
import treeline.single.Workload;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The aggregations of rank clusters. The first pass finds the nodes in which ranks differ most and
/// the work of each rank, the second one reads the values at these nodes.
final class RankAggregations implements AggregationPlan {
    private final List<UserPattern> waiting;
    private Optional<FirstPass> first = Optional.empty();

    /// @param waiting see [Accounts#of(Outline, List)]
    RankAggregations(List<UserPattern> waiting) {
        this.waiting = waiting;
    }

    /// @param ranks of all chosen contexts
    private record FirstPass(
            Locations ranks,
            Locations threads,
            Supplier<List<NodeMoments>> moments,
            Supplier<Workload.Sums> work) {}

    @Override
    public void ask(RunValues values, Metric metric) {
        Metric exclusive = exclusive(metric);
        Locations ranks = Locations.of(values.outline().contexts(), Locations.By.RANK);
        Locations threads = ImbalanceAggregations.threads(values, ranks);
        Accounts accounts = Accounts.of(values.simple(), waiting);
        first =
                Optional.of(
                        new FirstPass(
                                ranks,
                                threads,
                                values.ask(
                                        MomentsByNode.of(List.of(exclusive), Locations.By.RANK),
                                        Locations.By.RANK),
                                values.ask(
                                        new WorkByPlace(
                                                exclusive, threads, values.chosen(), accounts),
                                        Locations.By.RANK)));
    }

    /// The metric whose shares are compared.
    private static Metric exclusive(Metric metric) {
        if (metric.addsUp()) return metric.in(Scope.EXCLUSIVE);
        throw new IllegalArgumentException(
                "metric '%s' is a point reading: its values do not add up to a total"
                        .formatted(metric.name()));
    }

    /// The clusters, once the run was read.
    RankClusters clusters(RunOptions.Run run, int clusters, long seed, Session session)
            throws IOException {
        RunValues values = run.values();
        FirstPass read = first.orElseThrow();
        Metric exclusive = exclusive(run.metric());
        CallTree tree = run.profile().tree();
        int[] nodes = RankClusters.nodes(read.moments.get().getFirst(), read.ranks);
        var shares = new ValuesByPlace(exclusive, read.ranks, values.chosen(), nodes);
        return RankClusters.of(
                tree,
                nodes,
                values.run(shares, Locations.By.RANK, session),
                new Workload(
                        tree,
                        exclusive,
                        read.ranks,
                        read.threads,
                        read.work.get(),
                        _ -> Workload.Worst.NONE),
                clusters,
                seed);
    }
}
