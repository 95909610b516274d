package treeline.formats.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/// A recording of a real program, made by this JVM.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JfrTest {
    private Path folder = Path.of("");
    private Path file = Path.of("");
    private Profile profile = new treeline.model.ProfileBuilder().build();
    private ReadReport report = ReadReport.CLEAN;
    private Traces traces = Traces.NONE;

    @BeforeAll
    void record(@TempDir Path into) throws IOException {
        folder = into;
        file = JfrProgram.record(folder.resolve("run.jfr"));
        try (ProfileSource source = new JfrFormat().open(Input.of(file))) {
            profile = source.load(Slice.everything());
            report = source.report();
            traces = source.traces();
        }
    }

    @Test
    void samplesAndWaitsOfAThreadAreATrace() {
        assertThat(traces.originNanos()).isGreaterThan(0);
        assertThat(traces.endNanos()).as("at least one sample").isGreaterThanOrEqualTo(10_000_000L);
        TraceLine worker = line("worker");
        assertThat(nanosIn(worker, "treeline.formats.jfr.JfrProgram.work"))
                .as("it works for 300 ms of CPU time, of which samples see a part")
                .isBetween(10_000_000L, traces.endNanos());
        TraceLine main = line(Thread.currentThread().getName());
        assertThat((double) nanosIn(main, "java.util.concurrent.locks.LockSupport.parkNanos"))
                .as("as long as the profile says")
                .isEqualTo(
                        inclusive(
                                "thread park", "java.util.concurrent.locks.LockSupport.parkNanos"));
    }

    private TraceLine line(String thread) {
        return traces.lines().stream()
                .filter(
                        line ->
                                profile.outline()
                                        .contextLabel("thread name", line.context())
                                        .equals(thread))
                .findFirst()
                .orElseThrow();
    }

    /// How long a thread was in a method or in what it called.
    private long nanosIn(TraceLine line, String method) {
        long[] sum = {0};
        line.between(
                0,
                traces.endNanos(),
                (begin, end, node) -> {
                    if (node >= 0 && profile.tree().path(node).contains(method))
                        sum[0] += end - begin;
                });
        return sum[0];
    }

    private double inclusive(String name, String method) {
        double sum = 0;
        SparseRows rows = profile.column(metric(name)).byContext();
        int context = line(Thread.currentThread().getName()).context();
        for (int cell = rows.start(context); cell < rows.end(context); cell++)
            if (profile.tree().path(rows.index(cell)).contains(method)) sum += rows.value(cell);
        return sum;
    }

    @Test
    void executionSamplesAreCountedAndTimedByTheirPeriod() {
        double samples = total(metric("execution samples"));
        assertThat(samples).isPositive();
        Metric time = metric("time");
        assertThat(time.unit()).isEqualTo(Unit.NANOSECONDS);
        assertThat(total(time)).isEqualTo(samples * 10e6);
        assertThat(profile.metadata().get("sampling period").orElseThrow())
                .hasToString("10000000 ns");
        assertThat(names()).contains("treeline.formats.jfr.JfrProgram.work");
    }

    @Test
    void methodsHaveTheirModuleAndLinesAreBelowThem() {
        List<Frame> frames = profile.tree().frames();
        assertThat(frames)
                .anyMatch(
                        frame ->
                                frame.module().equals("java.base")
                                        && frame.name().startsWith("java.")
                                        && frame.kind() == Frame.Kind.FUNCTION);
        assertThat(frames).anyMatch(frame -> frame.kind() == Frame.Kind.LINE && frame.line() > 0);
    }

    @Test
    void threadsAreContextsWithTheirNames() {
        List<String> threads =
                java.util.stream.IntStream.range(0, profile.contexts().size())
                        .mapToObj(each -> profile.outline().contextLabel("thread name", each))
                        .toList();
        assertThat(threads).contains("worker", Thread.currentThread().getName());
    }

    @Test
    void waitsAllocationsAndWritesAreMetrics() {
        assertThat(total(metric("thread park"))).isGreaterThan(1e6);
        assertThat(total(metric("allocated"))).isPositive();
        assertThat(total(metric("file write"))).isPositive();
        assertThat(total(metric("file bytes written"))).isGreaterThanOrEqualTo(9);
        assertThat(profile.labels().stream().map(treeline.model.Label::name))
                .contains("allocated class");
    }

    /// Nodes by name, with what a label says of them.
    private List<String> labelled(String label, String name) {
        return profile.labels().stream()
                .filter(each -> each.name().equals(label))
                .flatMap(
                        each ->
                                java.util.stream.IntStream.range(0, profile.tree().size())
                                        .filter(node -> profile.tree().name(node).matches(name))
                                        .mapToObj(each::at))
                .distinct()
                .toList();
    }

    @Test
    void eventsOfOneStackWithDifferentDetailsAreDifferentNodes() {
        assertThat(labelled("file write target", "(?:line \\d+ )?\\(file .*written\\.txt\\)"))
                .containsExactly(file.resolveSibling("written.txt").toString());
        assertThat(labelled("allocated class", "(?:line \\d+ )?\\(allocates byte\\[\\]\\)"))
                .containsExactly("byte[]");
        assertThat(labelled("monitor enter class", ".*\\(monitor .*Guarded, held by holder\\)"))
                .containsExactly(JfrProgram.Guarded.class.getName());
        assertThat(labelled("monitor enter owner", ".*\\(monitor .*Guarded, held by holder\\)"))
                .containsExactly("holder");
        assertThat(labelled("exceptions class", ".*\\(throws .*ArithmeticException\\)"))
                .containsExactly("java.lang.ArithmeticException");
        assertThat(names())
                .as("samples keep plain lines")
                .anyMatch(name -> name.matches("line \\d+"))
                .anyMatch(name -> name.endsWith("(parked)"));
    }

    @Test
    void collectionsAreNodesByCollectorAndCause() {
        int all = profile.tree().at("(garbage collection)");
        assertThat(profile.tree().children(all)).isNotEmpty();
        assertThat(total(metric("collections"))).isGreaterThanOrEqualTo(1);
        assertThat(total(metric("gc pauses"))).isPositive();
        assertThat(names()).anyMatch(name -> name.endsWith(", System.gc()"));
    }

    @Test
    void settingsThatValuesDependOnAreMetadata() {
        assertThat(profile.metadata().get("elapsed time").orElseThrow())
                .isInstanceOf(treeline.model.Metadata.Value.Real.class);
        assertThat(profile.metadata().get("thread park threshold").orElseThrow())
                .hasToString("0 ns");
        assertThat(profile.metadata().get("events not recorded").orElseThrow().toString())
                .contains("socket read", "cpu time");
    }

    @Test
    void recordedTimeIsAPartOfThreadTime() {
        double all = number("thread time");
        double recorded = number("recorded thread time");
        double gap = number("longest unrecorded thread time");
        assertThat(recorded).isPositive().isLessThanOrEqualTo(all);
        assertThat(gap).isBetween(0.0, Math.min(number("elapsed time"), all - recorded) + 1e-9);
        assertThat(profile.metadata().get("virtual threads")).isEmpty();
    }

    private double number(String key) {
        return ((treeline.model.Metadata.Value.Real) profile.metadata().get(key).orElseThrow())
                .value();
    }

    @Test
    void eventsOfTheRecorderNestByTheirDepth() {
        int main = profile.tree().at("main");
        int solve = profile.tree().at("main/solve");
        assertThat(calls(main)).isEqualTo(2);
        assertThat(calls(solve)).isEqualTo(3);
        assertThat(calls(profile.tree().at("orphan"))).isEqualTo(1);
        assertThat(report.toString()).contains("the caller of a recorded event was still open");
        assertThat(profile.contexts()).anyMatch(context -> context.rank() == 4);
    }

    @Test
    void whatIsNoMetricIsNoted() {
        assertThat(report.isLossy()).isFalse();
        assertThat(profile.metadata().keys()).contains("jvmName", "pid");
    }

    @Test
    void aGzipOfARecordingIsRead() throws IOException {
        Path packed = folder.resolve("packed.jfr.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, out);
        }
        try (ProfileSource source = Formats.all().open(packed.toString())) {
            assertThat(source.outline().tree()).isEqualTo(profile.tree());
        }
    }

    @Test
    void twoRecordingsInOneFileAreOne() throws IOException {
        Path both = folder.resolve("both.jfr");
        byte[] once = Files.readAllBytes(file);
        byte[] twice = Arrays.copyOf(once, once.length * 2);
        System.arraycopy(once, 0, twice, once.length, once.length);
        Files.write(both, twice);
        try (ProfileSource source = new JfrFormat().open(Input.of(both))) {
            Profile doubled = source.load(Slice.everything());
            assertThat(total(doubled, metric("execution samples")))
                    .isEqualTo(2 * total(metric("execution samples")));
        }
    }

    @Test
    void aRecordingThatGoesOnOrIsNoneIsNamedWithItsPlace() throws IOException {
        assertRefused(64, 255, "at byte 64: expected a finished chunk, found state -1");
        assertRefused(5, 9, "at byte 4: expected version 1 or 2 of the file format, found 9");
        assertRefused(8, 1, "at byte 8: expected a chunk of at most");
        assertRefused(0, 'X', "at byte 0: expected a chunk of a recording, found 0x584c5200");
        assertRefused(24, 1, "at byte 24: expected a place within the chunk");
        assertRefused(16, 1, "at byte 16: expected a place within the chunk");
        assertRefused(56, 255, "at byte 56: expected ticks per second");
    }

    @Test
    void sizesThatLeadNowhereAreRefused() throws IOException {
        assertRefused(68, 0, "at byte 68: expected an event of at most");
        byte[] ring = Files.readAllBytes(file);
        int pool = java.nio.ByteBuffer.wrap(ring).getInt(20);
        int delta = pool;
        for (int fields = 0; fields < 4; delta++) if (ring[delta] >= 0) fields++;
        while (ring[delta] < 0) ring[delta++] &= (byte) 0x81; // becomes a small positive number
        ring[delta] = 1;
        Path wrong = Files.write(folder.resolve("ring.jfr"), ring);
        assertThatThrownBy(() -> new JfrFormat().open(Input.of(wrong)))
                .hasMessageContaining("expected an earlier pool of constants, found one");
    }

    @Test
    void lambdasHaveOneNameInEveryRun() {
        assertThat(JfrStacks.typeName("a.B$$Lambda.0x00007f8001040420")).isEqualTo("a.B$$Lambda");
        assertThat(JfrStacks.typeName("a.B$$Lambda/0x00007f8001040420")).isEqualTo("a.B$$Lambda");
        assertThat(JfrStacks.typeName("a.B")).isEqualTo("a.B");
    }

    @Test
    void threadsOfAJvmOfOneRankAreOfThatRank() {
        assertThat(profile.contexts()).allMatch(context -> context.rank() == 4);
    }

    private void assertRefused(int at, int value, String message) throws IOException {
        byte[] damaged = Files.readAllBytes(file);
        damaged[at] = (byte) value;
        Path wrong = Files.write(folder.resolve("wrong.jfr"), damaged);
        assertThatThrownBy(() -> new JfrFormat().open(Input.of(wrong)))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining(message);
    }

    private List<String> names() {
        return profile.tree().frames().stream().map(Frame::name).toList();
    }

    private Metric metric(String name) {
        return profile.metric(name);
    }

    private double calls(int node) {
        SparseRows rows = profile.column(metric("event calls")).byNode();
        double calls = 0;
        for (int cell = rows.start(node); cell < rows.end(node); cell++) calls += rows.value(cell);
        return calls;
    }

    private double total(Metric metric) {
        return total(profile, metric);
    }

    private static double total(Profile of, Metric metric) {
        SparseRows rows = of.column(metric).byContext();
        double total = 0;
        for (int cell = 0; cell < rows.cells(); cell++) total += rows.value(cell);
        return total;
    }
}
