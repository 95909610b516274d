package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.record.parts.MessageReader;
import treeline.record.parts.MessageWriter;

import java.util.Random;

/// What is written into a message is read from it.
class MessageTest {
    private static double[] read(MessageWriter written, int length, long sum) {
        double[] values = new double[length];
        var in = new MessageReader(written.varint(42).message());
        assertThat(in.series(values, 0, length)).isEqualTo(sum);
        assertThat(in.varint()).isEqualTo(42);
        return values;
    }

    @Test
    void aSeriesKeepsTimesAndGaps() {
        int[] stored = {0, 1, 20_001, 0, 20_011, Integer.MAX_VALUE, 1};
        assertThat(
                        read(
                                new MessageWriter(0).series(stored, 0, 7),
                                7,
                                40_010L + Integer.MAX_VALUE - 1))
                .isEqualTo(
                        new double[] {
                            Double.NaN, 0, 20_000, Double.NaN, 20_010, Integer.MAX_VALUE - 1, 0
                        });
    }

    @Test
    void longTimesAreKeptToo() {
        long[] stored = {3, 1L << 52, 0, 1};
        assertThat(read(new MessageWriter(0).series(stored, 0, 4), 4, 2 + (1L << 52) - 1))
                .isEqualTo(new double[] {2, 0x1p52 - 1, Double.NaN, 0});
    }

    @Test
    void timesThatAreAlikeTakeTwoBytes() {
        var random = new Random(1);
        int[] stored = new int[1000];
        for (int i = 0; i < stored.length; i++) stored[i] = 50_000 + random.nextInt(4000);
        assertThat(new MessageWriter(0).series(stored, 0, stored.length).size()).isLessThan(2010);
    }
}
