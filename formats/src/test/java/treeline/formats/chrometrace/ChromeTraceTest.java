package treeline.formats.chrometrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.formats.chrometrace.ChromeTraceSamples.GPU;
import static treeline.formats.chrometrace.ChromeTraceSamples.OBJECT;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

class ChromeTraceTest {
    private static final Unit MICROS = Unit.of("us");
    private static final Metric OWN = new Metric("time", MICROS, Scope.EXCLUSIVE);
    private static final Metric ALL = new Metric("time", MICROS, Scope.INCLUSIVE);
    private static final Metric OWN_OF_GPU = new Metric("gpu time", MICROS, Scope.EXCLUSIVE);
    private static final Metric ALL_OF_GPU = new Metric("gpu time", MICROS, Scope.INCLUSIVE);
    private static final Metric CALLS = new Metric("calls", Unit.COUNT, Scope.EXCLUSIVE);

    @TempDir Path folder;
    private String report = "";
    private Traces traces = Traces.NONE;

    @Test
    void slicesNestByTheirTimes() throws IOException {
        Profile profile = read(OBJECT);
        assertThat(at(profile, ALL, 0, "main")).isEqualTo(10);
        assertThat(at(profile, OWN, 0, "main")).isEqualTo(6);
        assertThat(at(profile, OWN, 0, "main", "solve")).isEqualTo(2.5);
        assertThat(at(profile, OWN, 0, "main", "solve", "dot")).isEqualTo(1.5);
        assertThat(report).isEmpty();
        assertThat(profile.metadata().get("version")).contains(new Value.Text("4"));
    }

    @Test
    void threadsAreContextsAndTimesMayBeTexts() throws IOException {
        Profile profile = read(OBJECT);
        assertThat(profile.contexts())
                .containsExactly(
                        Context.ofThread(Context.NONE, 0), Context.ofThread(Context.NONE, 1));
        assertThat(profile.outline().contextLabel("thread name", 1)).isEqualTo("worker");
        assertThat(profile.outline().contextLabel("tid", 1)).isEqualTo("6");
        assertThat(at(profile, ALL, 1, "solve")).isEqualTo(2);
    }

    @Test
    void processesAreRanks() throws IOException {
        Profile profile = read(OBJECT.replace("\"pid\": 5, \"tid\": 6", "\"pid\": 11, \"tid\": 6"));
        assertThat(profile.contexts())
                .containsExactly(Context.ofThread(0, 0), Context.ofThread(1, 0));
    }

    @Test
    void kernelsStandUnderTheCallThatLaunchedThem() throws IOException {
        Profile profile = read(GPU);
        assertThat(profile.contexts())
                .containsExactly(
                        new Context("", Context.NONE, Context.NONE, 7, Context.NONE),
                        Context.ofThread(Context.NONE, 0));
        assertThat(at(profile, OWN_OF_GPU, 0, "step", "aten::mm", "cudaLaunchKernel", "gemm"))
                .isEqualTo(30);
        assertThat(at(profile, ALL_OF_GPU, 0, "step", "aten::mm")).as("CUDA total").isEqualTo(30);
        assertThat(at(profile, ALL, 1, "step", "aten::mm")).as("CPU total").isEqualTo(20);
        assertThat(at(profile, OWN, 1, "step")).isEqualTo(80);
        assertThat(profile.tree().frame(0))
                .isEqualTo(new Frame(Frame.Kind.FUNCTION, "step", "train.py", 21, ""));
        assertThat(profile.tree().frame(3).kind()).isEqualTo(Frame.Kind.KERNEL);
        assertThat(report)
                .isEqualTo("[annotations repeated on a device are ignored (first: step)]");
    }

    @Test
    void aKernelWithoutItsLaunchIsARoot() throws IOException {
        Profile profile =
                read(
                        GPU.replace(
                                "\"correlation\": 77}},\n  {\"ph\": \"s\"",
                                "\"correlation\": 78}},\n  {\"ph\": \"s\""));
        assertThat(at(profile, OWN_OF_GPU, 0, "gemm")).isEqualTo(30);
        assertThat(report)
                .contains(
                        "the launch of a kernel is not in the file; the kernel becomes a root"
                                + " (first: gemm)");
    }

