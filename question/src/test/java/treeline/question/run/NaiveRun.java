package treeline.question.run;

import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.single.NodePath;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Exclusive time, work and wait time of ranks, computed by plain loops over all values: the oracle
/// of statements about ranks.
final class NaiveRun {
    private final Profile profile;
    private final Accounts accounts;

    /// Exclusive values of each rank, 0 for nodes that it did not run.
    private final Map<Integer, double[]> exclusive = new TreeMap<>();

    /// The same of each thread and stream of a rank.
    private final Map<Integer, Map<Context, double[]>> threads = new TreeMap<>();

    NaiveRun(Profile profile) {
        this.profile = profile;
        this.accounts = Accounts.of(profile.outline());
        boolean inclusive = profile.metrics().getFirst().scope() == Scope.INCLUSIVE;
        MetricColumn column = profile.column(profile.metrics().getFirst());
        for (int context = 0; context < profile.contexts().size(); context++) {
            double[] of =
                    exclusive.computeIfAbsent(
                            profile.contexts().get(context).rank(),
                            _ -> new double[profile.tree().size()]);
            Context each = profile.contexts().get(context);
            double[] ofThread =
                    threads.computeIfAbsent(each.rank(), _ -> new TreeMap<>())
                            .computeIfAbsent(each, _ -> new double[profile.tree().size()]);
            for (int node = 0; node < of.length; node++) {
                double value = column.at(context, node);
                if (Double.isNaN(value)) continue;
                double own = inclusive ? value - measuredBelow(column, context, node) : value;
                of[node] += own;
                ofThread[node] += own;
            }
        }
    }

    /// Several ranks, each of which ran once.
    static boolean isComparable(List<Context> contexts) {
        return contexts.stream()
                        .allMatch(
                                each ->
                                        each.rank() != Context.NONE
                                                && each.repetition() == Context.NONE)
                && contexts.stream().map(Context::rank).distinct().count() > 1;
    }

    /// The values of the nearest measured nodes below a node.
    private double measuredBelow(MetricColumn column, int context, int node) {
        CallTree tree = profile.tree();
        double sum = 0;
        for (int child : tree.children(node)) {
            double value = column.at(context, child);
            sum += Double.isNaN(value) ? measuredBelow(column, context, child) : value;
        }
        return sum;
    }

    Set<Integer> ranks() {
        return exclusive.keySet();
    }

    /// The thread that works longest, or the stream if there are no threads.
    private double[] critical(int rank) {
        Map<Context, double[]> all = threads.get(rank);
        boolean hasThreads = all.keySet().stream().anyMatch(each -> each.stream() < 0);
        double[] critical = null;
        for (Map.Entry<Context, double[]> each : all.entrySet()) {
            if (hasThreads && each.getKey().stream() >= 0) continue;
            if (critical == null || sum(each.getValue(), false) > sum(critical, false))
                critical = each.getValue();
        }
        return critical;
    }

    private double sum(int rank, boolean waiting) {
        return sum(critical(rank), waiting);
    }

    private double sum(double[] values, boolean waiting) {
        return IntStream.range(0, values.length)
                .filter(node -> accounts.isWaiting(node) == waiting)
                .mapToDouble(node -> values[node])
                .sum();
    }

    double work(int rank) {
        return sum(rank, false);
    }

    /// The number of ranks whose total is 0.
    long withoutTime() {
        return exclusive.values().stream()
                .filter(each -> sum(each, false) + sum(each, true) == 0)
                .count();
    }

    double meanWork() {
        return ranks().stream().mapToDouble(this::work).average().orElseThrow();
    }

    double leastWork() {
        return ranks().stream().mapToDouble(this::work).min().orElseThrow();
    }

    double mostWork() {
        return ranks().stream().mapToDouble(this::work).max().orElseThrow();
    }

    /// How much longer the other ranks wait on average.
    double othersWait(int rank) {
        double others =
                ranks().stream()
                        .filter(each -> each != rank)
                        .mapToDouble(each -> sum(each, true))
                        .average()
                        .orElseThrow();
        return others - sum(rank, true);
    }

    private double mean(int node) {
        return exclusive.values().stream()
                .mapToDouble(values -> values[node])
                .average()
                .orElseThrow();
    }

    private double meanOfCritical(int node) {
        return ranks().stream().mapToDouble(rank -> critical(rank)[node]).average().orElseThrow();
    }

    private double max(int node) {
        return exclusive.values().stream().mapToDouble(values -> values[node]).max().orElseThrow();
    }

    /// The largest value of a rank at a node.
    double largest() {
        return IntStream.range(0, profile.tree().size()).mapToDouble(this::max).max().orElse(0);
    }

    /// The number of nodes whose slowest rank has at least a share of the largest value, imbalanced
    /// or balanced to 2 %.
    int reaching(double share, boolean imbalanced) {
        double least = share * largest();
        return (int)
                IntStream.range(0, profile.tree().size())
                        .filter(node -> max(node) > 0 && max(node) >= least)
                        .filter(node -> (max(node) - mean(node) > 0.02 * mean(node)) == imbalanced)
                        .count();
    }

    /// The paths of the nodes in which a rank exceeds the mean most; empty if it does not exceed
    /// it.
    Set<String> worstPaths(int rank) {
        double[] beyond = critical(rank).clone();
        Arrays.setAll(
                beyond,
                node ->
                        accounts.isWaiting(node)
                                ? Double.NaN
                                : beyond[node] - meanOfCritical(node));
        double most = Arrays.stream(beyond).filter(each -> !Double.isNaN(each)).max().orElseThrow();
        return IntStream.range(0, beyond.length)
                .filter(node -> most > 0 && beyond[node] >= most - 1e-9)
                .mapToObj(node -> NodePath.of(profile.tree(), node))
                .collect(Collectors.toSet());
    }
}
