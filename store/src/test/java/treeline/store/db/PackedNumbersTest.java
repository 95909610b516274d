package treeline.store.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.bytes.ByteSource;
import treeline.bytes.LittleEndianBytes;
import treeline.source.files.MappedFile;

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
        var sink = new LittleEndianBytes();
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
            var sink = new LittleEndianBytes();
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
        var sink = new LittleEndianBytes();
        PackedLongs.write(sink, values, values.length);
        assertThat(sink.size()).isLessThan(1280 * 10 / 8 + 10 * 4 + 16);
    }

    @Test
    void oneOutlierDoesNotWidenItsNeighbours() {
        long[] values = LongStream.range(0, 128).map(i -> i == 77 ? 1L << 40 : i % 4).toArray();
        var sink = new LittleEndianBytes();
        PackedLongs.write(sink, values, values.length);
        assertThat(sink.size()).isLessThan(128 * 2 / 8 + 16);
    }

    @Test
    void impossibleNumbersAreLocatedErrors() throws IOException {
        var sink = new LittleEndianBytes();
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
                    .hasMessageEndingWith(
                            "bytes at byte 20: expected a number of at most 10 bytes, found a"
                                    + " longer one");
            assertThatThrownBy(() -> in.skip(100))
                    .hasMessageContaining("expected 100 more bytes, found the end of the section");
            assertThatThrownBy(() -> new ByteSource(file).load(0, 1000))
                    .hasMessageContaining("found the end of the file at byte");
        }
    }

    @Test
    void nothingIsReadBeyondASection() throws IOException {
        var sink = new LittleEndianBytes();
        for (int i = 0; i < 40; i++) sink.u8(i);
        try (MappedFile file = file(sink)) {
            ByteSource three = new ByteSource(file).load(0, 3);
            assertEnds(4, three::u32);
            assertEnds(8, three::u64);
            assertEnds(4, () -> three.crc(4));
            assertEnds(4, () -> three.raw(4));
            assertEnds(4, () -> three.packed(new long[4], 0, 4, 0, 8));
            assertThat(three.raw(3)).containsExactly(0, 1, 2);
            assertEnds(1, three::u8);
            ByteSource text = new ByteSource(file).load(3, 3);
            assertThatThrownBy(text::text)
                    .hasMessageEndingWith(
                            "bytes at byte 4: expected 3 more bytes, found the end of the section");
        }
    }

    private static void assertEnds(int bytes, Runnable read) {
        assertThatThrownBy(read::run)
                .hasMessageEndingWith(
                        "expected %d more bytes, found the end of the section".formatted(bytes));
    }

    @Test
    void theChecksumOfABlockIsNoPartOfIt() throws IOException {
        var sink = new LittleEndianBytes();
        sink.i32(7);
        sink.i32(sink.crcFrom(0));
        try (MappedFile file = file(sink)) {
            ByteSource block = new ByteSource(file).load(0, 8);
            block.checkAndDropCrc();
            assertThat(block.u32()).isEqualTo(7);
            assertEnds(1, block::u8);
        }
    }

    @Test
    void aMarkIsThereWholeOrNotAtAll() throws IOException {
        var sink = new LittleEndianBytes();
        sink.raw(new byte[] {1, 2, 3, 4}, 0, 4);
        try (MappedFile file = file(sink)) {
            ByteSource three = new ByteSource(file).load(0, 3);
            assertThat(three.startsWith(new byte[] {1, 2, 3})).isTrue();
            assertThat(three.startsWith(new byte[] {1, 2, 4})).isFalse();
            assertThat(three.startsWith(new byte[] {1, 2, 3, 4})).isFalse();
        }
    }

    @Test
    void aCountIsAtMostWhatTheRestCanHold() throws IOException {
        var sink = new LittleEndianBytes();
        sink.varint(64);
        sink.varint(65);
        try (MappedFile file = file(sink)) {
            assertThat(new ByteSource(file).load(0, 1).count("nodes")).isEqualTo(64);
            ByteSource more = new ByteSource(file).load(1, 1);
            assertThatThrownBy(() -> more.count("nodes"))
                    .hasMessageEndingWith("bytes at byte 1: expected a number of nodes, found 65");
        }
    }

    @Test
    void anIndexIsBelowItsLimit() throws IOException {
        var sink = new LittleEndianBytes();
        PackedLongs.write(sink, new int[] {4, 5}, 2);
        sink.varint(5);
        sink.varint(-1);
        try (MappedFile file = file(sink)) {
            ByteSource in = new ByteSource(file).load(0, sink.size());
            assertThat(PackedLongs.readIndexes(in, 2, "a node", 6)).containsExactly(4, 5);
            assertThat(in.index("a node", 6)).isEqualTo(5);
            assertThatThrownBy(() -> in.index("a node", 6))
                    .hasMessageEndingWith("expected a node below 6, found 18446744073709551615");
            ByteSource again = new ByteSource(file).load(0, sink.size());
            assertThatThrownBy(() -> PackedLongs.readIndexes(again, 2, "a node", 5))
                    .hasMessageEndingWith("expected a node below 5, found 5");
            assertThatThrownBy(() -> again.index("a node", 5))
                    .hasMessageEndingWith("expected a node below 5, found 5");
        }
    }

    @Test
    void negativeNumbersAreNoIndexes() throws IOException {
        var sink = new LittleEndianBytes();
        PackedLongs.write(sink, new int[] {-1}, 1);
        try (MappedFile file = file(sink)) {
            ByteSource in = new ByteSource(file).load(0, sink.size());
            assertThatThrownBy(() -> PackedLongs.readIndexes(in, 1, "a node", 5))
                    .hasMessageEndingWith("expected a node below 5, found -1");
        }
    }

    /// A run of two numbers: base 0, then what is given.
    @Test
    void widthsAndExceptionsThatCannotBeAreRefused() throws IOException {
        assertRunRefused("a width of at most 64 bits, found 65", 65);
        assertRunRefused("an exception within its run of 2, found 2", 0x80, 1, 2, 1);
        assertRunRefused("packing 0 or 1, found another");
    }

    private void assertRunRefused(String message, int... run) throws IOException {
        var sink = new LittleEndianBytes();
        sink.u8(run.length == 0 ? 2 : 0);
        sink.zigzag(0);
        for (int each : run) sink.u8(each);
        try (MappedFile file = file(sink)) {
            ByteSource in = new ByteSource(file).load(0, sink.size());
            assertThatThrownBy(() -> PackedLongs.read(in, new long[2], 2))
                    .hasMessageEndingWith("expected " + message);
        }
    }

    @Test
    void ascendingNumbersCostTheBitsInWhichTheirStepsDiffer() {
        var sink = new LittleEndianBytes();
        PackedLongs.write(sink, LongStream.range(0, 1280).map(i -> 1_000_000 * i).toArray(), 1280);
        assertThat(sink.size()).isLessThan(40);
        var uneven = new LittleEndianBytes();
        long[] values = LongStream.range(0, 1280).map(i -> 1_000_000 * i + i % 2).toArray();
        PackedLongs.write(uneven, values, values.length);
        assertThat(uneven.size()).isLessThan(1280 * 2 / 8 + 10 * 6);
    }

    @Test
    void valuesAreScaledByAsFewDecimalsAsCarryThem() throws IOException {
        assertThat(decimals(1, -2, 1e15)).isZero();
        assertThat(decimals(0.5, 3)).isEqualTo(1);
        assertThat(decimals(0.5, 0.25)).isEqualTo(2);
        assertThat(decimals(3e-15)).isEqualTo(15);
    }

    @Test
    void whatNoDecimalsCarryIsKeptAsBits() throws IOException {
        int bits = 0xff;
        assertThat(decimals(1.5e-15)).isEqualTo(bits);
        assertThat(decimals(-0.0)).isEqualTo(bits);
        assertThat(decimals(1, Double.NaN)).isEqualTo(bits);
        double largest = 1L << 53;
        assertThat(decimals(largest - 1)).isZero();
        assertThat(decimals(largest)).isEqualTo(bits);
        assertThat(decimals(-largest)).isEqualTo(bits);
        assertThat(decimals(1.0 / 3)).isEqualTo(bits);
    }

    @Test
    void moreDecimalsThanThereAreAreRefused() throws IOException {
        var sink = new LittleEndianBytes();
        sink.u8(16);
        try (MappedFile file = file(sink)) {
            ByteSource in = new ByteSource(file).load(0, 1);
            assertThatThrownBy(() -> PackedDoubles.read(in, new double[1], new long[1], 1))
                    .hasMessageEndingWith("expected at most 15 decimals, found 16");
        }
    }

    /// The first byte of the packed values, which must come back.
    private int decimals(double... values) throws IOException {
        var sink = new LittleEndianBytes();
        PackedDoubles.write(sink, values, values.length);
        double[] back = new double[values.length];
        try (MappedFile file = file(sink)) {
            ByteSource in = new ByteSource(file).load(0, sink.size());
            PackedDoubles.read(in, back, new long[back.length], back.length);
        }
        assertThat(back).isEqualTo(values);
        return sink.array()[0] & 0xff;
    }

    private MappedFile file(LittleEndianBytes sink) throws IOException {
        Path file = folder.resolve("bytes");
        Files.write(file, java.util.Arrays.copyOf(sink.array(), sink.size()));
        return MappedFile.open(file);
    }
}
