package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.compare.ComparedNode.Status;
import treeline.compare.ComparisonBuilder.Side;
import treeline.model.Profile;

import java.util.Locale;
import java.util.Optional;
import java.util.Random;

class ComparisonTest {
    private static final GatePolicy FIVE_PERCENT = GatePolicy.DEFAULT.failingAbove(0.05);

    @Test
    void aNodeThatIsSlowerForSureFailsTheGate() {
        var builder = new ComparisonBuilder(Optional.empty());
        for (double noise : new double[] {-0.1, 0, 0.1}) {
            builder.add(Side.BASELINE, "old", run(1, 10 + noise, 5));
            builder.add(Side.CANDIDATE, "new", run(1, 12 + noise, 5));
        }
        Comparison comparison = builder.compare(FIVE_PERCENT);
        ComparedNode solve = node(comparison, "main/solve");
        assertThat(solve.status()).isEqualTo(Status.SLOWER);
        assertThat(solve.ratio()).isCloseTo(1.2, within(1e-12));
        assertThat(solve.fails()).isTrue();
        assertThat(comparison.total().orElseThrow().fails()).isTrue();
        assertThat(node(comparison, "main/io").status()).isEqualTo(Status.SAME);
        assertThat(comparison.noise()).isEqualTo(VarianceSource.BETWEEN_RUNS);
        assertThat(comparison.passes()).isFalse();
        assertThat(comparison.failures()).hasSize(2);
    }

    @Test
    void aSlowdownThatIsSureButSmallPasses() {
        var builder = new ComparisonBuilder(Optional.empty());
        for (double noise : new double[] {-0.01, 0, 0.01}) {
            builder.add(Side.BASELINE, "old", run(1, 10 + noise, 5));
            builder.add(Side.CANDIDATE, "new", run(1, 10.4 + noise, 5));
        }
        ComparedNode solve = node(builder.compare(FIVE_PERCENT), "main/solve");
        assertThat(solve.status()).isEqualTo(Status.SLOWER);
        assertThat(solve.fails()).isFalse();
    }

    @Test
    void aSlowdownThatMayBeNoisePasses() {
        var builder = new ComparisonBuilder(Optional.empty());
        for (double noise : new double[] {-5, 0, 5}) {
            builder.add(Side.BASELINE, "old", run(1, 10 + noise, 5));
            builder.add(Side.CANDIDATE, "new", run(1, 12 + noise, 5));
        }
        Comparison comparison = builder.compare(FIVE_PERCENT);
        assertThat(node(comparison, "main/solve").status()).isEqualTo(Status.SAME);
        assertThat(comparison.passes()).isTrue();
    }

    @Test
    void aSpeedupIsFasterAndNeverFails() {
        var builder = new ComparisonBuilder(Optional.empty());
        for (double noise : new double[] {-0.1, 0, 0.1}) {
            builder.add(Side.BASELINE, "old", run(1, 12 + noise, 5));
            builder.add(Side.CANDIDATE, "new", run(1, 10 + noise, 5));
        }
        Comparison comparison = builder.compare(GatePolicy.DEFAULT.failingAbove(0));
        assertThat(node(comparison, "main/solve").status()).isEqualTo(Status.FASTER);
        assertThat(node(comparison, "main/solve").effect()).isNegative();
        assertThat(comparison.passes()).isTrue();
    }

    @Test
    void oneRunPerSideIsJudgedByItsRatioAlone() {
        var builder = new ComparisonBuilder(Optional.empty());
        builder.add(Side.BASELINE, "old", run(1, 10, 5));
        builder.add(Side.CANDIDATE, "new", run(1, 10.6, 5));
        Comparison comparison = builder.compare(FIVE_PERCENT);
        assertThat(comparison.noise()).isEqualTo(VarianceSource.UNKNOWN);
        assertThat(comparison.tested()).isZero();
        ComparedNode solve = node(comparison, "main/solve");
        assertThat(solve.status()).isEqualTo(Status.UNKNOWN);
        assertThat(solve.fails()).isTrue();
        assertThat(solve.low()).isNaN();
        assertThat(builder.compare(GatePolicy.DEFAULT).passes()).isTrue();
        assertThat(builder.compare(GatePolicy.DEFAULT.failingAbove(0.1)).passes()).isTrue();
    }

