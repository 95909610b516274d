package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.table.Table;
import treeline.testkit.Drawing;
import treeline.testkit.RandomProfiles;
import treeline.transform.NodeGroups;
import treeline.transform.NodeMapping;
import treeline.transform.NodePredicates;
import treeline.transform.Reduction;

import java.util.List;

/// Groups of nodes where the data go into functions.
class GroupingTest {
    private static final Profile CODE =
            DrawnCode.profileOf(
                    """
                    main                                       1
                    main/loop:10                               2
                    main/loop:10/line:11                       4
                    main/loop:10/line:12/f                     8
                    main/loop:10/line:12/f/line:30            16
                    main/loop:10/line:12/f/line:30/main       32
                    main/line:12/f/instruction:7f             64
                    """);

    private static String flat(Profile profile, Grouping by) {
        return FlatProfile.of(profile, profile.metrics().getFirst(), by, Reduction.SUM).toString();
    }

    @Test
    void loopsLinesAndInstructionsCountForTheFunctionAroundThem() {
        assertThat(flat(CODE, Grouping.FUNCTION))
                .isEqualTo(
                        """
                        function  exclusive  inclusive    share  nodes
                        f                88        120  0.69291      4
                        main             39        127  0.30709      6
                        """);
    }

    @Test
    void byNameEveryFrameIsItsOwn() {
        assertThat(flat(CODE, Grouping.NAME))
                .isEqualTo(
                        """
                        name               exclusive  inclusive     share  nodes
                        app@0x7f                  64         64  0.503937      1
                        main                      33        127  0.259843      2
                        main.c:30                 16         48  0.125984      1
                        f                          8        120  0.062992      2
                        main.c:11                  4          4  0.031496      1
                        loop at main.c:10          2         62  0.015748      1
                        main.c:12                  -        120         -      2
                        """);
    }

    @Test
    void whatIsInNoLineIsOneRow() {
        assertThat(flat(CODE, Grouping.LINE))
                .isEqualTo(
                        """
                        line           exclusive  inclusive     share  nodes
                        (no line)            107        127  0.842520      6
                        src/main.c:30         16         48  0.125984      1
                        src/main.c:11          4          4  0.031496      1
                        src/main.c:12          -        120         -      2
                        """);
    }

    @Test
    void lineZeroIsNoLine() {
        Profile unknown = DrawnCode.profileOf("main/line:0 2\nmain/line:3 1\n");
        assertThat(flat(unknown, Grouping.LINE))
                .isEqualTo(
                        """
                        line          exclusive  inclusive    share  nodes
                        (no line)             2          3  0.66667      2
                        src/main.c:3          1          1  0.33333      1
                        """);
    }

