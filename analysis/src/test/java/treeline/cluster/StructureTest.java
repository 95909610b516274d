package treeline.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StructureTest {
    @Test
    void limitsAreThoseOfKaufmanAndRousseeuw() {
        assertThat(Structure.of(-0.1)).isEqualTo(Structure.NONE);
        assertThat(Structure.of(0.25)).isEqualTo(Structure.NONE);
        assertThat(Structure.of(0.26)).isEqualTo(Structure.WEAK);
        assertThat(Structure.of(0.5)).isEqualTo(Structure.WEAK);
        assertThat(Structure.of(0.51)).isEqualTo(Structure.CLEAR);
        assertThat(Structure.of(Double.NaN).warning()).isEmpty();
    }
}
