package treeline.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.aggregate.ContextMapping;
import treeline.aggregate.LocalEngine;
import treeline.aggregate.PartitionedSource;
import treeline.aggregate.ValuesByPlace;
import treeline.aggregate.WorkByPlace;
import treeline.ledger.Accounts;
import treeline.model.ImmutableDoubles;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.RankRanges;
import treeline.single.Workload;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Ranks that spend their time alike are one cluster, and no clusters are invented.
class RankClustersTest {

    /// Nodes `solve`, `exchange` and `write` below `main`, drawn rank by rank; `-` for NaN.
    private static Profile run(
            int ranks,
            IntToDoubleFunction solve,
            IntToDoubleFunction exchange,
            IntToDoubleFunction write) {
        return Drawing.profileOf(
                "path %s\nmain/solve %s\nmain/exchange %s\nmain/write %s\n"
                        .formatted(
                                joined(ranks, rank -> "rank" + rank),
                                joined(ranks, rank -> cell(solve.applyAsDouble(rank))),
                                joined(ranks, rank -> cell(exchange.applyAsDouble(rank))),
                                joined(ranks, rank -> cell(write.applyAsDouble(rank)))));
    }

    private static String joined(int ranks, IntFunction<String> cell) {
        return IntStream.range(0, ranks).mapToObj(cell).collect(Collectors.joining(" "));
    }

    private static String cell(double value) {
        return Double.isNaN(value) ? "-" : Double.toString(value);
    }

    private static Metric time(Profile profile) {
        return profile.outline().metric("time");
    }

    private static RankClusters clusters(Profile profile, int count) throws IOException {
        return RankClusters.of(profile, time(profile), count);
    }

    /// Every fourth rank writes; rank 22 does all for three times as long.
    private static Profile writers(int ranks) {
        var random = new Random(1);
        return run(
                ranks,
                rank -> (rank == 22 ? 3 : 1) * (10 + random.nextDouble() * 0.1),
                rank -> (rank == 22 ? 3 : 1) * (2 + random.nextDouble() * 0.1),
                rank -> rank % 4 == 0 ? 5 + random.nextDouble() * 0.1 : Double.NaN);
    }

    @Test
    void aRankWithAnInfiniteTotalHasNoShares() throws IOException {
        Profile odd = run(3, rank -> rank == 1 ? Double.POSITIVE_INFINITY : rank, _ -> 2, _ -> 3);
        RankClusters found = clusters(odd, 0);
        assertThat(found.areAlike()).isTrue();
        assertThat(found.members(0)).containsExactly(0, 1, 2);
    }

    @Test
    void ranksThatWriteAreACluster() throws IOException {
        RankClusters found = clusters(writers(64), 0);
        assertThat(found.count()).isEqualTo(2);
        int writing = found.of(0);
        assertThat(found.members(writing))
                .containsExactly(IntStream.range(0, 16).map(i -> 4 * i).toArray());
        assertThat(found.table().column("members").text(writing)).isEqualTo("0-60:4");
        assertThat(found.of(found.representative(writing))).isEqualTo(writing);
        assertThat(found.silhouette(writing)).isGreaterThan(0.8);
    }

    @Test
    void whatDistinguishesAClusterIsWhereItsSharesDifferMost() throws IOException {
        RankClusters found = clusters(writers(64), 0);
        var differences = found.differences();
        int row =
                IntStream.range(0, differences.rows())
                        .filter(i -> differences.column("cluster").number(i) == found.of(0))
                        .findFirst()
                        .orElseThrow();
        assertThat(differences.column("path").text(row)).isEqualTo("main/write");
        assertThat(differences.column("share").number(row)).isCloseTo(5 / 17.0, within(0.01));
        assertThat(differences.column("others").number(row)).isZero();
    }

    /// Rank 22 has the shares of the others, so it is no cluster of its own.
    @Test
    void aRankThatWorksLongerThanItsClusterStandsOut() throws IOException {
        RankClusters found = clusters(writers(64), 0);
        assertThat(found.outliers().rows()).isEqualTo(1);
        assertThat(found.outliers().column("place").text(0)).isEqualTo("rank 22");
        assertThat(found.outliers().column("median").number(0)).isCloseTo(12.1, within(0.1));
    }

    /// An even distribution, a normal one, and an exponential one; each of them has a high
    /// silhouette when it is cut.
    @Test
    void ranksThatDifferByChanceAreAlike() throws IOException {
        for (int seed = 0; seed < 10; seed++) {
            var random = new Random(seed);
            assertThat(clusters(run(200, _ -> 10, _ -> 5 * random.nextDouble(), _ -> 1), 0).count())
                    .isEqualTo(1);
            assertThat(
                            clusters(
                                            run(
                                                    200,
                                                    _ -> 30 + random.nextGaussian(),
                                                    _ -> 20 + random.nextGaussian(),
                                                    _ -> 10 + random.nextGaussian()),
                                            0)
                                    .areAlike())
                    .isTrue();
            assertThat(
                            clusters(
                                            run(
                                                    200,
                                                    _ -> 10,
                                                    _ -> -Math.log(1 - random.nextDouble()),
                                                    _ -> 1),
                                            0)
                                    .areAlike())
                    .isTrue();
        }
    }

    @Test
    void equalRanksAreAlike() throws IOException {
        RankClusters found = clusters(run(16, _ -> 1, _ -> 2, _ -> 3), 0);
        assertThat(found.areAlike()).isTrue();
        assertThat(found.nodes()).isEmpty();
        assertThat(found.outliers().rows()).isZero();
        assertThat(found.differences().rows()).isZero();
        assertThat(found.table().column("members").text(0)).isEqualTo("0-15");
    }

