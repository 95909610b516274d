package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.ProfileBuilder;

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
}
