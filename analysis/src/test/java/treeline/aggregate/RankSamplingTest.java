package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.model.Doubles;
import treeline.model.Ints;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.single.LoadImbalance;
import treeline.single.Threshold;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A sample of ranks says how far it is off, and is right about that.
class RankSamplingTest {

    /// A run as files have it that keep sums, which counts the contexts that were loaded.
    private static final class KeepsSums implements ProfileSource {
        private final Profile profile;
        private final boolean keeps;
        final List<Integer> loaded = new ArrayList<>();

        KeepsSums(Profile profile, boolean keeps) {
            this.profile = profile;
            this.keeps = keeps;
        }

        @Override
        public Outline outline() {
            return profile.outline();
        }

        @Override
        public synchronized Profile load(Slice slice) {
            for (int context : slice.contexts().indexes(profile.contexts().size()))
                loaded.add(context);
            return slice.of(profile);
        }

        @Override
        public Optional<NodeSums> sums(Metric metric) {
            if (!keeps) return Optional.empty();
            SparseRows rows = profile.column(metric).byNode();
            double[] sum = new double[rows.rows()];
            int[] count = new int[rows.rows()];
            Arrays.fill(sum, Double.NaN);
            for (int node = 0; node < sum.length; node++)
                for (int cell = rows.start(node); cell < rows.end(node); cell++) {
                    sum[node] = (count[node]++ == 0 ? 0 : sum[node]) + rows.value(cell);
                }
            return Optional.of(new NodeSums(Doubles.owning(sum), Ints.owning(count)));
        }

        @Override
        public ReadReport report() {
            return new ReadReport(List.of());
        }

