package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.app.cli.ExitCode;
import treeline.formats.Formats;
import treeline.model.Unit;
import treeline.statement.Argument;
import treeline.view.Quantity;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Every sentence about a JVM, against the stopwatches of the service and against events that the
/// JDK's own reader finds in the recording.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JvmReportTest {
    private static final Quantity QUANTITY = new Quantity(3, false);
    private static final String SERVICE = JvmService.class.getName();
    private static final double PERIOD = 0.010;

    private Map<String, Long> stopwatch = Map.of();
    private List<RecordedEvent> all = List.of();
    private List<RecordedEvent> events = List.of();
    private String report = "";
    private String ofTime = "";
    private String hpcreport = "";

    @BeforeAll
    void record(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("service.jfr");
        stopwatch = JvmService.recordInOwnJvm(file);
        all = RecordingFile.readAllEvents(file);
        events = all.stream().filter(event -> !isOfRecorder(event)).toList();
        var session = new Session(Formats.all(), Session.PLAIN.withWidth(400));
        report = output(session, "report", file);
        ofTime = output(session, "report", file, "--metric", "time");
        hpcreport = output(session, "hpcreport", file);
    }

    /// Flight Recorder is not part of the program.
    private static boolean isOfRecorder(RecordedEvent event) {
        RecordedThread thread =
                event.hasField("sampledThread")
                        ? event.getThread("sampledThread")
                        : event.getThread();
        boolean its =
                thread != null
                        && thread.getJavaName() != null
                        && thread.getJavaName().startsWith("JFR ");
        RecordedClass monitor =
                event.hasField("monitorClass") ? event.getClass("monitorClass") : null;
        return its || (monitor != null && monitor.getName().startsWith("jdk.jfr.internal."));
    }

    private static String output(Session session, String command, Path file, String... options) {
        String[] words =
                Stream.concat(Stream.of(command, file.toString()), Stream.of(options))
                        .toArray(String[]::new);
        Session.Answer result = session.run(words);
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.SUCCESS);
        return result.out();
    }

    @Test
    void everySectionIsPrintedWithTheCommandThatShowsMore() {
        for (String title :
                List.of(
                        "Hot path",
                        "Most expensive functions",
                        "Time of threads",
                        "Threads over time",
                        "Lock contention",
                        "Parked, waiting and sleeping threads",
                        "Allocation",
                        "GC pauses",
                        "I/O",
                        "Exceptions",
                        "Limitations of the recording")) section(title);
        assertThat(report)
                .contains("more: treeline hpcreport ", "more: treeline trace ")
                .contains("more: treeline flat -m 'monitor enter' ");
    }

    @Test
    void theCommandThatShowsMoreHasOneMetric() {
        assertThat(ofTime.lines().filter(line -> line.startsWith("more: treeline flat ")))
                .anyMatch(line -> line.contains(" --metric ") && !line.contains(" -m "))
                .anyMatch(line -> line.contains(" -m ") && !line.contains(" --metric "))
                .noneMatch(line -> line.contains(" -m ") && line.contains(" --metric "));
    }

    @Test
    void theSummaryIsAboutElapsedAndSampledTime() {
        assertThat(report)
                .contains(
                        ": %s elapsed, %s of sampled time, "
                                .formatted(text(elapsed()), text(running())));
    }

    private List<RecordedEvent> of(String type) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("jdk." + type))
                .toList();
    }

    private static double seconds(Duration duration) {
        return duration.getSeconds() + duration.getNano() / 1e9;
    }

    private double sum(String type) {
        return sum(type, _ -> true);
    }

    private double sum(String type, Predicate<RecordedEvent> which) {
        return sum(type, which, event -> seconds(event.getDuration()));
    }

    private double sum(
            String type, Predicate<RecordedEvent> which, ToDoubleFunction<RecordedEvent> value) {
        return of(type).stream().filter(which).mapToDouble(value).sum();
    }

    private static boolean isLock(RecordedEvent park) {
        RecordedClass type = park.getClass("parkedClass");
        return type != null && type.getName().contains("ReentrantLock$");
    }

    private double locks() {
        return sum("JavaMonitorEnter") + sum("ThreadPark", JvmReportTest::isLock);
    }

    private double io() {
        return sum("SocketRead") + sum("SocketWrite") + sum("FileRead") + sum("FileWrite");
    }

    private double running() {
        return of("ExecutionSample").size() * PERIOD;
    }

    private double idle() {
        return sum("ThreadPark", park -> !isLock(park))
                + sum("JavaMonitorWait")
                + sum("ThreadSleep");
    }

    private double elapsed() {
        List<RecordedEvent> timed =
                all.stream()
                        .filter(
                                event ->
                                        List.of(JvmService.EVENTS)
                                                        .contains(event.getEventType().getName())
                                                || event.getEventType()
                                                        .getName()
                                                        .equals("jdk.ExecutionSample"))
                        .toList();
        Instant first =
                timed.stream()
                        .map(RecordedEvent::getStartTime)
                        .min(Comparator.naturalOrder())
                        .orElseThrow();
        Instant last =
                timed.stream()
                        .map(RecordedEvent::getEndTime)
                        .max(Comparator.naturalOrder())
                        .orElseThrow();
        return seconds(Duration.between(first, last));
    }

    private static String percent(double share) {
        return new Argument.ComparedShare(share).text(QUANTITY);
    }

    private static String text(double seconds) {
        return QUANTITY.text(seconds, Unit.SECONDS);
    }

    private String section(String title) {
        List<String> lines = report.lines().toList();
        int at = lines.indexOf(title);
        assertThat(at).as(title + " in " + report).isNotNegative();
        return title + ": " + lines.get(at + 1);
    }

    /// Events last no longer than the stopwatch says, which also has the time until a thread that
    /// may run is on a core, and no shorter than the service waits in any case.
    private void assertMeasured(String what, double recorded, double atLeast) {
        double measured = stopwatch.getOrDefault(what, 0L) / 1e9;
        assertThat(recorded)
                .as("%s: %s s of events, %s s by stopwatch", what, recorded, measured)
                .isBetween(atLeast, measured + 0.02);
    }

    @Test
    void eventsAgreeWithTheStopwatches() {
        assertMeasured("monitor enter", sum("JavaMonitorEnter", JvmReportTest::isOfService), 0.1);
        assertMeasured("lock", sum("ThreadPark", JvmReportTest::isLock), 0.115);
        assertMeasured("monitor wait", sum("JavaMonitorWait", thread("waiter")), 0.2);
        assertMeasured("thread park", sum("ThreadPark", thread("parked")), 0.5);
        assertMeasured("thread sleep", sum("ThreadSleep", thread("sleeper")), 0.295);
        assertMeasured("socket read", sum("SocketRead", thread("client")), 0);
    }

    private static boolean isOfService(RecordedEvent monitor) {
        RecordedClass type = monitor.getClass("monitorClass");
        return type != null && type.getName().endsWith("SharedMap");
    }

    private static Predicate<RecordedEvent> thread(String name) {
        return event -> event.getThread() != null && name.equals(event.getThread().getJavaName());
    }

    @Test
    void theVerdictIsWhatTheEventsSay() {
        double active = locks() + io() + running();
        String expected =
                active < 0.5 * elapsed()
                        ? "undetermined: threads run or wait for locks and I/O for %s of %s elapsed"
                                .formatted(text(active), text(elapsed()))
                        : "lock-bound: threads wait %s for monitors and locks, %s of the %s in which they were not idle (%s)"
                                .formatted(
                                        text(locks()),
                                        percent(locks() / active),
                                        text(active),
                                        worst());
        assertThat(locks() / active).as("the service is about locks").isGreaterThan(0.3);
        assertThat(hpcreport.lines().filter(line -> !line.startsWith("note: ")).toList())
                .anyMatch(line -> line.startsWith(expected));
        assertThat(section("Time of threads")).startsWith("Time of threads: " + expected);
        Matcher parked =
                Pattern.compile(
                                "threads are parked, waiting or asleep for (\\S+) %"
                                        + " of recorded thread time")
                        .matcher(hpcreport);
        assertThat(parked.find()).as(hpcreport).isTrue();
        assertThat(Double.parseDouble(parked.group(1)))
                .isCloseTo(100 * idle() / (idle() + active), within(0.51));
    }

    /// Owners hold the map for as long as others wait for it, and the three workers take turns.
    private String worst() {
        Map<String, Double> owners = owners();
        double service = sum("JavaMonitorEnter", JvmReportTest::isOfService);
        String most =
                owners.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
        String held =
                owners.getOrDefault(most, 0.0) >= 0.5 * service
                        ? "mostly held by " + most
                        : "held by %d threads".formatted(owners.size());
        return "%s for %s$SharedMap in %s.update, %s"
                .formatted(text(service), SERVICE, SERVICE, held);
    }

    private Map<String, Double> owners() {
        return of("JavaMonitorEnter").stream()
                .filter(JvmReportTest::isOfService)
                .collect(
                        Collectors.groupingBy(
                                event -> event.getThread("previousOwner").getJavaName(),
                                TreeMap::new,
                                Collectors.summingDouble(event -> seconds(event.getDuration()))));
    }

    @Test
    void rowsOfHpcreportAreTheSumsOfEvents() {
        double all = locks() + io() + running() + idle();
        assertRow(all, all, "total");
        assertRow(locks(), all, "Waiting monitors and locks");
        assertRow(idle(), all, "Waiting parked, waiting, asleep");
        assertRow(sum("SocketRead") + sum("SocketWrite"), all, "I/O sockets");
    }

    private void assertRow(double seconds, double all, String operation) {
        String row =
                "threads +%s +%s +%s"
                        .formatted(
                                text(seconds),
                                String.format(Locale.ROOT, "%.1f %%", 100 * seconds / all),
                                operation.replace("+", "\\+"));
        assertThat(hpcreport).containsPattern("(?m)^" + row + "$");
    }

    @Test
    void locksHaveTheirClassOwnerAndSite() {
        assertThat(section("Lock contention"))
                .isEqualTo(
                        "Lock contention: threads wait %s for monitors and locks (%s)"
                                .formatted(text(locks()), worst()));
        owners().forEach(
                        (owner, waits) ->
                                assertThat(report)
                                        .containsPattern(
                                                "(?m)^ *%s +\\S+SharedMap +%s .*\\.update$"
                                                        .formatted(text(waits), owner)));
        assertThat(report)
                .containsPattern(
                        "(?m)^ *%s +java\\.util\\.concurrent\\.locks\\.ReentrantLock\\$NonfairSync +not recorded .*\\.lockLate$"
                                .formatted(text(sum("ThreadPark", JvmReportTest::isLock))));
    }

    @Test
    void idleThreadsAreCountedOverTime() {
        int threads =
                (int)
                        events.stream()
                                .filter(
                                        event ->
                                                List.of(JvmService.EVENTS)
                                                                .contains(
                                                                        event.getEventType()
                                                                                .getName())
                                                        || event.hasField("sampledThread"))
                                .map(
                                        event ->
                                                event.hasField("sampledThread")
                                                        ? event.getThread("sampledThread")
                                                        : event.getThread())
                                .map(thread -> thread.getJavaThreadId() + thread.getOSName())
                                .distinct()
                                .count();
        assertThat(section("Threads over time"))
                .startsWith(
                        "Threads over time: of %d threads with events, on average %s are idle, %s blocked, "
                                .formatted(
                                        threads,
                                        mean(idle() / elapsed()),
                                        mean(locks() / elapsed())));
    }

    private static String mean(double threads) {
        return String.format(Locale.ROOT, "%.1f", threads);
    }

    @Test
    void parkedWaitingAndSleepingTimesAreSums() {
        Map<String, Double> states =
                Map.of(
                        "parked", sum("ThreadPark", park -> !isLock(park)),
                        "waiting", sum("JavaMonitorWait"),
                        "asleep", sum("ThreadSleep"));
        assertThat(section("Parked, waiting and sleeping threads"))
                .isEqualTo(
                        "Parked, waiting and sleeping threads: "
                                + states.entrySet().stream()
                                        .sorted(
                                                Map.Entry.comparingByValue(
                                                        Comparator.reverseOrder()))
                                        .map(each -> each.getKey() + " " + text(each.getValue()))
                                        .collect(Collectors.joining(", ")));
        assertThat(report)
                .containsPattern(
                        "(?m)^ *%s +asleep .*\\.sleep$"
                                .formatted(text(sum("ThreadSleep", thread("sleeper")))));
    }

    @Test
    void allocationIsTheWeightOfSamples() {
        double weight = sum("ObjectAllocationSample", _ -> true, event -> event.getLong("weight"));
        assertThat(section("Allocation"))
                .startsWith(
                        "Allocation: %s, most of class ".formatted(Quantity.bytes((long) weight)));
        Map<String, Double> byClass =
                of("ObjectAllocationSample").stream()
                        .collect(
                                Collectors.groupingBy(
                                        event -> event.getClass("objectClass").getName(),
                                        Collectors.summingDouble(
                                                event -> event.getLong("weight"))));
        assertThat(byClass).containsKey("[J");
        assertThat(report).containsPattern("(?m)^.* long\\[\\] .*\\.throwMany$");
    }

    @Test
    void pausesAreThoseOfCollections() {
        double pauses =
                sum(
                        "GarbageCollection",
                        _ -> true,
                        event -> seconds(event.getDuration("sumOfPauses")));
        double longest =
                of("GarbageCollection").stream()
                        .mapToDouble(event -> seconds(event.getDuration("longestPause")))
                        .max()
                        .orElseThrow();
        int count = of("GarbageCollection").size();
        assertThat(section("GC pauses"))
                .isEqualTo(
                        "GC pauses: %s in %s, %s of %s elapsed; the longest takes %s"
                                .formatted(
                                        text(pauses),
                                        count == 1 ? "1 collection" : count + " collections",
                                        Quantity.percent(pauses / elapsed()),
                                        text(elapsed()),
                                        text(longest)));
        assertThat(report).contains("System.gc()");
        assertThat(hpcreport)
                .containsPattern("(?m)^pause +%s +- +JVM garbage".formatted(text(pauses)));
    }

    @Test
    void filesAndSocketsHaveTheirTargets() {
        Function<String, Double> bytes =
                type ->
                        sum(
                                type,
                                _ -> true,
                                event ->
                                        event.getLong(
                                                type.endsWith("Read")
                                                        ? "bytesRead"
                                                        : "bytesWritten"));
        double moved =
                bytes.apply("FileRead")
                        + bytes.apply("FileWrite")
                        + bytes.apply("SocketRead")
                        + bytes.apply("SocketWrite");
        assertThat(section("I/O"))
                .isEqualTo(
                        "I/O: %s in files and sockets, at least %s moved"
                                .formatted(text(io()), Quantity.bytes((long) moved)));
        RecordedEvent read =
                of("SocketRead").stream().filter(thread("client")).findFirst().orElseThrow();
        assertThat(report)
                .containsPattern(
                        "(?m)^ *%s +1 B +socket read +\\S*:%d .*\\.talk$"
                                .formatted(
                                        text(sum("SocketRead", thread("client"))),
                                        read.getInt("port")));
    }

    @Test
    void exceptionsAreCountedByClassAndSite() {
        assertThat(section("Exceptions"))
                .isEqualTo(
                        String.format(
                                Locale.ROOT,
                                "Exceptions: %,d created, most of class"
                                    + " java.lang.UnsupportedOperationException in %s.throwMany",
                                of("JavaExceptionThrow").size(),
                                SERVICE));
        assertThat(report)
                .containsPattern(
                        "(?m)^ *%d +java\\.lang\\.UnsupportedOperationException .*\\.throwMany$"
                                .formatted(JvmService.EXCEPTIONS));
    }

    @Test
    void thresholdsAreSaid() {
        assertThat(section("Limitations of the recording"))
                .contains("events shorter than 1.00 ms are not recorded (monitor enter, ");
    }
}
