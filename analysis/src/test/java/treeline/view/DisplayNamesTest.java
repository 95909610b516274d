package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Unit;

import java.util.List;

class DisplayNamesTest {
    @Test
    void aMetricSaysItsScope() {
        assertThat(DisplayNames.of(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE)))
                .isEqualTo("time (exclusive)");
        assertThat(DisplayNames.of(new Metric("me\tm", Unit.BYTES, Metric.Scope.POINT)))
                .isEqualTo("me\\tm (point readings)");
    }

    @Test
    void threeNamesOfALongListAreShown() {
        assertThat(DisplayNames.some(List.of("a", "b", "c"))).isEqualTo("a, b, c");
        assertThat(DisplayNames.some(List.of("a", "b", "c", "d", "e")))
                .isEqualTo("a, b, c and 2 more");
        assertThat(DisplayNames.some(List.of())).isEmpty();
    }

    @Test
    void controlCharactersAreWrittenOut() {
        assertThat(DisplayNames.printable("a\u001b[2J\n\u202e"))
                .isEqualTo("a\\u{1b}[2J\\n\\u{202e}");
        assertThat(DisplayNames.printable("naïve λ")).isEqualTo("naïve λ");
    }
}
