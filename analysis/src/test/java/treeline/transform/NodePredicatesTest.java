package treeline.transform;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.ledger.Library;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.TreeBuilder;

import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

class NodePredicatesTest {
    private static final Profile RUN =
            profileOf(
                    """
                    path                    rank0  rank1
                    main                        9      9
                    main/solve                  6      4
                    main/solve/MPI_Send         6      -
                    main/solve/MPI_Send/copy    1      2
                    """);
    private static final Metric TIME = RUN.metrics().getFirst();

    private static String chosen(CallTree tree, IntPredicate choice) {
        return String.join(
                " ", IntStream.range(0, tree.size()).filter(choice).mapToObj(tree::name).toList());
    }

    @Test
    void anyContextIsEnough() {
        assertThat(chosen(RUN.tree(), NodePredicates.inAnyContext(RUN, TIME, time -> time > 5)))
                .isEqualTo("main solve MPI_Send");
    }

    @Test
    void allContextsMustHaveRunTheNode() {
        assertThat(chosen(RUN.tree(), NodePredicates.inAllContexts(RUN, TIME, time -> time > 3)))
                .isEqualTo("main solve");
        assertThat(chosen(RUN.tree(), NodePredicates.inAllContexts(RUN, TIME, time -> time < 8)))
                .isEqualTo("solve copy");
    }

    @Test
    void aRunWithoutContextsHasNoNodeThatAllFulfil() {
        Profile empty =
                new treeline.source.Slice(
                                treeline.source.Selection.of(),
                                treeline.source.Selection.ALL,
                                treeline.source.Selection.ALL,
                                new treeline.source.Slice.Iterations.Summed())
                        .of(RUN);
        assertThat(chosen(empty.tree(), NodePredicates.inAllContexts(empty, TIME, _ -> true)))
                .isEmpty();
    }

    @Test
    void namesMatchAsAWhole() {
        assertThat(
                        chosen(
                                RUN.tree(),
                                NodePredicates.named(
                                        RUN.tree(), Pattern.compile("MPI_.*").asMatchPredicate())))
                .isEqualTo("MPI_Send");
        assertThat(
                        chosen(
                                RUN.tree(),
                                NodePredicates.named(
                                        RUN.tree(), Pattern.compile("MPI_").asMatchPredicate())))
                .isEmpty();
    }

    @Test
    void modulesMatchAsAWhole() {
        var tree = new TreeBuilder();
        int main = tree.child(TreeBuilder.ROOT, Frame.function("main"));
        tree.child(main, new Frame(Frame.Kind.FUNCTION, "poll", "", 0, "libmpi.so"));
        CallTree built = tree.build();
        assertThat(
                        chosen(
                                built,
                                NodePredicates.inModule(
                                        built, Pattern.compile("libmpi.*").asMatchPredicate())))
                .isEqualTo("poll");
    }

    @Test
    void mpiInternalsCanBeHiddenWhileCallsOfMpiStay() {
        IntPredicate inside = NodePredicates.below(RUN.tree(), Library.MPI.calls(RUN.tree()));
        assertThat(chosen(RUN.tree(), inside)).isEqualTo("copy");
        Profile quiet = NodeMapping.hiding(RUN.tree(), inside).of(RUN);
        assertThat(quiet.column("time").at(0, quiet.tree().at("main/solve/MPI_Send"))).isEqualTo(7);
        assertThat(quiet.tree().size()).isEqualTo(3);
    }
}
