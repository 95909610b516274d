package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.record.ranks.InProcessRanks;
import treeline.record.ranks.SoloCommunicator;

import java.util.Arrays;

class CollectivesTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void anAlltoallGivesEachRankWhatEveryRankHasForIt(int size) {
        InProcessRanks.run(
                size,
                ranks -> {
                    double[][] doubles = new double[size][];
                    long[][] longs = new long[size][];
                    for (int to = 0; to < size; to++) {
                        doubles[to] = new double[] {ranks.rank() + to / 8.0, Double.NaN};
                        longs[to] = new long[to];
                        Arrays.fill(longs[to], Long.MIN_VALUE + ranks.rank());
                    }
                    double[][] doublesHere = Collectives.alltoall(ranks, doubles);
                    long[][] longsHere = Collectives.alltoall(ranks, longs);
                    for (int from = 0; from < size; from++) {
                        long[] expected = new long[ranks.rank()];
                        Arrays.fill(expected, Long.MIN_VALUE + from);
                        assertThat(doublesHere[from])
                                .containsExactly(from + ranks.rank() / 8.0, Double.NaN);
                        assertThat(longsHere[from]).containsExactly(expected);
                    }
                });
    }

    @Test
    void anAlltoallNeedsABlockForEachRank() {
        assertThatThrownBy(() -> Collectives.alltoall(new SoloCommunicator(), new long[2][0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2 blocks for 1 ranks");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void valuesAreCombinedPositionByPositionOnAllRanks(int size) {
        InProcessRanks.run(
                size,
                ranks -> {
                    int last = size - 1;
                    double[] mine = {ranks.rank(), 1, -ranks.rank()};
                    assertThat(Collectives.combined(ranks, mine, Double::sum))
                            .containsExactly(last * size / 2.0, size, -last * size / 2.0);
                    assertThat(Collectives.combined(ranks, mine, Math::min))
                            .containsExactly(0, 1, -last);
                    assertThat(Collectives.combined(ranks, ranks.rank() + 0.5, Math::max))
                            .isEqualTo(last + 0.5);
                });
    }
}