    @Test
    void devicesOfJaxAreStreams() throws IOException {
        Profile profile =
                read(
                        """
                        {"traceEvents": [
                          {"ph": "X", "pid": 1, "tid": 14, "ts": 5, "dur": 2, "name": "fusion"},
                          {"ph": "X", "pid": 7, "tid": 8, "ts": 1, "dur": 2, "name": "$run.py:12 step"},
                          {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "/device:GPU:0"}}, {}]}
                        """);
        assertThat(profile.contexts().getFirst().stream()).isEqualTo(14);
        assertThat(at(profile, ALL_OF_GPU, 0, "fusion")).isEqualTo(2);
        assertThat(at(profile, ALL, 1, "step")).isEqualTo(2);
        assertThat(profile.tree().frame(profile.tree().at(List.of("step"))).line()).isEqualTo(12);
        assertThat(report).isEmpty();
    }

    @Test
    void eventsMayComeInAnyOrder() throws IOException {
        Profile profile =
                read(
                        "["
                                + b("B", 1)
                                + e("B", 9)
                                + b("A", 0)
                                + e("A", 10)
                                + b("C", 2)
                                + e("C", 8)
                                + "{}]");
        assertThat(at(profile, OWN, 0, "A", "B", "C")).isEqualTo(6);
        assertThat(at(profile, OWN, 0, "A")).isEqualTo(2);
    }

