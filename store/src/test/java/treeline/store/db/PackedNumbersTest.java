package treeline.store.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.MappedFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

class PackedNumbersTest {
    @TempDir Path folder;

    @Test
    void everyShapeOfWholeNumbersComesBack() throws IOException {
        var random = new Random(3);
        LongUnaryOperator[] shapes = {
            i -> 0,
            i -> 42,
            i -> i,
            i -> -i * 1000,
            i -> random.nextLong(),
            i -> random.nextInt(1000),
            i -> random.nextInt(100) == 0 ? random.nextLong() : random.nextInt(16),
            i -> i % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE,
            i -> 1L << (i % 64),
            i -> (1L << 57) + random.nextInt(2),
            i -> random.nextLong() >>> random.nextInt(64),
        };
        for (LongUnaryOperator shape : shapes)
            for (int count : new int[] {0, 1, 2, 127, 128, 129, 1000})
                for (int run : new int[] {1, 16, PackedLongs.RUN})
                    assertComesBack(LongStream.range(0, count).map(shape).toArray(), run);
    }

    private void assertComesBack(long[] values, int run) throws IOException {
        var sink = new ByteSink();
        PackedLongs.write(sink, values, values.length, run);
        long[] back = new long[values.length];
        try (MappedFile file = file(sink)) {
            ByteSource in = new ByteSource(file).load(0, sink.size());
            PackedLongs.read(in, back, back.length, run);
            assertThat(in.remaining()).isZero();
        }
        assertThat(back).isEqualTo(values);
    }

    @Test
    void everyShapeOfMeasuredValuesComesBackBitForBit() throws IOException {
        var random = new Random(4);
        double[] odd = {
            0.0,
            -0.0,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.MIN_VALUE,
            -Double.MAX_VALUE,
            1e300,
            0.1
        };
        for (int shape = 0; shape < 6; shape++) {
            double[] values = new double[500];
            for (int i = 0; i < values.length; i++)
                values[i] =
                        switch (shape) {
                            case 0 -> random.nextInt(1_000_000);
                            case 1 -> random.nextInt(1_000_000) / 1e6;
                            case 2 -> random.nextGaussian();
                            case 3 -> odd[random.nextInt(odd.length)];
                            case 4 -> -random.nextInt(1000) / 1e3;
                            default -> random.nextLong() * 1e-3;
                        };
            var sink = new ByteSink();
            PackedDoubles.write(sink, values, values.length);
            double[] back = new double[values.length];
            try (MappedFile file = file(sink)) {
                PackedDoubles.read(
                        new ByteSource(file).load(0, sink.size()), back, new long[500], 500);
            }
            for (int i = 0; i < values.length; i++)
                assertThat(Double.doubleToRawLongBits(back[i]))
                        .isEqualTo(Double.doubleToRawLongBits(values[i]));
        }
    }

    @Test
    void nearbyNumbersCostTheBitsInWhichTheyDiffer() {
        long[] values =
                LongStream.range(0, 1280).map(i -> 5_000_000_000L + (i * 7919) % 1024).toArray();
        var sink = new ByteSink();
        PackedLongs.write(sink, values, values.length);
        assertThat(sink.size()).isLessThan(1280 * 10 / 8 + 10 * 4 + 16);
    }

    @Test
    void oneOutlierDoesNotWidenItsNeighbours() {
        long[] values = LongStream.range(0, 128).map(i -> i == 77 ? 1L << 40 : i % 4).toArray();
        var sink = new ByteSink();
        PackedLongs.write(sink, values, values.length);
        assertThat(sink.size()).isLessThan(128 * 2 / 8 + 16);
    }

    @Test
    void impossibleNumbersAreLocatedErrors() throws IOException {
        var sink = new ByteSink();
        sink.u8(9);
        sink.varint(1L << 60);
        for (int i = 0; i < 11; i++) sink.u8(0xff);
        try (MappedFile file = file(sink)) {
            ByteSource in = new ByteSource(file).load(0, sink.size());
            assertThatThrownBy(() -> PackedLongs.read(in, new long[1], 1))
                    .hasMessageEndingWith(
                            "bytes at byte 1: expected packing 0 or 1, found another");
            assertThatThrownBy(() -> in.count("nodes"))
                    .hasMessageEndingWith(
                            "bytes at byte 1: expected a number of nodes, found"
                                    + " 1152921504606846976");
            assertThatThrownBy(in::varint)
                    .hasMessageContaining("expected a number of at most 10 bytes");
            assertThatThrownBy(() -> in.skip(100))
                    .hasMessageContaining("expected 100 more bytes, found the end of the section");
            assertThatThrownBy(() -> new ByteSource(file).load(0, 1000))
                    .hasMessageContaining("found the end of the file at byte");
        }
    }

    private MappedFile file(ByteSink sink) throws IOException {
        Path file = folder.resolve("bytes");
        Files.write(file, java.util.Arrays.copyOf(sink.array(), sink.size()));
        return MappedFile.open(file);
    }
}
