package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.model.Unit;
import treeline.record.Event;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.ranks.InProcessRanks;
import treeline.view.Quantity;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sentences of `report` and `hpcreport` about a parallel program of our own: four ranks solve,
/// exchange and reduce, and rank 2 solves three times as long. Their clocks are moved by the
/// program, so that other programs on the machine change nothing. The test adds up the rows of
/// `table slice` by itself, after it has compared them with the time that passed.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MpiReportTest {
    private static final int RANKS = 4;
    private static final int STEPS = 5;
    private static final long SOLVE_NANOS = 20_301_000;
    private static final long CALL_NANOS = 1_070_000;
    private static final int SLOW = 2;
    private static final List<String> REGIONS =
            List.of("MPI_Init", "solve", "MPI_Allreduce", "MPI_Send");
    private static final Quantity QUANTITY = new Quantity(3, true);

    /// Nanoseconds that passed, by region and rank.
    private final Map<String, Long> passed = new ConcurrentHashMap<>();

    /// Exclusive seconds by region and rank.
    private final Map<String, double[]> seconds = new TreeMap<>();

    private String report = "";
    private String hpcreport = "";

    @BeforeAll
    void record(@TempDir Path folder) throws Exception {
        Path output = folder.resolve("run");
        InProcessRanks.run(
                RANKS,
                ranks -> {
                    var clock = new AtomicLong();
                    var options = RecorderOptions.builder(output.toString()).clock(clock::get);
                    try (Recorder _ = Recorder.start(options.build(), ranks)) {
                        program(ranks.rank(), clock);
                    }
                });
        var session = new Session(Formats.all(), Session.PLAIN.withWidth(300));
        read(session.run("table", "slice", output.toString(), "--csv").out());
        report = session.run("report", output.toString()).out();
        hpcreport = session.run("hpcreport", output.toString()).out();
    }

    private void region(String name, int rank, AtomicLong clock, long nanos) {
        try (Event _ = Recorder.event(name)) {
            clock.addAndGet(nanos);
        }
        passed.merge(name + " " + rank, nanos, Long::sum);
    }

    /// Ranks that reduce wait for the slowest one.
    private void program(int rank, AtomicLong clock) {
        long solve = rank == SLOW ? 3 * SOLVE_NANOS : SOLVE_NANOS;
        try (Event _ = Recorder.event("main")) {
            region("MPI_Init", rank, clock, CALL_NANOS);
            for (int step = 0; step < STEPS; step++) {
                region("solve", rank, clock, solve);
                region("MPI_Send", rank, clock, CALL_NANOS);
                region("MPI_Allreduce", rank, clock, 3 * SOLVE_NANOS - solve + CALL_NANOS);
                clock.addAndGet(CALL_NANOS);
            }
        }
    }

    /// Rows of regions in both scopes; those of `main` are its inclusive time.
    private void read(String csv) {
        List<String> lines = csv.lines().toList();
        List<String> names = List.of(lines.getFirst().split(","));
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            String path = cells[names.indexOf("path")].replace("\"", "");
            String name = path.substring(path.lastIndexOf('/') + 1);
            if (!cells[names.indexOf("metric")].equals("time")) continue;
            if (!cells[names.indexOf("scope")].equals("inclusive")) continue;
            int rank = Integer.parseInt(cells[names.indexOf("rank")]);
            seconds.computeIfAbsent(name, _ -> new double[RANKS])[rank] +=
                    Double.parseDouble(cells[names.indexOf("value")]) / 1e9;
        }
        double[] main = seconds.getOrDefault("main", new double[RANKS]);
        for (String region : REGIONS)
            for (int rank = 0; rank < RANKS; rank++) main[rank] -= of(region)[rank];
    }

    private double[] of(String region) {
        return seconds.getOrDefault(region, new double[RANKS]);
    }

    private double mean(String... regions) {
        double sum = 0;
        for (String region : regions) for (double value : of(region)) sum += value;
        return sum / RANKS;
    }

    private double total() {
        return mean("main", "MPI_Init", "solve", "MPI_Allreduce", "MPI_Send");
    }

    private double communication() {
        return mean("MPI_Allreduce", "MPI_Send");
    }

    private static String text(double value) {
        return QUANTITY.text(value, Unit.SECONDS);
    }

    @Test
    void recordedTimesAreThoseThatPassed() {
        for (String region : REGIONS)
            for (int rank = 0; rank < RANKS; rank++)
                assertThat(of(region)[rank])
                        .as(region + " on rank " + rank)
                        .isEqualTo(passed.getOrDefault(region + " " + rank, 0L) / 1e9);
    }

    @Test
    void rowsAreTheMeansOverRanks() {
        assertRow(total(), "total");
        assertRow(mean("MPI_Allreduce"), "MPI collective");
        assertRow(mean("MPI_Send"), "MPI point-to-point");
        assertRow(mean("MPI_Init"), "MPI environment and profiling");
        assertRow(mean("solve", "main"), "Computation and all else");
    }

    private void assertRow(double value, String operation) {
        String share = String.format(Locale.ROOT, "%.1f %%", 100 * value / total());
        assertThat(hpcreport)
                .containsPattern("(?m)^host +%s +%s +%s$".formatted(text(value), share, operation));
    }

    /// Three of four ranks wait 40 of 60 ms, so that half of the time is communication.
    @Test
    void theVerdictIsCommunication() {
        double share = communication() / total();
        assertThat(share).isBetween(0.3, 0.8);
        Matcher verdict =
                Pattern.compile(
                                "communication-bound: (\\S+) % of the time is"
                                        + " communication \\(MPI collective .*")
                        .matcher(hpcreport.lines().findFirst().orElseThrow());
        assertThat(verdict.matches()).as(hpcreport).isTrue();
        assertThat(Double.parseDouble(verdict.group(1))).isCloseTo(100 * share, within(0.51));
    }

    @Test
    void theSlowRankIsTheOneThatTheOthersWaitFor() {
        double work = 0;
        double[] works = new double[RANKS];
        double[] waits = new double[RANKS];
        for (int rank = 0; rank < RANKS; rank++) {
            works[rank] = of("solve")[rank] + of("main")[rank];
            waits[rank] = of("MPI_Allreduce")[rank] + of("MPI_Send")[rank] + of("MPI_Init")[rank];
            work += works[rank] / RANKS;
        }
        double others = (waits[0] + waits[1] + waits[3]) / 3 - waits[SLOW];
        String longer = text(works[SLOW] - work);
        assertThat(hpcreport)
                .contains(
                        "rank 2 computes %s longer than the mean of 4 ranks, and the other ranks wait %s longer"
                                .formatted(longer, text(others)));
        assertThat(section("Slow ranks"))
                .contains("rank 2 computes " + longer, "main/solve", text(others));
    }

    @Test
    void sectionsOfTheReportAreSumsOverRegions() {
        assertThat(report).contains(text(total()) + " of time, mean of 4 ranks");
        for (String region : List.of("solve", "MPI_Allreduce"))
            assertThat(report)
                    .containsPattern(
                            "(?m)^ *%s +%s .*%s$"
                                    .formatted(
                                            Quantity.percent(mean(region) / total()),
                                            text(mean(region)),
                                            region));
        assertThat(report)
                .containsPattern(
                        "(?m)^ *%s +%s .* computation$"
                                .formatted(
                                        Quantity.percent(mean("solve", "main") / total()),
                                        text(mean("solve", "main"))));
        double lost = of("solve")[SLOW] - mean("solve");
        Matcher imbalance =
                Pattern.compile("(?m)^ *%s +\\S+ +rank 2 .*main/solve$".formatted(text(lost)))
                        .matcher(report);
        assertThat(imbalance.find()).as(text(lost) + " in " + report).isTrue();
    }

    private String section(String title) {
        List<String> lines = report.lines().toList();
        int at = lines.indexOf(title);
        assertThat(at).as(title + " in " + report).isNotNegative();
        return title + ": " + lines.get(at + 1);
    }
}
