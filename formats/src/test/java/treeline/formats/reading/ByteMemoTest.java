package treeline.formats.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

class ByteMemoTest {
    private final ByteMemo memo = new ByteMemo();

    @Test
    void whatWasPutIsKnownByItsBytes() {
        byte[] bytes = "main solve solve".getBytes(StandardCharsets.UTF_8);
        memo.put(bytes, 5, 10, 42);
        assertThat(memo.value(bytes, 11, 16)).isEqualTo(42);
        assertThat(memo.value(bytes, 0, 4)).isEqualTo(ByteMemo.NONE);
        assertThat(memo.value(bytes, 5, 9)).isEqualTo(ByteMemo.NONE);
    }

    @Test
    void longPiecesAreNotRemembered() {
        byte[] bytes = new byte[300];
        memo.put(bytes, 0, 300, 1);
        assertThat(memo.value(bytes, 0, 300)).isEqualTo(ByteMemo.NONE);
    }

    @Test
    void ofMoreThanItHoldsAPieceIsNeverTakenForAnother() {
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = ("frame " + i).getBytes(StandardCharsets.UTF_8);
            memo.put(bytes, 0, bytes.length, i);
        }
        int known = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = ("frame " + i).getBytes(StandardCharsets.UTF_8);
            int value = memo.value(bytes, 0, bytes.length);
            if (value == ByteMemo.NONE) continue;
            assertThat(value).isEqualTo(i);
            known++;
        }
        assertThat(known).isGreaterThan(20_000);
    }
}