    @Test
    void repetitionsOfOneRunPerSideAreSamples() {
        Profile before =
                profileOf(
                        """
                        path        rank0rep0  rank0rep1  rank0rep2
                        main                1          1          1
                        main/solve         10       10.1        9.9
                        """);
        Profile after =
                profileOf(
                        """
                        path        rank0rep0  rank0rep1  rank0rep2
                        main                1          1          1
                        main/solve         12       12.1       11.9
                        """);
        Comparison comparison =
                new ComparisonBuilder(Optional.empty())
                        .add(Side.BASELINE, "old", before)
                        .add(Side.CANDIDATE, "new", after)
                        .compare(FIVE_PERCENT);
        assertThat(comparison.noise()).isEqualTo(VarianceSource.WITHIN_RUNS);
        ComparedNode solve = node(comparison, "main/solve");
        assertThat(solve.status()).isEqualTo(Status.SLOWER);
        assertThat(solve.before()).isCloseTo(10, within(1e-12));
        assertThat(solve.p()).isCloseTo(1.6e-5, within(1e-6));
    }

    @Test
    void repetitionsAreNoSamplesWhereThereAreRuns() {
        var builder = new ComparisonBuilder(Optional.empty());
        for (double level : new double[] {9, 11})
            for (Side side : Side.values())
                builder.add(
                        side,
                        "run",
                        profileOf(
                                """
                                path  rank0rep0  rank0rep1  rank0rep2
                                main         %s         %s         %s
                                """
                                        .formatted(level, level, level)));
        Comparison comparison = builder.compare(FIVE_PERCENT);
        assertThat(comparison.noise()).isEqualTo(VarianceSource.BETWEEN_RUNS);
        assertThat(node(comparison, "main").p()).isEqualTo(1);
        assertThat(node(comparison, "main").high() - 1).isGreaterThan(0.3);
    }

    @Test
    void oneCandidateIsComparedWithTheNoiseOfTheBaseline() {
        var builder = new ComparisonBuilder(Optional.empty());
        for (int i = 0; i < 10; i++)
            builder.add(Side.BASELINE, "old", run(1, 10 + 0.01 * (i % 3), 5));
        builder.add(Side.CANDIDATE, "new", run(1, 11, 5));
        Comparison comparison = builder.compare(FIVE_PERCENT);
        assertThat(comparison.noise()).isEqualTo(VarianceSource.OF_ONE_SIDE);
        assertThat(node(comparison, "main/solve").status()).isEqualTo(Status.SLOWER);
    }

    @Test
    void nodesThatOnlyOneSideHasAreNewOrGone() {
        Comparison comparison =
                new ComparisonBuilder(Optional.empty())
                        .add(Side.BASELINE, "old", profileOf("path whole\nmain 1\nmain/old 5"))
                        .add(Side.CANDIDATE, "new", profileOf("path whole\nmain 1\nmain/new 6"))
                        .compare(FIVE_PERCENT);
        assertThat(node(comparison, "main/old").status()).isEqualTo(Status.GONE);
        assertThat(node(comparison, "main/new").status()).isEqualTo(Status.NEW);
        assertThat(node(comparison, "main/new").change()).isEqualTo(6);
        assertThat(comparison.failures()).extracting(ComparedNode::path).containsExactly("(total)");
    }

    @Test
    void nodesBelowTheShareAreTooSmallToFail() {
        var builder = new ComparisonBuilder(Optional.empty());
        builder.add(Side.BASELINE, "old", run(0, 99, 1));
        builder.add(Side.CANDIDATE, "new", run(0, 98.5, 1.5));
        assertThat(node(builder.compare(FIVE_PERCENT.withLeastShare(0.016)), "main/io").status())
                .isEqualTo(Status.SMALL);
        ComparedNode io = node(builder.compare(FIVE_PERCENT.withLeastShare(0.015)), "main/io");
        assertThat(io.share()).isEqualTo(0.015);
        assertThat(io.fails()).isTrue();
    }

    @Test
    void exactlyTheLimitPasses() {
        var builder = new ComparisonBuilder(Optional.empty());
        builder.add(Side.BASELINE, "old", run(0, 4, 4));
        builder.add(Side.CANDIDATE, "new", run(0, 5, 4));
        assertThat(builder.compare(GatePolicy.DEFAULT.failingAbove(0.25)).passes()).isTrue();
        assertThat(builder.compare(GatePolicy.DEFAULT.failingAbove(0.2499)).passes()).isFalse();
    }

