package treeline.bench.record;

import treeline.bench.Reads;
import treeline.record.Event;
import treeline.record.MetricHandle;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.RecordingReport;
import treeline.store.db.DatabaseFormat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Are the recorder's goals met? Prints each beside its limit, measured in one run. Times are
/// minima over several tries, because other programs may run on the machine. Arguments choose
/// sections (`pair`, `ranks`, `each`, `text`, `files`; none means all) and, as numbers, how many
/// ranks.
public final class RecorderTargets {
    private static final int[] SIZES = {512, 4096, 32_768};

    private RecorderTargets() {}

    public static void main(String[] arguments) throws IOException {
        List<String> chosen = Stream.of(arguments).filter(each -> !isNumber(each)).toList();
        int[] given =
                Stream.of(arguments)
                        .filter(RecorderTargets::isNumber)
                        .mapToInt(Integer::parseInt)
                        .toArray();
        int[] sizes = given.length == 0 ? SIZES : given;
        Path folder = Files.createTempDirectory("treeline-targets");
        try {
            if (wants(chosen, "pair")) eventPair(folder.resolve("pair"));
            if (wants(chosen, "ranks")) ranks(folder, false, sizes, 15);
            if (wants(chosen, "each")) ranks(folder, true, sizes, 2);
            if (wants(chosen, "text")) text(folder);
            if (wants(chosen, "files")) files(folder, sizes);
        } finally {
            RecordedWorkload.delete(folder);
        }
    }

    private static boolean isNumber(String argument) {
        return argument.matches("\\d+");
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
        double allocated;
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
                    Step deep =
                            _ -> {
                                try (Event event = Recorder.event("solve")) {
                                    event.add(mem, 1);
                                }
                            };
                    four = slices(deep);
                    allocated = allocatedBytes(deep);
                }
            }
        }
        double traced = tracedEvent(out.resolveSibling("traced"));
        print("  two clock reads            %6.1f", clock);
        print("  event in main              %6.1f  ratio %.2f (limit 1.60)", one, one / clock);
        print(
                "  the same with a trace      %6.1f  ratio %.2f to it (limit 2)",
                traced, traced / one);
        print("  depth 4 with one metric    %6.1f  ratio %.2f (limit 1.80)", four, four / clock);
        print("  allocated by that, bytes   %6.2f  (limit 0)", allocated);
        print("  switched off               %6.1f  (limit 3.0)", off);
    }

    /// All events fit into the trace: later ones would cost less.
    private static double tracedEvent(Path out) {
        var options = RecorderOptions.builder(out.toString()).trace(true).traceEvents(4_000_000);
        try (Recorder _ = Recorder.start(options.build());
                Event _ = Recorder.event("main")) {
            return slices(
                    _ -> {
                        try (Event _ = Recorder.event("solve")) {
                            sink++;
                        }
                    });
        }
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

    private static double allocatedBytes(Step step) {
        var threads =
                (com.sun.management.ThreadMXBean)
                        java.lang.management.ManagementFactory.getThreadMXBean();
        int pairs = 1_000_000;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < pairs; i++) step.run(i);
        return (double) (threads.getCurrentThreadAllocatedBytes() - before) / pairs;
    }

    private static void ranks(Path folder, boolean each, int[] sizes, int tries)
            throws IOException {
        print(
                "%n%d call paths, %s: close() of all ranks, minimum of %d",
                RecordedWorkload.PATHS,
                each ? RecordedWorkload.ITERATIONS + " iterations kept" : "sum over iterations",
                tries);
        print("   ranks  files   seconds  cpu s   sync    gather  write        bytes  bytes/value");
        for (int size : sizes)
            printRun(
                    size,
                    each,
                    RecordedWorkload.best(
                            tries, folder.resolve("ranks"), size, each, filesFor(size, each)));
        print(
                each
                        ? "  limits at 32,768: 6 s, 0.5 GB, 3 bytes a value, heap 2 GiB (now %d"
                                + " MiB)"
                        : "  limits at 32,768: 0.4 s, 16 MB, 8 bytes a (path, rank) (heap %d MiB)",
                Runtime.getRuntime().maxMemory() >> 20);
    }

    private static void printRun(int size, boolean each, RecordedWorkload.Run run) {
        RecordingReport report = run.report();
        print(
                "  %6d  %5d  %8.3f  %6.3f  %.3f  %.3f  %.3f  %11d  %.2f",
                size,
                report.files(),
                run.seconds(),
                run.cpuSeconds(),
                report.sync().toNanos() / 1e9,
                report.gather().toNanos() / 1e9,
                report.write().toNanos() / 1e9,
                report.bytes(),
                (double) report.bytes() / RecordedWorkload.values(size, each));
    }

    /// Few, because files are not free on a local disk; more where a part must be small in memory.
    private static int filesFor(int size, boolean each) {
        return Math.min(each ? 512 : 64, Math.ceilDiv(size, 16));
    }

    private static void text(Path folder) throws IOException {
        print("%nThe same values as the text of the authors' prototype, in as many files");
        print("   ranks  files  mode         bytes  as text      ratio (limit 3)");
        int[][] ranksAndFiles = {{32, 1}, {32, 2}, {512, 1}, {512, 32}, {4096, 64}};
        for (int[] each : ranksAndFiles) {
            printText(folder.resolve("text"), each[0], each[1], false);
            if (each[0] < 4096) printText(folder.resolve("text"), each[0], each[1], true);
        }
    }

    private static void printText(Path out, int ranks, int files, boolean each) throws IOException {
        long bytes = RecordedWorkload.record(out, ranks, each, files).report().bytes();
        long text = 0;
        try (Stream<Path> parts = Files.list(out)) {
            for (Path part : parts.sorted().toList())
                text += AuthorsText.bytes(Reads.profile(DatabaseFormat.openFile(part)), text == 0);
        }
        print(
                "  %6d  %5d  %-4s  %12d  %7d  %9.1f",
                ranks, files, each ? "each" : "sum", bytes, text, (double) text / bytes);
    }

    private static void files(Path folder, int[] sizes) throws IOException {
        print("%nMEASURED on this disk against the number of files A, sum mode, minimum of 3");
        print("   ranks  files   seconds  cpu s   sync    gather  write        bytes  bytes/value");
        for (int size : sizes)
            for (int files = 1; files <= size; files *= 8)
                printRun(
                        size,
                        false,
                        RecordedWorkload.best(3, folder.resolve("files"), size, false, files));
    }
}
