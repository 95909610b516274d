package treeline.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.testkit.ProfileDifference;

import java.util.List;

class NodeMappingTest {
    private static final Profile CALLS =
            profileOf(
                    """
                    path               tag   rank0  rank1
                    main               -         1      2
                    main/solve         COMP     10     20
                    main/solve/mpi     COMM      3      4
                    main/write         IO        5      6
                    main/write/mpi     COMM      7      -
                    """);

    private static void assertSame(Profile expected, Profile found) {
        assertThat(ProfileDifference.between(expected, found)).isEmpty();
    }

    private static NodeMapping keeping(Profile profile, String... names) {
        return NodeMapping.keeping(
                profile.tree(), node -> List.of(names).contains(profile.tree().name(node)));
    }

    private static NodeMapping hiding(Profile profile, String... names) {
        return NodeMapping.hiding(
                profile.tree(), node -> List.of(names).contains(profile.tree().name(node)));
    }

    @Test
    void keptNodesMoveUnderTheirNearestKeptAncestorAndEqualSiblingsMerge() {
        assertSame(
                profileOf(
                        """
                        path      tag   rank0  rank1
                        main      -         1      2
                        main/mpi  COMM     10      4
                        """),
                keeping(CALLS, "main", "mpi").of(CALLS));
    }

    @Test
    void keepingWithoutTheRootMakesAForest() {
        assertSame(
                profileOf(
                        """
                        path       tag   rank0  rank1
                        solve      COMP     10     20
                        solve/mpi  COMM      3      4
                        mpi        COMM      7      -
                        """),
                NodeMapping.keeping(
                                CALLS.tree(),
                                node ->
                                        CALLS.tree().name(node).equals("solve")
                                                || CALLS.tree().name(node).equals("mpi"))
                        .of(CALLS));
    }

    @Test
    void hiddenNodesGiveTheirValuesToTheirNearestShownAncestor() {
        assertSame(
                profileOf(
                        """
                        path        tag  rank0  rank1
                        main        COMP    14     26
                        main/write  IO      12      6
                        """),
                hiding(CALLS, "solve", "mpi").of(CALLS));
    }

    @Test
    void aHiddenRootStaysBecauseNobodyCouldTakeItsValues() {
        assertSame(CALLS, hiding(CALLS, "main").of(CALLS));
    }

    @Test
    void aSubtreeStartsAtItsNode() {
        assertSame(
                profileOf(
                        """
                        path       tag   rank0  rank1
                        write      IO        5      6
                        write/mpi  COMM      7      -
                        """),
                NodeMapping.subtree(CALLS.tree(), CALLS.tree().at("main/write")).of(CALLS));
    }

    @Test
    void smallSubtreesArePrunedIntoTheirParentsWithoutChangingTotals() {
        double[] inclusive = {58, 37, 7, 18, 7};
        assertSame(
                profileOf(
                        """
                        path        tag  rank0  rank1
                        main        -        1      2
                        main/solve  COMP    13     24
                        main/write  IO      12      6
                        """),
                NodeMapping.pruned(CALLS.tree(), inclusive, 0.2).of(CALLS));
    }

    /// A tool measured less at `a` than below it.
    @Test
    void aSubtreeStaysFromExactlyTheShareOnAndGoesWithAllBelow() {
        Profile run = profileOf("path rank0\nmain 1\nmain/a 1\nmain/a/b 5\nmain/c 2\nmain/d 1.9\n");
        double[] inclusive = {10, 1, 5, 2, 1.9};
        assertThat(NodeMapping.pruned(run.tree(), inclusive, 0.2).tree().size()).isEqualTo(2);
        assertThat(NodeMapping.pruned(run.tree(), inclusive, 0.2).tree().name(1)).isEqualTo("c");
        assertThat(NodeMapping.pruned(run.tree(), inclusive, 0).tree().size()).isEqualTo(5);
        assertThat(NodeMapping.pruned(run.tree(), inclusive, 1).tree().size()).isEqualTo(1);
    }

