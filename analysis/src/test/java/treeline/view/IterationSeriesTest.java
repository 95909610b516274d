package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.numbers.Iterations;
import treeline.numbers.Numbers;
import treeline.single.Drift;
import treeline.statement.FindingText;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

class IterationSeriesTest {
    private static IterationSeries series(String drawing, Scope scope, String path) {
        Profile profile = profileOf(drawing);
        return IterationSeries.of(Numbers.of(profile, "time"), scope, profile.tree().at(path), 1)
                .orElseThrow();
    }

    @Test
    void eachIterationHasItsMeanAndExtremes() {
        IterationSeries step =
                series(
                        """
                        path       loop  rank0  rank1
                        main       -         1      1
                        main/step  each  1+2+_  3+_+_
                        """,
                        Scope.EXCLUSIVE,
                        "main/step");
        assertThat(step.iteration().toArray()).containsExactly(0, 1);
        assertThat(step.mean().toArray()).containsExactly(2, 2);
        assertThat(step.min().toArray()).containsExactly(1, 2);
        assertThat(step.max().toArray()).containsExactly(3, 2);
        assertThat(step.loop()).isEqualTo(1);
        assertThat(step.drift()).isEmpty();
    }

    @Test
    void theOtherScopeIsComputedIterationByIteration() {
        String inclusive =
                """
                metric time s inclusive
                path         rank0
                step       10+20+30
                step/inner   1+2+3
                """;
        assertThat(series(inclusive, Scope.EXCLUSIVE, "step").mean().toArray())
                .containsExactly(9, 18, 27);
        String exclusive = inclusive.replace("inclusive", "exclusive");
        assertThat(series(exclusive, Scope.INCLUSIVE, "step").mean().toArray())
                .containsExactly(11, 22, 33);
    }

    @Test
    void aNodeWithoutIterationsHasNoSeries() {
        Profile profile = profileOf("path rank0\nmain 1\n");
        assertThat(IterationSeries.of(Numbers.of(profile, "time"), Scope.INCLUSIVE, 0, 1))
                .isEmpty();
    }

    @Test
    void driftIsThatOfTheAnalysis() {
        Profile profile = profileOf("path rank0\nstep 1+2+3+4+5+6\n");
        Drift.Loop drift =
                IterationSeries.of(Numbers.of(profile, "time"), Scope.EXCLUSIVE, 0, 1)
                        .orElseThrow()
                        .drift()
                        .orElseThrow();
        assertThat(Drift.loops(profile, profile.metrics().getFirst())).containsExactly(drift);
        assertThat(drift.drift()).isEqualTo(5 / 3.5);
    }

    private static int[] jumps(java.util.function.IntToDoubleFunction time) {
        String cells =
                IntStream.range(0, 40)
                        .mapToObj(i -> Double.toString(time.applyAsDouble(i)))
                        .collect(Collectors.joining("+"));
        return series("path rank0\nstep %s\n".formatted(cells), Scope.EXCLUSIVE, "step")
                .jumps()
                .toArray();
    }

    @Test
    void fromAJumpOnTheLevelIsAnother() {
        assertThat(jumps(i -> (i < 20 ? 1 : 2) + i % 3 * 0.01)).containsExactly(20);
        assertThat(jumps(i -> i < 10 ? 5 : i < 30 ? 1 : 3)).containsExactly(10, 30);
    }

    @Test
    void outliersDriftAndNoiseAreNoJumps() {
        assertThat(jumps(i -> i == 20 ? 9 : 1)).isEmpty();
        assertThat(jumps(i -> 1 + i * 0.01)).isEmpty();
        assertThat(jumps(i -> 1 + i % 2)).isEmpty();
    }

    private static int[] jumpsOf(double... seconds) {
        String cells =
                java.util.Arrays.stream(seconds)
                        .mapToObj(Double::toString)
                        .collect(Collectors.joining("+"));
        return series("path rank0\nstep %s+_\n".formatted(cells), Scope.EXCLUSIVE, "step")
                .jumps()
                .toArray();
    }

    /// With twelve iterations six on either side are the rarest of 924 divisions.
    @Test
    void aJumpNeedsTwelveIterationsAndFiveOnEitherSide() {
        assertThat(jumpsOf(1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2)).containsExactly(6);
        assertThat(jumpsOf(1, 1, 1, 1, 1, 2, 2, 2, 2, 2)).isEmpty();
        assertThat(jumps(i -> i < 5 ? 1 : 2)).containsExactly(5);
        assertThat(jumps(i -> i < 4 ? 1 : 2)).isEmpty();
    }

    @Test
    void aJumpIsMoreThanATwentiethOfTheMean() {
        assertThat(jumps(i -> i < 20 ? 97 : 103)).containsExactly(20);
        assertThat(jumps(i -> i < 20 ? 97.5 : 102.5)).isEmpty();
        assertThat(jumps(_ -> 0)).isEmpty();
    }

