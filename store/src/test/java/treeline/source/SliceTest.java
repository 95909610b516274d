package treeline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;
import treeline.testkit.ProfileDifference;

class SliceTest {
    private final Profile profile =
            profileOf(
                    """
                    path  rank0thread0  rank0thread1  rank1thread0
                    main             9             8             7
                    loop         1+2+3           4+5             -
                    """);

    @Test
    void someIterationsHaveTheirOwnSum() {
        assertIterations(
                1,
                3,
                """
                path  rank0thread0  rank0thread1  rank1thread0
                main             9             8             7
                loop           2+3            5+             -
                """);
        assertIterations(
                0,
                2,
                """
                path  rank0thread0  rank0thread1  rank1thread0
                main             9             8             7
                loop           1+2           4+5             -
                """);
    }

    @Test
    void iterationsThatNobodyRanLeaveTheLoopOut() {
        assertIterations(
                3,
                9,
                """
                path  rank0thread0  rank0thread1  rank1thread0
                main             9             8             7
                loop             -             -             -
                """);
        assertThatThrownBy(() -> Slice.everything().withIterations(3, 3))
                .hasMessage("the iteration range from 3 to 3 is empty");
    }

    private void assertIterations(int from, int to, String drawing) {
        Profile slice = Slice.everything().withIterations(from, to).of(profile);
        assertThat(ProfileDifference.between(profileOf(drawing), slice)).isEmpty();
    }

    @Test
    void aRankIsAllItsThreads() {
        Selection rank0 = Slice.ofRank(profile.contexts(), 0);
        assertThat(rank0.indexes(3)).containsExactly(0, 1);
        assertThat(Slice.everything().withContexts(rank0).of(profile).contexts())
                .hasToString("[rank 0 thread 0, rank 0 thread 1]");
    }

    @Test
    void aSelectionIsAllOrASet() {
        assertThat(Selection.ALL.isAll()).isTrue();
        assertThat(Selection.ALL.indexes(3)).containsExactly(0, 1, 2);
        Selection some = Selection.of(4, 1);
        assertThat(some.isAll()).isFalse();
        assertThat(some.indexes(9)).containsExactly(1, 4);
        assertThat(some.indexes(4)).containsExactly(1);
    }

    @Test
    void aBlockIsReadIfAnyOfItIsChosen() {
        Selection some = Selection.of(0, 4);
        assertThat(some.intersects(0, 1)).isTrue();
        assertThat(some.intersects(1, 4)).isFalse();
        assertThat(some.intersects(1, 5)).isTrue();
        assertThat(some.intersects(5, 9)).isFalse();
        assertThat(Selection.ALL.intersects(1, 2)).isTrue();
        assertThat(Selection.ALL.intersects(2, 2)).isFalse();
    }
}
