package treeline.examples;

import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.Recorder;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.SoloCommunicator;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/// The temperature of a square plate whose upper edge is hot, by Jacobi's method: every inner point
/// becomes the mean of its four neighbours, again and again. Rows are spread over the ranks, and
/// neighbours exchange their edge rows (halos). The check is that the result equals that of one
/// rank in every bit: no point depends on the order in which others are computed.
public final class Jacobi {
    /// By how many percent sweeps do more work than they need: a build with a regression.
    private static final String SLOWER = "slower";

    static final Example EXAMPLE =
            new Example("jacobi", Set.of("size", "iterations", SLOWER), Jacobi::run);

    private static final double HOT = 100;

    private final Communicator comm;
    private final int size;
    private final int rows;
    private final int firstRow;
    private final double slower;

    /// The inner rows of this rank, with one row of the neighbour (or of the edge) on both sides.
    private double[][] plate;

    private double[][] next;

    Jacobi(Communicator comm, int size, double imbalance) {
        this(comm, size, imbalance, 0);
    }

    /// @param slower by how many percent sweeps do more work than they need
    Jacobi(Communicator comm, int size, double imbalance, double slower) {
        Share share = Share.of(size, comm.size(), imbalance);
        this.comm = comm;
        this.size = size;
        this.rows = share.count(comm.rank());
        this.firstRow = share.start(comm.rank());
        this.slower = slower;
        if (share.count(comm.size() - 1) == 0)
            throw new IllegalArgumentException(
                    "%d rows are too few for %d ranks".formatted(size, comm.size()));
        this.plate = new double[rows + 2][size + 2];
        this.next = new double[rows + 2][size + 2];
        if (firstRow == 0) heatUpperEdge();
    }

    private void heatUpperEdge() {
        Arrays.fill(plate[0], HOT);
        Arrays.fill(next[0], HOT);
    }

    public static void main(String[] arguments) {
        EXAMPLE.main(arguments);
    }

    static String run(Communicator comm, Options options) {
        int size = options.number("size", 128);
        int iterations = options.number("iterations", 50);
        double change = 0;
        for (int repetition = 0; repetition < options.repetitions(); repetition++)
            try (Event _ = Recorder.event("main")) {
                Jacobi parallel =
                        new Jacobi(comm, size, options.imbalance(), options.real(SLOWER, 0));
                change = parallel.iterate(iterations);
                Recorder.event("check", () -> parallel.check(iterations));
            }
        return String.format(
                Locale.ROOT,
                "%d x %d points, %d iterations, last change %.4f, equal to the serial result",
                size,
                size,
                iterations,
                change);
    }

    /// The largest change of the last iteration.
    double iterate(int iterations) {
        double change = 0;
        for (int iteration = 0; iteration < iterations; iteration++) {
            try (Event event = Recorder.event("halo", Loop.EACH, iteration).put("tag", "COMM")) {
                exchangeHalos();
                event.add("mem", 2.0 * plate[0].length * Double.BYTES);
            }
            double mine;
            try (Event event = Recorder.event("sweep", Loop.EACH, iteration).put("tag", "COMP")) {
                mine = sweep();
                event.add("mem", 2.0 * rows * size * Double.BYTES);
            }
            try (Event _ = Recorder.event("residual", Loop.SUM, iteration).put("tag", "COMM")) {
                change = Collectives.combined(comm, mine, Math::max);
            }
        }
        return change;
    }

    private void exchangeHalos() {
        boolean hasUpper = comm.rank() > 0;
        boolean hasLower = comm.rank() < comm.size() - 1;
        double[][] sent = new double[comm.size()][0];
        if (hasUpper) sent[comm.rank() - 1] = plate[1];
        if (hasLower) sent[comm.rank() + 1] = plate[rows];
        double[][] received = Collectives.alltoall(comm, sent);
        if (hasLower) plate[rows + 1] = received[comm.rank() + 1];
        if (hasUpper) plate[0] = received[comm.rank() - 1];
    }

    private double sweep() {
        double change = 0;
        for (int row = 1; row <= rows; row++) change = Math.max(change, sweep(row));
        for (int again = 0; again < slower / 100 * rows; again++) sweep(1 + again % rows);
        double[][] before = plate;
        plate = next;
        next = before;
        copyEdges();
        return change;
    }

    private double sweep(int row) {
        double change = 0;
        for (int column = 1; column <= size; column++) {
            double mean =
                    (plate[row - 1][column]
                                    + plate[row + 1][column]
                                    + plate[row][column - 1]
                                    + plate[row][column + 1])
                            / 4;
            change = Math.max(change, Math.abs(mean - plate[row][column]));
            next[row][column] = mean;
        }
        return change;
    }

    /// The rows outside are not computed, so both plates keep them.
    private void copyEdges() {
        plate[0] = next[0];
        plate[rows + 1] = next[rows + 1];
    }

    double[] innerRow(int row) {
        return plate[row + 1].clone();
    }

    private void check(int iterations) {
        Jacobi serial = new Jacobi(new SoloCommunicator(), size, 0);
        for (int iteration = 0; iteration < iterations; iteration++) serial.sweep();
        for (int row = 0; row < rows; row++)
            if (!Arrays.equals(innerRow(row), serial.innerRow(firstRow + row)))
                throw new IllegalStateException(
                        "row %d differs from the serial result".formatted(firstRow + row));
    }
}