        @Override
        public void close() {}
    }

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
        var source = new KeepsSums(few, true);
        SampledImbalance sampled = RankSampling.of(source, time(few)).within(0.01);
        LoadImbalance exact = LoadImbalance.of(few, time(few), new Threshold.ShareOfLargest(0.01));
        assertThat(sampled.isWhole()).isTrue();
        assertThat(sampled.nodes()).containsExactly(exact.nodes());
        for (int node : exact.nodes()) {
            assertThat(sampled.at(node).sample()).isEqualTo(exact.spread(node));
            assertThat(sampled.at(node).margin()).isZero();
            assertThat(sampled.at(node).error()).isCloseTo(0, within(1e-12));
        }
        assertThat(source.loaded).hasSize(RankSampling.FIRST);
    }

    @Test
    void ofEqualRanksTheLowestIsTheSlowest() throws IOException {
        Profile tied = run(600, rank -> rank == 17 || rank > 500 ? 3 : 2, _ -> 1);
        for (long seed = 0; seed < 5; seed++) {
            SampledImbalance sampled =
                    RankSampling.of(new KeepsSums(tied, false), time(tied))
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
                RankSampling.of(new KeepsSums(few, false), time(few)).ranks(1000);
        assertThat(sampled.sampled()).isEqualTo(10);
        assertThat(sampled.isWhole()).isTrue();
        assertThat(sampled.worst()).isZero();
    }

    @Test
    void theSampleIsDoubledUntilEveryMeanIsNearTheStoredOne() throws IOException {
        var source = new KeepsSums(UNEVEN, true);
        SampledImbalance sampled = RankSampling.of(source, time(UNEVEN)).within(0.02);
        assertThat(sampled.worst()).isLessThanOrEqualTo(0.02);
        assertThat(sampled.sampled()).isIn(64, 128, 256, 512, 600);
        assertThat(source.loaded).as("no rank is read twice").doesNotHaveDuplicates();
        assertThat(source.loaded).hasSize(sampled.sampled());
        for (int node : sampled.nodes()) {
            double truth =
                    mean(
                            UNEVEN,
                            UNEVEN.tree().name(node).equals("solve")
                                    ? "main/solve"
                                    : "main/MPI_Wait");
            assertThat(sampled.at(node).stored()).isCloseTo(truth, within(1e-9));
            assertThat(sampled.at(node).error())
                    .isCloseTo(sampled.at(node).sample().mean() / truth - 1, within(1e-9));
        }
    }

    @Test
    void aToleranceOfNothingReadsAllRanks() throws IOException {
        SampledImbalance sampled =
                RankSampling.of(new KeepsSums(UNEVEN, false), time(UNEVEN)).within(0);
        assertThat(sampled.isWhole()).isTrue();
        int wait = UNEVEN.tree().at("main/MPI_Wait");
        assertThat(sampled.at(wait).sample().mean())
                .isCloseTo(mean(UNEVEN, "main/MPI_Wait"), within(1e-12));
    }

    @Test
    void withoutStoredSumsTheMarginDecides() throws IOException {
        SampledImbalance sampled =
                RankSampling.of(new KeepsSums(UNEVEN, false), time(UNEVEN)).within(0.1);
        assertThat(sampled.hasStoredMeans()).isFalse();
        assertThat(sampled.isWhole()).isFalse();
        for (int node : sampled.nodes()) {
            assertThat(sampled.at(node).error()).isNaN();
            assertThat(sampled.at(node).margin())
                    .isLessThanOrEqualTo(0.1 * sampled.at(node).sample().mean());
        }
    }

    /// 2,000 samples of 60 out of 600 ranks: 95 of 100 intervals hold the truth, to 2.
    @Test
    void intervalsHoldTheTruthAsOftenAsTheySay() throws IOException {
        double[] truth = {mean(UNEVEN, "main/solve"), mean(UNEVEN, "main/MPI_Wait")};
        int[] nodes = {UNEVEN.tree().at("main/solve"), UNEVEN.tree().at("main/MPI_Wait")};
        int[] held = new int[2];
        int samples = 2000;
        RankSampling sampling = RankSampling.of(new KeepsSums(UNEVEN, false), time(UNEVEN));
        for (int seed = 0; seed < samples; seed++) {
            SampledImbalance sampled = sampling.withSeed(seed).ranks(60);
            for (int i = 0; i < 2; i++) {
                SampledImbalance.Estimate estimate = sampled.at(nodes[i]);
                if (Math.abs(estimate.sample().mean() - truth[i]) <= estimate.margin()) held[i]++;
            }
        }
        for (int each : held) assertThat((double) each / samples).isBetween(0.93, 0.97);
    }

    @Test
    void aMaximumOfASampleIsALowerBound() throws IOException {
        int slowest = 333;
        Profile one = run(600, rank -> rank == slowest ? 50 : 2, rank -> 1 + rank % 2);
        int solve = one.tree().at("main/solve");
        for (int seed = 0; seed < 20; seed++) {
            SampledImbalance sampled =
                    RankSampling.of(new KeepsSums(one, true), time(one)).withSeed(seed).ranks(64);
            LoadImbalance exact = LoadImbalance.of(one, time(one), Threshold.none());
            assertThat(sampled.at(solve).imbalance())
                    .isLessThanOrEqualTo(exact.spread(solve).imbalance() + 1e-12);
            assertThat(sampled.at(solve).lost())
                    .isLessThanOrEqualTo(exact.spread(solve).lost() + 1e-12);
        }
    }

    /// One rank in 600 runs it, and as much as all others work: no sample of 64 is tight without
    /// it.
    @Test
    void aLargeNodeThatNoSampledRankRanIsMissed() throws IOException {
        Profile rare = run(600, rank -> rank == 599 ? 9000 : Double.NaN, rank -> 1 + rank % 2);
        var source = new KeepsSums(rare, true);
        SampledImbalance some = RankSampling.of(source, time(rare)).withSeed(3).ranks(64);
        assertThat(some.unseen()).isEqualTo(1);
        assertThat(some.unseenShare()).isCloseTo(9000 / (9000 + 600 + 900.0), within(1e-9));
        assertThat(some.worst()).isEqualTo(1);
        assertThat(RankSampling.of(source, time(rare)).withSeed(3).within(0.5).unseen()).isZero();
    }

    @Test
    void aNodeOfFewerThanEightSampledRanksHasNoInterval() throws IOException {
        for (int ran : new int[] {SampledImbalance.FEWEST - 1, SampledImbalance.FEWEST}) {
            Profile rare = run(100, rank -> rank < ran ? 5 : Double.NaN, rank -> 1);
            SampledImbalance sampled =
                    RankSampling.of(new KeepsSums(rare, false), time(rare)).ranks(99);
            int solve = rare.tree().at("main/solve");
            int seen = sampled.at(solve).sample().present();
            assertThat(Double.isNaN(sampled.at(solve).margin()))
                    .isEqualTo(seen < SampledImbalance.FEWEST);
        }
    }

    @Test
    void storedSumsAreOfAllRanksAndOfNoUseForSome() throws IOException {
        Slice some = Slice.summed().withContexts(Selection.where(600, rank -> rank < 300));
        SampledImbalance sampled =
                RankSampling.of(new KeepsSums(UNEVEN, true), some, time(UNEVEN)).ranks(32);
        assertThat(sampled.hasStoredMeans()).isFalse();
        assertThat(sampled.all()).isEqualTo(300);
    }

    @Test
    void theSameSeedDrawsTheSameRanks() throws IOException {
        RankSampling sampling = RankSampling.of(new KeepsSums(UNEVEN, true), time(UNEVEN));
        assertThat(sampling.withSeed(5).ranks(16).table().toString())
                .isEqualTo(sampling.withSeed(5).ranks(16).table().toString())
                .isNotEqualTo(sampling.withSeed(6).ranks(16).table().toString());
    }

    @Test
    void whatCannotBeSampledSaysSo() throws IOException {
        Profile one = run(1, _ -> 1, _ -> 1);
        try (var alone = new LoadedSource(one, new ReadReport(List.of()))) {
            assertThatThrownBy(() -> RankSampling.of(alone, time(one)))
                    .hasMessage("there is one rank to look at, and nothing to balance");
        }
        RankSampling sampling = RankSampling.of(new KeepsSums(UNEVEN, true), time(UNEVEN));
        assertThatThrownBy(() -> sampling.ranks(1)).hasMessage("a sample has two ranks or more");
        assertThatThrownBy(() -> sampling.within(Double.NaN)).hasMessage("a tolerance of NaN");
    }
}