    /// Slices in order are nested as they come; others are kept and sorted.
    @Test
    void theOrderOfEventsDoesNotMatter() throws IOException {
        var random = new SplittableRandom(1);
        for (int round = 0; round < 20; round++) {
            List<String> events = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                int begin = random.nextInt(40) * 16;
                int duration = 1 << random.nextInt(8);
                events.add(x("f" + random.nextInt(5), begin & -duration, duration));
            }
            events.sort(Comparator.comparingDouble(ChromeTraceTest::begin));
            Profile ordered = read("[" + String.join("", events) + "{}]");
            List<String> orderedStretches = stretches(ordered);
            events.sort(Comparator.comparingInt(String::length)); // of equal times none overtakes
            Profile mixed = read("[" + String.join("", events) + "{}]");
            assertThat(values(mixed)).isEqualTo(values(ordered));
            assertThat(stretches(mixed)).isEqualTo(orderedStretches);
        }
    }

    private static double begin(String event) {
        int at = event.indexOf("\"ts\": ") + 6;
        return Double.parseDouble(event.substring(at, event.indexOf(',', at)));
    }

    private static Map<String, Double> values(Profile profile) {
        Map<String, Double> values = new TreeMap<>();
        for (int node = 0; node < profile.tree().size(); node++)
            for (Metric metric : profile.metrics())
                values.put(
                        metric + " " + profile.tree().path(node),
                        profile.column(metric).at(0, node));
        return values;
    }

    private List<String> stretches(Profile profile) {
        List<String> all = new ArrayList<>();
        for (TraceLine line : traces.lines())
            line.between(
                    0,
                    traces.endNanos(),
                    (begin, end, node) ->
                            all.add(
                                    begin
                                            + "-"
                                            + end
                                            + (node < 0 ? "" : " " + profile.tree().path(node))));
        return all;
    }

    @Test
    void aThreadWhoseEventsGoBackInTimeIsReadInTheOrderOfTimes() throws IOException {
        String late = b("late", 5) + e("late", 6) + b("main", 0) + e("main", 10);
        Profile profile =
                read("[" + late + x("other", 3, 1).replace("\"tid\": 1", "\"tid\": 2") + "{}]");
        assertThat(at(profile, OWN, 0, "main")).isEqualTo(9);
        assertThat(at(profile, OWN, 0, "main", "late")).isEqualTo(1);
        assertThat(at(profile, OWN, 1, "other")).isEqualTo(1);
    }

    @Test
    void beginsAndEndsNestAsTheyAreWrittenEvenWhereTheyTakeNoTime() throws IOException {
        Profile profile =
                read(
                        "[" + b("A", 1) + b("B", 1) + b("C", 1) + e("C", 1) + e("B", 1) + e("A", 1)
                                + "{}]");
        assertThat(at(profile, CALLS, 0, "A", "B", "C")).isEqualTo(1);
    }

    @Test
    void slicesOfOneBeginAreNestedByTheirLength() throws IOException {
        Profile profile = read("[" + x("short", 0, 2) + x("long", 0, 5) + x("point", 0, 0) + "{}]");
        assertThat(at(profile, OWN, 0, "long", "short")).isEqualTo(2);
        assertThat(at(profile, CALLS, 0, "long", "short", "point")).isEqualTo(1);
        Profile equal = read("[" + x("outer", 1, 2) + x("inner", 1, 2) + x("next", 3, 1) + "{}]");
        assertThat(at(equal, OWN, 0, "outer", "inner")).isEqualTo(2);
        assertThat(at(equal, OWN, 0, "next")).isEqualTo(1);
    }

    @Test
    void endsThatDoNotMatchAreReported() throws IOException {
        Profile profile = read("[" + b("A", 0) + b("B", 1) + e("A", 9) + e("B", 10) + "{}]");
        assertThat(at(profile, ALL, 0, "A")).isEqualTo(9);
        assertThat(at(profile, ALL, 0, "A", "B")).isEqualTo(8);
        assertThat(report)
                .contains("a slice without an end event was closed with its caller (first: B)")
                .contains("skipped an end event without a begin event (first: B)");
        assertThat(at(read("[" + b("A", 0) + x("B", 1, 6) + "{}]"), ALL, 0, "A")).isEqualTo(7);
        assertThat(report)
                .contains(
                        "a slice without an end event was closed at the last event of its thread"
                                + " (first: A)");
    }

    @Test
    void slicesThatOverlapStandSideBySide() throws IOException {
        Profile profile = read("[" + x("A", 0, 10) + x("B", 5, 10) + "{}]");
        assertThat(at(profile, OWN, 0, "A")).isEqualTo(10);
        assertThat(at(profile, OWN, 0, "B")).isEqualTo(10);
        assertThat(report)
                .contains(
                        "two slices overlap without nesting; they become siblings" + " (first: B)");
    }

    @Test
    void whatIsNoSliceIsReportedWithItsNumber() throws IOException {
        String others = "";
        for (String phase : List.of("b", "e", "C", "i", "s", "P", "N", ""))
            others += "{\"ph\": \"%s\", \"pid\": 1, \"name\": \"n\", \"ts\": 1},".formatted(phase);
        read(
                "{\"samples\": [{}, {}], \"traceEvents\": ["
                        + x("A", 0, 1)
                        + others
                        + "{\"ph\": \"X\", \"pid\": 1, \"name\": \"timeless\"}, "
                        + x("B", 0, -1)
                        + "{}]}");
        assertThat(report)
                .contains("asynchronous events are ignored, 2 times (first: n)")
                .contains("instant events are ignored")
                .contains("flow events are ignored")
                .contains("sample events are ignored")
                .contains("events of phase 'N' are ignored")
                .contains("an event has no phase")
                .contains("a slice has no time (first: timeless)")
                .contains("a slice ends before it starts (first: B)")
                .contains("stack samples are ignored; slices are read, 2 times");
    }

    @Test
    void aListOfEventsMayLackItsEnd() throws IOException {
        String open = "[" + x("A", 0, 5) + x("B", 1, 2);
        for (String text :
                List.of(
                        open,
                        open.strip().substring(0, open.strip().length() - 1),
                        open + "\n\n")) {
            assertThat(at(read(text), OWN, 0, "A")).isEqualTo(3);
            assertThat(report).isEqualTo("[the event list has no end mark; it may be truncated]");
        }
        read(open + "{\"ph\": \"X\", \"na");
        assertThat(report).contains("the file ends within an event (first: byte ");
    }

    @Test
    void aFileThatWasCutKeepsWhatStoodBefore() throws IOException {
        String open = "{\"traceEvents\": [" + b("main", 0) + x("A", 1, 5) + x("B", 2, 2);
        for (String cut :
                List.of("", "{\"ph\": \"X\", \"na", "{\"ph\": \"X\", \"args\": {\"x\": tr")) {
            Profile profile = read(open + cut);
            assertThat(at(profile, OWN, 0, "main", "A")).isEqualTo(3);
            assertThat(at(profile, ALL, 0, "main")).as("an unknown end").isNaN();
            assertThat(report)
                    .contains(
                            "the file is truncated; events after the cut are missing (first: byte ")
                    .contains(
                            "a slice was open at the end of the file; its time is unknown"
                                    + " (first: main)");
        }
        assertRefused(
                "{\"traceEvents\": [{\"ph\": \"X\", \"na",
                "found Unexpected end-of-input in property name");
    }

    @Test
    void filesWithoutSlicesAndDamagedOnesAreRefused() {
        assertRefused(
                "{\"traceEvents\": []}", "expected slices (events of phase X, B or E), found none");
        assertRefused("[1]", "at byte 1: expected an event as an object, found 1");
        assertRefused(
                "{\"traceEvents\": [{\"ts\": \"soon\"}]}",
                "expected a time as a number, found 'soon'");
        assertRefused("{\"traceEvents\": {}}", "expected the events as an array, found an object");
    }

    @Test
    void deepAndHostileTracesAreReadInTime() throws IOException {
        var deep = new StringBuilder("[");
        for (int i = 0; i < 100_000; i++) deep.append(b("n" + i % 7, i));
        for (int i = 0; i < 100_000; i++) deep.append(e("unknown", 100_000 + i));
        Profile profile = read(deep + "{}]");
        assertThat(profile.tree().size()).isEqualTo(100_000);
        assertThat(report).contains("skipped an end event without a begin event, 100000 times");
    }

    @Test
    void theSameSlicesAreATrace() throws IOException {
        read(OBJECT);
        assertThat(traces.endNanos()).isEqualTo(10_000);
        TraceLine line = traces.lines().getFirst();
        List<String> stretches = new ArrayList<>();
        line.between(
                0, 10_000, (begin, end, node) -> stretches.add(begin + "-" + end + " " + node));
        assertThat(stretches)
                .containsExactly(
                        "0-1000 0", "1000-2000 1", "2000-3500 2", "3500-5000 1", "5000-10000 0");
        read(GPU);
        assertThat(traces.originNanos()).isEqualTo(1000);
        assertThat(traces.lines()).hasSize(2);
    }

    @Test
    void otherJsonIsNotClaimed() throws IOException {
        for (String text : List.of("[{\"ph\": 1}]", "{\"ph\": \"X\", \"pid\": 1}", "[[1]]"))
            assertThat(sniffed(text)).as(text).isEqualTo(Match.NO);
        assertThat(sniffed("[" + x("A", 0, 1))).isEqualTo(Match.CERTAIN);
    }

    private static String b(String name, double at) {
        return "{\"ph\": \"B\", \"pid\": 1, \"tid\": 1, \"name\": \"%s\", \"ts\": %s},\n"
                .formatted(name, at);
    }

    private static String e(String name, double at) {
        return b(name, at).replace("\"B\", \"pid\"", "\"E\", \"pid\"");
    }

    private static String x(String name, double at, double duration) {
        return "{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"%s\", \"ts\": %s, \"dur\": %s},\n"
                .formatted(name, at, duration);
    }

    private static double at(Profile profile, Metric metric, int context, String... path) {
        return profile.column(metric).at(context, profile.tree().at(List.of(path)));
    }

    private Match sniffed(String text) throws IOException {
        return new ChromeTraceFormat()
                .sniff(Input.of(Files.writeString(folder.resolve("x"), text)));
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(message);
    }

    private Profile read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), text);
        try (ProfileSource source = new ChromeTraceFormat().open(Input.of(file))) {
            report = source.report().entries().toString().replace("[]", "");
            traces = source.traces();
            return source.load(Slice.everything());
        }
    }
}
