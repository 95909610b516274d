package treeline.formats.chrometrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.writing.NodeSamples;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.testkit.RandomContexts;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class ChromeTraceExporterTest {
    @TempDir Path folder;

    @Test
    void callsStandInTheirCallerAndItsOwnTimeBehindThem() throws IOException {
        Path file =
                written(
                        profileOf(
                                """
                                metric time s inclusive
                                path        rank0  rank1
                                main           10  0.000000002
                                main/a          4      -
                                main/b          1      -
                                main/c          0      -
                                """));
        assertThat(Files.readString(file).replace("},{", "},\n{"))
                .isEqualTo(
                        """
                        {"displayTimeUnit":"ns","otherData":{},"traceEvents":[{"name":"process_name","ph":"M","pid":0,"tid":0,"args":{"name":"rank 0"}},
                        {"name":"process_sort_index","ph":"M","pid":0,"tid":0,"args":{"sort_index":0}},
                        {"name":"thread_name","ph":"M","pid":0,"tid":0,"args":{"name":"rank 0"}},
                        {"name":"main","ph":"X","pid":0,"tid":0,"ts":0,"dur":10000000},
                        {"name":"a","ph":"X","pid":0,"tid":0,"ts":0,"dur":4000000},
                        {"name":"b","ph":"X","pid":0,"tid":0,"ts":4000000,"dur":1000000},
                        {"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"rank 1"}},
                        {"name":"process_sort_index","ph":"M","pid":1,"tid":0,"args":{"sort_index":1}},
                        {"name":"thread_name","ph":"M","pid":1,"tid":0,"args":{"name":"rank 1"}},
                        {"name":"main","ph":"X","pid":1,"tid":0,"ts":0,"dur":0.002}]}\
                        """
                                .stripIndent());
    }

    @Test
    void whatHasNoPlaceIsNamed() {
        Profile profile =
                profileOf(
                        """
                        metric time s exclusive
                        path        tag   rank0  rank1
                        main        -      -1.5     12
                        main/loop   COMP  1+2+3      -
                        main/idle   -         0      -

                        metric mem B exclusive
                        path        rank0  rank1
                        main            5      -
                        """);
        assertThat(new ChromeTraceExporter().leavesOut(profile))
                .containsExactly(
                        "iterations: only sums are stored",
                        "other metrics (mem)",
                        "values that are negative or infinite",
                        "node labels (tag)",
                        "node kinds (region): all become functions",
                        "start times: slices follow the order of the call tree",
                        "nodes that take no time (1)");
        assertThat(
                        new ChromeTraceExporter()
                                .leavesOut(
                                        profileOf("metric calls - exclusive\npath whole\na 1.0")))
                .contains("the kind of metric: calls - is shown as time, in us");
    }

    /// By path and thread, which is all that the form keeps of nodes and contexts.
    @Test
    void whatWasWrittenAddsUpToTheSameWhenItIsRead() throws IOException {
        int compared = 0;
        for (int seed = 0; seed < 60; seed++) {
            Profile profile = seed % 2 == 0 ? RandomProfiles.of(seed) : RandomContexts.of(seed);
            Path file = written(profile);
            Map<String, Double> expected = expected(profile);
            if (expected.isEmpty() || hasShort(profile)) continue;
            compared++;
            Map<String, Double> read = read(file);
            for (Map.Entry<String, Double> each : expected.entrySet())
                assertThat(read.remove(each.getKey()))
                        .as("seed %d, %s", seed, each.getKey())
                        .isCloseTo(each.getValue(), withinPercentage(1e-10));
            assertThat(read).as("seed " + seed).isEmpty();
        }
        assertThat(compared).isGreaterThan(15);
    }

    /// The reader takes differences of two nanoseconds for rounding.
    private static boolean hasShort(Profile profile) {
        var shortest = new long[] {Long.MAX_VALUE};
        var layout = new SliceLayout(profile, NodeSamples.ofTimes(profile));
        for (int context = 0; context < profile.contexts().size(); context++)
            layout.forEach(context, (_, _, nanos) -> shortest[0] = Math.min(shortest[0], nanos));
        return shortest[0] < 1000;
    }

    private static Map<String, Double> expected(Profile profile) {
        Map<String, Double> times = new HashMap<>();
        var layout = new SliceLayout(profile, NodeSamples.ofTimes(profile));
        for (int context = 0; context < profile.contexts().size(); context++) {
            String thread = profile.contexts().get(context).toString();
            layout.forEach(
                    context,
                    (node, _, nanos) ->
                            times.merge(
                                    thread + " " + profile.tree().path(node),
                                    (double) nanos,
                                    Double::sum));
        }
        return times;
    }

    private static Map<String, Double> read(Path file) throws IOException {
        Map<String, Double> times = new HashMap<>();
        Profile profile;
        try (var source = new ChromeTraceFormat().open(Input.of(file))) {
            profile = source.load(Slice.everything());
        } catch (MalformedProfileException noSlices) {
            return times;
        }
        for (Metric metric : profile.metrics()) {
            if (metric.unit().dimension() != Unit.Dimension.TIME) continue;
            SparseRows rows = profile.column(metric).byContext();
            for (int context = 0; context < rows.rows(); context++)
                for (int cell = rows.start(context); cell < rows.end(context); cell++)
                    times.merge(
                            profile.outline().contextLabel("thread name", context)
                                    + " "
                                    + profile.tree().path(rows.index(cell)),
                            (double) Math.round(rows.value(cell) * 1000),
                            Double::sum);
        }
        return times;
    }

    @Test
    void tracesAreWrittenWhereTheRunHasThem() throws IOException {
        Path trace =
                Files.writeString(
                        folder.resolve("in.json"),
                        """
                        [{"ph":"X","name":"main","ts":5,"dur":100.5,"pid":1,"tid":1},
                        {"ph":"X","name":"a","ts":10,"dur":20,"pid":1,"tid":1},
                        {"ph":"X","name":"b","ts":12.25,"dur":2,"pid":1,"tid":1},
                        {"ph":"X","name":"a","ts":40,"dur":1,"pid":1,"tid":1},
                        {"ph":"X","name":"main","ts":200,"dur":10,"pid":1,"tid":1},
                        {"ph":"X","name":"idle","ts":7,"dur":3,"pid":1,"tid":2}]
                        """);
        Path again = folder.resolve("again.trace.json");
        try (var source = new ChromeTraceFormat().open(Input.of(trace))) {
            Profile profile = source.load(Slice.everything());
            new ChromeTraceExporter().export(profile, source.traces(), again);
            assertThat(new ChromeTraceExporter().leavesOut(profile, source.traces()))
                    .containsExactly(
                            "node kinds (region): all become functions",
                            "metric values: slices come from the traces");
        }
        try (var before = new ChromeTraceFormat().open(Input.of(trace));
                var after = new ChromeTraceFormat().open(Input.of(again))) {
            Profile old = before.load(Slice.everything());
            Profile read = after.load(Slice.everything());
            assertThat(read.tree()).isEqualTo(old.tree());
            assertThat(read.values()).isEqualTo(old.values());
            assertThat(lines(after.traces())).isEqualTo(lines(before.traces()));
        }
    }

    /// As a profile and as a trace: time of a device stays what it is when the file is read again.
    @Test
    void streamsStayStreams() throws IOException {
        String events = "";
        for (int rank = 0; rank < 2; rank++) {
            String at = "\"pid\": %d, \"tid\": 1, \"ts\"".formatted(70 + rank);
            events +=
                    """
                    {"ph":"M","name":"process_name","pid":7%d,"tid":0,"args":{"name":"rank %d"}},
                    {"ph":"X","cat":"user_annotation","name":"step",%s:0,"dur":100},
                    {"ph":"X","cat":"cuda_runtime","name":"launch",%s:10,"dur":5,"args":{"correlation":%d}},
                    {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":%d,"dur":30,"args":{"device":0,"correlation":%d}},
                    """
                            .formatted(rank, rank, at, at, rank, 20 + 40 * rank, rank);
        }
        Path trace = Files.writeString(folder.resolve("in.json"), "[" + events + "{}]");
        Path asTrace = folder.resolve("traces.json");
        Path asProfile = folder.resolve("profile.json");
        Profile old;
        try (var source = new ChromeTraceFormat().open(Input.of(trace))) {
            old = source.load(Slice.everything());
            new ChromeTraceExporter().export(old, source.traces(), asTrace);
            new ChromeTraceExporter().export(old, asProfile);
            assertThat(new ChromeTraceExporter().leavesOut(old))
                    .contains("other metrics (calls)")
                    .noneMatch(line -> line.contains("contexts"));
        }
        for (Path again : List.of(asTrace, asProfile))
            try (var source = new ChromeTraceFormat().open(Input.of(again))) {
                Profile read = source.load(Slice.everything());
                assertThat(read.contexts()).isEqualTo(old.contexts());
                for (String metric : List.of("time", "gpu time"))
                    for (int node = 0; node < old.tree().size(); node++)
                        for (int context = 0; context < 4; context++)
                            assertThat(at(read, metric, context, old.tree().path(node)))
                                    .as("%s at %s", metric, old.tree().path(node))
                                    .isEqualTo(
                                            (Double)
                                                    at(
                                                            old,
                                                            metric,
                                                            context,
                                                            old.tree().path(node)));
            }
    }

    private static double at(Profile profile, String metric, int context, List<String> path) {
        return profile.column(profile.outline().metric(metric))
                .at(context, profile.tree().at(path));
    }

    private static List<String> lines(Traces traces) {
        List<String> lines = new ArrayList<>();
        for (TraceLine line : traces.lines())
            line.between(
                    0,
                    traces.endNanos(),
                    (begin, end, node) ->
                            lines.add(
                                    "%d: %d to %d in %d"
                                            .formatted(line.context(), begin, end, node)));
        return lines;
    }

    private Path written(Profile profile) throws IOException {
        Path file = folder.resolve("run.trace.json");
        new ChromeTraceExporter().export(profile, file);
        return file;
    }
}