    /// A line through one jump would rise by more than the jump is large.
    @Test
    void aLoopJumpsOrDrifts() {
        Profile profile =
                profileOf(
                        "path rank0\nstep %s%s\n"
                                .formatted("1+".repeat(25), "1.4+".repeat(24) + "1.4"));
        Drift.Loop loop = Drift.loops(profile, profile.metrics().getFirst()).getFirst();
        assertThat(loop.isDrift()).isFalse();
        assertThat(loop.change()).isCloseTo(1 / 3.0, offset(1e-9));
        assertThat(new FindingText(profile, profile.metrics().getFirst()).drift(loop).text())
                .isEqualTo(
                        "step slows down at once: from iteration 25 on 1.40 s instead of 1.00 s");
        assertThat(jumps(i -> 1 + i / 10)).containsExactly(10, 20, 30);
    }

    /// From 1 over 2 to 3 seconds: both steps are of one size, and the first is named.
    @Test
    void aJumpThatTakesTwoIterationsIsOne() {
        assertThat(jumps(i -> i < 20 ? 1 : i == 20 ? 2 : 3)).containsExactly(20);
    }

    @Test
    void aLevelThatEndsAgainHasTwoJumps() {
        assertThat(jumps(i -> i >= 20 && i < 30 ? 3 : 1)).containsExactly(20, 30);
    }

    /// Of every three iterations one still takes 100 seconds.
    @Test
    void someIterationsMayStayAtTheOldLevel() {
        assertThat(jumps(i -> i < 20 || i % 3 == 0 ? 100 : 111)).containsExactly(20);
    }

    private static boolean drifts(java.util.function.IntToDoubleFunction time) {
        String cells =
                IntStream.range(0, 41)
                        .mapToObj(i -> Double.toString(time.applyAsDouble(i)))
                        .collect(Collectors.joining("+"));
        return series("path rank0\nstep %s\n".formatted(cells), Scope.EXCLUSIVE, "step")
                .drift()
                .isPresent();
    }

    @Test
    void aDriftIsMoreThanATwentieth() {
        assertThat(drifts(_ -> 1)).isFalse();
        assertThat(drifts(i -> 100 + i * 0.12)).isFalse(); // 4.8 from first to last
        assertThat(drifts(i -> 100 + i * 0.13)).isTrue(); // 5.2, of a mean of 102.6
        assertThat(drifts(i -> 100 - i * 0.13)).isTrue();
    }

    /// Six values in ascending order are the rarest of 360 orders. With four loops that is 4 of
    /// 360, more than 1 %.
    @Test
    void aDriftIsSignificantAmongAllLoopsOfTheRun() {
        Profile profile = profileOf("path rank0\nstep 1+2+3+4+5+6\n");
        Numbers numbers = Numbers.of(profile, "time");
        for (int loops = 1; loops < 6; loops++)
            assertThat(
                            IterationSeries.of(numbers, Scope.EXCLUSIVE, 0, loops)
                                    .orElseThrow()
                                    .drift()
                                    .isPresent())
                    .isEqualTo(loops < 4);
    }

    /// The line rises by 80 % and explains 0.27 of the variance: the old rule called it a drift.
    @Test
    void sixValuesInDisorderAreNoDrift() {
        assertThat(series("path rank0\nstep 1+2+3+1+2+3\n", Scope.EXCLUSIVE, "step").drift())
                .isEmpty();
    }

    @Test
    void exclusiveIterationsWithASummedCalleeAreUnknown() {
        Profile profile =
                profileOf("metric time s inclusive\npath rank0\nstep 10+10+10\nstep/pack 27\n");
        Numbers numbers = Numbers.of(profile, "time");
        assertThat(IterationSeries.of(numbers, Scope.EXCLUSIVE, 0, 1)).isEmpty();
        assertThat(
                        new FindingText(profile, numbers.metric().in(Scope.EXCLUSIVE))
                                .unknownIterations(
                                        0,
                                        Iterations.unknown(numbers, Scope.EXCLUSIVE, 0)
                                                .orElseThrow())
                                .text())
                .isEqualTo(
                        "step: exclusive time per iteration is unknown: callee pack has no recorded"
                                + " iterations");
        assertThat(
                        IterationSeries.of(numbers, Scope.INCLUSIVE, 0, 1)
                                .orElseThrow()
                                .mean()
                                .toArray())
                .containsExactly(10, 10, 10);
    }

    @Test
    void iterationsAreThoseOfTheLoopAround() {
        String drawing =
                """
                path             loop  rank0
                main             -         1
                main/step        each  4+4+4
                main/step/solve  -     2+2+2
                main/alone       -     1+1+1
                """;
        assertThat(series(drawing, Scope.EXCLUSIVE, "main/step/solve").loop()).isEqualTo(1);
        assertThat(series(drawing, Scope.EXCLUSIVE, "main/alone").loop()).isEqualTo(3);
    }

    /// Tools that see source code call loops by their kind.
    @Test
    void aFrameMayBeALoopByItsKind() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        int loop = builder.child(main, new Frame(Frame.Kind.LOOP, "loop", "a.c", 7, ""));
        int solve = builder.child(loop, Frame.function("solve"));
        builder.addSeries(time, whole, solve, new double[] {1, 2}, 0, 2);
        Numbers numbers = Numbers.of(builder.build(), "time");
        assertThat(IterationSeries.of(numbers, Scope.EXCLUSIVE, solve, 1).orElseThrow().loop())
                .isEqualTo(loop);
    }
}
