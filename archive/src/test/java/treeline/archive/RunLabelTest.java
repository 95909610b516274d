package treeline.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.Metadata;

import java.time.Instant;

class RunLabelTest {
    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

    @Test
    void aRunThatSaysNothingRanNow() {
        assertThat(RunLabel.of(Metadata.NONE, NOW)).isEqualTo(new RunLabel(NOW, "", ""));
    }

    @Test
    void whatARunSaysOfItselfIsTaken() {
        Metadata recorded =
                Metadata.NONE
                        .with("start", "2026-01-02T03:04:05Z")
                        .with("git.branch", "topic")
                        .with("git_commit", "3f2a");
        assertThat(RunLabel.of(recorded, NOW))
                .isEqualTo(new RunLabel(Instant.parse("2026-01-02T03:04:05Z"), "topic", "3f2a"));
        assertThat(RunLabel.of(Metadata.NONE.with("launchdate", 1_600_000_000), NOW).time())
                .isEqualTo(Instant.ofEpochSecond(1_600_000_000));
        assertThat(RunLabel.of(Metadata.NONE.with("start", "this morning"), NOW).time())
                .isEqualTo(NOW);
    }

    @Test
    void namesThatCouldNotBeAskedForAreRefused() {
        assertThatThrownBy(() -> new RunLabel(NOW, "main~1", ""))
                .hasMessage("branch 'main~1': expected a name without spaces, '~', ':' and '..'");
        assertThatThrownBy(() -> new RunLabel(NOW, "a..b", "")).hasMessageStartingWith("branch");
        assertThatThrownBy(() -> new RunLabel(NOW, "", "a b"))
                .hasMessage("commit 'a b': expected letters, digits, '_', '.', '+' and '-'");
    }
}
