package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.CallTree;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.testkit.RandomProfiles;
import treeline.transform.Reduction;

class TreeArraysTest {
    private final Profile profile =
            profileOf(
                    """
                    path        rank0
                    main            1
                    main/a          2
                    main/a/x        9
                    main/b          3
                    main/b/y        1
                    main/b/y/z      1
                    """);
    private final CallTree tree = profile.tree();
    private final double[] weights = Numbers.of(profile, "time").inclusive(Reduction.MEAN);

    @Test
    void allNodesAreRowsWhereThereIsRoom() {
        TreeArrays rows = TreeArrays.of(tree, TreeArrays.WHOLE_FOREST, weights, 6);
        assertThat(rows.node().toArray()).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(rows.parent().toArray()).containsExactly(-1, 0, 1, 0, 3, 4);
        assertThat(rows.hidden().toArray()).containsOnly(0);
    }

    @Test
    void theLightestSubtreesAreLeftOutWholeAndCounted() {
        TreeArrays rows = TreeArrays.of(tree, TreeArrays.WHOLE_FOREST, weights, 4);
        assertThat(rows.node().toArray()).containsExactly(0, 1, 2, 3);
        assertThat(rows.hidden().toArray()).containsExactly(0, 0, 0, 2);
        assertThat(rows.row(3)).isEqualTo(3);
        assertThat(rows.row(5)).isEqualTo(-1);
    }

    @Test
    void aNodeMayBeTheTop() {
        TreeArrays rows = TreeArrays.of(tree, tree.at("main/b"), weights, 2);
        assertThat(rows.node().toArray()).containsExactly(3, 4);
        assertThat(rows.parent().toArray()).containsExactly(-1, 0);
        assertThat(rows.hidden().toArray()).containsExactly(0, 1);
        assertThat(rows.tops()).containsExactly(3);
    }

    @Test
    void noRowIsWithoutItsParentAndNoNodeIsLost() {
        for (int seed = 0; seed < 20; seed++) {
            Profile random = RandomProfiles.of(seed);
            double[] weight = new double[random.tree().size()];
            for (int node = 0; node < weight.length; node++) weight[node] = (node * 7919L) % 13;
            int limit = Math.max(1, weight.length / 2);
            TreeArrays rows = TreeArrays.of(random.tree(), TreeArrays.WHOLE_FOREST, weight, limit);
            int shown = rows.length();
            for (int hidden : rows.hidden().toArray()) shown += hidden;
            int roots = random.tree().children(CallTree.NO_PARENT).length;
            assertThat(rows.length()).isLessThanOrEqualTo(limit);
            for (int row = 0; row < rows.length(); row++) {
                int parent = random.tree().parent(rows.node().at(row));
                assertThat(rows.parent().at(row)).isEqualTo(parent < 0 ? -1 : rows.row(parent));
            }
            if (roots == 1) assertThat(shown).isEqualTo(weight.length);
        }
    }

    /// `main/light` comes first in the tree and has the most expensive node of all below it, which
    /// counts as no heavier than its parent. `main/none` was not measured.
    @Test
    void theHeaviestNodesStayWhereverTheyStand() {
        CallTree several =
                profileOf(
                                """
                                path          rank0
                                other             1
                                main              1
                                main/light        1
                                main/light/x      1
                                main/none         1
                                main/heavy        1
                                """)
                        .tree();
        double[] weight = {50, 20, 2, 90, Double.NaN, 9};
        assertThat(TreeArrays.of(several, several.at("main"), weight, 2).node().toArray())
                .containsExactly(1, 5);
        assertThat(TreeArrays.of(several, several.at("main"), weight, 4).node().toArray())
                .containsExactly(1, 2, 3, 5);
        assertThat(TreeArrays.of(several, several.at("main"), weight, 5).node().toArray())
                .containsExactly(1, 2, 3, 4, 5);
        assertThat(TreeArrays.of(several, TreeArrays.WHOLE_FOREST, weight, 3).node().toArray())
                .containsExactly(0, 1, 5);
    }
}