    @Test
    void exactlyTheLimitPassesIfItIsRounded() {
        var builder = new ComparisonBuilder(Optional.empty());
        builder.add(Side.BASELINE, "old", run(0, 100, 0));
        builder.add(Side.CANDIDATE, "new", run(0, 110, 0));
        assertThat(builder.compare(GatePolicy.DEFAULT.failingAbove(0.1)).passes()).isTrue();
        assertThat(builder.compare(GatePolicy.DEFAULT.failingAbove(0.0999)).passes()).isFalse();
    }

    /// The sides differ in every run: 4 + 4 runs are enough for a claim, fewer only for the gate.
    @Test
    void valuesWithoutVarianceAreJudgedByTheirRatio() {
        Comparison four = constant(4, 4);
        assertThat(node(four, "main/solve").status()).isEqualTo(Status.SLOWER);
        assertThat(node(four, "main/solve").p()).isEqualTo(2 / 70.0);
        assertThat(node(four, "main/solve").adjusted()).isNaN();
        assertThat(node(four, "main/solve").fails()).isTrue();
        assertThat(node(four, "main/io").status()).isEqualTo(Status.SAME);
        assertThat(four.tested()).isZero();
        Comparison two = constant(2, 2);
        assertThat(node(two, "main/solve").status()).isEqualTo(Status.UNKNOWN);
        assertThat(node(two, "main/solve").fails()).isTrue();
        assertThat(node(constant(7, 1), "main/solve").status()).isEqualTo(Status.SLOWER);
        assertThat(node(constant(6, 1), "main/solve").status()).isEqualTo(Status.UNKNOWN);
    }

    private static Comparison constant(int before, int after) {
        var builder = new ComparisonBuilder(Optional.empty());
        for (int i = 0; i < before; i++) builder.add(Side.BASELINE, "old", run(1, 100, 5));
        for (int i = 0; i < after; i++) builder.add(Side.CANDIDATE, "new", run(1, 110, 5));
        return builder.compare(FIVE_PERCENT);
    }

    /// One of ten call paths in common is just enough.
    @Test
    void totalsOfDifferentProgramsAreNotCompared() {
        Comparison tenth = programs(9, 12);
        assertThat(tenth.common()).isEqualTo(1);
        assertThat(tenth.paths()).isEqualTo(10);
        assertThat(tenth.isSameProgram()).isTrue();
        assertThat(tenth.total().orElseThrow().ratio()).isEqualTo(13 / 10.0);
        Comparison less = programs(10, 12);
        assertThat(less.isSameProgram()).isFalse();
        assertThat(less.total().orElseThrow().ratio()).isNaN();
        assertThat(less.total().orElseThrow().status()).isEqualTo(Status.UNKNOWN);
        assertThat(less.failures()).isEmpty();
        assertThat(less.passes()).isFalse();
    }

    private static Comparison programs(int before, int after) {
        var old = new StringBuilder("path whole\nmain 1");
        for (int i = 0; i < before; i++) old.append("\nmain/old").append(i).append(" 1");
        var other = new StringBuilder("path whole\nmain 1");
        for (int i = 0; i < after; i++) other.append("\nmain/new").append(i).append(" 1");
        return new ComparisonBuilder(Optional.empty())
                .add(Side.BASELINE, "old", profileOf(old.toString()))
                .add(Side.CANDIDATE, "new", profileOf(other.toString()))
                .compare(GatePolicy.DEFAULT.failingAbove(5));
    }

    /// At most 5 % of equal builds differ at any number of runs; from which one the test needs no
    /// assumption about the noise.
    @Test
    void thePermutationTestNeedsEnoughRuns() {
        assertThat(Compared.byPermutation(GatePolicy.DEFAULT, 3, 3)).isFalse(); // 2 / 20
        assertThat(Compared.byPermutation(GatePolicy.DEFAULT, 4, 3)).isTrue(); // 1 / 35
        assertThat(Compared.byPermutation(GatePolicy.DEFAULT, 19, 1)).isFalse(); // 1 / 20
        assertThat(Compared.byPermutation(GatePolicy.DEFAULT, 20, 1)).isTrue(); // 1 / 21
        var strict = new GatePolicy(Double.POSITIVE_INFINITY, 0.001, 0);
        assertThat(Compared.byPermutation(strict, 5, 5)).isFalse(); // 2 / 252
    }

