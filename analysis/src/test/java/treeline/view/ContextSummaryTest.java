package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;

import java.util.ArrayList;
import java.util.List;

class ContextSummaryTest {
    private static String summary(List<Context> contexts) {
        return ContextSummary.of(contexts).toString();
    }

    @Test
    void allCombinationsAreAProduct() {
        List<Context> contexts = new ArrayList<>();
        for (int rank = 0; rank < 512; rank++)
            for (int repetition = 0; repetition < 20; repetition++)
                contexts.add(Context.ofRank(rank).inRepetition(repetition));
        assertThat(summary(contexts)).isEqualTo("512 ranks x 20 repetitions");
    }

    @Test
    void otherCombinationsAreCounted() {
        assertThat(
                        summary(
                                List.of(
                                        Context.ofThread(0, 0),
                                        Context.ofThread(0, 1),
                                        Context.ofThread(1, 0))))
                .isEqualTo("3 contexts of 2 ranks, 2 threads");
    }

    @Test
    void ranksThatDoNotStartAtZeroAreNamed() {
        assertThat(summary(List.of(Context.ofRank(16), Context.ofRank(17))))
                .isEqualTo("2 ranks (16-17)");
        assertThat(summary(List.of(Context.ofRank(0), Context.ofRank(2))))
                .isEqualTo("2 ranks (0, 2)");
        assertThat(summary(List.of(Context.ofRank(3)))).isEqualTo("1 rank (3)");
    }

    @Test
    void hostsAreCounted() {
        assertThat(
                        summary(
                                List.of(
                                        new Context("n1", 0, -1, -1, -1),
                                        new Context("n1", 1, -1, -1, -1),
                                        new Context("n2", 2, -1, 0, -1),
                                        new Context("n2", 3, -1, 0, -1))))
                .isEqualTo("4 ranks x 1 stream (0) on 2 hosts");
    }

    @Test
    void programsWithoutRanksAreWhole() {
        assertThat(summary(List.of(Context.WHOLE))).isEqualTo("whole program");
        assertThat(summary(List.of())).isEqualTo("none");
    }
}
