package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.single.LoadImbalance;
import treeline.single.Threshold;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A sample of ranks, the remainder that unread ranks hold, and when to stop reading.
class RankSamplingTest {

    /// `main/solve` and `main/MPI_Wait`, drawn rank by rank; `-` where a value is NaN.
    private static Profile run(int ranks, IntToDoubleFunction solve, IntToDoubleFunction wait) {
        return Drawing.profileOf(
                "path %s\nmain %s\nmain/solve %s\nmain/MPI_Wait %s\n"
                        .formatted(
                                joined(ranks, rank -> "rank" + rank),
                                joined(ranks, _ -> "1"),
                                joined(ranks, rank -> cell(solve.applyAsDouble(rank))),
                                joined(ranks, rank -> cell(wait.applyAsDouble(rank)))));
    }

    private static String joined(int ranks, java.util.function.IntFunction<String> cell) {
        return IntStream.range(0, ranks).mapToObj(cell).collect(Collectors.joining(" "));
    }

    private static String cell(double value) {
        return Double.isNaN(value) ? "-" : Double.toString(value);
    }

    private static final Profile UNEVEN = uneven(600, 7);

    private static Profile uneven(int ranks, long seed) {
        var random = new Random(seed);
        return run(ranks, _ -> 2 + random.nextDouble(), _ -> 0.2 + random.nextDouble());
    }

    private static Metric time(Profile profile) {
        return profile.outline().metric("time").in(Scope.EXCLUSIVE);
    }

    private static double mean(Profile profile, String path) {
        LoadImbalance exact = LoadImbalance.of(profile, time(profile), Threshold.none());
        return exact.spread(profile.tree().at(path)).mean();
    }

    @Test
    void ofFewRanksAllAreReadAndTheAnswerIsExact() throws IOException {
        Profile few = uneven(RankSampling.FIRST, 1);
        var source = new SummedSource(few, true);
        SampledImbalance sampled = RankSampling.of(source, time(few)).within(0.01);
        LoadImbalance exact = LoadImbalance.of(few, time(few), new Threshold.ShareOfLargest(0.01));
        assertThat(sampled.isWhole()).isTrue();
        assertThat(sampled.nodes()).containsExactly(exact.nodes());
        for (int node : exact.nodes()) {
            assertThat(sampled.at(node).sample()).isEqualTo(exact.spread(node));
            assertThat(sampled.at(node).standardError()).isZero();
            assertThat(sampled.at(node).max()).isEqualTo(exact.spread(node).max());
            assertThat(sampled.at(node).maxLimit()).isEqualTo(exact.spread(node).max());
            assertThat(sampled.at(node).unexplained()).isZero();
        }
        assertThat(source.loaded).hasSize(RankSampling.FIRST);
    }

    @Test
    void ofEqualRanksTheLowestIsTheSlowest() throws IOException {
        Profile tied = run(600, rank -> rank == 17 || rank > 500 ? 3 : 2, _ -> 1);
        for (long seed = 0; seed < 5; seed++) {
            SampledImbalance sampled =
                    RankSampling.of(new SummedSource(tied, false), time(tied))
                            .withSeed(seed)
                            .within(0);
            int solve = tied.tree().at("main/solve");
            assertThat(sampled.at(solve).sample().slowest()).isEqualTo(17);
        }
    }

    @Test
    void moreRanksThanThereAreAreAllOfThem() throws IOException {
        Profile few = uneven(10, 1);
        SampledImbalance sampled =
                RankSampling.of(new SummedSource(few, false), time(few)).ranks(1000);
        assertThat(sampled.sampled()).isEqualTo(10);
        assertThat(sampled.isWhole()).isTrue();
        assertThat(sampled.slowerFraction()).isZero();
    }

    /// Near-normal ranks: the stored means are exact and the sample explains the rest.
    @Test
    void aSampleThatExplainsTheUnreadRanksIsEnough() throws IOException {
        var source = new SummedSource(UNEVEN, true);
        SampledImbalance sampled = RankSampling.of(source, time(UNEVEN)).within(0.01);
        assertThat(sampled.sampled()).isEqualTo(RankSampling.FIRST);
        assertThat(source.loaded).as("each rank is read once").doesNotHaveDuplicates();
        assertThat(source.loaded).hasSize(sampled.sampled());
        assertThat(sampled.means()).isEqualTo(SampledImbalance.Means.EXACT);
        for (String path : List.of("main/solve", "main/MPI_Wait")) {
            SampledImbalance.Estimate estimate = sampled.at(UNEVEN.tree().at(path));
            assertThat(estimate.mean()).isCloseTo(mean(UNEVEN, path), within(1e-9));
            assertThat(estimate.standardError()).isZero();
            assertThat(estimate.unexplained()).isZero();
        }
    }

