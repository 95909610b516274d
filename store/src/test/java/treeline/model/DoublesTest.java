package treeline.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.DoubleBuffer;
import java.nio.IntBuffer;

class DoublesTest {
    @Test
    void whatIsHandedOutIsACopy() {
        Doubles values = Doubles.owning(1, Double.NaN);
        values.toArray()[0] = 99;
        assertThat(values.at(0)).isEqualTo(1);
        Ints whole = Ints.owning(1, 2);
        whole.toArray()[0] = 99;
        assertThat(whole.at(0)).isEqualTo(1);
    }

    @Test
    void equalNumbersAreEqual() {
        assertThat(Doubles.owning(1, Double.NaN))
                .isEqualTo(Doubles.owning(1, Double.NaN))
                .hasSameHashCodeAs(Doubles.owning(1, Double.NaN))
                .isNotEqualTo(Doubles.owning(1))
                .hasToString("[1.0, NaN]");
        assertThat(Ints.owning(1, 2))
                .isEqualTo(Ints.owning(1, 2))
                .hasSameHashCodeAs(Ints.owning(1, 2))
                .isNotEqualTo(Ints.owning(2, 1))
                .hasToString("[1, 2]");
        assertThat(new NodeSums(Doubles.owning(4), Ints.owning(2)))
                .isEqualTo(new NodeSums(Doubles.owning(4), Ints.owning(2)));
    }

    @Test
    void numbersThatAscendAreFound() {
        Ints ascending = Ints.owning(2, 5, 7);
        assertThat(ascending.find(5)).isEqualTo(1);
        assertThat(ascending.find(4)).isNegative();
        assertThat(ascending.size()).isEqualTo(3);
    }

    @Test
    void numbersGoBehindWhatABufferHolds() {
        DoubleBuffer reals = DoubleBuffer.allocate(3).put(7);
        Doubles.owning(1, 2).putInto(reals);
        assertThat(reals.array()).containsExactly(7, 1, 2);
        IntBuffer whole = IntBuffer.allocate(3).put(7);
        Ints.owning(1, 2).putInto(whole);
        assertThat(whole.array()).containsExactly(7, 1, 2);
    }
}
