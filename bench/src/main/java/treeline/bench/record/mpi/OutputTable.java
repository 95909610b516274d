package treeline.bench.record.mpi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Is the end of a recording 30 times faster than Caliper's where iterations are kept, never slower
/// where they are added up, and 10 times smaller? Runs of both modes and of both tools alternate.
/// The targets are held against the first close of fresh processes, because that is what a program
/// gets.
record OutputTable(Caliper caliper, int runs, Path folder) {
    private static final double ITER_TARGET = 30;
    private static final double SUM_TARGET = 1;
    private static final double BYTES_TARGET = 10;

    /// The runs of one mode and number of ranks.
    private static final class Row {
        final Mode mode;
        final List<Double> seconds = new ArrayList<>();
        final List<Double> cpuSeconds = new ArrayList<>();
        final List<double[]> phases = new ArrayList<>();
        final List<double[]> again = new ArrayList<>();
        final List<Double> caliperSeconds = new ArrayList<>();
        double bytesPerRank;
        double caliperBytesPerRank;

        Row(Mode mode) {
            this.mode = mode;
        }
    }

    void print(int... sizes) throws IOException, InterruptedException {
        Print.line(
                "%nEnd-of-run output of real MPI ranks: %d events, %d iterations; barrier, close,"
                        + " barrier; slowest rank; median (smallest) of %d runs",
                OutputProgram.EVENTS + 2, OutputProgram.ITERATIONS, runs);
        Print.line("  beside %s", caliper.origin());
        for (int size : sizes) {
            List<Row> rows = Arrays.stream(Mode.values()).map(Row::new).toList();
            for (int i = 0; i < runs; i++) for (Row row : rows) run(row, size);
            for (Row row : rows) print(row, size);
        }
    }

    /// One run whose recording is kept, for reading it back.
    static double[] record(Mode mode, int ranks, Path into)
            throws IOException, InterruptedException {
        return Launch.numbers(recorded(mode, ranks, into), "output");
    }

    private static String recorded(Mode mode, int ranks, Path into)
            throws IOException, InterruptedException {
        return Launch.output(
                Launch.ranks(ranks, OutputProgram.class, mode.word(), into.toString()), Map.of());
    }

    private void run(Row row, int ranks) throws IOException, InterruptedException {
        String printed = recorded(row.mode, ranks, folder.resolve("output"));
        double[] output = Launch.numbers(printed, "output");
        row.seconds.add(output[0]);
        row.bytesPerRank = output[1] / ranks;
        row.cpuSeconds.add(output[2]);
        row.phases.add(Launch.numbers(printed, "phases"));
        row.again.add(Launch.numbers(printed, "again"));
        Caliper.Output theirs = caliper.output(row.mode, ranks, folder.resolve("caliper"));
        row.caliperSeconds.addAll(theirs.seconds().values());
        row.caliperBytesPerRank = theirs.bytesPerRank();
    }

    private static void print(Row row, int ranks) {
        Sample ours = new Sample(row.seconds);
        Sample theirs = new Sample(row.caliperSeconds);
        double target = row.mode == Mode.ITER ? ITER_TARGET : SUM_TARGET;
        double ratio = theirs.median() / ours.median();
        double values = OutputProgram.valuesPerRank(row.mode);
        double smaller = row.caliperBytesPerRank / row.bytesPerRank;
        Print.line(
                "  P = %2d %-4s ms: Treeline %6.1f (%6.1f), Caliper %6.0f (%6.0f), ratio %.1f"
                        + " (%.1f), target >= %.0f %s",
                ranks,
                row.mode.word(),
                1e3 * ours.median(),
                1e3 * ours.min(),
                1e3 * theirs.median(),
                1e3 * theirs.min(),
                ratio,
                theirs.min() / ours.min(),
                target,
                MpiTargets.verdict(ratio >= target));
        Print.line(
                "              of it: agree %.1f, gather %.1f, write %.1f; CPU of all ranks %.0f",
                millis(row.phases, 0),
                millis(row.phases, 1),
                millis(row.phases, 2),
                1e3 * new Sample(row.cpuSeconds).median());
        Print.line(
                "              again in the same processes: %.1f, ratio %.1f; CPU of all ranks"
                        + " %.0f",
                millis(row.again, 0),
                1e3 * theirs.median() / millis(row.again, 0),
                millis(row.again, 1));
        Print.line(
                "              bytes a rank: Treeline %.0f, Caliper %.0f, ratio %.1f, target >="
                        + " %.0f %s; a value: %.2f and %.1f",
                row.bytesPerRank,
                row.caliperBytesPerRank,
                smaller,
                BYTES_TARGET,
                MpiTargets.verdict(smaller >= BYTES_TARGET),
                row.bytesPerRank / values,
                row.caliperBytesPerRank / values);
    }

    private static double millis(List<double[]> runs, int at) {
        return 1e3 * new Sample(runs.stream().map(each -> each[at]).toList()).median();
    }
}