    /// One rank is 1,000 times slower than the others: its node is listed first, whatever the
    /// sample, with bounds that hold the truth.
    @Test
    void aNodeIsListedIfOnlyUnreadRanksAreSlow() throws IOException {
        Profile spike = run(2000, rank -> rank == 1000 ? 5000 : 5, rank -> 1 + 0.1 * (rank % 3));
        int solve = spike.tree().at("main/solve");
        for (int seed = 0; seed < 20; seed++) {
            SampledImbalance sampled =
                    RankSampling.of(new SummedSource(spike, true), time(spike))
                            .withSeed(seed)
                            .ranks(64);
            SampledImbalance.Estimate estimate = sampled.at(solve);
            assertThat(sampled.nodes()[0]).isEqualTo(solve);
            assertThat(estimate.mean()).isCloseTo(5 + 4995 / 2000.0, within(1e-9));
            assertThat(estimate.max()).isLessThanOrEqualTo(5000);
            assertThat(estimate.maxLimit()).isGreaterThanOrEqualTo(5000);
            if (estimate.max() == 5000) continue; // sampled
            assertThat(sampled.hiddenTable().column("path").text(0)).isEqualTo("main/solve");
            assertThat(estimate.unexplained()).isCloseTo(4995, within(1e-6));
            assertThat(estimate.maxLimit()).isCloseTo(1935 * 5 + 5000, within(1e-6));
            // at most 92 ranks are slower than 5 s: the slowest of them takes 4995 / 92 s more
            assertThat(estimate.max()).isCloseTo(5 + 4995 / 91.0, within(1e-6));
            assertThat(sampled.table().column("slowest").text(0)).isEqualTo("not sampled");
        }
    }

    @Test
    void ranksAreReadUntilTheSlowOneIsFound() throws IOException {
        Profile spike = run(2000, rank -> rank == 1000 ? 5000 : 5, rank -> 1 + 0.1 * (rank % 3));
        SampledImbalance sampled =
                RankSampling.of(new SummedSource(spike, true), time(spike)).within(0.01);
        assertThat(sampled.at(spike.tree().at("main/solve")).sample().max()).isEqualTo(5000);
    }

    /// 1 - 0.05^(1/n), after Wilks.
    @Test
    void aFractionOfTheRanksMayBeSlowerThanTheSampledMaximum() throws IOException {
        RankSampling sampling = RankSampling.of(new SummedSource(UNEVEN, true), time(UNEVEN));
        assertThat(sampling.ranks(64).slowerFraction()).isCloseTo(0.0457, within(1e-4));
        assertThat(sampling.ranks(512).slowerFraction()).isCloseTo(0.00583, within(1e-5));
        assertThat(sampling.ranks(600).slowerFraction()).isZero();
    }

    @Test
    void aShareOfTheRanksIsSixteenRanksAtLeast() throws IOException {
        RankSampling sampling = RankSampling.of(new SummedSource(UNEVEN, true), time(UNEVEN));
        assertThat(sampling.share(0.01).sampled()).isEqualTo(RankSampling.MIN_RANKS);
        assertThat(sampling.share(0.101).sampled()).isEqualTo(61);
        assertThat(sampling.share(1).isWhole()).isTrue();
    }

    /// Others could make up for a larger value.
    @Test
    void negativeValuesLeaveTheMaximumUnbounded() throws IOException {
        Profile negative = run(600, rank -> rank % 2 == 0 ? -1 : 3, rank -> 1);
        int solve = negative.tree().at("main/solve");
        assertThat(
                        RankSampling.of(new SummedSource(negative, true), time(negative))
                                .ranks(64)
                                .at(solve)
                                .maxLimit())
                .isNaN();
    }

    @Test
    void aToleranceOfNothingReadsAllRanks() throws IOException {
        SampledImbalance sampled =
                RankSampling.of(new SummedSource(UNEVEN, false), time(UNEVEN)).within(0);
        assertThat(sampled.isWhole()).isTrue();
        int wait = UNEVEN.tree().at("main/MPI_Wait");
        assertThat(sampled.at(wait).sample().mean())
                .isCloseTo(mean(UNEVEN, "main/MPI_Wait"), within(1e-12));
    }

    @Test
    void withoutStoredSumsTheStandardErrorDecides() throws IOException {
        SampledImbalance sampled =
                RankSampling.of(new SummedSource(UNEVEN, false), time(UNEVEN)).within(0.05);
        assertThat(sampled.means()).isEqualTo(SampledImbalance.Means.ESTIMATED);
        assertThat(sampled.isWhole()).isFalse();
        for (int node : sampled.nodes()) {
            assertThat(sampled.at(node).unexplained()).isNaN();
            assertThat(sampled.at(node).maxLimit()).isNaN();
            assertThat(sampled.at(node).standardError())
                    .isLessThanOrEqualTo(0.05 * sampled.at(node).mean());
        }
    }