    /// Two groups whose ranks spend 1 % of their time otherwise are alike, 4 % are not.
    @Test
    void smallDifferencesAreNotWorthAWord() throws IOException {
        assertThat(clusters(run(32, _ -> 99, rank -> 1 + rank % 2, _ -> 0), 0).areAlike()).isTrue();
        assertThat(clusters(run(32, _ -> 99, rank -> 1 + rank % 2 * 4, _ -> 0), 0).count())
                .isEqualTo(2);
    }

    @Test
    void fewerThanEightRanksSayNothingAboutClusters() throws IOException {
        IntToDoubleFunction halves = rank -> rank % 2 == 0 ? 1 : 9;
        assertThat(clusters(run(7, _ -> 10, halves, _ -> 1), 0).areAlike()).isTrue();
        assertThat(clusters(run(8, _ -> 10, halves, _ -> 1), 0).count()).isEqualTo(2);
        assertThat(clusters(run(7, _ -> 10, halves, _ -> 1), 2).count()).isEqualTo(2);
    }

    @Test
    void aSingleRankIsNoCluster() throws IOException {
        assertThat(clusters(run(32, _ -> 10, rank -> rank == 5 ? 30 : 1, _ -> 1), 0).areAlike())
                .isTrue();
    }

    @Test
    void moreClustersThanDifferentRanksAreRefused() {
        assertThatThrownBy(() -> clusters(run(4, _ -> 1, rank -> rank % 2, _ -> 3), 3))
                .hasMessage("4 rows, 2 of them distinct, cannot be divided into 3 clusters");
    }

    @Test
    void ofManyRanksSomeAreLookedAtAndAllAreDivided() throws IOException {
        int ranks = RankPartition.SAMPLE + 96;
        RankClusters found = clusters(writers(ranks), 0);
        assertThat(found.looked()).isEqualTo(RankPartition.SAMPLE);
        assertThat(found.count()).isEqualTo(2);
        assertThat(found.members(found.of(0))).hasSize(ranks / 4);
        assertThat(found.table().column("members").text(found.of(0))).isEqualTo("0-4092:4");
    }

    @Test
    void valuesAreTheSameInPartsAndAsAWhole() throws IOException {
        Profile profile = writers(64);
        Locations places = Locations.of(profile.contexts(), Locations.By.RANK);
        Metric own = time(profile).in(Scope.EXCLUSIVE);
        Accounts accounts = Accounts.of(profile.outline());
        var values = new ValuesByPlace(own, places, ContextMapping.ALL, 1, 3);
        var work = new WorkByPlace(own, places, ContextMapping.ALL, accounts);
        PartitionedSource whole = PartitionedSource.of(profile);
        Workload inMemory = Workload.of(profile, own, places, accounts);
        try (var source = new LoadedSource(profile, new ReadReport(List.of()))) {
            var parts = PartitionedSource.of(source, Slice.everything(), Locations.By.RANK, 10);
            LocalEngine engine = LocalEngine.of(1, 1);
            assertThat(engine.run(values, parts))
                    .isEqualTo(LocalEngine.withDefaults().run(values, whole));
            Workload.Sums sums =
                    work.merge(work.zero(), work.merge(engine.run(work, parts), work.zero()));
            var inParts =
                    new Workload(
                            profile.tree(), own, places, places, sums, _ -> Workload.Worst.NONE);
            for (int place = 0; place < 64; place++)
                assertThat(inParts.total(place)).isEqualTo(inMemory.total(place));
        }
    }

    @Test
    void sharesAreOfTheTotalOfTheRank() {
        Profile profile =
                Drawing.profileOf(
                        """
                        path        rank0  rank1     rank2
                        main            3      0         1
                        main/solve      1      0  Infinity
                        """);
        Locations ranks = Locations.of(profile.contexts(), Locations.By.RANK);
        Workload workload =
                Workload.of(profile, time(profile), ranks, Accounts.of(profile.outline()));
        ImmutableDoubles solve = ImmutableDoubles.owning(1, 0, Double.POSITIVE_INFINITY);
        assertThat(IntStream.range(0, 3).mapToDouble(i -> RankClusters.share(solve, workload, i)))
                .containsExactly(0.25, 0.0, 0.0);
        assertThat(RankClusters.share(ImmutableDoubles.owning(Double.NaN), workload, 0)).isZero();
    }

    @Test
    void rangesOfRanksAreAsOptionsUnderstandThem() {
        assertThat(RankRanges.of()).isEmpty();
        assertThat(RankRanges.of(7)).isEqualTo("7");
        assertThat(RankRanges.of(0, 1)).isEqualTo("0-1");
        assertThat(RankRanges.of(0, 2)).isEqualTo("0,2");
        assertThat(RankRanges.of(0, 2, 4)).isEqualTo("0-4:2");
        assertThat(RankRanges.of(0, 1, 2, 3, 32, 33, 34, 50)).isEqualTo("0-3,32-34,50");
        assertThat(RankRanges.of(3, 10, 11, 12)).isEqualTo("3,10-12");
        assertThat(RankRanges.text(0, 1, 2, 3, 7)).isEqualTo("0-3, 7");
        assertThat(RankRanges.text(0, 2, 5, 9, 14, 20, 27, 35)).endsWith("27, 35");
        assertThat(RankRanges.text(0, 2, 5, 9, 14, 20, 27, 35, 44))
                .endsWith("27, 35, ... up to 44");
    }
}
