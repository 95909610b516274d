package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ShareTest {
    private static String drawn(Share share, int ranks) {
        StringBuilder drawn = new StringBuilder();
        for (int rank = 0; rank < ranks; rank++)
            drawn.append(Integer.toString(rank).repeat(share.count(rank))).append('|');
        return drawn.toString();
    }

    @Test
    void balancedSharesDifferByOneAtMost() {
        assertThat(drawn(Share.of(10, 3, 0), 3)).isEqualTo("000|1111|222|");
    }

    @Test
    void anImbalanceOfOneGivesRankZeroTwiceAsMuch() {
        assertThat(drawn(Share.of(10, 4, 1), 4)).isEqualTo("0000|11|22|33|");
    }

    @Test
    void everyItemHasTheOwnerWhoseRangeItIsIn() {
        Share share = Share.of(5, 8, 0);
        for (int rank = 0; rank < 8; rank++)
            for (int item = share.start(rank); item < share.end(rank); item++)
                assertThat(share.owner(item)).isEqualTo(rank);
    }

    @Test
    void aNegativeImbalanceIsAMistake() {
        assertThatThrownBy(() -> Share.of(5, 8, -1)).hasMessage("imbalance is negative: -1.0");
    }
}
