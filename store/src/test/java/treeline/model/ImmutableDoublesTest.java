package treeline.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.DoubleBuffer;
import java.nio.IntBuffer;

class ImmutableDoublesTest {
    @Test
    void whatIsHandedOutIsACopy() {
        ImmutableDoubles values = ImmutableDoubles.owning(1, Double.NaN);
        values.toArray()[0] = 99;
        assertThat(values.at(0)).isEqualTo(1);
        ImmutableInts whole = ImmutableInts.owning(1, 2);
        whole.toArray()[0] = 99;
        assertThat(whole.at(0)).isEqualTo(1);
    }

    @Test
    void equalNumbersAreEqual() {
        assertThat(ImmutableDoubles.owning(1, Double.NaN))
                .isEqualTo(ImmutableDoubles.owning(1, Double.NaN))
                .hasSameHashCodeAs(ImmutableDoubles.owning(1, Double.NaN))
                .isNotEqualTo(ImmutableDoubles.owning(1))
                .hasToString("[1.0, NaN]");
        assertThat(ImmutableInts.owning(1, 2))
                .isEqualTo(ImmutableInts.owning(1, 2))
                .hasSameHashCodeAs(ImmutableInts.owning(1, 2))
                .isNotEqualTo(ImmutableInts.owning(2, 1))
                .hasToString("[1, 2]");
        assertThat(new NodeSums(ImmutableDoubles.owning(4), ImmutableInts.owning(2)))
                .isEqualTo(new NodeSums(ImmutableDoubles.owning(4), ImmutableInts.owning(2)));
    }

    @Test
    void numbersThatAscendAreFound() {
        ImmutableInts ascending = ImmutableInts.owning(2, 5, 7);
        assertThat(ascending.find(5)).isEqualTo(1);
        assertThat(ascending.find(4)).isNegative();
        assertThat(ascending.size()).isEqualTo(3);
    }

    @Test
    void numbersGoBehindWhatABufferHolds() {
        DoubleBuffer reals = DoubleBuffer.allocate(3).put(7);
        ImmutableDoubles.owning(1, 2).putInto(reals);
        assertThat(reals.array()).containsExactly(7, 1, 2);
        IntBuffer whole = IntBuffer.allocate(3).put(7);
        ImmutableInts.owning(1, 2).putInto(whole);
        assertThat(whole.array()).containsExactly(7, 1, 2);
    }
}
