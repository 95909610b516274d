package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.TreeBuilder;
import treeline.numbers.Numbers;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

class HotPathTest {
    private static final Profile RUN =
            profileOf(
                    """
                    metric time s inclusive
                    path                    whole
                    main                      100
                    main/solve                 80
                    main/solve/force           50
                    main/solve/force/a         20
                    main/solve/force/b         24
                    main/write                 20
                    start                       5
                    start/init                  5
                    idle                        0
                    """);

    private static double[] values(Profile profile) {
        Metric metric = profile.metrics().getFirst();
        return Numbers.of(profile, metric).inclusive(Reduction.MEAN);
    }

    private static String names(CallTree tree, int[] path) {
        return String.join(" ", Arrays.stream(path).mapToObj(tree::name).toList());
    }

    private static String hot(double share) {
        return names(RUN.tree(), HotPath.of(RUN.tree(), values(RUN), share));
    }

    /// Hatchet goes on to `b`, which holds less than half of its parent.
    @Test
    void itEndsAtTheLastNodeThatHoldsEnoughOfItsParent() {
        assertThat(hot(HotPath.DEFAULT_SHARE)).isEqualTo("main solve force");
        assertThat(hot(0.9)).isEqualTo("main");
        assertThat(hot(0.1)).isEqualTo("main solve force b");
    }

    @Test
    void aChildThatHoldsExactlyTheShareIsOnThePath() {
        assertThat(hot(0.8)).isEqualTo("main solve");
        assertThat(hot(0.625)).isEqualTo("main solve force");
    }

    /// Over exclusive values Hatchet's path leads to any leaf; ours are made inclusive first.
    @Test
    void exclusiveValuesAreAddedUpBeforeThePathIsTaken() {
        Profile exclusive =
                profileOf(
                        """
                        path              rank0  rank1
                        main                  1      1
                        main/finalize         9      9
                        main/solve            0      0
                        main/solve/force     30     50
                        """);
        assertThat(names(exclusive.tree(), HotPath.of(exclusive.tree(), values(exclusive), 0.5)))
                .isEqualTo("main solve force");
    }

    @Test
    void aPathStartsAtAnyNode() {
        int solve = RUN.tree().at("main/solve");
        assertThat(names(RUN.tree(), HotPath.from(RUN.tree(), solve, values(RUN), 0.5)))
                .isEqualTo("solve force");
        assertThat(HotPath.from(RUN.tree(), RUN.tree().at("idle"), values(RUN), 0.5)).isEmpty();
    }

    @Test
    void everyRootOfAForestHasAPathHeaviestFirst() {
        List<int[]> paths = HotPath.ofAllRoots(RUN.tree(), values(RUN), 0.5);
        assertThat(paths.stream().map(path -> names(RUN.tree(), path)))
                .containsExactly("main solve force", "start init");
    }

    @Test
    void theHeavierRootComesFirstAndOfEqualChildrenTheFirstIsTaken() {
        Profile forest =
                profileOf(
                        """
                        metric time s inclusive
                        path    whole
                        init        5
                        main       90
                        main/a     40
                        main/b     40
                        """);
        List<int[]> paths = HotPath.ofAllRoots(forest.tree(), values(forest), 0.4);
        assertThat(paths.stream().map(path -> names(forest.tree(), path)))
                .containsExactly("main a", "init");
    }

    @Test
    void theWholeOfAParentIsTheLargestShare() {
        int start = RUN.tree().at("start");
        assertThat(names(RUN.tree(), HotPath.from(RUN.tree(), start, values(RUN), 1)))
                .isEqualTo("start init");
    }

    @Test
    void whatHasNoValueHasNoPath() {
        CallTree empty = new TreeBuilder().build();
        assertThat(HotPath.of(empty, new double[0], 0.5)).isEmpty();
        Profile nothing = profileOf("metric time s inclusive\npath whole\nmain -\n");
        assertThat(HotPath.of(nothing.tree(), values(nothing), 0.5)).isEmpty();
    }

    @Test
    void aShareIsAboveZeroAndAtMostOne() {
        for (double share : new double[] {0, 50, Double.NaN})
            assertThatThrownBy(() -> HotPath.from(RUN.tree(), 0, values(RUN), share))
                    .hasMessage(
                            "the threshold of a hot path must be above 0 and at most 1, found "
                                    + share);
    }

    /// Hatchet recurses and ends at Python's limit of 1000 frames.
    @Test
    void aPathDeeperThanAThreadsStackIsFollowedToItsEnd() {
        int depth = 200_000;
        int[] parents = IntStream.range(-1, depth - 1).toArray();
        CallTree deep = CallTree.of(parents, new int[depth], List.of(Frame.function("f")));
        double[] inclusive = IntStream.range(0, depth).mapToDouble(i -> depth - i).toArray();
        assertThat(HotPath.of(deep, inclusive, 0.5)).hasSize(depth);
    }
}
