package treeline.store.text.rows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;

import java.util.List;

class ContextPositionsTest {
    private static final Context RANK0 = Context.ofRank(0);

    @Test
    void consecutiveRepetitionsOfARankAreOnePlace() {
        assertThat(places(RANK0.inRepetition(0), RANK0.inRepetition(1))).isEqualTo(1);
        assertThat(places(RANK0.inRepetition(0), RANK0.inRepetition(2))).isEqualTo(2);
        assertThat(places(RANK0.inRepetition(0), Context.ofRank(1).inRepetition(1))).isEqualTo(2);
        assertThat(places(RANK0, RANK0.inRepetition(0))).isEqualTo(2);
    }

    @Test
    void theLargestRepetitionHasNoNextOne() {
        Context last = RANK0.inRepetition(Integer.MAX_VALUE);
        assertThat(places(last, Context.ofRank(1))).isEqualTo(2);
        assertThat(places(RANK0.inRepetition(Integer.MAX_VALUE - 1), last)).isEqualTo(1);
    }

    private static int places(Context... contexts) {
        return ContextPositions.of(List.of(contexts)).count();
    }
}
