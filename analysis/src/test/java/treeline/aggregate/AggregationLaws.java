package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.ledger.Accounts;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.IterationSums;
import treeline.numbers.Iterations;
import treeline.numbers.Locations;
import treeline.numbers.NodeMoments;
import treeline.numbers.Numbers;
import treeline.single.Workload;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomContexts;
import treeline.transform.KeptIterations;
import treeline.transform.LoopNesting;
import treeline.transform.Reduction;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// What aggregations answer of drawn runs: the same whatever the parts, and also where sums of
/// parts were made elsewhere and merged.
abstract class AggregationLaws {
    protected abstract Engine engine();

    /// How many runs are drawn; an engine that takes long for each asks for fewer.
    protected int seeds() {
        return 60;
    }

    /// Where the engine reads a run.
    protected ProfileSource source(Profile profile) throws IOException {
        return new LoadedSource(profile, new ReadReport(List.of()));
    }

    PartitionedSource parts(Profile profile, Locations.By together, long most) throws IOException {
        return PartitionedSource.of(source(profile), Slice.summed(), together, most);
    }

    static Metric time(Profile profile) {
        return profile.metric("time");
    }

    @SuppressWarnings({"unchecked", "BanSerializableRead"})
    static <S extends Serializable> S copied(S sum) throws IOException, ClassNotFoundException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(sum);
        }
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (S) in.readObject();
        }
    }

    /// Of parts of several sizes, and of sums that were merged two by two.
    private <P, S extends Serializable, R> List<R> answers(
            Aggregation<P, S, R> aggregation, Profile run)
            throws IOException, ClassNotFoundException {
        return answers(aggregation, run, Slice.summed());
    }

    private <P, S extends Serializable, R> List<R> answersWithIterations(
            Aggregation<P, S, R> aggregation, Profile run)
            throws IOException, ClassNotFoundException {
        return answers(aggregation, run, Slice.everything());
    }

    private <P, S extends Serializable, R> List<R> answers(
            Aggregation<P, S, R> aggregation, Profile run, Slice slice)
            throws IOException, ClassNotFoundException {
        ProfileSource source = source(run);
        List<R> answers = new ArrayList<>();
        for (long most : new long[] {1, 20, 1 << 20})
            answers.add(
                    engine().run(
                                    aggregation,
                                    PartitionedSource.of(source, slice, Locations.By.RANK, most)));
        List<S> sums = new ArrayList<>();
        for (PartitionedSource.Piece piece :
                PartitionedSource.of(source, slice, Locations.By.RANK, 1).pieces())
            sums.add(copied(aggregation.add(aggregation.zero(), aggregation.map(piece.load()))));
        while (sums.size() > 1)
            for (int i = 0; i + 1 < sums.size(); i++)
                sums.set(i, aggregation.merge(sums.get(i), sums.remove(i + 1)));
        answers.add(aggregation.finish(sums.isEmpty() ? aggregation.zero() : sums.getFirst()));
        return answers;
    }

    @Test
    void whatIsAskedTogetherIsAnsweredAsIfAlone() throws IOException, ClassNotFoundException {
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            Locations places = Locations.of(run.contexts(), Locations.By.RANK);
            var moments = MomentsByNode.of(List.of(time(run)), Locations.By.RANK);
            var line =
                    new PearsonCorrelation(
                            List.of(time(run).in(Scope.INCLUSIVE), time(run).in(Scope.EXCLUSIVE)));
            var work =
                    new WorkByPlace(
                            time(run), places, context -> context, Accounts.of(run.outline()));
            PartitionedSource whole = parts(run, Locations.By.RANK, 1 << 20);
            List<NodeMoments> ofNodes = engine().run(moments, whole);
            double[][] onLine = engine().run(line, whole);
            double[] works = works(run, engine().run(work, whole));
            for (CompositeAggregation.Answers each :
                    answers(new CompositeAggregation(List.of(moments, line, work)), run)) {
                assertThat(works(run, each.of(work))).as("seed %d", seed).isEqualTo(works);
                for (int i = 0; i < onLine.length; i++)
                    requireClose(each.of(line)[i], onLine[i], "seed %d".formatted(seed));
                assertThat(each.of(moments)).hasSameSizeAs(ofNodes);
                if (!ofNodes.isEmpty())
                    requireClose(
                            each.of(moments).getFirst().reduced(places.size(), Reduction.MEAN),
                            ofNodes.getFirst().reduced(places.size(), Reduction.MEAN),
                            "seed %d".formatted(seed));
            }
        }
    }

    static Workload workload(Profile run, Workload.Sums sums) {
        Locations ranks = Locations.of(run.contexts(), Locations.By.RANK);
        return new Workload(run.tree(), time(run), ranks, ranks, sums, _ -> Workload.Worst.NONE);
    }

    private static double[] works(Profile run, Workload.Sums sums) {
        Workload workload = workload(run, sums);
        return IntStream.range(0, workload.places().size()).mapToDouble(workload::work).toArray();
    }

    @Test
    void whatWasNotAskedHasNoAnswer() throws IOException {
        Profile run = RandomContexts.of(1);
        var asked = MomentsByNode.of(List.of(time(run)), Locations.By.RANK);
        var other = MomentsByNode.of(List.of(time(run)), Locations.By.RANK);
        CompositeAggregation.Answers answers =
                engine().run(
                                new CompositeAggregation(List.of(asked)),
                                parts(run, Locations.By.RANK, 10));
        assertThat(answers.of(asked)).hasSize(1);
        assertThatThrownBy(() -> answers.of(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an aggregation that was not asked");
        assertThatThrownBy(() -> CompositeAggregation.Answers.NONE.of(asked))
                .hasMessage("an aggregation that was not asked");
    }

    @Test
    void thePlacesWorkMostBeyondTheMeanWhereTheirRowsDo()
            throws IOException, ClassNotFoundException {
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            Locations places = Locations.of(run.contexts(), Locations.By.RANK);
            Accounts accounts = Accounts.of(run.outline());
            SparseRows rows = Numbers.of(run, time(run)).by(places, Scope.EXCLUSIVE).byContext();
            double[] mean = new double[run.tree().size()];
            for (int cell = 0; cell < rows.cells(); cell++)
                if (!Double.isNaN(rows.value(cell)))
                    mean[rows.index(cell)] += rows.value(cell) / places.size();
            if (seed % 2 == 0) mean[0] = Double.NaN; // as where nobody ran the node: 0
            Map<Integer, Workload.Worst> expected = new HashMap<>();
            for (int place = 0; place < places.size(); place++)
                expected.put(
                        firstContext(places, place, run.contexts().size()),
                        worst(rows, place, mean, accounts));
            var question = new WorstNodeByPlace(time(run), Locations.By.RANK, accounts, mean);
            for (Map<Integer, Workload.Worst> found : answers(question, run))
                assertThat(found).as("seed %d", seed).isEqualTo(expected);
        }
    }

    private static int firstContext(Locations places, int place, int contexts) {
        return IntStream.range(0, contexts)
                .filter(context -> places.of(context) == place)
                .findFirst()
                .orElseThrow();
    }

    private static Workload.Worst worst(
            SparseRows rows, int place, double[] mean, Accounts accounts) {
        double most = 0;
        int worst = -1;
        for (int node = 0; node < mean.length; node++) {
            int cell = rows.find(place, node);
            if (cell < 0 || accounts.isWaiting(node)) continue;
            double beyond = rows.value(cell) - (Double.isNaN(mean[node]) ? 0 : mean[node]);
            if (beyond > most) {
                most = beyond;
                worst = node;
            }
        }
        return new Workload.Worst(worst, most);
    }

    @Test
    void theLongestThreadsOfRanksAreElapsedTime() throws IOException, ClassNotFoundException {
        int withThreads = 0;
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            Numbers numbers = Numbers.of(run, time(run));
            int ranks = numbers.ranks().size();
            if (numbers.elapsed(Reduction.MEAN).isEmpty()) continue;
            withThreads++;
            for (List<NodeMoments> found : answers(MomentsByNode.ofLongestThreads(time(run)), run))
                for (Reduction over : EnumSet.complementOf(EnumSet.of(Reduction.SUM)))
                    requireClose(
                            found.getFirst().reduced(ranks, over),
                            numbers.elapsed(over).orElseThrow(),
                            "seed %d, %s".formatted(seed, over));
        }
        assertThat(withThreads).isGreaterThan(seeds() / 4);
    }

    /// Roots together: a rank that ran none of them has 0, if it counts.
    @Test
    void aPlaceWithoutAValueCountsAsZeroWhereItIsAsked()
            throws IOException, ClassNotFoundException {
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            Metric metric = time(run).in(Scope.INCLUSIVE);
            Locations places = Locations.of(run.contexts(), Locations.By.RANK);
            int last = run.tree().size() - 1;
            var column = Numbers.of(run, metric).by(places, metric.scope());
            double[] all =
                    IntStream.range(0, places.size())
                            .mapToDouble(place -> column.at(place, last))
                            .toArray();
            double[] present =
                    DoubleStream.of(all).filter(x -> !Double.isNaN(x)).sorted().toArray();
            double[] withZeros =
                    DoubleStream.of(all).map(x -> Double.isNaN(x) ? 0 : x).sorted().toArray();
            int[][] groups = {{last}};
            var asked = new DistributionOfNodes(metric, Locations.By.RANK, groups, false);
            var counting = new DistributionOfNodes(metric, Locations.By.RANK, groups, true);
            for (List<NodeDistribution> found : answers(asked, run))
                assertThat(found.getFirst().sorted()).as("seed %d", seed).isEqualTo(present);
            for (List<NodeDistribution> found : answers(counting, run))
                assertThat(found.getFirst().sorted()).as("seed %d", seed).isEqualTo(withZeros);
        }
    }

    @Test
    void extremesAreThoseOfTheRunInBothScopes() throws IOException, ClassNotFoundException {
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            var reduced = ReducedRun.inBothScopes(run.outline());
            for (List<NodeMoments> found : answers(reduced.question(), run))
                for (Reduction over : List.of(Reduction.MIN, Reduction.MAX))
                    for (Scope scope : List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE)) {
                        double[] expected = Numbers.of(run, time(run)).values(scope, over);
                        double[] values =
                                Numbers.of(reduced.profile(found, over), time(run))
                                        .values(scope, over);
                        requireClose(
                                values, expected, "seed %d, %s %s".formatted(seed, over, scope));
                    }
        }
    }

    @Test
    void iterationsAreThoseOfTheRun() throws IOException, ClassNotFoundException {
        int withIterations = 0;
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            Metric metric = time(run);
            Numbers numbers = Numbers.of(run, metric);
            var expected = new IterationSums();
            expected.add(Iterations.measured(numbers, metric.scope()), rank -> rank);
            if (expected.nodes().length > 0) withIterations++;
            for (IterationSums found : answersWithIterations(new IterationsByNode(metric), run)) {
                found.withPlaces(numbers.ranks()::of);
                assertThat(found.nodes()).as("seed %d", seed).isEqualTo(expected.nodes());
                assertThat(found.unknown()).as("seed %d", seed).isEqualTo(expected.unknown());
                for (int node : found.nodes()) requireSame(found, expected, node);
            }
        }
        assertThat(withIterations).isPositive();
    }

    @Test
    void partsKeepTheIterationsOfTheRun() throws IOException, ClassNotFoundException {
        int withIterations = 0;
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            if (!run.column(time(run)).hasSeries()) continue;
            withIterations++;
            Profile expected = KeptIterations.only(run, 0, 4);
            for (LoopNesting found : answersWithIterations(new NestingOfLoops(0, 4), run))
                assertThat(ProfileDifference.between(expected, found.kept(run.tree()).apply(run)))
                        .as("seed %d", seed)
                        .isEmpty();
        }
        assertThat(withIterations).isPositive();
    }

    private static void requireSame(IterationSums found, IterationSums expected, int node) {
        Iterations one = expected.iterations(node);
        Iterations other = found.iterations(node);
        assertThat(other.min()).isEqualTo(one.min());
        assertThat(other.max()).isEqualTo(one.max());
        requireClose(other.mean().toArray(), one.mean().toArray(), "node " + node);
        assertThat(other.first()).isEqualTo(one.first());
        for (int at = 0; at < one.mean().size(); at++) {
            int iteration = one.first() + at;
            assertThat(found.slowest(node, iteration)).isEqualTo(expected.slowest(node, iteration));
            requireClose(
                    new double[] {found.excess(node, iteration)},
                    new double[] {expected.excess(node, iteration)},
                    "node " + node);
        }
    }

    private static void requireClose(double[] found, double[] expected, String what) {
        assertThat(found).as(what).hasSameSizeAs(expected);
        for (int i = 0; i < expected.length; i++) {
            String where = "%s, at %d".formatted(what, i);
            if (Double.isNaN(expected[i])) assertThat(found[i]).as(where).isNaN();
            else assertThat(found[i]).as(where).isCloseTo(expected[i], within(1e-9));
        }
    }
}
