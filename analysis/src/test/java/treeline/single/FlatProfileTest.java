package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.transform.Reduction;

/// Flat profiles and call graphs: both raise in Hatchet 1.4 on every input.
class FlatProfileTest {
    private static final Profile RUN =
            profileOf(
                    """
                    path              rank0  rank1
                    main                  2      -
                    main/fib              4      4
                    main/fib/fib          8      8
                    main/fib/fib/mpi      1      3
                    main/mpi              6      4
                    """);

    private static Metric time(Profile profile) {
        return profile.metrics().getFirst();
    }

    @Test
    void aFunctionCostsTheSameWhoeverCalledIt() {
        assertThat(FlatProfile.of(RUN, time(RUN), Grouping.FUNCTION, Reduction.SUM).toString())
                .isEqualTo(
                        """
                        function  exclusive  inclusive  share  nodes
                        fib              24         28   0.60      2
                        mpi              14         14   0.35      2
                        main              2         40   0.05      1
                        """);
    }

    @Test
    void modulesFilesAndKindsAreGroupsToo() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int main =
                builder.child(
                        ProfileBuilder.ROOT,
                        new Frame(Frame.Kind.FUNCTION, "main", "main.c", 1, "app"));
        int loop = builder.child(main, new Frame(Frame.Kind.LOOP, "loop", "main.c", 5, ""));
        Profile profile = builder.add(time, whole, main, 1).add(time, whole, loop, 3).build();
        assertThat(FlatProfile.of(profile, time(profile), Grouping.FILE, Reduction.SUM).toString())
                .isEqualTo(
                        """
                        file    exclusive  inclusive  share  nodes
                        main.c          4          4      1      2
                        """);
        assertThat(
                        FlatProfile.of(profile, time(profile), Grouping.MODULE, Reduction.SUM)
                                .toString())
                .isEqualTo(
                        """
                        module  exclusive  inclusive  share  nodes
                        app             4          4      1      2
                        """);
        assertThat(FlatProfile.of(profile, time(profile), Grouping.KIND, Reduction.SUM).toString())
                .isEqualTo(
                        """
                        kind      exclusive  inclusive  share  nodes
                        loop              3          3   0.75      1
                        function          1          4   0.25      1
                        """);
    }

    @Test
    void aCallGraphHasAnEdgeForEveryPairAndOneForRecursion() {
        CallGraph graph = CallGraph.of(RUN, time(RUN), Reduction.SUM);
        assertThat(graph.functions())
                .isEqualTo(FlatProfile.of(RUN, time(RUN), Grouping.FUNCTION, Reduction.SUM));
        assertThat(graph.calls().toString())
                .isEqualTo(
                        """
                        caller  callee  inclusive  nodes
                        main    fib            28      1
                        fib     fib            20      1
                        main    mpi            10      1
                        fib     mpi             4      1
                        """);
    }

    @Test
    void readingsAtAPointHaveNoFlatProfile() {
        Profile memory = profileOf("metric memory B point\npath rank0\nmain 3\n");
        assertThatThrownBy(() -> FlatProfile.of(memory, time(memory), Grouping.NAME, Reduction.SUM))
                .hasMessage("metric 'memory' is a point reading and has no exclusive values");
    }

    @Test
    void recursionDeeperThanAThreadsStackIsOneFunction() {
        int depth = 200_000;
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int node = ProfileBuilder.ROOT;
        for (int i = 0; i < depth; i++) {
            node = builder.child(node, Frame.function("f"));
            builder.add(time, whole, node, 1);
        }
        Profile deep = builder.build();
        CallGraph graph = CallGraph.of(deep, time(deep), Reduction.SUM);
        assertThat(graph.functions().real("inclusive").at(0)).isEqualTo(depth);
        assertThat(graph.calls().real("inclusive").at(0)).isEqualTo(depth - 1);
        assertThat(
                        LoadImbalance.of(deep, time(deep), Threshold.none())
                                .table()
                                .text("path")
                                .text(depth - 1))
                .startsWith("…/f/f/f")
                .hasSize(401);
    }
}
