package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.pattern.UserPattern;
import treeline.single.Grouping;
import treeline.single.Threshold;
import treeline.source.Slice;
import treeline.testkit.Drawing;
import treeline.transform.NodeMapping;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What of a run is read for a sample, and what is listed.
class RankSamplingOptionsTest {
    private static final Profile FOUR =
            Drawing.profileOf(
                    """
                    path        rank0  rank1  rank2  rank3
                    main            1      1      1      1
                    main/solve      2      2      2      6
                    main/halo       9      1      1      1
                    """);

    private static Metric time(Profile profile) {
        return profile.metric("time").in(Scope.EXCLUSIVE);
    }

    private static RankSampling of(Profile profile, boolean stored) throws IOException {
        return RankSampling.of(new SummedSource(profile, stored), time(profile));
    }

    /// A rank has a second in `main`, and as many as the function says in `main/solve`.
    private static Profile ranks(int count, IntUnaryOperator solve) {
        return Drawing.profileOf(
                "path%s\nmain%s\nmain/solve%s\n"
                        .formatted(
                                joined(count, rank -> "rank" + rank),
                                joined(count, _ -> "1"),
                                joined(count, rank -> "" + solve.applyAsInt(rank))));
    }

    private static String joined(int count, IntFunction<String> cell) {
        return IntStream.range(0, count)
                .mapToObj(rank -> " " + cell.apply(rank))
                .collect(Collectors.joining());
    }

    private static double value(Profile reference, Scope scope, String path) {
        return reference
                .column(reference.metric("time").in(scope))
                .at(0, reference.tree().at(path));
    }

    @Test
    void theReferenceIsTheStoredMeanAndReadsNoRank() throws IOException {
        var source = new SummedSource(FOUR, true);
        Profile reference = RankSampling.of(source, time(FOUR)).reference();
        assertThat(reference.contexts()).containsExactly(Context.WHOLE);
        assertThat(value(reference, Scope.EXCLUSIVE, "main/solve")).isEqualTo(3);
        assertThat(value(reference, Scope.INCLUSIVE, "main")).isEqualTo(7);
        assertThat(source.loaded).isEmpty();
    }

    @Test
    void withoutStoredSumsTheReferenceIsTheMeanOfTheRanksThatAreReadFirst() throws IOException {
        Profile many = ranks(RankSampling.FIRST + 36, _ -> 5);
        var source = new SummedSource(many, false);
        Profile reference = RankSampling.of(source, time(many)).reference();
        assertThat(value(reference, Scope.EXCLUSIVE, "main/solve")).isEqualTo(5);
        assertThat(source.loaded).hasSize(RankSampling.FIRST).doesNotHaveDuplicates();
        List<Integer> first = List.copyOf(source.loaded);
        source.loaded.clear();
        RankSampling.of(source, time(many)).within(1);
        assertThat(source.loaded).containsExactlyInAnyOrderElementsOf(first);
    }

    /// Stored sums of `time` say nothing about `bytes`.
    @Test
    void aReferenceWithSeveralMetricsIsRead() throws IOException {
        Profile two =
                Drawing.profileOf(
                        """
                        path  rank0  rank1
                        main      1      3

                        metric bytes B exclusive
                        path  rank0  rank1
                        main     10     30
                        """);
        var source = new SummedSource(two, true);
        Profile reference = RankSampling.of(source, Slice.summed(), time(two)).reference();
        assertThat(reference.metrics()).hasSize(2);
        assertThat(reference.column(two.metric("bytes")).at(0, 0)).isEqualTo(20);
        assertThat(source.loaded).containsExactlyInAnyOrder(0, 1);
        assertThat(RankSampling.of(source, time(two)).reference().metrics())
                .extracting(Metric::name)
                .containsOnly("time");
    }

    @Test
    void twoRanksCanBeSampled() throws IOException {
        assertThat(of(ranks(2, rank -> rank), false).ranks(2).isWhole()).isTrue();
        assertThat(of(FOUR, false).ranks(2).sampled()).isEqualTo(2);
    }

    @Test
    void sharesAreAboveZeroAndUpToOne() throws IOException {
        RankSampling sampling = of(FOUR, false);
        assertThatThrownBy(() -> sampling.share(1.01)).hasMessage("a share of 1.01 of the ranks");
        assertThatThrownBy(() -> sampling.within(-0.1)).hasMessage("a tolerance of -0.1");
        assertThat(sampling.share(1e-9).sampled()).isEqualTo(4);
    }

    @Test
    void allThreadsOfASampledRankAreRead() throws IOException {
        Profile threads =
                Drawing.profileOf(
                        """
                        path  rank0thread0  rank0thread1  rank1thread0  rank2thread0  rank2thread1
                        main             1             2             4             8            16
                        """);
        for (long seed = 0; seed < 6; seed++) {
            var source = new SummedSource(threads, false);
            SampledImbalance two = RankSampling.of(source, time(threads)).withSeed(seed).ranks(2);
            double[] ofRank = {3, 4, 24};
            double expected =
                    IntStream.range(0, 2)
                            .mapToDouble(place -> ofRank[two.places().place(place).rank()])
                            .sum();
            assertThat(two.at(0).sample().sum()).isEqualTo(expected);
        }
    }

    @Test
    void framesOfTheProgramWaitIfTheyAreNamed() throws IOException {
        SampledImbalance known = of(FOUR, false).ranks(4);
        SampledImbalance named = of(FOUR, false).waiting(List.of(UserPattern.of("halo"))).ranks(4);
        assertThat(known.table().select("path", "waiting").toString())
                .isEqualTo(
                        """
                        path        waiting
                        main/halo   false
                        main/solve  false
                        """);
        assertThat(named.table().select("path", "waiting").toString())
                .isEqualTo(
                        """
                        path        waiting
                        main/solve  false
                        main/halo   true
                        """);
    }

    @Test
    void aSampleAfterAStepIsOfTheSimplifiedRun() throws IOException {
        for (boolean stored : new boolean[] {false, true}) {
            SampledImbalance functions =
                    of(FOUR, stored)
                            .after(
                                    part ->
                                            NodeMapping.flat(Grouping.FUNCTION.of(part.outline()))
                                                    .of(part))
                            .ranks(3);
            assertThat(functions.table().rows()).isPositive();
            assertThat(functions.table().text("path").text(0)).doesNotContain("/");
        }
    }

    @Test
    void nodesBelowTheThresholdAreNotListed() throws IOException {
        SampledImbalance large = of(FOUR, false).showing(new Threshold.Absolute(7), 1).ranks(4);
        assertThat(large.table().text("path").text(0)).isEqualTo("main/halo");
        assertThat(large.table().rows()).isEqualTo(1);
    }

    /// The standard error of `main` is 0, that of `solve` is not: only all ranks settle it.
    @Test
    void ranksAreReadUntilAllNodesShownAreSettled() throws IOException {
        Profile uneven = ranks(200, rank -> rank % 2);
        List<Long> values = new ArrayList<>();
        SampledImbalance settled =
                of(uneven, false).with(LocalEngine.of(1, 0), values::add).within(0);
        assertThat(settled.isWhole()).isTrue();
        assertThat(values).containsExactly(128L, 128L, 144L);
    }

    /// Two looks at 128 ranks: 1 - 0.025^(1/128).
    @Test
    void everyLookAtTheSampleCounts() throws IOException {
        Profile uneven = ranks(1000, rank -> rank % 2);
        SampledImbalance settled = of(uneven, false).within(0.1);
        assertThat(settled.sampled()).isEqualTo(128);
        assertThat(settled.slowerFraction()).isCloseTo(0.0284, within(1e-4));
    }
}
