package treeline.app.commands.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Faults that bugs of tools and disagreeing clocks cause, drawn into a good trace in five degrees:
/// `info` counts each, and commands with a verdict withhold it.
class ImpossibleDataTest extends CommandTest {
    private static final int WORK = 20;
    private final Session real = new Session(Formats.all(), Session.PLAIN.withWidth(300));

    /// A fault, and the law that it breaks in the JSON of `info`.
    private enum Fault {
        KERNELS_BEFORE_THEIR_LAUNCH("launch"),
        KERNELS_OVERLAP_ON_A_STREAM("stream"),
        A_STREAM_IS_BUSIER_THAN_ITS_TRACE("busy"),
        A_DEVICE_USES_NANOSECONDS("clock"),
        A_DEVICE_COUNTS_FROM_1970("length"),
        A_CALL_LASTS_FOREVER("length"),
        CALLS_LAST_LESS_THAN_NOTHING("duration"),
        CALLS_BEFORE_TIME_ZERO("time_zero"),
        CALLS_END_AFTER_THEIR_CALLER("nesting"),
        TWO_THREADS_SHARE_AN_ID("nesting"),
        ENDS_WITHOUT_A_START("end"),
        NEGATIVE_TIMES("negative"),
        SAMPLES_LONGER_THAN_THE_RUN("large"),
        MESSAGES_BEFORE_THEIR_SEND("message");

        private final String law;

        Fault(String law) {
            this.law = law;
        }

        boolean hasDevice() {
            return compareTo(A_DEVICE_COUNTS_FROM_1970) <= 0;
        }
    }

    private static String slice(String category, int thread, double at, double lasts, String more) {
        return "{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": 1, \"tid\": %d, \"ts\": %s, \"dur\": %s%s}"
                .formatted(category, category, thread, at, lasts, more);
    }

    private static String call(double at, double lasts) {
        return slice("work", 1, at, lasts, "");
    }

    /// A thread that launches a kernel every 20 µs, which starts 6 µs later and lasts 12 µs.
    ///
    /// @param shift of the start of kernels
    /// @param scale of their start
    private static List<String> trace(double shift, double scale, double lasts) {
        List<String> events = new ArrayList<>(List.of(call(0, 1_000)));
        for (int i = 0; i < WORK; i++) {
            String launch = ", \"args\": {\"correlation\": %d}".formatted(i + 1);
            double at = 10 + 20.0 * i;
            events.add(slice("cuda_runtime", 1, at, 4, launch));
            events.add(slice("kernel", 7, scale * (at + 6) + shift, lasts, launch));
        }
        return events;
    }

    private static List<String> good() {
        return trace(0, 1, 12);
    }

    private static String json(List<String> events) {
        return "{\"traceEvents\": [\n" + String.join(",\n", events) + "\n]}";
    }

    private static String with(IntStream times, IntFunction<String> event) {
        List<String> events = new ArrayList<>(good());
        times.mapToObj(event).forEach(events::add);
        return json(events);
    }

    private static String drawing(Fault fault, int n) {
        IntStream times = IntStream.range(0, n);
        return switch (fault) {
            case KERNELS_BEFORE_THEIR_LAUNCH -> json(trace(-6 - 1.5 * n, 1, 12));
            case KERNELS_OVERLAP_ON_A_STREAM -> json(trace(0, 1, 20 + 2 * n));
            case A_STREAM_IS_BUSIER_THAN_ITS_TRACE -> json(trace(0, 1, 30 * n));
            case A_DEVICE_USES_NANOSECONDS -> json(trace(0, 1_000 * n, 12));
            case A_DEVICE_COUNTS_FROM_1970 -> json(trace(1e15 * n, 1, 12));
            case A_CALL_LASTS_FOREVER ->
                    with(times.limit(1), _ -> call(0, Math.pow(10, 14 + 3 * n)));
            case CALLS_LAST_LESS_THAN_NOTHING -> with(times, i -> call(500 + i, -5));
            case CALLS_BEFORE_TIME_ZERO -> with(times, i -> call(-100 * (i + 1), 50));
            case CALLS_END_AFTER_THEIR_CALLER -> with(times, i -> call(900, 101 + 10 * i));
            case TWO_THREADS_SHARE_AN_ID -> with(times, i -> call(500 + 1_000 * i, 1_000));
            case ENDS_WITHOUT_A_START ->
                    with(
                            times,
                            i ->
                                    "{\"ph\": \"E\", \"name\": \"lost\", \"pid\": 1, \"tid\": 1,"
                                            + " \"ts\": %d}".formatted(2_000 + i));
            case NEGATIVE_TIMES -> "path rank0\nmain 10\nmain/solve -%d\n".formatted(n);
            case SAMPLES_LONGER_THAN_THE_RUN ->
                    "path rank0\nmain 1\nmain/solve %d\n".formatted(100 * n)
                            + "trace 0 10 0 0 1 1 2 0 3 1 4 0 5 1 6 0 7 1 8 0 9 1\n";
            case MESSAGES_BEFORE_THEIR_SEND ->
                    "path rank0 rank1\nmain 30 30\nmain/send 1 -\nmain/receive - 1\n"
                            + "trace 0 30 0 0\ntrace 1 30 0 0\n"
                            + "message 0 1 1 64 %d %d 5 6\n".formatted(10 + n, 11 + n);
        };
    }

