package treeline.bench.record;

import treeline.bench.Measured;
import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.RecordingReport;
import treeline.record.ranks.InProcessRanks;
import treeline.source.files.CompleteFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// Fifty call paths on every rank, with times that vary by some percent between ranks and
/// iterations, as those of a real loop do. Ranks are virtual threads, their clocks are simulated,
/// and what is timed is the end of the recording: from the first rank that closes to the last.
final class RecordedWorkload {
    static final int PATHS = 50;
    static final int ITERATIONS = 100;

    private static final String[] NAMES = new String[PATHS];

    static {
        for (int i = 0; i < PATHS; i++) NAMES[i] = "region_" + i;
    }

    private long nanos;
    private long state;

    private RecordedWorkload(int rank) {
        state = rank * 0x9E3779B97F4A7C15L + 1;
    }

    /// CPU time is of the whole JVM, with its compiler and collector: what a busy machine disturbs
    /// least. The report is that of the fastest.
    record Run(double seconds, double cpuSeconds, RecordingReport report) {
        Run best(Run other) {
            return new Run(
                    Math.min(seconds, other.seconds),
                    Math.min(cpuSeconds, other.cpuSeconds),
                    seconds <= other.seconds ? report : other.report);
        }
    }

    static long values(int ranks, boolean each) {
        return (long) ranks * ((PATHS - 1L) * (each ? ITERATIONS : 1) + 1);
    }

    /// The least of several tries, in seconds and in CPU seconds.
    static Run best(int tries, Path out, int size, boolean each, int files) throws IOException {
        Run best = record(out, size, each, files);
        for (int i = 1; i < tries; i++) best = best.best(record(out, size, each, files));
        return best;
    }

    static Run record(Path out, int size, boolean each, int files) throws IOException {
        delete(out);
        var firstClose = new AtomicLong(Long.MAX_VALUE);
        var lastClose = new AtomicLong();
        var cpuAtFirst = new AtomicLong(Long.MAX_VALUE);
        var report = new AtomicReference<RecordingReport>();
        InProcessRanks.run(
                size,
                ranks -> {
                    var workload = new RecordedWorkload(ranks.rank());
                    var options =
                            RecorderOptions.builder(out.toString())
                                    .aggregators(files)
                                    .commandLine(false) // longer than a small recording
                                    .clock(() -> workload.nanos)
                                    .build();
                    Recorder recorder = Recorder.start(options, ranks);
                    workload.run(each);
                    ranks.barrier();
                    if (ranks.rank() == 0) cpuAtFirst.set(Measured.cpuNanos());
                    firstClose.accumulateAndGet(System.nanoTime(), Math::min);
                    recorder.close();
                    lastClose.accumulateAndGet(System.nanoTime(), Math::max);
                    if (ranks.rank() == 0) report.set(recorder.report());
                });
        return new Run(
                (lastClose.get() - firstClose.get()) / 1e9,
                (Measured.cpuNanos() - cpuAtFirst.get()) / 1e9,
                report.get());
    }

    /// All below one main event: an outermost event in a loop would be a repetition each time.
    private void run(boolean each) {
        try (Event _ = Recorder.event("main")) {
            for (int path = 0; path < PATHS - 1; path++) region(path, each);
        }
    }

    private void region(int path, boolean each) {
        for (int i = 0; i < (each ? ITERATIONS : 1); i++)
            try (Event _ = Recorder.event(NAMES[path], each ? Loop.EACH : Loop.SUM, i)) {
                state = state * 6364136223846793005L + 1442695040888963407L;
                long spread = (state >>> 33) % (1000 + 20 * path);
                nanos += (each ? 1 : ITERATIONS) * (20_000 + 1000L * path) + spread;
            }
    }

    static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) CompleteFolder.delete(directory);
    }
}
