package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.numbers.Numbers;
import treeline.transform.Reduction;

import java.util.List;
import java.util.Optional;

class DiffTreeTest {
    private final Profile before =
            profileOf(
                    """
                    path        rank0
                    main            1
                    main/solve      4
                    main/wait       2
                    """);
    private final Profile after =
            profileOf(
                    """
                    metric time ms exclusive
                    path        rank0
                    main         1000
                    main/check    500
                    main/solve   3000
                    """);

    @Test
    void runsStandOverOneTreeInTheUnitOfTheFirst() {
        DiffTree diff =
                DiffTree.of(
                        Numbers.of(before, "time"), Numbers.of(after, "time"), Reduction.MEAN, 100);
        List<String> names =
                diff.rows().node().stream().mapToObj(diff.rows().tree()::name).toList();
        assertThat(names).containsExactly("main", "solve", "wait", "check");
        assertThat(diff.aNode().toArray()).containsExactly(0, 1, 2, -1);
        assertThat(diff.bNode().toArray()).containsExactly(0, 2, -1, 1);
        assertThat(diff.a().toArray()).containsExactly(7, 4, 2, Double.NaN);
        assertThat(diff.b().toArray()).containsExactly(4.5, 3, Double.NaN, 0.5);
        assertThat(diff.aExclusive().toArray()).containsExactly(1, 4, 2, Double.NaN);
        assertThat(diff.bExclusive().toArray()).containsExactly(1, 3, Double.NaN, 0.5);
        assertThat(diff.aTotal()).isEqualTo(7);
        assertThat(diff.bTotal()).isEqualTo(4.5);
    }

    @Test
    void secondsAndBytesDoNotCompare() {
        Profile bytes = profileOf("metric time B exclusive\npath rank0\nmain 1\n");
        assertThatThrownBy(
                        () ->
                                DiffTree.of(
                                        Numbers.of(before, "time"),
                                        Numbers.of(bytes, "time"),
                                        Reduction.MEAN,
                                        100))
                .hasMessage("the unit of metric 'time' is 's' in one run and 'B' in the other");
    }

    @Test
    void executionsCompareTheSameCallPathOfAllRuns() {
        Executions solve =
                Executions.of(
                        List.of(
                                Optional.of(Numbers.of(before, "time")),
                                Optional.of(Numbers.of(after, "time")),
                                Optional.empty()),
                        0,
                        Scope.INCLUSIVE,
                        new int[] {before.tree().at("main/solve")},
                        Reduction.MEAN,
                        true);
        assertThat(solve.runs().toArray()).containsExactly(4, 3, Double.NaN);
        assertThat(solve.repetitions()).isEmpty();
        assertThat(solve.best()).isEqualTo(3);
        assertThat(solve.mean()).isEqualTo(3.5);
        assertThat(solve.worst()).isEqualTo(4);
    }

