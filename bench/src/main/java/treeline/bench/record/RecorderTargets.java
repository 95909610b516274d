package treeline.bench.record;

import treeline.record.Event;
import treeline.record.InProcessRanks;
import treeline.record.Loop;
import treeline.record.MetricHandle;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.RecordingReport;
import treeline.record.StorageModel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/// Are the recorder's goals met? Prints each beside its limit, measured in one run. Times are
/// minima over several tries, because other programs may run on the machine. Arguments choose
/// sections: `pair`, `ranks`, `each`, `files`, `model`; none means all.
public final class RecorderTargets {
    private static final int PATHS = 50;
    private static final int ITERATIONS = 100;

    private RecorderTargets() {}

    public static void main(String[] arguments) throws IOException {
        List<String> chosen = List.of(arguments);
        Path folder = Files.createTempDirectory("treeline-targets");
        try {
            if (wants(chosen, "pair")) eventPair(folder.resolve("pair"));
            if (wants(chosen, "ranks")) ranks(folder, false, new int[] {512, 4096, 32_768}, 5);
            if (wants(chosen, "each")) ranks(folder, true, new int[] {512, 4096, 32_768}, 2);
            if (wants(chosen, "files")) files(folder);
            if (wants(chosen, "model")) model();
        } finally {
            delete(folder);
        }
    }

    private static boolean wants(List<String> chosen, String section) {
        return chosen.isEmpty() || chosen.contains(section);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private static void eventPair(Path out) {
        print("%nEvent pair, ns (minimum of 3,000 slices of 1,000; JMH: EventPairBenchmark)");
        double off =
                slices(
                        i -> {
                            try (Event _ = Recorder.event("solve")) {
                                sink += i;
                            }
                        });
        double clock =
                slices(
                        _ -> {
                            long start = System.nanoTime();
                            sink += System.nanoTime() - start;
                        });
        double one;
        double four;
        var options = RecorderOptions.builder(out.toString()).metrics("mem:1").build();
        try (Recorder recorder = Recorder.start(options)) {
            MetricHandle mem = recorder.metric("mem");
            try (Event _ = Recorder.event("main")) {
                one =
                        slices(
                                _ -> {
                                    try (Event _ = Recorder.event("solve")) {
                                        sink++;
                                    }
                                });
                try (Event _ = Recorder.event("a");
                        Event _ = Recorder.event("b")) {
                    four =
                            slices(
                                    _ -> {
                                        try (Event event = Recorder.event("solve")) {
                                            event.add(mem, 1);
                                        }
                                    });
                }
            }
        }
        print("  two clock reads            %6.1f", clock);
        print("  event in main              %6.1f  ratio %.2f (limit 1.60)", one, one / clock);
        print("  depth 4 with one metric    %6.1f  ratio %.2f (limit 1.80)", four, four / clock);
        print("  switched off               %6.1f  (limit 3.0)", off);
    }

    private interface Step {
        void run(int i);
    }

    private static long sink;

    private static double slices(Step step) {
        int pairs = 1_000; // short, so that some slices are not interrupted on a busy machine
        long best = Long.MAX_VALUE;
        for (int slice = 0; slice < 3_000; slice++) {
            long start = System.nanoTime();
            for (int i = 0; i < pairs; i++) step.run(i);
            best = Math.min(best, System.nanoTime() - start);
        }
        return (double) best / pairs;
    }

    /// Fifty call paths on every rank, with times that vary by some percent between ranks and
    /// iterations, as those of a real loop do.
    private static void ranks(Path folder, boolean each, int[] sizes, int tries)
            throws IOException {
        print(
                "%n%d call paths, %s: close() of all ranks, minimum of %d",
                PATHS, each ? ITERATIONS + " iterations kept" : "sum over iterations", tries);
        print("   ranks  files   seconds  cpu s   sync    gather  write        bytes  bytes/value");
        for (int size : sizes) {
            Run best = null;
            for (int i = 0; i < tries; i++) {
                Run run = record(folder.resolve("ranks"), size, each, filesFor(size));
                if (best == null || run.seconds < best.seconds) best = run;
            }
            if (best == null) continue;
            RecordingReport report = best.report;
            long values = (long) size * PATHS * (each ? ITERATIONS : 1);
            print(
                    "  %6d  %5d  %8.3f  %6.3f  %.3f  %.3f  %.3f  %11d  %.2f",
                    size,
                    report.files(),
                    best.seconds,
                    best.cpuSeconds,
                    report.sync().toNanos() / 1e9,
                    report.gather().toNanos() / 1e9,
                    report.write().toNanos() / 1e9,
                    report.bytes(),
                    (double) report.bytes() / values);
        }
        print(
                each
                        ? "  limits at 32,768: 6 s, 0.5 GB, 3 bytes a value, heap 2 GiB (now %d"
                                + " MiB)"
                        : "  limits at 32,768: 0.4 s, 16 MB, 8 bytes a (path, rank) (heap %d MiB)",
                Runtime.getRuntime().maxMemory() >> 20);
    }

    private static int filesFor(int size) {
        return Math.min(64, Math.ceilDiv(size, 16));
    }

    /// CPU time is of the whole JVM between the first and the last close: what a busy machine
    /// disturbs least.
    private record Run(double seconds, double cpuSeconds, RecordingReport report) {}

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean)
                        java.lang.management.ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static Run record(Path out, int size, boolean each, int files) throws IOException {
        delete(out);
        var firstClose = new AtomicLong(Long.MAX_VALUE);
        var lastClose = new AtomicLong();
        var cpuAtFirst = new AtomicLong(Long.MAX_VALUE);
        var report = new AtomicReference<RecordingReport>();
        InProcessRanks.run(
                size,
                ranks -> {
                    var clock = new Workload(ranks.rank());
                    var options =
                            RecorderOptions.builder(out.toString())
                                    .aggregators(files)
                                    .clock(clock::nanos)
                                    .build();
                    Recorder recorder = Recorder.start(options, ranks);
                    clock.run(each);
                    ranks.barrier();
                    if (ranks.rank() == 0) cpuAtFirst.set(cpuNanos());
                    firstClose.accumulateAndGet(System.nanoTime(), Math::min);
                    recorder.close();
                    lastClose.accumulateAndGet(System.nanoTime(), Math::max);
                    if (ranks.rank() == 0) report.set(recorder.report());
                });
        return new Run(
                (lastClose.get() - firstClose.get()) / 1e9,
                (cpuNanos() - cpuAtFirst.get()) / 1e9,
                report.get());
    }

