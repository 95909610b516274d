package treeline.examples;

import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.RecordingReport;
import treeline.record.mpi.Mpi;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.InProcessRanks;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// Entry point of the examples: under an MPI launcher each process is a rank, otherwise all ranks
/// run in this JVM. Benchmarks that start recorders themselves run an example by name.
public final class Example {
    private static final int DEFAULT_RANKS = 4;

    private final String name;
    private final Set<String> ownOptions;
    private final Program program;

    /// The work of one rank.
    @FunctionalInterface
    interface Program {
        /// Computes, checks the result and says in one line what was computed.
        ///
        /// @throws IllegalStateException if the result is wrong
        String run(Communicator comm, Options options) throws Exception;
    }

    Example(String name, Set<String> ownOptions, Program program) {
        this.name = name;
        this.ownOptions = ownOptions;
        this.program = program;
    }

    /// The example that is started by this name.
    ///
    /// @throws IllegalArgumentException if there is none
    public static Example named(String name) {
        return switch (name) {
            case "fft" -> Fft.EXAMPLE;
            case "closure" -> TransitiveClosure.EXAMPLE;
            case "jacobi" -> Jacobi.EXAMPLE;
            case "figure-two" -> FigureTwo.EXAMPLE;
            case "parallel-io" -> ParallelIo.EXAMPLE;
            default -> throw new IllegalArgumentException("no example '%s'".formatted(name));
        };
    }

    /// What this rank does, and nothing else: it is recorded if the caller has started a recorder.
    ///
    /// @param arguments as on the command line
    public String compute(Communicator comm, String... arguments) throws Exception {
        return program.run(comm, Options.parse(ownOptions, arguments));
    }

    /// How it records itself.
    public RecorderOptions recorderOptions(String... arguments) {
        return recorderOptions(Options.parse(ownOptions, arguments));
    }

    /// Runs to the end of the process: with exit code 2 if the command line is wrong, and 1 if
    /// anything else is.
    void main(String... arguments) {
        Options options;
        try {
            options = Options.parse(ownOptions, arguments);
        } catch (IllegalArgumentException wrong) {
            System.err.println(name + ": " + wrong.getMessage());
            System.err.println(usage());
            System.exit(2);
            return;
        }
        try {
            run(options, System.out);
        } catch (Exception failed) {
            failed.printStackTrace();
            System.exit(1); // the launcher ends the other ranks
        }
    }

    void run(Options options, PrintStream out) throws Exception {
        if (!options.has(Options.RANKS) && Mpi.isLaunched()) {
            Communicator world = Mpi.world();
            record(world, options, out);
            world.close();
        } else
            InProcessRanks.run(
                    options.number(Options.RANKS, DEFAULT_RANKS),
                    comm -> record(comm, options, out));
    }

    private void record(Communicator comm, Options options, PrintStream out) throws Exception {
        comm.barrier();
        long start = System.nanoTime();
        Recorder recorder = Recorder.start(recorderOptions(options), comm);
        boolean isRecording = recorder.isRecording();
        String summary;
        try (recorder) {
            summary = program.run(comm, options);
        }
        comm.barrier();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (comm.rank() == 0)
            out.printf(
                    Locale.ROOT,
                    "%s on %d ranks, %.3f s: %s%n%s%n",
                    name,
                    comm.size(),
                    seconds,
                    summary,
                    isRecording ? recorded(recorder.report()) : "not recorded");
    }

    /// What an example recorded under its own name is replaced by the next run.
    private RecorderOptions recorderOptions(Options options) {
        String named = options.text(Options.OUTPUT, "");
        return RecorderOptions.builder(named.isEmpty() ? name + "-recording" : named)
                .replace(named.isEmpty())
                .metrics("tag:0;mem:1")
                .snapshotEvery(Duration.ofMillis((long) (1000 * options.real(Options.SNAPSHOT, 0))))
                .metadata("program", name)
                .metadata("imbalance", options.text(Options.IMBALANCE, "0"))
                .build();
    }

    private static String recorded(RecordingReport report) {
        String taken =
                report.snapshots() == 0 ? "" : ", %d snapshots".formatted(report.snapshots());
        return String.format(
                Locale.ROOT,
                "recorded in %s: %,d bytes in %d files, %.1f ms to agree, %.1f ms to gather, %.1f"
                        + " ms to write%s",
                report.output(),
                report.bytes(),
                report.files(),
                report.sync().toNanos() / 1e6,
                report.gather().toNanos() / 1e6,
                report.write().toNanos() / 1e6,
                taken);
    }

    private String usage() {
        StringBuilder usage = new StringBuilder("usage: " + name);
        for (String option : new TreeSet<>(ownOptions)) usage.append(" [--%s N]".formatted(option));
        return usage.append(
                        " [--repetitions N] [--imbalance X] [--ranks N] [--output FOLDER]"
                                + " [--snapshot SECONDS]")
                .toString();
    }
}
