package treeline.bench.trace;

import treeline.bench.Measured;
import treeline.bench.Reads;
import treeline.bench.formats.HpctoolkitGenerator;
import treeline.bench.formats.HpctoolkitTraces;
import treeline.formats.Formats;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.files.CompleteFolder;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.trace.TimeWindow;
import treeline.trace.TracePart;
import treeline.trace.WindowSource;
import treeline.trace.communication.Collectives;
import treeline.trace.communication.Messages;
import treeline.trace.communication.OperationSet;
import treeline.trace.timeline.CategoryTimes;
import treeline.trace.timeline.MessageGrid;
import treeline.trace.timeline.NodeCategories;
import treeline.trace.timeline.Timeline;
import treeline.trace.waiting.WaitSearch;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/// Question: do pictures of a trace cost pixels and not samples, and how many samples and messages
/// per second do exact answers process?
///
/// `bench/run trace [RANKS] [SAMPLES]` generates an HPCToolkit database with a trace (4,096 ranks
/// with 100,000 samples each: 4.9 GB) in a temporary folder, which is removed at the end. The heap
/// has 512 MB. Messages and wait states run on generated operations in memory. Rates are per second
/// of CPU time, so per core; the limit next to the samples is one pass over the file.
public final class TraceTargets {
    private static final int NODES = 5_000;
    private static final int ROWS = 1_000;
    private static final int COLUMNS = 2_000;
    private static final int MESSAGE_RANKS = 512;
    private static final int STEPS = 500;

    private final Path folder;
    private final long samples;

    private TraceTargets(Path folder, long samples) {
        this.folder = folder;
        this.samples = samples;
    }