    @Test
    void unitsAreConverted() {
        Profile nanos =
                profileOf(
                        """
                        metric time ns exclusive
                        path  whole
                        main  2e9
                        """);
        Comparison comparison =
                new ComparisonBuilder(Optional.of("time"))
                        .add(Side.BASELINE, "old", profileOf("path whole\nmain 2"))
                        .add(Side.CANDIDATE, "new", nanos)
                        .compare(FIVE_PERCENT);
        assertThat(node(comparison, "main").ratio()).isCloseTo(1, within(1e-12));
    }

    @Test
    void theScopeIsTheNodesOwnUnlessNamed() {
        var builder = new ComparisonBuilder(Optional.of("time:inclusive"));
        builder.add(Side.BASELINE, "old", run(1, 10, 5)).add(Side.CANDIDATE, "new", run(1, 10, 5));
        assertThat(node(builder.compare(FIVE_PERCENT), "main").before()).isEqualTo(16);
        assertThat(builder.compare(FIVE_PERCENT).total().orElseThrow().before()).isEqualTo(16);
    }

    @Test
    void readingsAtAPointHaveNoTotalAndNoShare() {
        Profile peak =
                profileOf(
                        """
                        metric peak B point
                        path  whole
                        main  100
                        """);
        Comparison comparison =
                new ComparisonBuilder(Optional.empty())
                        .add(Side.BASELINE, "old", peak)
                        .add(Side.CANDIDATE, "new", peak)
                        .compare(FIVE_PERCENT);
        assertThat(comparison.total()).isEmpty();
        assertThat(node(comparison, "main").status()).isEqualTo(Status.UNKNOWN);
    }

    @Test
    void aRunWithoutTheMetricIsNamed() {
        var builder = new ComparisonBuilder(Optional.empty());
        builder.add(Side.BASELINE, "old", run(1, 1, 1));
        Profile other = profileOf("metric bytes B exclusive\npath whole\nmain 1");
        assertThatThrownBy(() -> builder.add(Side.CANDIDATE, "new.tldb", other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "new.tldb has no metric 'time:exclusive' in a unit that converts to 's'; it"
                                + " has 'bytes:exclusive' in 'B'");
        assertThatThrownBy(() -> builder.compare(FIVE_PERCENT))
                .hasMessage("the candidate has no runs");
    }

    @Test
    void equalBuildsDifferInOneOfTwentyComparisonsAtMost() {
        assertThat(comparisonsWithAnyDifference(200, 1)).isLessThanOrEqualTo(16); // 10 + 2 sigma
    }

    @Test
    void aTenthMoreIsFoundInMostComparisons() {
        assertThat(comparisonsWithAnyDifference(50, 1.1)).isGreaterThan(45);
    }

    /// Builds of 20 nodes and 8 runs, with 3 % of skewed noise for a run and for each node.
    private static int comparisonsWithAnyDifference(int comparisons, double slowdown) {
        int found = 0;
        for (int seed = 0; seed < comparisons; seed++) {
            var random = new Random(seed);
            var builder = new ComparisonBuilder(Optional.empty());
            for (int run = 0; run < 8; run++) {
                builder.add(Side.BASELINE, "old", drawn(random, 1));
                builder.add(Side.CANDIDATE, "new", drawn(random, slowdown));
            }
            Comparison comparison = builder.compare(FIVE_PERCENT);
            if (!comparison.with(Status.SLOWER).isEmpty()
                    || !comparison.with(Status.FASTER).isEmpty()) found++;
        }
        return found;
    }

    private static Profile drawn(Random random, double slowdown) {
        double ofRun = Math.exp(0.01 * random.nextGaussian());
        var text = new StringBuilder("path whole\nmain 1\n");
        for (int node = 0; node < 20; node++)
            text.append(
                    String.format(
                            Locale.ROOT,
                            "main/n%d %.9f%n",
                            node,
                            (node == 7 ? slowdown : 1)
                                    * ofRun
                                    * Math.exp(0.03 * random.nextGaussian())));
        return profileOf(text.toString());
    }

    private static Profile run(double main, double solve, double io) {
        return profileOf(
                """
                path        whole
                main        %s
                main/solve  %s
                main/io     %s
                """
                        .formatted(main, solve, io));
    }

    private static ComparedNode node(Comparison comparison, String path) {
        return comparison.nodes().stream()
                .filter(node -> node.path().equals(path))
                .findFirst()
                .orElseThrow();
    }
}
