package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.ProfileBuilder;

import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/// Call paths as texts, where names have slashes.
class PathOfANodeTest {
    @Test
    void aPathIsReadBackAsItIsWritten() {
        var builder = new ProfileBuilder();
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int divide = builder.child(main, Frame.region("operator/"));
        builder.child(divide, Frame.region("c:\\x"));
        builder.child(builder.child(main, Frame.region("operator")), Frame.region("x"));
        CallTree tree = builder.build().tree();
        assertThat(NodePath.of(tree, 1)).isEqualTo("main/operator\\/");
        assertThat(NodePath.of(tree, 2)).isEqualTo("main/operator\\//c:\\\\x");
        for (int node = 0; node < tree.size(); node++)
            assertThat(tree.at(NodePath.of(tree, node))).isEqualTo(node);
    }

    @Test
    void pathsOfManyNodesAreThoseOfEach() {
        var random = new Random(5);
        int[] parents = new int[600];
        int[] frames = new int[600];
        for (int node = 0; node < 600; node++) {
            parents[node] = node - 1;
            while (parents[node] >= 0 && random.nextInt(node < 300 ? 50 : 3) == 0)
                parents[node] = parents[parents[node]];
            frames[node] = random.nextInt(2);
        }
        CallTree tree =
                CallTree.of(parents, frames, List.of(Frame.region("a"), Frame.region("b/")));
        IntFunction<String> inOrder = NodePath.ofEach(tree);
        IntFunction<String> anyOrder = NodePath.ofEach(tree);
        for (int node = 0; node < 600; node++) {
            assertThat(inOrder.apply(node)).isEqualTo(NodePath.of(tree, node));
            int any = random.nextInt(600);
            assertThat(anyOrder.apply(any)).isEqualTo(NodePath.of(tree, any));
        }
    }
}