    /// Simulated time of one rank.
    private static final class Workload {
        private static final String[] NAMES = new String[PATHS];
        private long nanos;
        private long state;

        static {
            for (int i = 0; i < PATHS; i++) NAMES[i] = "region_" + i;
        }

        Workload(int rank) {
            state = rank * 0x9E3779B97F4A7C15L + 1;
        }

        long nanos() {
            return nanos;
        }

        void run(boolean each) {
            for (int path = 0; path < PATHS - 1; path++)
                for (int i = 0; i < (each ? ITERATIONS : 1); i++)
                    try (Event _ = Recorder.event(NAMES[path], each ? Loop.EACH : Loop.SUM, i)) {
                        state = state * 6364136223846793005L + 1442695040888963407L;
                        long spread = (state >>> 33) % (1000 + 20 * path);
                        nanos += (each ? 1 : ITERATIONS) * (20_000 + 1000L * path) + spread;
                    }
        }
    }

    private static void files(Path folder) throws IOException {
        print("%nMEASURED on this disk: seconds of close() against the number of files, sum mode");
        for (int size : new int[] {512, 4096, 32_768}) {
            var line = new StringBuilder("  P = %6d:".formatted(size));
            for (int files = 1; files <= size; files *= 8) {
                double best = Double.MAX_VALUE;
                for (int i = 0; i < 2; i++)
                    best =
                            Math.min(
                                    best,
                                    record(folder.resolve("files"), size, false, files).seconds);
                line.append(String.format(Locale.ROOT, "  A=%d %.3f", files, best));
            }
            print("%s", line);
        }
    }

    private static void model() {
        StorageModel parallel = StorageModel.PARALLEL_FILE_SYSTEM;
        print("%nMODELLED, not measured: a parallel file system, 44 kB a rank (figure 6)");
        for (int size : new int[] {512, 4096, 32_768}) {
            long bytes = size * 44_000L;
            var line = new StringBuilder("  P = %6d:".formatted(size));
            for (int files = 1; files <= size; files *= 2)
                line.append(
                        String.format(
                                Locale.ROOT,
                                "  A=%d %.3f",
                                files,
                                parallel.seconds(size, bytes, files)));
            print("%s  best A=%d", line, parallel.bestAggregators(size, bytes));
        }
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) return;
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(each);
        }
    }
}