    private static Stream<Arguments> faults() {
        return Arrays.stream(Fault.values())
                .flatMap(
                        fault -> IntStream.rangeClosed(1, 5).mapToObj(n -> Arguments.of(fault, n)));
    }

    private Session sessionOf(String drawing) {
        return drawing.startsWith("{") ? real : wide;
    }

    @ParameterizedTest
    @MethodSource("faults")
    void impossibleDataAreCountedAndVerdictsWithheld(Fault fault, int n) throws IOException {
        String drawing = drawing(fault, n);
        Session reader = sessionOf(drawing);
        Path file = drawn("run.json", drawing);
        assertThat(run(reader, "info", file, "--json").out())
                .contains("{\"law\": \"%s\", \"broken\": ".formatted(fault.law));
        assertThat(run(reader, "info", file).out()).contains("warning: impossible data: ");
        String report = run(reader, "hpcreport", file).out();
        if (fault == Fault.MESSAGES_BEFORE_THEIR_SEND)
            assertThat(report).contains("waiting times are undetermined: 1 of 1 messages ");
        else
            assertThat(report)
                    .containsPattern("(?m)^undetermined: \\d+ of \\d+ ")
                    .contains("some of its times cannot be true, see 'info'");
        if (!fault.hasDevice()) return;
        assertThat(run(reader, "gpu", file).out())
                .containsPattern("(?m)^idle times are undetermined: \\d+ of \\d+ ");
        assertThat(run(reader, "report", file).out())
                .containsPattern("undetermined: \\d+ of \\d+ ");
    }

    @Test
    void theVerdictSaysWhichLawIsBroken() throws IOException {
        List<String> events = trace(0, 1, 4);
        for (int i = 0; i < 5; i++) {
            String early = ", \"args\": {\"correlation\": %d}".formatted(i + 1);
            events.set(2 * i + 2, slice("kernel", 7, 3 + 20 * i, 4, early));
        }
        Path file = drawn("run.json", json(events));
        assertThat(printed(real, "hpcreport", file))
                .startsWith("undetermined: 5 of 20 kernels start before their launch\n");
        assertThat(printed(real, "info", file))
                .contains("warning: impossible data: 5 of 20 kernels start before their launch\n");
    }

    @Test
    void aGoodTraceIsNotFlagged() throws IOException {
        Path file = drawn("run.json", json(good()));
        assertThat(printed(real, "info", file, "--json")).contains("\"impossible\": []");
        assertThat(printed(real, "hpcreport", file)).doesNotContain("undetermined");
        assertThat(printed(real, "gpu", file)).contains("GPUs are idle");
    }

    /// Hardware queues of AMD GPUs execute packets of several streams at the same time.
    @Test
    void kernelsOfQueuesMayOverlap() throws IOException {
        Path file =
                drawn(
                        "run.json",
                        json(trace(0, 1, 30))
                                .replace(
                                        "\"cuda_runtime\", \"pid\"",
                                        "\"hipLaunchKernel\", \"pid\""));
        assertThat(printed(real, "info", file, "--json")).contains("\"impossible\": []");
    }

    /// PyTorch opens and closes a range within calls.
    @Test
    void rangesMayOverlapCalls() throws IOException {
        List<String> events = new ArrayList<>(good());
        for (int i = 0; i < 5; i++)
            events.add(slice("user_annotation", 1, 500 + 100 * i, 1_000, ""));
        Path file = drawn("run.json", json(events));
        assertThat(run(real, "info", file).out())
                .contains("note: a range overlaps a call without nesting; they become siblings")
                .doesNotContain("impossible data");
    }

    @Test
    void oneFaultInManyIsCountedButChangesNoVerdict() throws IOException {
        List<String> events = new ArrayList<>(good());
        for (int i = 0; i < 200; i++) events.add(call(500 + 2 * i, 1));
        events.add(call(950, -1));
        Path file = drawn("run.json", json(events));
        assertThat(printed(real, "info", file))
                .contains(
                        "1 of 242 calls and kernels end before they start (less than 1 %: verdicts"
                                + " are stated)\n");
        assertThat(run(real, "hpcreport", file).out()).doesNotContain("undetermined");
    }

    /// Recorded traces whose faults are the point: clocks that disagree on purpose, and events in
    /// an order that viewers must survive.
    private static boolean isGood(Path path) {
        return !path.toString().contains("clocks4-hidden")
                && !path.toString().contains("chrome-trace");
    }

    @Test
    void recordedTracesAreNotFlagged() throws IOException {
        Path data = TestData.require("gpu").getParent();
        List<Path> files;
        try (Stream<Path> all = Files.walk(data)) {
            files = all.filter(ImpossibleDataTest::isGood).sorted().toList();
        }
        List<String> flagged = new ArrayList<>();
        int traces = 0;
        for (Path file : files) {
            Session.Answer info = real.run("info", file.toString(), "--json");
            if (info.exitCode() != 0) continue;
            traces++;
            String report = real.run("hpcreport", file.toString()).out();
            if (report.contains("cannot be true")) flagged.add(file + " hpcreport");
            Pattern.compile("\\{\"law\".*?}")
                    .matcher(info.out())
                    .results()
                    .forEach(law -> flagged.add(data.relativize(file) + " " + law.group()));
        }
        System.out.println("traces and profiles checked: " + traces);
        assertThat(flagged).isEmpty();
        assertThat(traces).isGreaterThan(50);
    }
}