    /// Of a line, a loop and an instruction in `src/main.c` and two that no tool knew the place of.
    @Test
    void whatHasNoPlaceKeepsItsName() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        List<Frame> frames =
                List.of(
                        new Frame(Frame.Kind.LINE, "somewhere", "", 0, ""),
                        new Frame(Frame.Kind.INSTRUCTION, "app@0x7f", "src/main.c", 9, ""),
                        new Frame(Frame.Kind.LOOP, "loop at main.c", "src/main.c", 0, ""));
        for (int i = 0; i < frames.size(); i++)
            builder.add(time, whole, builder.child(main, frames.get(i)), 1 << i);
        Profile code = builder.build();
        assertThat(flat(code, Grouping.LINE))
                .isEqualTo(
                        """
                        line          exclusive  inclusive    share  nodes
                        (no line)             4          7  0.57143      2
                        src/main.c:9          2          2  0.28571      1
                        somewhere             1          1  0.14286      1
                        """);
        assertThat(flat(code, Grouping.LOOP))
                .isEqualTo(
                        """
                        loop            exclusive  inclusive    share  nodes
                        loop at main.c          4          4  0.57143      1
                        (no loop)               3          7  0.42857      3
                        """);
    }

    @Test
    void aFunctionWithoutAModuleIsNotInThatOfItsCaller() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        var known = new Frame(Frame.Kind.FUNCTION, "main", "", 0, "app");
        int main = builder.child(ProfileBuilder.ROOT, known);
        builder.add(time, whole, main, 1);
        builder.add(time, whole, builder.child(main, Frame.function("f")), 2);
        assertThat(flat(builder.build(), Grouping.MODULE))
                .isEqualTo(
                        """
                        module     exclusive  inclusive    share  nodes
                        (unknown)          2          2  0.66667      1
                        app                1          3  0.33333      1
                        """);
    }

    @Test
    void aLoopHoldsWhatItCalls() {
        assertThat(flat(CODE, Grouping.LOOP))
                .isEqualTo(
                        """
                        loop           exclusive  inclusive    share  nodes
                        (no loop)             65        127  0.51181      4
                        src/main.c:10         62         62  0.48819      6
                        """);
    }

    @Test
    void linesAreInTheModuleOfTheirFunction() {
        assertThat(flat(CODE, Grouping.MODULE))
                .isEqualTo(
                        """
                        module  exclusive  inclusive  share  nodes
                        app           127        127      1     10
                        """);
    }

    @Test
    void aLineThatNoFunctionIsAroundStaysUnderItsOwnName() {
        Profile lines = DrawnCode.profileOf("line:3 1\nline:3/instruction:7f 2\nmain 4\n");
        assertThat(flat(lines, Grouping.FUNCTION))
                .isEqualTo(
                        """
                        function  exclusive  inclusive    share  nodes
                        main              4          4  0.57143      1
                        main.c:3          3          3  0.42857      2
                        """);
        assertThat(flat(lines, Grouping.LINE))
                .isEqualTo(
                        """
                        line          exclusive  inclusive    share  nodes
                        (no line)             4          4  0.57143      1
                        src/main.c:3          3          3  0.42857      2
                        """);
    }

    @Test
    void activitiesAndTagsAreGroupsToo() {
        Profile run =
                Drawing.profileOf(
                        """
                        path                tag      rank0
                        main                -            1
                        main/halo           COMM         2
                        main/halo/pack      -            4
                        main/solve          physics      8
                        main/solve/MPI_Wait -           16
                        """);
        assertThat(flat(run, Grouping.ACTIVITY))
                .isEqualTo(
                        """
                        activity       exclusive  inclusive    share  nodes
                        communication         22         22  0.70968      3
                        computation            9         31  0.29032      2
                        """);
        assertThat(flat(run, Grouping.TAG))
                .isEqualTo(
                        """
                        tag      exclusive  inclusive     share  nodes
                        physics         24         24  0.774194      2
                        COMM             6          6  0.193548      2
                        (none)           1         31  0.032258      1
                        """);
    }

    @Test
    void aCallFromALoopOrLineIsACallFromItsFunction() {
        CallGraph graph = CallGraph.of(CODE, CODE.metrics().getFirst(), Reduction.SUM);
        assertThat(graph.functions().toString()).isEqualTo(flat(CODE, Grouping.FUNCTION));
        assertThat(graph.calls().toString())
                .isEqualTo(
                        """
                        caller  callee  inclusive  nodes
                        main    f             120      4
                        f       main           32      1
                        """);
    }

    @Test
    void exclusiveValuesAddUpToTheTotalWhateverTheGrouping() {
        for (int seed = 0; seed < 60; seed++) {
            Profile random = RandomProfiles.of(seed);
            for (var metric : random.metrics()) {
                if (metric.scope() != Metric.Scope.EXCLUSIVE) continue;
                double total = sum(random, metric, Grouping.NAME);
                for (Grouping by : Grouping.values())
                    assertThat(sum(random, metric, by))
                            .as("%s", by)
                            .isCloseTo(total, within(1e-9 * Math.abs(total)));
            }
        }
    }

    private static double sum(Profile profile, Metric metric, Grouping by) {
        Table flat = FlatProfile.of(profile, metric, by, Reduction.SUM);
        double sum = 0;
        for (double value : flat.real("exclusive").numbers())
            if (!Double.isNaN(value)) sum += value;
        return sum;
    }

    /// Profiles without symbols consist of addresses, and an address contains no other address.
    @Test
    void anAddressWithoutAFunctionAroundItIsItsOwnFunction() {
        for (int seed = 0; seed < 200; seed++) {
            Profile random = RandomProfiles.of(seed);
            CallTree tree = random.tree();
            NodeGroups groups = Grouping.FUNCTION.of(random.outline());
            for (int node = 0; node < tree.size(); node++)
                assertThat(groups.frame(node).name()).isEqualTo(tree.name(functionOf(tree, node)));
        }
    }

    /// The nearest function around a node. Without one, the outermost loop or line up to the
    /// nearest instruction.
    private static int functionOf(CallTree tree, int node) {
        int outermost = node;
        for (int at = node; at != CallTree.NO_PARENT; at = tree.parent(at))
            if (!NodePredicates.isPartOfFunction(tree.frame(at))) return at;
        for (int at = node; tree.parent(at) != CallTree.NO_PARENT; at = tree.parent(at)) {
            if (tree.frame(tree.parent(at)).kind() == Frame.Kind.INSTRUCTION) break;
            outermost = tree.parent(at);
        }
        return outermost;
    }

    @Test
    void functionsAddUpToTheTotalWithoutSymbols() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int whole = builder.context(Context.WHOLE);
        int start = builder.child(ProfileBuilder.ROOT, address("0x10", "libpthread.so"));
        int work = builder.child(start, address("0x20", "server"));
        int sub = builder.child(work, address("0x30", "server"));
        Profile run = builder.add(time, whole, work, 3).add(time, whole, sub, 1).build();
        Metric metric = run.metrics().getFirst();
        assertThat(FlatProfile.of(run, metric, Grouping.FUNCTION, Reduction.SUM).toString())
                .isEqualTo(
                        """
                        function  exclusive  inclusive  share  nodes
                        0x20              3          4   0.75      1
                        0x30              1          1   0.25      1
                        0x10              -          4      -      1
                        """);
        assertThat(FlatProfile.of(run, metric, Grouping.MODULE, Reduction.SUM).toString())
                .isEqualTo(
                        """
                        module         exclusive  inclusive  share  nodes
                        server                 4          4      1      2
                        libpthread.so          -          4      -      1
                        """);
        Profile functions = NodeMapping.functions(run.tree()).of(run);
        assertThat(functions.tree().size()).isEqualTo(3);
        assertThat(functions.column("time").at(0, functions.tree().at("0x10/0x20"))).isEqualTo(3);
    }

    private static Frame address(String name, String module) {
        return new Frame(Frame.Kind.INSTRUCTION, name, "", 0, module);
    }
}
