package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.Set;

class OptionsTest {
    @Test
    void optionsArePairsOfNameAndValue() {
        Options options = Options.parse(Set.of("size"), "--size", "64", "--imbalance", "0.5");
        assertThat(options.number("size", 1)).isEqualTo(64);
        assertThat(options.imbalance()).isEqualTo(0.5);
        assertThat(options.repetitions()).isEqualTo(2);
        assertThat(options.text(Options.OUTPUT, "here")).isEqualTo("here");
    }

    @Test
    void mistakesAreTold() {
        assertThatThrownBy(() -> Options.parse(Set.of(), "--size", "64"))
                .hasMessage("unknown option --size");
        assertThatThrownBy(() -> Options.parse(Set.of("size"), "--size"))
                .hasMessage("option --size has no value");
        assertThatThrownBy(() -> Options.parse(Set.of("size"), "--size", "big").number("size", 1))
                .hasMessage("option --size is not a number: big");
    }
}
