package treeline.examples;

import treeline.record.Event;
import treeline.record.Recorder;
import treeline.record.ranks.Communicator;

import java.util.Locale;
import java.util.Set;

/// A two-dimensional Fourier transform of `size x size` complex numbers. Rows are spread over the
/// ranks; between the transform of the rows and that of the columns the matrix is transposed, for
/// which every rank sends a block to every other. The check is that the inverse transform gives the
/// input back.
public final class Fft {
    static final Example EXAMPLE = new Example("fft", Set.of("size"), Fft::run);

    private static final double TOLERANCE = 1e-9;

    private final Communicator comm;
    private final int size;
    private final Share rows;

    Fft(Communicator comm, int size, double imbalance) {
        if (Integer.bitCount(size) != 1)
            throw new IllegalArgumentException("size %d is not a power of 2".formatted(size));
        this.comm = comm;
        this.size = size;
        this.rows = Share.of(size, comm.size(), imbalance);
    }

    public static void main(String[] arguments) {
        EXAMPLE.main(arguments);
    }

    static String run(Communicator comm, Options options) {
        int size = options.number("size", 128);
        double error = 0;
        for (int repetition = 0; repetition < options.repetitions(); repetition++)
            try (Event _ = Recorder.event("main")) {
                Fft fft = new Fft(comm, size, options.imbalance());
                double[] input = Recorder.event("fill", fft::input);
                double[] transformed = Recorder.event("forward", () -> fft.transform(input, false));
                double[] back = Recorder.event("inverse", () -> fft.transform(transformed, true));
                error =
                        Math.max(
                                error,
                                Recorder.event("check", () -> fft.largestDifference(input, back)));
            }
        if (error > TOLERANCE)
            throw new IllegalStateException("the inverse transform differs by " + error);
        return String.format(
                Locale.ROOT,
                "%d x %d numbers, transformed and back, largest difference %.1e",
                size,
                size,
                error);
    }

    /// The rows of this rank, numbers as pairs (real, imaginary).
    double[] input() {
        double[] values = new double[2 * size * rows.count(comm.rank())];
        int first = 2 * size * rows.start(comm.rank());
        for (int i = 0; i < values.length; i++) values[i] = noise(first + i);
        return values;
    }

    /// A number between -1 and 1 that depends on `i` alone, so that the input does not depend on
    /// the number of ranks.
    static double noise(long i) {
        long mixed = (i + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
        return (mixed >> 11) * 0x1p-52;
    }

    /// Transforms rows, transposes, transforms what were columns. The result is transposed; a
    /// second call turns it back.
    double[] transform(double[] matrix, boolean inverse) {
        double[] mine = matrix.clone();
        transformRows(mine, inverse);
        double[] turned = transpose(mine);
        transformRows(turned, inverse);
        return turned;
    }

    private void transformRows(double[] matrix, boolean inverse) {
        try (Event _ =
                Recorder.event("rows")
                        .put("tag", "COMP")
                        .add("mem", (double) matrix.length * Double.BYTES)) {
            for (int row = 0; row < matrix.length / (2 * size); row++)
                transformRow(matrix, 2 * size * row, inverse);
        }
    }

    private double[] transpose(double[] matrix) {
        try (Event _ = Recorder.event("transpose")) {
            double[][] blocks = Recorder.event("pack", () -> packed(matrix));
            double[][] received;
            try (Event _ =
                    Recorder.event("all-to-all")
                            .put("tag", "COMM")
                            .add("mem", (double) matrix.length * Double.BYTES)) {
                received = Collectives.alltoall(comm, blocks);
            }
            return Recorder.event("unpack", () -> unpacked(received));
        }
    }

    /// For each rank the columns that will be its rows.
    private double[][] packed(double[] matrix) {
        double[][] blocks = new double[comm.size()][];
        for (int to = 0; to < blocks.length; to++) {
            int columns = 2 * rows.count(to);
            blocks[to] = new double[columns * rows.count(comm.rank())];
            for (int row = 0; row < rows.count(comm.rank()); row++)
                System.arraycopy(
                        matrix,
                        2 * (size * row + rows.start(to)),
                        blocks[to],
                        columns * row,
                        columns);
        }
        return blocks;
    }

    private double[] unpacked(double[][] blocks) {
        int mine = rows.count(comm.rank());
        double[] matrix = new double[2 * size * mine];
        for (int from = 0; from < blocks.length; from++)
            for (int row = 0; row < rows.count(from); row++)
                for (int column = 0; column < mine; column++) {
                    int target = 2 * (size * column + rows.start(from) + row);
                    matrix[target] = blocks[from][2 * (mine * row + column)];
                    matrix[target + 1] = blocks[from][2 * (mine * row + column) + 1];
                }
        return matrix;
    }

    /// One row in place, by Cooley and Tukey: first the order of reversed bits, then butterflies of
    /// growing width. The inverse is divided by the length.
    private void transformRow(double[] values, int start, boolean inverse) {
        reverseBits(values, start);
        for (int width = 2; width <= size; width *= 2) butterflies(values, start, width, inverse);
        if (inverse) for (int i = start; i < start + 2 * size; i++) values[i] /= size;
    }

    private void reverseBits(double[] values, int start) {
        int unused = Integer.numberOfLeadingZeros(size) + 1;
        for (int i = 0; i < size; i++) {
            int j = size == 1 ? 0 : Integer.reverse(i) >>> unused;
            if (i < j) {
                swap(values, start + 2 * i, start + 2 * j);
                swap(values, start + 2 * i + 1, start + 2 * j + 1);
            }
        }
    }

    private static void swap(double[] values, int i, int j) {
        double kept = values[i];
        values[i] = values[j];
        values[j] = kept;
    }

    private void butterflies(double[] values, int start, int width, boolean inverse) {
        double angle = (inverse ? 2 : -2) * Math.PI / width;
        for (int k = 0; k < width / 2; k++) {
            double cos = Math.cos(angle * k);
            double sin = Math.sin(angle * k);
            for (int block = 0; block < size; block += width) {
                int a = start + 2 * (block + k);
                int b = a + width;
                double real = cos * values[b] - sin * values[b + 1];
                double imaginary = cos * values[b + 1] + sin * values[b];
                values[b] = values[a] - real;
                values[b + 1] = values[a + 1] - imaginary;
                values[a] += real;
                values[a + 1] += imaginary;
            }
        }
    }

    private double largestDifference(double[] a, double[] b) {
        double largest = 0;
        for (int i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
        return Collectives.combined(comm, largest, Math::max);
    }
}
