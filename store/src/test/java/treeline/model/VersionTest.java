package treeline.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class VersionTest {
    @Test
    void itNamesVersionCommitAndJava() {
        assertThat(Version.text(List.of("0.2.0", "8d6d19b7c0de")))
                .matches("0\\.2\\.0 \\(commit 8d6d19b7c0de, Java \\d+\\)");
        assertThat(Version.text()).matches("\\S+ \\(commit \\S+, Java \\d+\\)");
    }

    @Test
    void theNumberIsTheFirstLine() {
        assertThat(Version.number(List.of("0.2.0", "8d6d19b7c0de"))).isEqualTo("0.2.0");
        assertThat(Version.text()).startsWith(Version.number() + " (");
    }

    @Test
    void missingPartsAreUnknown() {
        assertThat(Version.number(List.of())).isEqualTo("unknown");
        assertThat(Version.text(List.of("0.2.0"))).startsWith("0.2.0 (commit unknown, ");
        assertThat(Version.text(List.of())).startsWith("unknown (commit unknown, ");
    }
}
