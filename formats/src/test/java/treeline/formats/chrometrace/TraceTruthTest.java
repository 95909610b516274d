package treeline.formats.chrometrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.formats.oracle.JsonTree;
import treeline.formats.oracle.OracleJson;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.testkit.TestData;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/// Traces of programs whose behaviour is known, against own sums of their events and against the
/// program's own stopwatch.
class TraceTruthTest {
    private static final Set<String> OF_DEVICE = Set.of("kernel", "gpu_memcpy", "gpu_memset");
    private static final Set<String> NOT_READ = Set.of("Trace", "overhead", "gpu_user_annotation");

    @TempDir Path folder;

    private record Interval(double begin, double end) {}

    /// Microseconds of threads and devices, summed from the events.
    private record Sums(double host, double device, int threads, int streams) {}

    @Test
    void timesAreOwnSumsOfTheEvents() throws IOException {
        for (String name :
                List.of("gpu-bound", "launch-bound", "ddp4-slow2-rank0", "ddp4-slow2-rank2"))
            compare("gpu/" + name + ".json.gz", 1e-9);
        // Slices that overlap count twice, as the read report says.
        compare("gpu/torch-train.json.gz", 0.005);
        compare("gpu/jax-perfetto.json.gz", 0.005);
    }

    private void compare(String name, double tolerance) throws IOException {
        Path file = TestData.require(name);
        Sums own = sums(file);
        try (ProfileSource source = Formats.all().open(file.toString())) {
            Profile profile = source.load(Slice.everything());
            assertThat(total(profile, "time"))
                    .as(name)
                    .isCloseTo(own.host, within(own.host * tolerance + 0.01));
            assertThat(total(profile, "gpu time")).as(name).isCloseTo(own.device, within(1e-3));
            List<Context> contexts = profile.contexts();
            assertThat(contexts.stream().map(Context::rank).distinct()).as(name).hasSize(1);
            assertThat(contexts.stream().filter(each -> each.stream() != Context.NONE))
                    .as(name)
                    .hasSize(own.streams);
            assertThat(contexts).as(name).hasSize(own.streams + own.threads);
        }
    }

    private static double total(Profile profile, String name) {
        Metric metric = profile.outline().metric(name).in(Metric.Scope.EXCLUSIVE);
        SparseRows rows = profile.column(metric).byContext();
        double sum = 0;
        for (int cell = 0; cell < rows.cells(); cell++) sum += rows.value(cell);
        return sum;
    }

    private Sums sums(Path file) throws IOException {
        Map<String, List<Interval>> threads = new HashMap<>();
        Set<String> streams = new HashSet<>();
        Set<String> devices = new HashSet<>();
        double device = 0;
        List<Object> events = OracleJson.list(JsonTree.read(expanded(file)), "traceEvents");
        for (Object event : events)
            if (JsonTree.map(event).getOrDefault("name", "").equals("process_name")
                    && OracleJson.map(event, "args").get("name").toString().startsWith("/device"))
                devices.add(JsonTree.map(event).get("pid").toString());
        for (Object event : events) {
            Map<String, Object> fields = JsonTree.map(event);
            String category = fields.getOrDefault("cat", "").toString();
            if (!fields.getOrDefault("ph", "").equals("X") || NOT_READ.contains(category)) continue;
            String row = fields.get("pid") + "/" + fields.get("tid");
            double begin = OracleJson.number(event, "ts");
            double duration = OracleJson.number(event, "dur");
            if (OF_DEVICE.contains(category) || devices.contains(fields.get("pid").toString())) {
                device += duration;
                streams.add(row);
            } else
                threads.computeIfAbsent(row, _ -> new ArrayList<>())
                        .add(new Interval(begin, begin + duration));
        }
        double host = threads.values().stream().mapToDouble(TraceTruthTest::union).sum();
        return new Sums(host, device, threads.size(), streams.size());
    }

    private static double union(List<Interval> intervals) {
        intervals.sort(Comparator.comparingDouble(Interval::begin));
        double covered = 0;
        double until = Double.NEGATIVE_INFINITY;
        for (Interval each : intervals) {
            covered += Math.max(0, each.end - Math.max(until, each.begin));
            until = Math.max(until, each.end);
        }
        return covered;
    }

    private Path expanded(Path file) throws IOException {
        Path json = folder.resolve("expanded.json");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            Files.copy(in, json, StandardCopyOption.REPLACE_EXISTING);
        }
        return json;
    }

    /// The program measured its all-reduces itself; rank 2 has extra work, for which others wait.
    @Test
    void fourRanksWaitAsTheirStopwatchesSay() throws IOException {
        Path first = TestData.require("gpu/ddp4-slow2-rank0.json.gz");
        String pattern = first.getParent() + "/ddp4-slow2-rank*.json.gz";
        try (ProfileSource source = Formats.all().open(pattern)) {
            Profile profile = source.load(Slice.everything());
            int node = profile.tree().at(List.of("step", "allreduce"));
            Metric time = profile.outline().metric("time").in(Metric.Scope.INCLUSIVE);
            double[] waited = new double[4];
            for (int context = 0; context < profile.contexts().size(); context++) {
                double value = profile.column(time).at(context, node);
                if (value > 0) waited[profile.contexts().get(context).rank()] += value / 1e6;
            }
            for (int rank = 0; rank < 4; rank++) {
                Object truth =
                        JsonTree.read(
                                TestData.require(
                                        "gpu/ddp4-slow2-rank%d-truth.json".formatted(rank)));
                double measured =
                        OracleJson.list(truth, "allreduce_s").stream()
                                .mapToDouble(each -> (Double) each)
                                .sum();
                assertThat(waited[rank]).as("rank " + rank).isCloseTo(measured, within(0.005));
            }
            assertThat(source.traces().endNanos() / 1e9).isCloseTo(4.35, within(0.1));
            assertThat(profile.contexts().stream().mapToInt(Context::rank).distinct())
                    .containsExactly(0, 1, 2, 3);
        }
    }
}