    @Test
    void siblingsOfOneNameAreToldApartByTheirPlace() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Scope.INCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        builder.add(time, whole, main, 9);
        for (int line = 1; line <= 2; line++) {
            int module =
                    builder.child(
                            main, new Frame(Frame.Kind.FUNCTION, "<module>", "a.py", line, ""));
            builder.add(time, whole, module, line);
        }
        Profile twins = builder.build();
        for (int twin = 1; twin <= 2; twin++)
            assertThat(
                            Executions.of(
                                            List.of(Optional.of(Numbers.of(twins, "time"))),
                                            0,
                                            Scope.INCLUSIVE,
                                            new int[] {twin},
                                            Reduction.MEAN,
                                            true)
                                    .runs()
                                    .toArray())
                    .containsExactly(twin);
    }

    @Test
    void repetitionsAreExecutionsOfTheirOwn() {
        Profile repeated =
                profileOf(
                        """
                        path  rank0rep0  rank0rep1  rank0rep2  rank1rep0  rank1rep1  rank1rep2
                        main          9          2          3          7          -          5
                        """);
        Executions main =
                Executions.of(
                        List.of(Optional.of(Numbers.of(repeated, "time"))),
                        0,
                        Scope.INCLUSIVE,
                        new int[] {0},
                        Reduction.MEAN,
                        true);
        assertThat(main.repetitions())
                .containsExactly(
                        new Executions.Repetition(0, 8),
                        new Executions.Repetition(1, 2), // of the one rank that ran it
                        new Executions.Repetition(2, 4));
        assertThat(main.median()).isEqualTo(4);
        assertThat(main.best()).isEqualTo(2);
        assertThat(main.worst()).isEqualTo(8);
    }

    private static DiffTree diff(String a, String b, int limit) {
        return DiffTree.of(
                Numbers.of(profileOf(a), "time"),
                Numbers.of(profileOf(b), "time"),
                Reduction.MEAN,
                limit);
    }

    @Test
    void whatIsHeavyInEitherRunIsShownFirst() {
        String light = "path rank0\nmain 1\nmain/light 0.5\n";
        String heavy = light + "main/heavy 9\n";
        assertThat(diff(light, heavy, 2).bNode().toArray()).containsExactly(0, 2);
        assertThat(diff(heavy, light, 2).aNode().toArray()).containsExactly(0, 2);
        assertThat(diff(light, heavy.replace("0.5", "20"), 2).bNode().toArray())
                .containsExactly(0, 1);
    }

    /// Roots that stand side by side under one name: 1 second, not measured, 2 seconds.
    @Test
    void siblingsOfOneFrameAreAddedUp() {
        DiffTree diff = ofTwins(Scope.EXCLUSIVE);
        assertThat(diff.a().toArray()).containsExactly(3);
        assertThat(diff.aExclusive().toArray()).containsExactly(3);
        assertThat(diff.aNode().toArray()).containsExactly(0);
        assertThat(diff.b().toArray()).containsExactly(4);
        assertThat(ofTwins(Scope.POINT).a().toArray()).containsExactly(2);
    }

    private static DiffTree ofTwins(Scope scope) {
        Metric metric = new Metric("time", Unit.SECONDS, scope);
        var twins = new ProfileBuilder();
        int time = twins.metric(metric);
        int whole = twins.context(Context.WHOLE);
        twins.add(time, whole, twins.newChild(ProfileBuilder.ROOT, Frame.region("main")), 1);
        twins.newChild(ProfileBuilder.ROOT, Frame.region("main"));
        twins.add(time, whole, twins.newChild(ProfileBuilder.ROOT, Frame.region("main")), 2);
        String one = "metric time s %s\npath whole\nmain 4\n".formatted(scope);
        return DiffTree.of(
                Numbers.of(twins.build(), metric),
                Numbers.of(profileOf(one), metric),
                Reduction.MEAN,
                100);
    }

    private static Executions executions(String path, Profile... runs) {
        return Executions.of(
                java.util.Arrays.stream(runs)
                        .map(run -> Optional.of(Numbers.of(run, "time")))
                        .toList(),
                0,
                Scope.INCLUSIVE,
                new int[] {runs[0].tree().at(path)},
                Reduction.MEAN,
                true);
    }

    @Test
    void runsWithoutThePathOrInAnotherUnitHaveNoTotal() {
        Profile bytes = profileOf("metric time B exclusive\npath rank0\nmain 1\nmain/wait 1\n");
        Executions wait = executions("main/wait", before, after, bytes);
        assertThat(wait.runs().toArray()).containsExactly(2, Double.NaN, Double.NaN);
        assertThat(wait.best()).isEqualTo(2);
        assertThat(wait.worst()).isEqualTo(2);
    }

    /// `main/retry` was needed in one repetition only.
    @Test
    void oneRepetitionIsNoComparison() {
        Profile repeated =
                profileOf(
                        """
                        path        rank0rep0  rank0rep1
                        main                9          8
                        main/retry          4          -
                        """);
        Profile other = profileOf("path rank0\nmain 5\nmain/retry 7\n");
        Executions retry = executions("main/retry", repeated, other);
        assertThat(retry.repetitions())
                .containsExactly(
                        new Executions.Repetition(0, 4), new Executions.Repetition(1, Double.NaN));
        assertThat(retry.runs().toArray()).containsExactly(2, 7);
        assertThat(retry.worst()).isEqualTo(7);
        assertThat(executions("main", repeated, other).worst()).isEqualTo(13);
    }

    @Test
    void aCallPathMayStartAtAnyRoot() {
        String two = "path rank0\nmain 1\nmain/write 2\npost 3\npost/write %d\n";
        Executions write =
                executions("post/write", profileOf(two.formatted(4)), profileOf(two.formatted(5)));
        assertThat(write.runs().toArray()).containsExactly(4, 5);
    }

    /// With nothing selected a page asks for all roots: their sum is the total of the run.
    @Test
    void allRootsTogetherTakeTheTotal() {
        Profile two = profileOf("path rank0 rank1\nmain 1 3\nmain/solve 2 2\npost 3 5\n");
        Profile other = profileOf("path rank0\nmain 4\nend 3\nlog 2\n");
        Numbers numbers = Numbers.of(two, "time");
        for (Reduction over : Reduction.values()) {
            Executions all =
                    Executions.of(
                            List.of(Optional.of(numbers), Optional.of(Numbers.of(other, "time"))),
                            0,
                            Scope.INCLUSIVE,
                            two.tree().children(CallTree.NO_PARENT),
                            over,
                            true);
            assertThat(all.runs().at(0)).isEqualTo(numbers.total(numbers.inclusive(over)));
            assertThat(all.runs().at(1)).isEqualTo(9);
        }
    }

    /// Repetitions of `init` and of `step` are not repetitions of the program.
    @Test
    void rootsThatWereRepeatedUnevenlyHaveNoCommonRepetitions() {
        Profile uneven =
                profileOf("path rank0rep0 rank0rep1 rank0rep2\ninit 550 - -\nstep 1 2 3\n");
        Profile even = profileOf("path rank0rep0 rank0rep1\ninit 5 7\nstep 1 2\n");
        assertThat(ofRoots(uneven).repetitions()).isEmpty();
        assertThat(ofRoots(uneven).runs().toArray()).containsExactly(552);
        assertThat(ofRoots(even).repetitions())
                .containsExactly(new Executions.Repetition(0, 6), new Executions.Repetition(1, 9));
    }

    private static Executions ofRoots(Profile profile) {
        return Executions.of(
                List.of(Optional.of(Numbers.of(profile, "time"))),
                0,
                Scope.INCLUSIVE,
                profile.tree().children(CallTree.NO_PARENT),
                Reduction.MEAN,
                true);
    }

    @Test
    void runsThatAreNotRepetitionsHaveNoBest() {
        Executions runs =
                Executions.of(
                        List.of(
                                Optional.of(Numbers.of(before, "time")),
                                Optional.of(Numbers.of(after, "time"))),
                        0,
                        Scope.INCLUSIVE,
                        new int[] {0},
                        Reduction.MEAN,
                        false);
        assertThat(runs.runs().at(1)).isPositive();
        assertThat(runs.best()).isNaN();
        assertThat(runs.worst()).isNaN();
        assertThat(runs.mean()).isNaN();
    }
}