    public static void main(String[] args) throws Exception {
        int ranks = args.length > 0 ? Integer.parseInt(args[0]) : 4_096;
        int samples = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
        System.out.printf(
                "%d cores, %,d MB heap, load average %.1f%n",
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory() >> 20,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        System.out.printf("%-52s %10s %10s  %-12s %s%n", "", "wall", "CPU", "rate", "target");
        messages();
        boolean stays = args.length > 2;
        Path folder =
                stays
                        ? Files.createDirectories(Path.of(args[2]))
                        : Files.createTempDirectory("treeline-trace");
        try {
            HpctoolkitGenerator.write(folder, NODES, ranks);
            HpctoolkitTraces.write(folder, NODES, ranks, samples);
            new TraceTargets(folder, (long) ranks * samples).run(ranks, samples);
        } finally {
            if (!stays) CompleteFolder.delete(folder);
        }
        System.out.printf(
                "load average at the end %.1f%n",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private static void row(
            String what, Measured.Cost cost, double items, String unit, String target) {
        System.out.printf(
                "%-52s %7.1f ms %7.1f ms  %-12s %s%n",
                what,
                cost.wall() * 1e3,
                cost.cpu() * 1e3,
                items == 0 ? "" : "%.1f %s".formatted(items / cost.cpu() / 1e6, unit),
                target);
    }

    private void run(int ranks, int perRank) throws Exception {
        System.out.printf(
                "%,d ranks, %,d samples each, trace.db %,d MB%n",
                ranks, perRank, Files.size(folder.resolve("trace.db")) >> 20);
        Measured.Cost read = Measured.once(() -> Reads.bytes(folder.resolve("trace.db")));
        row("trace.db read once, front to back", read, (double) samples, "M/s", "");
        row("open, first time in this JVM", Measured.once(this::openAndClose), 0, "", "");
        row("open", Measured.best(20, this::openAndClose), 0, "", "< 100 ms");
        try (ProfileSource source = Formats.all().open(folder.toString())) {
            Traces traces = source.traces();
            TimeWindow whole = new TimeWindow(0, traces.endNanos());
            TracePart part = TracePart.of(source.outline(), traces, Selection.ALL, whole);
            row(
                    "timeline of %,d x %,d pixels, first".formatted(COLUMNS, ROWS),
                    Measured.once(() -> Timeline.of(part, ROWS, COLUMNS)),
                    0,
                    "",
                    "");
            row(
                    "timeline, warm",
                    Measured.best(20, () -> Timeline.of(part, ROWS, COLUMNS)),
                    (double) ROWS * COLUMNS,
                    "Mpixel/s",
                    "< 100 ms");
            checkTimeline(part);
            row(
                    "profile of the whole run as a time window",
                    Measured.best(2, () -> profile(source, whole)),
                    (double) samples,
                    "M/s",
                    "50 M/s");
            TimeWindow tenth =
                    new TimeWindow(
                            traces.endNanos() / 2, traces.endNanos() / 2 + traces.endNanos() / 10);
            row(
                    "profile of a tenth of the run",
                    Measured.best(4, () -> profile(source, tenth)),
                    samples / 10.0,
                    "M/s",
                    "50 M/s");
            NodeCategories functions =
                    NodeCategories.of(
                            source.outline(), NodeCategories.By.FUNCTION, OptionalInt.empty());
            row(
                    "time of functions, legend of the timeline",
                    Measured.best(2, () -> CategoryTimes.of(part, functions, 1)),
                    (double) samples,
                    "M/s",
                    "");
        }
    }

    private int openAndClose() throws IOException {
        try (ProfileSource source = Formats.all().open(folder.toString())) {
            return source.traces().lines().size();
        }
    }

    private static Profile profile(ProfileSource source, TimeWindow window) throws IOException {
        // Not closed: closing a window closes the source.
        return new WindowSource(source, window).load(Slice.everything());
    }

    /// Cells are those of a search without shortcuts.
    private static void checkTimeline(TracePart part) {
        Timeline timeline = Timeline.of(part, ROWS, COLUMNS);
        long span = part.window().toNanos() - part.window().fromNanos();
        List<TraceLine> lines = part.lines();
        for (int row = 0; row < timeline.rows(); row += 97) {
            int context = timeline.context(row);
            TraceLine line =
                    lines.stream()
                            .filter(each -> each.context() == context)
                            .findFirst()
                            .orElseThrow();
            for (int column = 0; column < timeline.columns(); column++) {
                long middle = (2L * column + 1) * span / (2L * timeline.columns());
                int sample = line.sampleAt(middle);
                int expected = sample < 0 ? Timeline.EMPTY : line.node(sample);
                if (timeline.node(row, column) != expected)
                    throw new AssertionError(
                            "not the active node: row %d, column %d".formatted(row, column));
            }
        }
    }

    private static MessageGrid matrix(HaloExchange halo, OperationSet all) {
        return MessageGrid.of(
                halo.outline(),
                halo.inMemory(all),
                Selection.ALL,
                new TimeWindow(0, Long.MAX_VALUE),
                256);
    }

    private static void messages() throws Exception {
        var halo = new HaloExchange(MESSAGE_RANKS, STEPS);
        Outline outline = halo.outline();
        OperationSet all = OperationSet.of(halo, MESSAGE_RANKS);
        System.out.printf("%,d messages of %,d ranks%n", halo.messages(), MESSAGE_RANKS);
        Messages messages = Messages.of(all);
        if (messages.size() != halo.messages())
            throw new AssertionError("not all messages matched");
        row(
                "messages matched",
                Measured.warm(() -> Messages.of(all)),
                (double) halo.messages(),
                "M/s",
                "");
        Collectives collectives = Collectives.of(all);
        row(
                "collective operations matched",
                Measured.warm(() -> Collectives.of(all)),
                (double) halo.messages(),
                "M/s",
                "");
        row(
                "wait states alone",
                Measured.warm(() -> WaitSearch.of(all, messages, collectives, outline)),
                (double) halo.messages(),
                "M/s",
                "");
        row(
                "messages, collective operations and wait states",
                Measured.warm(
                        () -> WaitSearch.of(all, Messages.of(all), Collectives.of(all), outline)),
                (double) halo.messages(),
                "M/s",
                "5 M/s");
        row(
                "communication matrix",
                Measured.warm(() -> matrix(halo, all)),
                (double) halo.messages(),
                "M/s",
                "5 M/s");
    }
}