    @Test
    void aMaximumOfASampleIsALowerBound() throws IOException {
        int slowest = 333;
        Profile one = run(600, rank -> rank == slowest ? 50 : 2, rank -> 1 + rank % 2);
        int solve = one.tree().at("main/solve");
        for (int seed = 0; seed < 20; seed++) {
            SampledImbalance sampled =
                    RankSampling.of(new SummedSource(one, true), time(one))
                            .withSeed(seed)
                            .ranks(64);
            LoadImbalance exact = LoadImbalance.of(one, time(one), Threshold.none());
            assertThat(sampled.at(solve).imbalance())
                    .isLessThanOrEqualTo(exact.spread(solve).imbalance() + 1e-12);
            assertThat(sampled.at(solve).lost())
                    .isLessThanOrEqualTo(exact.spread(solve).lost() + 1e-12);
        }
    }

    /// One rank in 600 runs it, and as much as all others work: no sample of 64 explains it.
    @Test
    void aLargeNodeThatNoSampledRankRanIsListed() throws IOException {
        Profile rare = run(600, rank -> rank == 599 ? 9000 : Double.NaN, rank -> 1 + rank % 2);
        var source = new SummedSource(rare, true);
        SampledImbalance some = RankSampling.of(source, time(rare)).withSeed(3).ranks(64);
        assertThat(some.unseen()).isEqualTo(1);
        assertThat(some.unseenShare()).isCloseTo(9000 / (9000 + 600 + 900.0), within(1e-9));
        assertThat(some.nodes()[0]).isEqualTo(rare.tree().at("main/solve"));
        assertThat(some.at(some.nodes()[0]).maxLimit()).isCloseTo(9000, within(1e-6));
        assertThat(some.at(some.nodes()[0]).unexplained()).isCloseTo(9000, within(1e-6));
        assertThat(RankSampling.of(source, time(rare)).withSeed(3).within(0.5).unseen()).isZero();
    }

    @Test
    void aNodeOfFewerThanEightSampledRanksHasNoStandardError() throws IOException {
        for (int ran : new int[] {SampledImbalance.MIN_RANKS - 1, SampledImbalance.MIN_RANKS}) {
            Profile rare = run(100, rank -> rank < ran ? 5 : Double.NaN, rank -> 1);
            SampledImbalance sampled =
                    RankSampling.of(new SummedSource(rare, false), time(rare)).ranks(99);
            int solve = rare.tree().at("main/solve");
            int seen = sampled.at(solve).sample().present();
            assertThat(Double.isNaN(sampled.at(solve).standardError()))
                    .isEqualTo(seen < SampledImbalance.MIN_RANKS);
        }
    }

    @Test
    void storedSumsOfAllRanksDoNotApplyToASelection() throws IOException {
        Slice some = Slice.summed().withContexts(Selection.where(600, rank -> rank < 300));
        SampledImbalance sampled =
                RankSampling.of(new SummedSource(UNEVEN, true), some, time(UNEVEN)).ranks(32);
        assertThat(sampled.means()).isEqualTo(SampledImbalance.Means.ESTIMATED_FOR_SELECTION);
        assertThat(sampled.all()).isEqualTo(300);
    }

    @Test
    void theSameSeedDrawsTheSameRanks() throws IOException {
        RankSampling sampling = RankSampling.of(new SummedSource(UNEVEN, true), time(UNEVEN));
        assertThat(sampling.withSeed(5).ranks(16).table().toString())
                .isEqualTo(sampling.withSeed(5).ranks(16).table().toString())
                .isNotEqualTo(sampling.withSeed(6).ranks(16).table().toString());
    }

    @Test
    void whatCannotBeSampledSaysSo() throws IOException {
        Profile one = run(1, _ -> 1, _ -> 1);
        try (var alone = new LoadedSource(one, new ReadReport(List.of()))) {
            assertThatThrownBy(() -> RankSampling.of(alone, time(one)))
                    .hasMessage("cannot compare ranks: 1 found, at least 2 required");
        }
        RankSampling sampling = RankSampling.of(new SummedSource(UNEVEN, true), time(UNEVEN));
        assertThatThrownBy(() -> sampling.ranks(1)).hasMessage("a sample needs at least 2 ranks");
        assertThatThrownBy(() -> sampling.share(0)).hasMessage("a share of 0.0 of the ranks");
        assertThatThrownBy(() -> sampling.within(Double.NaN)).hasMessage("a tolerance of NaN");
    }
}
