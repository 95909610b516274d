package treeline.app.demo;

import treeline.model.Unit;
import treeline.record.DeclaredMetric;
import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.InProcessRanks;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// A heat equation solver on a plate, with rows distributed over ranks: a small annotated parallel
/// program with known performance problems. One rank is slower than the others, steps get slower
/// towards the end, and one event occurs on odd ranks only.
///
/// @param rows of the whole plate, a multiple of the ranks
public record HeatProgram(int ranks, int repetitions, int steps, int rows, int columns) {
    public static final int SLOW_RANK = 5;

    private static final String BYTES = "bytes";
    private static final int SLOW_FACTOR = 3;
    private static final int DEFAULT_SWEEPS = 8;
    private static final int STEPS_PER_FURTHER_SWEEP = 5;

    /// The program of the demo: less than a second of work.
    public static HeatProgram withDefaults() {
        return new HeatProgram(16, 3, 40, 512, 256);
    }

    /// Runs the program with all ranks in this process and records it into a folder. Replaces an
    /// earlier recording.
    ///
    /// @return the plate after the last step
    public double[] record(Path output) {
        RecorderOptions options =
                RecorderOptions.builder(output.toString())
                        .replace(true)
                        .metrics("tag:0")
                        .metric(DeclaredMetric.inconsistent(BYTES).in(Unit.BYTES))
                        .aggregators(4)
                        .commandLine(false)
                        .metadata("program", "heat")
                        .metadata("plate", rows + " x " + columns)
                        .build();
        var plate = new AtomicReference<>(new double[0]);
        InProcessRanks.run(
                ranks,
                mine -> {
                    try (Recorder _ = Recorder.start(options, mine)) {
                        for (int repetition = 0; repetition < repetitions; repetition++) {
                            double[] solved = solve(mine);
                            if (mine.rank() == 0) plate.set(solved);
                        }
                    }
                });
        return plate.get();
    }

    private double[] solve(Communicator mine) {
        try (Event _ = Recorder.event("main")) {
            Strip strip = setUp(mine);
            for (int step = 0; step < steps; step++) step(mine, strip, step);
            return checkpoint(mine, strip);
        }
    }

    private Strip setUp(Communicator mine) {
        try (Event _ = Recorder.event("setup").put("tag", "COMP")) {
            return new Strip(rows / ranks, columns, mine.rank() == 0);
        }
    }

    private void step(Communicator mine, Strip strip, int step) {
        try (Event _ = Recorder.event("step", Loop.EACH, step)) {
            exchange(mine, strip, step);
            sweep(mine, strip, step);
            if (mine.rank() % 2 == 1) smoothCorners(strip, step);
            residual(mine, strip, step);
        }
    }

    private void exchange(Communicator mine, Strip strip, int step) {
        try (Event _ = Recorder.event("exchange", Loop.EACH, step).put("tag", "COMM")) {
            byte[] edges;
            try (Event pack = Recorder.event("pack", Loop.SUM, step).put("tag", "COMP")) {
                edges = strip.edges();
                pack.add(BYTES, edges.length);
            }
            List<byte[]> all;
            try (Event _ = Recorder.event("allgather", Loop.EACH, step).put("tag", "COMM")) {
                all = mine.allgather(edges);
            }
            try (Event _ = Recorder.event("unpack", Loop.SUM, step).put("tag", "COMP")) {
                if (mine.rank() > 0) strip.takeAbove(all.get(mine.rank() - 1));
                if (mine.rank() + 1 < mine.size()) strip.takeBelow(all.get(mine.rank() + 1));
            }
        }
    }

    /// The slow rank and late steps do the same sweep more often: the result is the same.
    private void sweep(Communicator mine, Strip strip, int step) {
        int sweeps = DEFAULT_SWEEPS + step / STEPS_PER_FURTHER_SWEEP;
        if (mine.rank() == SLOW_RANK) sweeps *= SLOW_FACTOR;
        try (Event _ = Recorder.event("stencil", Loop.EACH, step).put("tag", "COMP")) {
            for (int sweep = 0; sweep < sweeps; sweep++) strip.sweep();
        }
        strip.advance();
    }

    private static void smoothCorners(Strip strip, int step) {
        try (Event _ = Recorder.localEvent("corners", Loop.SUM, step).put("tag", "COMP")) {
            strip.touchCorners();
        }
    }

    private static double residual(Communicator mine, Strip strip, int step) {
        try (Event _ = Recorder.event("residual", Loop.EACH, step).put("tag", "COMM")) {
            byte[] own = ByteBuffer.allocate(Double.BYTES).putDouble(strip.change()).array();
            double sum = 0;
            for (byte[] other : mine.allgather(own)) sum += ByteBuffer.wrap(other).getDouble();
            return sum;
        }
    }

    private double[] checkpoint(Communicator mine, Strip strip) {
        try (Event event = Recorder.event("checkpoint").put("tag", "IO")) {
            byte[] own = strip.bytes();
            event.add(BYTES, own.length);
            List<byte[]> strips = mine.gather(own, 0);
            double[] plate = new double[strips.size() * strip.cells()];
            for (int rank = 0; rank < strips.size(); rank++)
                ByteBuffer.wrap(strips.get(rank))
                        .asDoubleBuffer()
                        .get(plate, rank * strip.cells(), strip.cells());
            return plate;
        }
    }

    /// The rows of a rank with one halo row from each neighbour. The upper edge of the plate is
    /// hot.
    private static final class Strip {
        private final int rows;
        private final int columns;
        private double[] now;
        private double[] next;

        Strip(int rows, int columns, boolean top) {
            this.rows = rows;
            this.columns = columns;
            now = new double[(rows + 2) * columns];
            next = new double[now.length];
            if (!top) return;
            Arrays.fill(now, 0, columns, 100);
            Arrays.fill(next, 0, columns, 100);
        }

        int cells() {
            return rows * columns;
        }

        void sweep() {
            for (int row = 1; row <= rows; row++)
                for (int i = row * columns + 1; i < (row + 1) * columns - 1; i++)
                    next[i] =
                            0.25 * (now[i - columns] + now[i + columns] + now[i - 1] + now[i + 1]);
        }

        void advance() {
            double[] before = now;
            now = next;
            next = before;
        }

        /// The corners are at the plate's cold sides and stay as they are; looking takes time too.
        void touchCorners() {
            for (int corner : new int[] {columns, 2 * columns - 1, rows * columns})
                now[corner] = Math.max(0, now[corner]);
        }

        double change() {
            double sum = 0;
            for (int i = columns; i < (rows + 1) * columns; i++) sum += Math.abs(now[i] - next[i]);
            return sum;
        }

        byte[] edges() {
            ByteBuffer edges = ByteBuffer.allocate(2 * columns * Double.BYTES);
            edges.asDoubleBuffer().put(now, columns, columns).put(now, rows * columns, columns);
            return edges.array();
        }

        /// The last row of the strip above.
        void takeAbove(byte[] edges) {
            ByteBuffer.wrap(edges).asDoubleBuffer().get(columns, now, 0, columns);
        }

        /// The first row of the strip below.
        void takeBelow(byte[] edges) {
            ByteBuffer.wrap(edges).asDoubleBuffer().get(0, now, (rows + 1) * columns, columns);
        }

        byte[] bytes() {
            ByteBuffer bytes = ByteBuffer.allocate(cells() * Double.BYTES);
            bytes.asDoubleBuffer().put(now, columns, cells());
            return bytes.array();
        }
    }
}
