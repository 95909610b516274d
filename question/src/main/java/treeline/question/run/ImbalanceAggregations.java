package treeline.question.run;

import treeline.aggregate.Aggregation;
import treeline.aggregate.DistributionOfNodes;
import treeline.aggregate.MomentsByNode;
import treeline.aggregate.NodeDistribution;
import treeline.aggregate.ValuesByPlace;
import treeline.aggregate.WorkByPlace;
import treeline.aggregate.WorstNodeByPlace;
import treeline.ledger.Accounts;
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
import treeline.single.Distribution;
import treeline.single.LoadImbalance;
import treeline.single.Threshold;
import treeline.single.Workload;
import treeline.transform.Reduction;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The aggregations of load imbalance. The first pass computes moments per node and the work of
/// each rank. A second pass reads the slow ranks only, to find the nodes in which they are slow, or
/// the distributions of the nodes that are shown.
public final class ImbalanceAggregations implements AggregationPlan {
    private final Function<Outline, Locations> compared;
    private final List<UserPattern> waiting;
    private Optional<FirstPass> first = Optional.empty();

    /// @param compared the locations of an outline that are compared
    /// @param waiting see [Accounts#of(Outline, List)]
    public ImbalanceAggregations(Function<Outline, Locations> compared, List<UserPattern> waiting) {
        this.compared = compared;
        this.waiting = waiting;
    }

    /// @param metric in the scope that is compared
    /// @param places of all chosen contexts
    /// @param threads of these places, or the places themselves, see [Workload#threads]
    /// @param moments of the metric and of its exclusive values
    private record FirstPass(
            Metric metric,
            Locations places,
            Locations threads,
            Accounts accounts,
            Supplier<List<NodeMoments>> moments,
            Optional<Supplier<Workload.Sums>> work) {}

    @Override
    public void ask(RunValues values, Metric metric) {
        Outline simple = values.simple();
        Locations wanted = compared.apply(simple);
        Locations places = Locations.of(values.outline(), wanted.by());
        values.requireSeparate(wanted.by());
        Locations threads = threads(values, places);
        Accounts accounts = Accounts.of(simple, waiting);
        boolean hasWork = hasWork(places, metric);
        Stream<Metric> metrics =
                hasWork ? Stream.of(metric, metric.in(Scope.EXCLUSIVE)) : Stream.of(metric);
        Locations.By by = places.by();
        first =
                Optional.of(
                        new FirstPass(
                                metric,
                                places,
                                threads,
                                accounts,
                                values.ask(MomentsByNode.of(metrics.distinct().toList(), by), by),
                                hasWork
                                        ? Optional.of(
                                                values.ask(
                                                        new WorkByPlace(
                                                                metric,
                                                                threads,
                                                                values.chosen(),
                                                                accounts),
                                                        by))
                                        : Optional.empty()));
    }

    /// As [Workload#threads], but the places if simplification has already merged their threads.
    static Locations threads(RunValues values, Locations places) {
        Locations threads = Workload.threads(values.outline().contexts(), places);
        int left = Locations.of(values.simple().contexts(), threads.by()).size();
        return left < threads.size() ? places : threads;
    }

    /// Whether the time that locations work and wait is meaningful.
    private static boolean hasWork(Locations places, Metric metric) {
        return places.absentCounts() && metric.addsUp();
    }

    /// The answers, once the run was read.
    public Answers answers(RunOptions.Run run, Session session) {
        return new Answers(run, run.values(), first.orElseThrow(), session);
    }

    /// The answers of the first pass, and further passes if more is needed.
    public record Answers(RunOptions.Run run, RunValues values, FirstPass first, Session session) {

        public LoadImbalance imbalance(Threshold threshold) {
            NodeMoments moments =
                    first.moments.get().getFirst().withPlaces(values.chosen(), first.places);
            return new LoadImbalance(
                    run.profile().tree(),
                    first.metric,
                    first.places,
                    moments,
                    remembered(this::distributions),
                    first.accounts,
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
            Locations.By by = first.places.by();
            boolean absentCounts = hasWork(first.places, first.metric);
            var spread = new DistributionOfNodes(first.metric, by, each, absentCounts);
            return run(spread).stream().map(this::distribution).toArray(Distribution[]::new);
        }

        private <P, S extends Serializable, R> R run(Aggregation<P, S, R> aggregation) {
            try {
                return values.run(aggregation, first.places.by(), session);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        private Distribution distribution(NodeDistribution found) {
            int[] slowest = Arrays.stream(found.largest()).map(this::place).toArray();
            return found.finish(0).withSlowest(slowest);
        }

        private int place(int contextOfFile) {
            return first.places.of(values.chosen().applyAsInt(contextOfFile));
        }

        /// The compared locations.
        public Locations places() {
            return first.places;
        }

        /// The exclusive values of locations at some nodes, 0 if they did not run it.
        public double[][] values(int... nodes) {
            Metric own = first.metric.in(Scope.EXCLUSIVE);
            return run(new ValuesByPlace(own, first.places, values.chosen(), nodes)).stream()
                    .map(each -> each.stream().map(x -> Double.isNaN(x) ? 0 : x).toArray())
                    .toArray(double[][]::new);
        }

        /// The work and wait times of locations; empty if they are meaningless.
        public Optional<Workload> workload() throws IOException {
            if (first.work.isEmpty()) return Optional.empty();
            var all =
                    new Workload(
                            run.profile().tree(),
                            first.metric,
                            first.places,
                            first.threads,
                            first.work.get().get(),
                            _ -> Workload.Worst.NONE);
            var slow = new BitSet();
            all.slow().forEach(each -> slow.set(each.place()));
            if (slow.isEmpty()) return Optional.of(all);
            Workload.Worst[] worst = worst(all, slow);
            return Optional.of(all.withWorst(place -> worst[place]));
        }

        private Workload.Worst[] worst(Workload all, BitSet slow) throws IOException {
            Locations places = first.places;
            IntPredicate critical =
                    context -> all.critical(places.of(context)) == first.threads.of(context);
            double[] means = all.hasThreads() ? means(critical) : means();
            var nodes = new WorstNodeByPlace(first.metric, places.by(), first.accounts, means);
            var worst = new Workload.Worst[places.size()];
            Arrays.fill(worst, Workload.Worst.NONE);
            values.runOn(
                            context -> slow.get(places.of(context)) && critical.test(context),
                            nodes,
                            places.by(),
                            session)
                    .forEach((context, each) -> worst[place(context)] = each);
            return worst;
        }

        /// The mean exclusive value of critical threads at each node.
        private double[] means(IntPredicate critical) throws IOException {
            Metric own = first.metric.in(Scope.EXCLUSIVE);
            return values.runOn(
                            critical,
                            MomentsByNode.of(List.of(own), first.places.by()),
                            first.places.by(),
                            session)
                    .getFirst()
                    .reduced(first.places.size(), Reduction.MEAN);
        }

        /// The mean exclusive value of locations at each node.
        private double[] means() {
            NodeMoments exclusive = first.moments.get().getLast();
            return exclusive.reduced(first.places.size(), Reduction.MEAN);
        }
    }
}