    @Test
    void aFlatProfileAddsUpEveryCallOfAFunction() {
        assertSame(
                profileOf(
                        """
                        path   tag   rank0  rank1
                        main   -         1      2
                        solve  COMP     10     20
                        mpi    COMM     10      4
                        write  IO        5      6
                        """),
                NodeMapping.flat(CALLS.tree(), frame -> frame).of(CALLS));
    }

    @Test
    void recursionCountsInclusiveValuesOnce() {
        Profile recursive =
                profileOf(
                        """
                        metric time s inclusive
                        path             whole
                        main                10
                        main/fib             9
                        main/fib/fib         7
                        main/fib/fib/fib     3
                        main/fib/log         1
                        """);
        assertSame(
                profileOf(
                        """
                        metric time s inclusive
                        path  whole
                        main     10
                        fib       9
                        log       1
                        """),
                NodeMapping.flat(recursive.tree(), frame -> frame).of(recursive));
    }

    @Test
    void groupsMeltWhatIsCalledWithinThem() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, inModule("main", "app"));
        int send = builder.child(main, inModule("MPI_Send", "mpi"));
        int copy = builder.child(send, inModule("memcpy", "mpi"));
        int callback = builder.child(copy, inModule("callback", "app"));
        Profile profile =
                builder.add(time, whole, main, 1)
                        .add(time, whole, send, 2)
                        .add(time, whole, copy, 4)
                        .add(time, whole, callback, 8)
                        .build();
        assertSame(
                profileOf(
                        """
                        path         whole
                        app              1
                        app/mpi          6
                        app/mpi/app      8
                        """),
                NodeMapping.grouping(profile.tree(), frame -> Frame.region(frame.module()))
                        .of(profile));
    }

    private static Frame inModule(String name, String module) {
        return new Frame(Frame.Kind.FUNCTION, name, "", 0, module);
    }

    @Test
    void readingsAtAPointKeepTheLargest() {
        Profile memory =
                profileOf(
                        """
                        metric memory B point
                        path      rank0
                        main          3
                        main/a        9
                        main/b        4
                        """);
        assertSame(
                profileOf(
                        """
                        metric memory B point
                        path  rank0
                        main      9
                        """),
                hiding(memory, "a", "b").of(memory));
    }

    @Test
    void iterationsStayWhereNothingJoinsThem() {
        Profile loop =
                profileOf(
                        """
                        path        rank0  rank1
                        main            1      1
                        main/step   1+2+3  4+_+6
                        main/a/mpi    1+1      -
                        main/b/mpi    2+2    5+5
                        """);
        assertSame(
                profileOf(
                        """
                        path        rank0  rank1
                        main            1      1
                        main/step   1+2+3  4+_+6
                        main/mpi        6    5+5
                        """),
                keeping(loop, "main", "step", "mpi").of(loop));
    }

    @Test
    void aUnionHoldsTheNodesOfAll() {
        Profile other =
                profileOf(
                        """
                        path        rank0
                        main            1
                        main/check      2
                        main/solve      3
                        """);
        List<NodeMapping> folds = NodeMapping.union(List.of(CALLS.tree(), other.tree()));
        CallTree union = folds.getFirst().tree();
        assertThat(union.size()).isEqualTo(6);
        assertThat(folds.get(1).target(other.tree().at("main/solve")))
                .isEqualTo(union.at("main/solve"));
        assertThat(folds.get(1).of(other).column("time").at(0, union.at("main/check")))
                .isEqualTo(2);
    }

    @Test
    void aFoldOfAnotherTreeIsRefused() {
        Profile other = profileOf("path whole\nmain 1\n");
        assertThatThrownBy(() -> keeping(CALLS, "main").of(other))
                .hasMessage("the mapping belongs to another call tree");
    }

    @Test
    void aGroupThatNobodyMeasuredIsWorthWhatIsInItWhenFolded() {
        Profile forest =
                profileOf(
                        """
                        metric time s inclusive
                        path        rank0  rank1
                        all             -      9
                        all/a           3      3
                        all/a/deep      2      2
                        all/b           4      4
                        """);
        assertSame(
                profileOf("metric time s inclusive\npath rank0 rank1\nall 7 9\n"),
                hiding(forest, "a", "deep", "b").of(forest));
    }

    @Test
    void siblingsThatAreAlikeBecomeOne() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        for (int line = 1; line < 4; line++)
            builder.add(
                    time,
                    whole,
                    builder.newChild(main, new Frame(Frame.Kind.REGION, "send", "", line % 2, "")),
                    line);
        Profile calls = builder.build();
        assertThat(NodeMapping.mergingSiblings(calls.tree()).tree().size()).isEqualTo(3);
        assertSame(
                profileOf("path whole\nmain -\nmain/send 6\n"),
                NodeMapping.mergingSiblings(calls.tree(), frame -> Frame.region(frame.name()))
                        .of(calls));
    }

    @Test
    void edgesOfACallGraphJoinEveryCallFromOneFunctionToAnother() {
        Profile calls =
                profileOf(
                        """
                        metric time s inclusive
                        path            whole
                        main               20
                        main/a             12
                        main/a/b            6
                        main/b              5
                        main/b/a            2
                        main/b/a/b          1
                        """);
        assertSame(
                profileOf(
                        """
                        metric time s inclusive
                        path    whole
                        main       20
                        main/a     12
                        main/b      5
                        a           -
                        a/b         7
                        b           -
                        b/a         2
                        """),
                NodeMapping.edges(calls.tree(), frame -> frame).of(calls));
    }

    @Test
    void functionsTakeOverWhatTheirLoopsAndLinesCost() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, place(Frame.Kind.FUNCTION, "main", 1));
        int loop = builder.child(main, place(Frame.Kind.LOOP, "loop", 2));
        int line = builder.child(loop, place(Frame.Kind.LINE, "main.c:3", 3));
        int callee = builder.child(line, place(Frame.Kind.FUNCTION, "f", 7));
        int other = builder.child(main, place(Frame.Kind.FUNCTION, "f", 9));
        Profile code =
                builder.add(time, whole, main, 1)
                        .add(time, whole, loop, 2)
                        .add(time, whole, line, 4)
                        .add(time, whole, callee, 8)
                        .add(time, whole, other, 16)
                        .build();
        Profile functions = NodeMapping.functions(code.tree()).of(code);
        assertThat(functions.tree().size()).isEqualTo(2);
        assertThat(functions.column("time").at(0, functions.tree().at("main"))).isEqualTo(7);
        assertThat(functions.column("time").at(0, functions.tree().at("main/f"))).isEqualTo(24);
    }

    private static Frame place(Frame.Kind kind, String name, int line) {
        return new Frame(kind, name, "main.c", line, "");
    }

    @Test
    void aShareToPruneIsAShare() {
        assertThatThrownBy(() -> NodeMapping.pruned(CALLS.tree(), new double[5], 20))
                .hasMessage("a share must be from 0 to 1, found 20.0");
    }

    @Test
    void theUnionOfATreeWithItselfIsItself() {
        for (int seed = 0; seed < 100; seed++) {
            Profile random = treeline.testkit.RandomProfiles.of(seed);
            Profile merged = NodeMapping.mergingSiblings(random.tree()).of(random);
            List<NodeMapping> union = NodeMapping.union(List.of(merged.tree(), merged.tree()));
            for (NodeMapping fold : union) assertSame(merged, fold.of(merged));
        }
    }

    @Test
    void anEmptyProfileFoldsToAnEmptyOne() {
        Profile empty = new ProfileBuilder().build();
        assertSame(empty, NodeMapping.keeping(empty.tree(), _ -> true).of(empty));
        assertSame(empty, NodeMapping.flat(empty.tree(), frame -> frame).of(empty));
        assertSame(empty, NodeMapping.pruned(empty.tree(), new double[0], 0.5).of(empty));
    }
}
