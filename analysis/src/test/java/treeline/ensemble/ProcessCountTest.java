package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.Metadata;
import treeline.testkit.Drawing;

import java.util.List;
import java.util.Optional;

class ProcessCountTest {
    private static Ensemble with(String... names) {
        Metadata metadata = Metadata.NONE;
        for (String name : names) metadata = metadata.with(name, 4);
        return Ensemble.of(
                List.of(new Run("a", metadata, Drawing.profileOf("path whole\nmain 1"))));
    }

    @Test
    void aNameThatRunsHaveIsItself() {
        assertThat(ProcessCount.named(with("ranks", "jobsize"), "jobsize")).isEqualTo("jobsize");
        assertThat(ProcessCount.named(with("size", "jobsize"), "size")).isEqualTo("size");
    }

    @Test
    void aUsualNameThatNoRunHasIsTheFirstUsualOneThatTheyHave() {
        assertThat(ProcessCount.named(with("processes", "jobsize"), "ranks")).isEqualTo("jobsize");
    }

    @Test
    void anyOtherNameIsItselfSoThatItsAbsenceIsReported() {
        assertThat(ProcessCount.named(with("jobsize"), "size")).isEqualTo("size");
        assertThat(ProcessCount.named(with("size"), "ranks")).isEqualTo("ranks");
    }

    @Test
    void withoutANameTheFirstUsualOneCounts() {
        assertThat(ProcessCount.of(with("jobsize", "ranks"), Optional.empty(), "--parameter"))
                .isEqualTo("ranks");
        assertThatThrownBy(() -> ProcessCount.of(with("size"), Optional.empty(), "--parameter"))
                .hasMessageStartingWith(
                        "the process count of the runs is unknown; name its metadata with"
                                + " --parameter");
    }
}
