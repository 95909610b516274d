package treeline.text;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.text.NaturalOrder.NATURAL;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

class NaturalOrderTest {
    private static final List<String> SORTED =
            List.of(
                    "",
                    "1_cores",
                    "8_cores",
                    "27_cores",
                    "125_cores",
                    "a",
                    "a/run2",
                    "a/run10",
                    "a/run10b",
                    "a2/run1",
                    "a10/run1",
                    "b01",
                    "b1",
                    "b001x",
                    "b2",
                    "c99999999999999999998",
                    "c99999999999999999999");

    @Test
    void numbersInTextsAreCounted() {
        List<String> shuffled = new ArrayList<>(SORTED);
        Collections.shuffle(shuffled, new Random(7));
        shuffled.sort(NATURAL);
        assertThat(shuffled).isEqualTo(SORTED);
    }

    @Test
    void itIsAnOrderOfAllPairs() {
        for (int i = 0; i < SORTED.size(); i++)
            for (int j = 0; j < SORTED.size(); j++)
                assertThat(Integer.signum(NATURAL.compare(SORTED.get(i), SORTED.get(j))))
                        .as("%s and %s", SORTED.get(i), SORTED.get(j))
                        .isEqualTo(Integer.compare(i, j));
    }

    @Test
    void onlyEqualTextsAreEqual() {
        assertThat(NATURAL.compare("run01", "run1")).isNegative();
        assertThat(NATURAL.compare("run01", "run01")).isZero();
    }
}
