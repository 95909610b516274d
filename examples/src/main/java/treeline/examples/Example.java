package treeline.examples;

import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.RecordingReport;
import treeline.record.mpi.Comm;
import treeline.record.mpi.LocalRanks;
import treeline.record.mpi.Mpi;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/// How every example is started: under an MPI launcher each process is a rank; else all ranks run
/// in this JVM.
final class Example {
    private static final int USUAL_RANKS = 4;

    private final String name;
    private final Set<String> ownOptions;
    private final Program program;

    /// What one rank does.
    @FunctionalInterface
    interface Program {
        /// Computes, checks the result and says in one line what was computed.
        ///
        /// @throws IllegalStateException if the result is wrong
        String run(Comm comm, Options options) throws Exception;
    }

    Example(String name, Set<String> ownOptions, Program program) {
        this.name = name;
        this.ownOptions = ownOptions;
        this.program = program;
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
            Comm world = Mpi.world();
            record(world, options, out);
            world.close();
        } else
            LocalRanks.run(
                    options.number(Options.RANKS, USUAL_RANKS), comm -> record(comm, options, out));
    }

    private void record(Comm comm, Options options, PrintStream out) throws Exception {
        Recorder recorder = Recorder.start(recorderOptions(options), comm);
        String summary;
        try (recorder) {
            summary = program.run(comm, options);
        }
        if (comm.rank() == 0)
            out.printf(
                    "%s on %d ranks: %s%n%s%n",
                    name, comm.size(), summary, recorded(recorder.report()));
    }

    private RecorderOptions recorderOptions(Options options) {
        return RecorderOptions.builder(options.text(Options.OUTPUT, name + "-recording"))
                .metrics("tag:0;mem:1")
                .snapshotEvery(Duration.ofMillis((long) (1000 * options.real(Options.SNAPSHOT, 0))))
                .metadata("program", name)
                .metadata("imbalance", options.text(Options.IMBALANCE, "0"))
                .build();
    }

    private static String recorded(RecordingReport report) {
        return "recorded in %s: %,d bytes in %d files, %.1f ms to agree, %.1f ms to gather, %.1f ms to write"
                .formatted(
                        report.output(),
                        report.bytes(),
                        report.files(),
                        report.sync().toNanos() / 1e6,
                        report.gather().toNanos() / 1e6,
                        report.write().toNanos() / 1e6);
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
