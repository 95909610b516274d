package treeline.formats.pprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

class PprofTest {
    private static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE);

    /// Measured apart, by adding up the values of the file.
    private static final double SIMPLE_NANOS = 1_500_000_000;

    @TempDir Path folder;
    private ReadReport report = ReadReport.CLEAN;

    @Test
    void functionsAreNodesAndTheLinesOfLeavesAreBelowThem() throws IOException {
        Profile profile = read(PprofBytes.solver());
        assertThat(paths(profile))
                .containsExactly(
                        "main",
                        "main/solve",
                        "main/solve/solve.c:25",
                        "main/solve/norm",
                        "main/solve/norm/norm.c:7",
                        "main/0xdead");
        assertThat(profile.tree().frame(0))
                .isEqualTo(new Frame(Frame.Kind.FUNCTION, "main", "main.c", 10, "/usr/bin/solver"));
        assertThat(profile.outline().label(PprofStacks.CALL_LINE, 1)).isEqualTo("12");
        assertThat(profile.outline().label(PprofStacks.INLINED, 3)).isEqualTo("yes");
        assertThat(profile.outline().label(PprofStacks.INLINED, 1)).isEmpty();
        assertThat(report).isEqualTo(ReadReport.CLEAN);
    }

    @Test
    void sampleTypesAreMetricsWithTheirUnitsAndCpuIsTheTime() throws IOException {
        Profile profile = read(PprofBytes.solver());
        assertThat(profile.metrics())
                .containsExactly(new Metric("samples", Unit.COUNT, Metric.Scope.EXCLUSIVE), TIME);
        assertThat(profile.contexts()).containsExactly(thread(0), thread(1));
        assertThat(value(profile, TIME, 0, 2)).isEqualTo(20);
        assertThat(value(profile, TIME, 0, 4)).isEqualTo(30);
        assertThat(value(profile, TIME, 1, 4)).isEqualTo(10);
        assertThat(value(profile, TIME, 1, 5)).isEqualTo(40);
        assertThat(profile.metadata().keys()).containsExactly("period", "build_id./usr/bin/solver");
    }

    @Test
    void samplesOfOneStackAreSummed() throws IOException {
        PprofBytes file = PprofBytes.solver();
        file.sample(PprofBytes.values(1, 5), file.label("thread", "0"), 2, 1);
        assertThat(value(read(file), TIME, 0, 2)).isEqualTo(25);
    }

    @Test
    void callsFromSeveralLinesAreOneNode() throws IOException {
        PprofBytes file = PprofBytes.solver();
        file.location(9, 1, 0x104, 1, 13);
        file.sample(PprofBytes.values(1, 5), file.label("thread", "0"), 2, 9);
        Profile profile = read(file);
        assertThat(paths(profile)).hasSize(6);
        assertThat(profile.outline().label(PprofStacks.CALL_LINE, 1)).isEqualTo("several");
    }

    @Test
    void threadsWithNamesAreNumberedAndKeepThem() throws IOException {
        PprofBytes file = PprofBytes.solver();
        file.sample(PprofBytes.values(1, 5), file.label("thread", "main"), 2, 1);
        Profile profile = read(file);
        assertThat(profile.contexts()).containsExactly(thread(0), thread(1), thread(2));
        assertThat(profile.outline().contextLabel("thread", 2)).isEqualTo("main");
    }

    @Test
    void samplesThatNameTheirThreadOnlyAreOfThatThread() throws IOException {
        PprofBytes file = base();
        file.sample(PprofBytes.values(1), file.label("thread_name", "worker"), 1);
        file.sample(PprofBytes.values(2), file.label("thread_name", "main"), 1);
        file.sample(PprofBytes.values(4), file.label("thread_name", "worker"), 2);
        Profile profile = read(file);
        assertThat(profile.contexts()).containsExactly(thread(0), thread(1));
        assertThat(profile.outline().contextLabel("thread_name", 0)).isEqualTo("worker");
        assertThat(profile.outline().contextLabel("thread_name", 1)).isEqualTo("main");
        assertThat(profile.outline().labels()).isEmpty();
    }

    @Test
    void aThreadNumberStaysWhateverNamesCameBefore() throws IOException {
        PprofBytes file = base();
        file.sample(PprofBytes.values(1), file.label("thread", "main"), 1);
        file.sample(PprofBytes.values(2), file.label("thread", "0"), 1);
        Profile profile = read(file);
        assertThat(profile.contexts()).containsExactly(thread(0), thread(1));
        assertThat(profile.outline().contextLabel("thread", 0)).isEmpty();
        assertThat(profile.outline().contextLabel("thread", 1)).isEqualTo("main");
    }

    @Test
    void anAddressIsNotPartOfTheFunctionThatCallsIt() throws IOException {
        Profile profile = read(PprofBytes.solver());
        int address = profile.tree().at("main/0xdead");
        assertThat(profile.tree().frame(address).kind()).isEqualTo(Frame.Kind.FUNCTION);
    }

    @Test
    void ranksHostsAndStreamsAreParts() throws IOException {
        PprofBytes file = base();
        file.sample(
                PprofBytes.values(1),
                List.of(
                        file.label("rank", 3, ""),
                        file.label("host", "n1"),
                        file.label("stream", 2, ""),
                        file.label("thread_id", 140_000_000_000L, "")),
                1);
        Profile profile = read(file);
        assertThat(profile.contexts()).containsExactly(new Context("n1", 3, 0, 2, Context.NONE));
        assertThat(profile.outline().contextLabel("thread_id", 0)).isEqualTo("140000000000");
    }

    @Test
    void labelsThatDifferWithinAContextAreLabelsOfNodes() throws IOException {
        PprofBytes file = base();
        file.sample(PprofBytes.values(1), file.label("bytes", 16, "bytes"), 1);
        file.sample(PprofBytes.values(1), file.label("bytes", 32, "bytes"), 2);
        Profile profile = read(file);
        assertThat(profile.contexts()).containsExactly(Context.WHOLE);
        assertThat(profile.outline().label("bytes", profile.tree().at("f"))).isEqualTo("16 bytes");
        assertThat(report.toString()).contains("samples of a context differ in a label");
    }

    @Test
    void aSampleWithoutAStackKeepsItsValue() throws IOException {
        PprofBytes file = base();
        file.sample(PprofBytes.values(7), List.of());
        assertThat(paths(read(file))).containsExactly("(no stack)");
    }

    @Test
    void aFileWithoutSamplesSaysSo() throws IOException {
        assertThat(read(base()).tree().size()).isZero();
        assertThat(report.toString()).contains("the profile has no samples");
    }

    @Test
    void unknownFieldsAreNotedAndSkipped() throws IOException {
        PprofBytes file = PprofBytes.solver();
        file.fact(99, 1);
        assertThat(paths(read(file))).hasSize(6);
        assertThat(report.toString()).contains("unknown field of the profile");
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertRefused(base().sample(PprofBytes.values(1), List.of(), 5), "found location 5");
        assertRefused(
                base().sample(PprofBytes.values(1, 2), List.of(), 1),
                "a sample of 1 values, found 2");
        assertRefused(base().location(7, 3, 1), "", 7, "found mapping 3");
        assertRefused(base().location(7, 0, 1, 44, 1), "", 7, "found function 44");
        assertRefused(base().location(1, 0, 1), "a location of a new id, found 1 again");
        assertRefused(base().fact(PprofLayout.Profile.DOC_URL, 400), "one of 6 texts, found 400");
        assertRefused(base().type("samples", "count"), "two of 'samples'");
    }

    @Test
    void longChainsOfInlinedFunctionsThatAreNamedOftenAreRefused() {
        PprofBytes file = base();
        long[] sites = new long[8_000];
        for (int i = 0; i < sites.length; i += 2) sites[i] = 1;
        file.location(7, 0, 1, sites);
        long[] stack = new long[4_000];
        Arrays.fill(stack, 7);
        assertRefused(file.sample(PprofBytes.values(1), List.of(), stack), "nodes, found more");
    }

    @Test
    void aStackOfManyFramesIsRead() throws IOException {
        long[] stack = new long[100_000];
        Arrays.fill(stack, 1);
        assertThat(read(base().sample(PprofBytes.values(1), List.of(), stack)).tree().size())
                .isEqualTo(100_000);
    }

    @Test
    void theSampleOfPprofItselfIsRead() throws IOException {
        Path file = TestData.require("other/pprof/simple.prof");
        assertThat(new PprofFormat().sniff(Input.of(file))).isEqualTo(Match.CERTAIN);
        try (ProfileSource source = new PprofFormat().open(Input.of(file))) {
            Profile profile = source.load(Slice.everything());
            assertThat(paths(profile)).contains("runtime.main/main.main/main.delta/simple.go:25");
            assertThat(total(profile, TIME)).isEqualTo(SIMPLE_NANOS);
            assertThat(source.report().entries()).isEmpty();
        }
    }

    private static PprofBytes base() {
        return new PprofBytes()
                .type("samples", "count")
                .function(1, "f", "f.c", 0)
                .function(2, "g", "f.c", 0)
                .location(1, 0, 1, 1, 0)
                .location(2, 0, 2, 2, 0);
    }

    private static Context thread(int thread) {
        return new Context("", Context.NONE, thread, Context.NONE, Context.NONE);
    }

    private void assertRefused(PprofBytes file, String message, long location, String more) {
        assertRefused(file.sample(PprofBytes.values(1), List.of(), location), message + more);
    }

    private void assertRefused(PprofBytes file, String message) {
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining(message);
    }

    private Profile read(PprofBytes bytes) throws IOException {
        Path file = Files.write(folder.resolve("run.pb"), bytes.bytes());
        try (ProfileSource source = new PprofFormat().open(Input.of(file))) {
            report = source.report();
            return source.load(Slice.everything());
        }
    }

    private static List<String> paths(Profile profile) {
        return java.util.stream.IntStream.range(0, profile.tree().size())
                .mapToObj(node -> String.join("/", profile.tree().path(node)))
                .toList();
    }

    private static double total(Profile profile, Metric metric) {
        SparseRows rows = profile.column(metric).byContext();
        double total = 0;
        for (int cell = 0; cell < rows.cells(); cell++) total += rows.value(cell);
        return total;
    }

    private static double value(Profile profile, Metric metric, int context, int node) {
        SparseRows rows = profile.column(metric).byContext();
        return rows.value(rows.find(context, node));
    }
}
