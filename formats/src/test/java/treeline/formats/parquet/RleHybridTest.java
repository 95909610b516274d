package treeline.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.bytes.LittleEndianBytes;

import java.nio.ByteBuffer;
import java.util.Random;

class RleHybridTest {
    @Test
    void zeroToSevenArePackedAsTheFormatsPageShows() {
        assertThat(written(new int[] {0, 1, 2, 3, 4, 5, 6, 7}, 3))
                .containsExactly(0b11, 0b10001000, 0b11000110, 0b11111010);
    }

    @Test
    void eightAndMoreOfOneNumberAreARun() {
        int[] fives = new int[200];
        java.util.Arrays.fill(fives, 500);
        assertThat(written(fives, 9)).containsExactly((400 & 0x7F) | 0x80, 400 >> 7, 500 & 0xFF, 1);
    }

    @Test
    void bitsAreThoseOfTheLargestCode() {
        assertThat(RleHybrid.bits(0)).isEqualTo(1);
        assertThat(RleHybrid.bits(2)).isEqualTo(1);
        assertThat(RleHybrid.bits(3)).isEqualTo(2);
        assertThat(RleHybrid.bits(256)).isEqualTo(8);
        assertThat(RleHybrid.bits(257)).isEqualTo(9);
    }

    @Test
    void numbersOfEveryWidthComeBack() {
        var random = new Random(1);
        for (int seed = 0; seed < 500; seed++) {
            int bits = 1 + random.nextInt(31);
            int[] numbers = new int[random.nextInt(100)];
            for (int i = 0; i < numbers.length; i++)
                numbers[i] =
                        i > 0 && random.nextInt(10) > seed % 10
                                ? numbers[i - 1]
                                : random.nextInt() & (int) ((1L << bits) - 1);
            var out = new LittleEndianBytes();
            RleHybrid.write(numbers, 0, numbers.length, bits, out);
            ByteBuffer in = ByteBuffer.wrap(out.toByteArray());
            assertThat(ParquetFile.hybrid(in, bits, numbers.length)).isEqualTo(numbers);
            assertThat(in.hasRemaining()).isFalse();
        }
    }

    private static int[] written(int[] numbers, int bits) {
        var out = new LittleEndianBytes();
        RleHybrid.write(numbers, 0, numbers.length, bits, out);
        byte[] bytes = out.toByteArray();
        int[] unsigned = new int[bytes.length];
        for (int i = 0; i < bytes.length; i++) unsigned[i] = bytes[i] & 0xFF;
        return unsigned;
    }
}
