package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GatePolicyTest {
    @Test
    void limitsAreChecked() {
        assertThatThrownBy(() -> GatePolicy.DEFAULT.failingAbove(-0.01))
                .hasMessage("the slowdown limit must be at least 0: -0.01");
        assertThatThrownBy(() -> GatePolicy.DEFAULT.failingAbove(Double.NaN))
                .hasMessage("the slowdown limit must be at least 0: NaN");
        for (double level : new double[] {0, 1})
            assertThatThrownBy(() -> new GatePolicy(0.1, level, 0))
                    .hasMessage("the significance level must be between 0 and 1: " + level);
        for (double share : new double[] {-0.01, 1.01})
            assertThatThrownBy(() -> GatePolicy.DEFAULT.withLeastShare(share))
                    .hasMessage("a share must be from 0 to 1: " + share);
        GatePolicy edges = new GatePolicy(0, 0.5, 0).withLeastShare(1);
        assertThat(edges).isEqualTo(new GatePolicy(0, 0.5, 1));
    }

    @Test
    void aPolicyWithoutALimitIsNoGate() {
        assertThat(GatePolicy.DEFAULT.failingAbove(Double.POSITIVE_INFINITY).isGate()).isFalse();
        assertThat(GatePolicy.DEFAULT.failingAbove(0).isGate()).isTrue();
    }
}
