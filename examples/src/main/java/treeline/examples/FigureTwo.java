package treeline.examples;

import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.Recorder;
import treeline.record.ranks.Communicator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;

/// The program of figure 2 of the TinyProf paper, with the same events: two executions of `main`;
/// `compute` in a loop of which each iteration is kept; `update` on odd ranks only; `exchange` with
/// `comm` and `write` in a loop of which the sum is kept. The check is that the common file holds
/// what the ranks have exchanged.
public final class FigureTwo {
    static final Example EXAMPLE = new Example("figure-two", Set.of("size"), FigureTwo::run);

    private static final int ITERATIONS = 3;

    private final Communicator comm;
    private final int size;
    private final int work;
    private final Path file;
    private double value;

    /// @param size the numbers that each rank sends and writes in an iteration
    FigureTwo(Communicator comm, int size, double imbalance, Path file) {
        this.comm = comm;
        this.size = size;
        this.work = comm.rank() == 0 ? (int) (size * (1 + imbalance)) : size;
        this.file = file;
    }

    public static void main(String[] arguments) {
        EXAMPLE.main(arguments);
    }

    static String run(Communicator comm, Options options) throws IOException {
        int size = options.number("size", 10_000);
        Path file = Path.of(options.text(Options.OUTPUT, "figure-two-recording") + ".numbers");
        for (int repetition = 0; repetition < options.repetitions(); repetition++)
            try (Event _ = Recorder.event("main")) {
                FigureTwo program = new FigureTwo(comm, size, options.imbalance(), file);
                program.compute();
                program.exchange();
            }
        comm.barrier();
        if (comm.rank() == 0) checkAndDelete(file, size, comm.size());
        return "%d numbers a rank computed, exchanged %d times and written as they should be"
                .formatted(size, ITERATIONS);
    }

    private void compute() {
        for (int i = 0; i < ITERATIONS; i++)
            try (Event _ =
                    Recorder.event("compute", Loop.EACH, i)
                            .put("tag", "COMP")
                            .add("mem", (double) work * Double.BYTES)) {
                value = meanOfSquares(work);
            }
        if (comm.rank() % 2 == 1)
            try (Event _ =
                    Recorder.localEvent("update").put("tag", "COMP").add("mem", Double.BYTES)) {
                value = Math.sqrt(value);
            }
    }

    private static double meanOfSquares(int count) {
        double sum = 0;
        for (int i = 0; i < count; i++) sum += Fft.noise(i) * Fft.noise(i);
        return sum / count;
    }

    private void exchange() {
        try (Event _ = Recorder.event("exchange")) {
            double[] numbers = new double[size];
            Arrays.fill(numbers, comm.rank());
            for (int i = 0; i < ITERATIONS; i++) {
                try (Event _ = Recorder.event("comm", Loop.SUM, i)) {
                    numbers = fromTheLeft(numbers);
                }
                try (Event _ =
                        Recorder.event("write", Loop.SUM, i)
                                .put("tag", "IO")
                                .add("mem", (double) size * Double.BYTES)) {
                    write(numbers, i);
                }
            }
        }
    }

    private double[] fromTheLeft(double[] numbers) {
        double[][] sent = new double[comm.size()][0];
        sent[(comm.rank() + 1) % comm.size()] = numbers;
        return Collectives.alltoall(comm, sent)[(comm.rank() + comm.size() - 1) % comm.size()];
    }

    /// Every rank writes its own place of one file.
    private void write(double[] numbers, int iteration) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Double.BYTES);
        bytes.asDoubleBuffer().put(numbers);
        long place = (long) (iteration * comm.size() + comm.rank()) * size * Double.BYTES;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            while (bytes.hasRemaining()) channel.write(bytes, place + bytes.position());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// After iteration `i` a rank has the numbers of the rank `i + 1` to its left.
    private static void checkAndDelete(Path file, int size, int ranks) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        for (int i = 0; i < ITERATIONS; i++)
            for (int rank = 0; rank < ranks; rank++)
                for (int n = 0; n < size; n++) {
                    double expected = Math.floorMod(rank - i - 1, ranks);
                    double found = bytes.getDouble();
                    if (found != expected)
                        throw new IllegalStateException(
                                "%s: expected %s of rank %d in iteration %d, found %s"
                                        .formatted(file, expected, rank, i, found));
                }
        if (bytes.hasRemaining())
            throw new IllegalStateException(
                    "%s has %d bytes too many".formatted(file, bytes.remaining()));
        Files.delete(file);
    }
}
