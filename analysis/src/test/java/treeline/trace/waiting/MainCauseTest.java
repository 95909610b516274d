package treeline.trace.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.statement.Sentence;
import treeline.table.Column;
import treeline.table.Table;

import java.util.Optional;

class MainCauseTest {
    private static Optional<String> cause(double... shares) {
        Table causes =
                Table.of(
                        Column.text("context", shares.length, i -> "rank " + i),
                        Column.text("path", shares.length, i -> "main/work" + i),
                        Column.real("seconds", shares.length, i -> 10 * shares[i]),
                        Column.real("share", shares.length, i -> shares[i]));
        return MainCause.of(causes).map(Sentence::text);
    }

    @Test
    void theLargestShareIsNamedFromAFifthOn() {
        assertThat(cause(0.2, 0.1))
                .contains(
                        "rank 0 makes others wait 2.00 s (20.0 % of all waiting in communication),"
                                + " by its work in main/work0");
        assertThat(cause(0.199, 0.1))
                .contains(
                        "no call path of a rank causes more than 19.9 % of all waiting in"
                                + " communication");
    }

    /// Numbered steps divide the work of a rank among many call paths.
    @Test
    void aContextIsNamedIfAllItsCallPathsTogetherCauseMostWaiting() {
        assertThat(causeOf(5, 0.17))
                .contains(
                        "rank 0 makes others wait 8.50 s (85.0 % of all waiting in communication),"
                                + " by its work in several call paths, such as main/work0");
        assertThat(causeOf(4, 0.17))
                .contains(
                        "no call path of a rank causes more than 17.0 % of all waiting in"
                                + " communication");
    }

    private static Optional<String> causeOf(int paths, double share) {
        Table causes =
                Table.of(
                        Column.text("context", paths, _ -> "rank 0"),
                        Column.text("path", paths, i -> "main/work" + i),
                        Column.real("seconds", paths, _ -> 10 * share),
                        Column.real("share", paths, _ -> share));
        return MainCause.of(causes).map(Sentence::text);
    }

    @Test
    void withoutCausesThereIsNoSentence() {
        assertThat(cause()).isEmpty();
    }
}
