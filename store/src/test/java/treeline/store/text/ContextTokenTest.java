package treeline.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.store.text.rows.ContextPositions;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// How contexts are told in few characters.
class ContextTokenTest {
    private static final int NONE = Context.NONE;

    private static String tokens(List<Context> contexts) {
        return ContextToken.of(contexts).stream()
                .map(ContextToken::toString)
                .collect(Collectors.joining(","));
    }

    private static List<Context> all(int ranks, int threads, int streams, int executions) {
        List<Context> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++)
            for (int thread = 0; thread < threads; thread++)
                for (int stream = 0; stream < streams; stream++)
                    for (int execution = 0; execution < executions; execution++)
                        all.add(new Context("", rank, thread, stream, execution));
        return all;
    }

    @Test
    void ranksInARowAreARange() {
        assertThat(tokens(List.of(Context.ofRank(0), Context.ofRank(1), Context.ofRank(2))))
                .isEqualTo("r0..2");
        assertThat(tokens(List.of(Context.ofRank(0), Context.ofRank(2), Context.ofRank(3))))
                .isEqualTo("r0,r2..3");
    }

    @Test
    void ranksTimesThreadsTimesStreamsTimesExecutionsAreOneBlock() {
        assertThat(tokens(all(4, 3, 2, 5))).isEqualTo("r0..3t0..2s0..1e0..4");
        assertThat(tokens(all(1, 1, 1, 1))).isEqualTo("r0t0s0e0");
    }

    @Test
    void aBlockThatLacksACornerIsSplit() {
        List<Context> contexts = all(3, 2, 1, 2);
        contexts.removeLast();
        assertThat(tokens(contexts)).isEqualTo("r0..1t0..1s0e0..1,r2t0s0e0..1,r2t1s0e0");
    }

    @Test
    void theProgramAsAWholeIsAnUnderscore() {
        assertThat(tokens(List.of(Context.WHOLE, Context.WHOLE.inRepetition(0)))).isEqualTo("_,e0");
    }

    @Test
    void hostsStandInFront() {
        assertThat(
                        tokens(
                                List.of(
                                        new Context("a,!b", NONE, NONE, NONE, NONE),
                                        new Context("n1", 0, NONE, NONE, NONE),
                                        new Context("n1", 1, NONE, NONE, NONE),
                                        new Context("n2", 2, NONE, NONE, NONE))))
                .isEqualTo("a%2C%21b!,n1!r0..1,n2!r2");
    }

    @Test
    void gapsInExecutionsAreOtherPlaces() {
        Context rank = Context.ofRank(0);
        List<Context> contexts =
                List.of(rank, rank.inRepetition(0), rank.inRepetition(1), rank.inRepetition(3));
        assertThat(tokens(contexts)).isEqualTo("r0,r0e0..1,r0e3");
        assertThat(ContextPositions.of(contexts).count()).isEqualTo(3);
    }
}
