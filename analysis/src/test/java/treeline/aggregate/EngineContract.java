package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.Moments;
import treeline.numbers.NodeMoments;
import treeline.numbers.Numbers;
import treeline.query.ContextQuantifier;
import treeline.query.Matching;
import treeline.query.Query;
import treeline.query.RankTest;
import treeline.query.TestedRanks;
import treeline.single.Correlation;
import treeline.single.FoldedNumbers;
import treeline.single.Grouping;
import treeline.single.Workload;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.testkit.RandomContexts;
import treeline.transform.Callers;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What every engine holds to: the answers of a run in memory, whatever the parts.
public abstract class EngineContract extends AggregationLaws {
    private static final double TOLERANCE = 1e-12;

    @Test
    void momentsAreThoseOfARunInMemory() throws IOException {
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            for (Locations.By by : Locations.By.values())
                for (Scope scope : List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE))
                    for (long most : new long[] {1, 20, 1 << 20}) {
                        Metric metric = time(run).in(scope);
                        List<NodeMoments> found =
                                engine().run(
                                                MomentsByNode.of(List.of(metric), by),
                                                parts(run, by, most));
                        requireMoments(run, metric, by, found, seed);
                    }
        }
    }

    private static void requireMoments(
            Profile run, Metric metric, Locations.By by, List<NodeMoments> found, long seed) {
        Locations places = Locations.of(run.contexts(), by);
        NodeMoments whole = Numbers.of(run, metric).moments(places, metric.scope());
        if (places.size() == 0) {
            assertThat(found).isEmpty();
            return;
        }
        int population = places.absentCounts() ? places.size() : 0;
        for (int node = 0; node < run.tree().size(); node++) {
            Moments expected = whole.at(node, population);
            Moments each = found.getFirst().at(node, population);
            assertThat(each.present()).isEqualTo(expected.present());
            if (expected.present() == 0) continue;
            assertThat(each.population()).isEqualTo(expected.population());
            assertThat(each.sum()).as("seed %d, node %d", seed, node).isEqualTo(expected.sum());
            assertThat(each.min()).isEqualTo(expected.min());
            assertThat(each.max()).isEqualTo(expected.max());
            assertThat(places.of(each.slowest())).isEqualTo(expected.slowest());
            if (Double.isNaN(expected.deviation())) assertThat(each.deviation()).isNaN();
            else assertThat(each.deviation()).isCloseTo(expected.deviation(), within(1e-9));
        }
    }

    @Test
    void aReducedRunHasTheSumsAndMeansOfTheRun() throws IOException {
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            if (run.contexts().isEmpty()) continue;
            ProfileSource source = source(run);
            for (Reduction over : List.of(Reduction.SUM, Reduction.MEAN)) {
                Profile reduced = ReducedRun.of(source, Slice.summed(), over, engine(), _ -> {});
                for (Scope scope : List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE))
                    requireEqual(
                            Numbers.of(reduced, time(run)).values(scope, over),
                            Numbers.of(run, time(run)).values(scope, over),
                            "seed %d, %s %s".formatted(seed, over, scope));
            }
        }
    }

    /// What nobody measured is nothing or 0: a caller that was filled in.
    private static void requireEqual(double[] found, double[] expected, String what) {
        for (int node = 0; node < expected.length; node++) {
            double value = Double.isNaN(expected[node]) ? 0 : expected[node];
            double mine = Double.isNaN(found[node]) ? 0 : found[node];
            assertThat(mine)
                    .as(what + ", node " + node)
                    .isCloseTo(value, within(TOLERANCE * Math.max(1, Math.abs(value))));
        }
    }

    @Test
    void workAndWaitingOfPlacesAreThoseOfTheirNodes() throws IOException {
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            Locations places = Locations.of(run.contexts(), Locations.By.RANK);
            Accounts accounts = Accounts.of(run.outline());
            Workload found =
                    workload(
                            run,
                            engine().run(
                                            new WorkByPlace(
                                                    time(run),
                                                    places,
                                                    context -> context,
                                                    accounts),
                                            parts(run, Locations.By.RANK, 10)));
            var column = Numbers.of(run, time(run)).by(places, Scope.EXCLUSIVE).byContext();
            for (int place = 0; place < places.size(); place++) {
                double work = 0;
                double waiting = 0;
                for (int cell = column.start(place); cell < column.end(place); cell++) {
                    double value = Double.isNaN(column.value(cell)) ? 0 : column.value(cell);
                    if (accounts.isWaiting(column.index(cell))) waiting += value;
                    else work += value;
                }
                assertThat(found.work(place)).isCloseTo(work, within(1e-9));
                assertThat(found.waiting(place)).isCloseTo(waiting, within(1e-9));
                assertThat(found.total(place)).isCloseTo(work + waiting, within(1e-9));
            }
        }
    }

    @Test
    void distributionsAreThoseOfAllPlaces() throws IOException {
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            int[] roots = run.tree().children(CallTree.NO_PARENT);
            Metric metric = time(run).in(Scope.INCLUSIVE);
            List<NodeDistribution> found =
                    engine().run(
                                    new DistributionOfNodes(
                                            metric, Locations.By.RANK, new int[][] {roots}, false),
                                    parts(run, Locations.By.RANK, 10));
            Locations places = Locations.of(run.contexts(), Locations.By.RANK);
            var column = Numbers.of(run, metric).by(places, metric.scope());
            double[] sums = new double[places.size()];
            Arrays.fill(sums, Double.NaN);
            for (int root : roots)
                for (int place = 0; place < sums.length; place++) {
                    double more = column.at(place, root);
                    if (!Double.isNaN(more))
                        sums[place] = Double.isNaN(sums[place]) ? more : sums[place] + more;
                }
            double[] expected =
                    Arrays.stream(sums).filter(each -> !Double.isNaN(each)).sorted().toArray();
            assertThat(found.getFirst().sorted()).isEqualTo(expected);
        }
    }

    @Test
    void correlationIsThatOfAllCells() throws IOException {
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            List<Metric> both =
                    List.of(time(run).in(Scope.INCLUSIVE), time(run).in(Scope.EXCLUSIVE));
            double[][] found =
                    engine().run(new PearsonCorrelation(both), parts(run, Locations.By.RANK, 10));
            Double expected =
                    Correlation.of(run, both, Correlation.Method.PEARSON)
                            .real(both.get(1).toString())
                            .at(0);
            assertThat(found[0][1]).as("seed %d", seed).isEqualTo(expected);
        }
    }

    @Test
    void singleRanksPassTheComparisonsOfARunInMemory() throws IOException {
        List<Query> queries =
                Stream.of("ANY p.time > 1", "ALL p.\"time:exclusive\" <= 1", "p.time IS NONE")
                        .map(where -> Query.parse("MATCH (p) WHERE " + where))
                        .toList();
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            if (run.contexts().isEmpty()) continue;
            Profile means = Numbers.of(run, time(run)).combined(Reduction.MEAN);
            for (Query query : queries) {
                List<RankTest> tests = query.rankTests(run.outline(), ContextQuantifier.MEAN);
                List<TestedRanks> tested =
                        engine().run(
                                        new TestedRanksByNode(tests),
                                        parts(run, Locations.By.RANK, 10));
                assertThat(
                                query.on(
                                        means,
                                        run.outline(),
                                        ContextQuantifier.MEAN,
                                        Matching.ALL,
                                        tested))
                        .as("seed %d, %s", seed, query)
                        .isEqualTo(query.on(run));
            }
        }
    }

    @Test
    void extremesOfFoldedNodesAreThoseOfRanks() throws IOException {
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            if (run.contexts().isEmpty()) continue;
            Metric own = time(run).in(Scope.EXCLUSIVE);
            NodeMapping fold = NodeMapping.flat(Grouping.FUNCTION.of(run.outline()));
            ReducedRun folded =
                    ReducedRun.inBothScopes(run.outline())
                            .after(
                                    each -> {
                                        Numbers numbers = Numbers.of(each, own);
                                        return fold.of(numbers.byPlace(numbers.ranks()));
                                    });
            Profile found =
                    folded.profile(
                            engine().run(folded.question(), parts(run, Locations.By.RANK, 10)),
                            Reduction.MAX);
            requireEqual(
                    Numbers.of(found, own).exclusive(Reduction.MAX),
                    FoldedNumbers.of(run, own, fold, Reduction.MAX)
                            .numbers()
                            .exclusive(Reduction.MAX),
                    "seed %d".formatted(seed));
        }
    }

    @Test
    void extremesOfCallersAreThoseOfRanks() throws IOException {
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            if (run.contexts().isEmpty()) continue;
            Metric own = time(run).in(Scope.EXCLUSIVE);
            Numbers all = Numbers.of(run, own);
            TransformStep callers =
                    new Callers(3, 0.1).turning(all.combined(Reduction.SUM), own, _ -> true);
            ReducedRun turned =
                    ReducedRun.of(run.outline())
                            .after(
                                    each -> {
                                        Numbers numbers = Numbers.of(each, own);
                                        return callers.apply(numbers.byPlace(numbers.ranks()));
                                    });
            Profile found =
                    turned.profile(
                            engine().run(turned.question(), parts(run, Locations.By.RANK, 10)),
                            Reduction.MAX);
            Profile expected = callers.apply(all.combined(Reduction.MAX));
            assertThat(found.tree()).isEqualTo(expected.tree());
            requireEqual(
                    Numbers.of(found, own).inclusive(Reduction.MAX),
                    Numbers.of(expected, own).inclusive(Reduction.MAX),
                    "seed %d".formatted(seed));
        }
    }

    @Test
    void sumsOfPartsThatWereMadeElsewhereAreMerged() throws IOException, ClassNotFoundException {
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            var moments = MomentsByNode.of(List.of(time(run)), Locations.By.RANK);
            PartitionedSource work = parts(run, Locations.By.RANK, 10);
            var merged = moments.zero();
            for (PartitionedSource.Piece piece : work.pieces())
                merged =
                        moments.merge(
                                merged,
                                copied(moments.add(moments.zero(), moments.map(piece.load()))));
            List<NodeMoments> expected = engine().run(moments, work);
            for (int node = 0; node < run.tree().size() && !expected.isEmpty(); node++) {
                Moments one = merged[0].at(node, 0);
                Moments other = expected.getFirst().at(node, 0);
                assertThat(one.present()).isEqualTo(other.present());
                if (one.present() == 0) continue;
                assertThat(one.sum()).isCloseTo(other.sum(), within(1e-9));
                assertThat(one.slowest()).isEqualTo(other.slowest());
                if (one.present() > 1)
                    assertThat(one.deviation()).isCloseTo(other.deviation(), within(1e-6));
            }
        }
    }

    @Test
    void partsAreOfWholeRanksAndOfAllContexts() throws IOException {
        for (long seed = 0; seed < seeds(); seed++) {
            Profile run = RandomContexts.of(seed);
            Locations ranks = Locations.of(run.contexts(), Locations.By.RANK);
            PartitionedSource work = parts(run, Locations.By.RANK, 1);
            int[] all =
                    work.pieces().stream()
                            .flatMapToInt(piece -> piece.contexts().stream())
                            .sorted()
                            .toArray();
            assertThat(all).isEqualTo(IntStream.range(0, run.contexts().size()).toArray());
            int[] partOf = new int[ranks.size()];
            Arrays.fill(partOf, -1);
            for (int part = 0; part < work.pieces().size(); part++)
                for (int context : work.pieces().get(part).contexts().toArray()) {
                    int rank = ranks.of(context);
                    assertThat(partOf[rank]).isIn(-1, part);
                    partOf[rank] = part;
                }
        }
    }

    @Test
    void progressIsReportedAndFailuresArePassedOn() throws IOException {
        Profile run = RandomContexts.of(3);
        PartitionedSource work = parts(run, Locations.By.RANK, 1);
        var added = new AtomicLong();
        engine().run(
                        MomentsByNode.of(List.of(time(run)), Locations.By.RANK),
                        work,
                        added::addAndGet);
        assertThat(added.get()).isEqualTo(work.values());
        var wrong =
                MomentsByNode.of(List.of(time(run)), Locations.By.RANK)
                        .after(
                                _ -> {
                                    throw new IllegalStateException("no");
                                });
        assertThatThrownBy(() -> engine().run(wrong, work))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no");
    }

    @Test
    void anInterruptEndsTheWork() throws IOException {
        Profile run = RandomContexts.of(3);
        PartitionedSource work = parts(run, Locations.By.RANK, 1);
        var moments = MomentsByNode.of(List.of(time(run)), Locations.By.RANK);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> engine().run(moments, work))
                    .isInstanceOf(java.nio.channels.ClosedByInterruptException.class);
        } finally {
            Thread.interrupted();
        }
    }
}
