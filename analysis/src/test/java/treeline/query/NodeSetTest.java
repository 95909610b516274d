package treeline.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;
import treeline.testkit.Drawing;

import java.util.BitSet;

class NodeSetTest {
    private static NodeSet of(int treeSize, int... nodes) {
        var bits = new BitSet();
        for (int node : nodes) bits.set(node);
        return NodeSet.of(bits, treeSize);
    }

    @Test
    void setsAreJoined() {
        NodeSet left = of(4, 0, 1);
        NodeSet right = of(4, 1, 2);
        assertThat(left.and(right)).isEqualTo(of(4, 1));
        assertThat(left.or(right)).isEqualTo(of(4, 0, 1, 2)).hasToString("3 of 4 nodes");
        assertThat(left.xor(right)).isEqualTo(of(4, 0, 2)).hasSameHashCodeAs(of(4, 0, 2));
        assertThat(left.negated()).isEqualTo(of(4, 2, 3));
        assertThat(left).isNotEqualTo(right).isNotEqualTo(of(5, 0, 1)).isNotEqualTo("0, 1");
        assertThat(left.stream()).containsExactly(0, 1);
        assertThat(left.contains(1)).isTrue();
        assertThat(left.contains(2)).isFalse();
    }

    @Test
    void aSetDoesNotChangeWithTheBitsItWasMadeOf() {
        var bits = new BitSet();
        NodeSet set = NodeSet.of(bits, 4);
        bits.set(1);
        set.toBitSet().set(2);
        assertThat(set.isEmpty()).isTrue();
    }

    @Test
    void callersAreAdded() {
        Profile profile = Drawing.profileOf("path rank0\na/b/c 1\na/d 1\n");
        assertThat(Found.paths(of(4, 2).withCallers(profile.tree()), profile))
                .containsExactly("a", "a/b", "a/b/c");
    }

    @Test
    void setsOfTwoTreesAreNotJoined() {
        assertThatThrownBy(() -> of(4, 1).or(of(5, 1)))
                .hasMessage("sets of two trees, of 4 and of 5 nodes");
        assertThatThrownBy(() -> of(4, 4)).hasMessage("node 4 is not in a tree of 4 nodes");
    }
}
