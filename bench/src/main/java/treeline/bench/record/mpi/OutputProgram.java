package treeline.bench.record.mpi;

import treeline.bench.Measured;
import treeline.examples.Collectives;
import treeline.record.Event;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.RecordingReport;
import treeline.record.mpi.Mpi;
import treeline.record.ranks.Communicator;

/// How long does the end of a recording take? One rank of a program with 50 events: `main`, 48 in a
/// loop of 100 iterations and, on odd ranks, `update`: the program by which Caliper was measured.
/// Measured is the close between two barriers, on the slowest rank. The first is that of a program
/// that ends, and pays for loading and interpreting code that Java has not seen before; the next
/// ones, of further recordings in the same processes, are what the phases cost by themselves.
///
/// Arguments: `sum` or `iter`, the folder, and optionally the number of further recordings (5).
/// Prints `output SECONDS BYTES CPU_SECONDS` of the first (CPU time of all ranks), `phases AGREE
/// GATHER WRITE` of it, and `again SECONDS CPU_SECONDS` of the others, in the median.
final class OutputProgram {
    static final int EVENTS = 48;
    static final int ITERATIONS = 100;
    private static final int FURTHER = 5;

    /// Times in the recording of a rank, in the mean of even and odd ones.
    static double valuesPerRank(Mode mode) {
        return switch (mode) {
            case SUM -> 1 + EVENTS + 0.5;
            case ITER -> 1 + (EVENTS + 0.5) * ITERATIONS;
        };
    }

    /// Results end here, so that no work is optimised away.
    @SuppressWarnings("UnusedVariable")
    private static volatile long sink;

    private OutputProgram() {}

    public static void main(String[] arguments) {
        Mode mode = Mode.named(arguments[0]);
        Measured.cpuNanos(); // loads the management classes now, not on some ranks while others
        // close
        try (Communicator comm = Mpi.world()) {
            Closed first = recorded(comm, mode, arguments[1]);
            int further = arguments.length > 2 ? Integer.parseInt(arguments[2]) : FURTHER;
            double[] seconds = new double[further];
            double[] cpuSeconds = new double[further];
            for (int i = 0; i < further; i++) {
                Closed next = recorded(comm, mode, arguments[1]);
                seconds[i] = next.seconds;
                cpuSeconds[i] = next.cpuSeconds;
            }
            if (comm.rank() != 0) return;
            printFirst(first);
            if (further > 0) printAgain(Sample.of(seconds), Sample.of(cpuSeconds));
        }
    }

    /// How long a close took on the slowest rank, and how much work it was on all.
    private record Closed(double seconds, double cpuSeconds, RecordingReport report) {}

    private static Closed recorded(Communicator comm, Mode mode, String folder) {
        Recorder recorder =
                Recorder.start(RecorderOptions.builder(folder).replace(true).build(), comm);
        try (Event _ = Recorder.event("main")) {
            loop(comm.rank(), mode);
        }
        comm.barrier();
        long cpu = Measured.cpuNanos();
        long start = System.nanoTime();
        recorder.close();
        comm.barrier();
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpuSeconds = (Measured.cpuNanos() - cpu) / 1e9;
        return new Closed(
                Collectives.combined(comm, seconds, Math::max),
                Collectives.combined(comm, cpuSeconds, Double::sum),
                recorder.report());
    }

    private static void loop(int rank, Mode mode) {
        String[] names = new String[EVENTS];
        for (int i = 0; i < EVENTS; i++) names[i] = "region_" + i;
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
            for (int i = 0; i < EVENTS; i++)
                try (Event _ = Recorder.event(names[i], mode.loop, iteration)) {
                    work(i);
                }
            if (rank % 2 == 1)
                try (Event _ = Recorder.localEvent("update", mode.loop, iteration)) {
                    work(EVENTS);
                }
        }
    }

    /// Some hundred nanoseconds, more in later events.
    private static void work(int event) {
        long mixed = event;
        for (int i = 0; i < 50 + 10 * event; i++) mixed = mixed * 6364136223846793005L + i;
        sink = mixed;
    }

    private static void printFirst(Closed first) {
        RecordingReport report = first.report;
        if (!report.problems().isEmpty()) throw new IllegalStateException(report.toString());
        Print.line("output %.6f %d %.6f", first.seconds, report.bytes(), first.cpuSeconds);
        Print.line(
                "phases %.6f %.6f %.6f",
                report.sync().toNanos() / 1e9,
                report.gather().toNanos() / 1e9,
                report.write().toNanos() / 1e9);
    }

    private static void printAgain(Sample again, Sample againCpu) {
        Print.line("again %.6f %.6f", again.median(), againCpu.median());
    }
}
