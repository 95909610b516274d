package treeline.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import java.util.List;

class CallTreeTest {
    private final CallTree tree =
            profileOf(
                            """
                            path             rank0
                            main                 1
                            main/solve           2
                            main/solve/dot       3
                            main/write           4
                            other                5
                            """)
                    .tree();

    @Test
    void aSubtreeIsARangeOfNodes() {
        int solve = tree.at("main/solve");
        assertThat(tree.subtreeEnd(solve)).isEqualTo(tree.at("main/write"));
        assertThat(tree.subtreeEnd(tree.at("main"))).isEqualTo(tree.at("other"));
        assertThat(tree.subtreeEnd(tree.at("other"))).isEqualTo(tree.size());
    }

    @Test
    void childrenOfTheForestAreItsRoots() {
        assertThat(tree.children(CallTree.NO_PARENT))
                .containsExactly(tree.at("main"), tree.at("other"));
        assertThat(tree.children(tree.at("main")))
                .containsExactly(tree.at("main/solve"), tree.at("main/write"));
        assertThat(tree.isLeaf(tree.at("main/write"))).isTrue();
        assertThat(tree.isLeaf(tree.at("main/solve"))).isFalse();
    }

    @Test
    void aPathNamesTheFramesFromTheRoot() {
        assertThat(tree.path(tree.at("main/solve/dot"))).containsExactly("main", "solve", "dot");
        assertThat(tree.depths()).containsExactly(0, 1, 2, 1, 0);
    }

    @Test
    void aPathThatIsNotThereSaysWhatIs() {
        assertThatThrownBy(() -> tree.at("main/sole"))
                .hasMessage("no node 'sole' on path main/sole; available: solve, write");
    }

    @Test
    void ofManyThatAreThereEightAreNamed() {
        CallTree wide = profileOf("path rank0\na 1\nb 1\nc 1\nd 1\ne 1\nf 1\ng 1\nh 1\ni 1").tree();
        assertThatThrownBy(() -> wide.at("z"))
                .hasMessage("no node 'z' on path z; available: a, b, c, d, e, f, g, h");
    }

    @Test
    void treesAreEqualIfTheirPathsAre() {
        CallTree abc = profileOf("path rank0\na 1\na/b 1\nc 1").tree();
        assertThat(abc).isEqualTo(profileOf("path rank9\na 2\na/b 3\nc 4").tree());
        assertThat(abc).isNotEqualTo(profileOf("path rank0\na 1\na/b 1\nd 1").tree());
        assertThat(abc).isNotEqualTo(profileOf("path rank0\na 1\na/b 1\na/c 1").tree());
        assertThat(abc).hasToString("CallTree of 3 nodes, 3 frames");
    }

    @Test
    void aParentThatWasNotAddedIsRefused() {
        var builder = new TreeBuilder();
        int main = builder.child(TreeBuilder.ROOT, Frame.region("main"));
        assertThatThrownBy(() -> builder.newChild(main + 1, Frame.region("solve")))
                .hasMessage("Index 1 out of bounds for length 1");
    }

    @Test
    void parentsThatAreNotDepthFirstAreRefused() {
        var frames = List.of(Frame.region("a"));
        assertThatThrownBy(() -> CallTree.of(new int[] {-1, -1, 0}, new int[3], frames))
                .hasMessage("node 2 has parent 0, which is not on the path of the node before it");
        assertThatThrownBy(() -> CallTree.of(new int[] {0}, new int[1], frames))
                .hasMessageContaining("node 0 has parent 0");
        assertThatThrownBy(() -> CallTree.of(new int[] {-1}, new int[] {1}, frames))
                .hasMessage("node 0 has frame 1 of 1");
        assertThatThrownBy(() -> CallTree.of(new int[] {-1, 0}, new int[1], frames))
                .hasMessage("2 parents but 1 frames of nodes");
    }

    @Test
    void aMillionDeepPathNeedsNoStack() {
        var builder = new ProfileBuilder();
        int node = ProfileBuilder.ROOT;
        for (int depth = 0; depth < 1_000_000; depth++)
            node = builder.child(node, Frame.region("f"));
        CallTree deep = builder.build().tree();
        assertThat(deep.depth(deep.size() - 1)).isEqualTo(999_999);
        assertThat(deep.subtreeEnd(0)).isEqualTo(1_000_000);
    }
}
