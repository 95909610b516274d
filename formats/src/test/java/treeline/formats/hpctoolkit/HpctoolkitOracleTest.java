package treeline.formats.hpctoolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.formats.hpctoolkit.HpctoolkitSource.Order;
import treeline.formats.oracle.OracleJson;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.TraceLine;
import treeline.testkit.ProfileDifference;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// Real databases against what an independent decoder reads from them.
class HpctoolkitOracleTest {

    @ParameterizedTest
    @CsvSource({
        "hatchet_cpi_v4_database, hatchet_hatchet_cpi_v4_database",
        "loops-cputime-t.d, hpctoolkit-tests_loops-cputime-t.d",
        "loops-cuda-nvidiapc-t.d, hpctoolkit-tests_loops-cuda-nvidiapc-t.d",
        "loops-hip-amd-t.d, hpctoolkit-tests_loops-hip-amd-t.d",
        "loops-perf.d, hpctoolkit-tests_loops-perf.d",
        "recursion-cuda-nvidiapc-t.d, hpctoolkit-tests_recursion-cuda-nvidiapc-t.d",
        "small.d, hpctoolkit-tests_small.d",
        "small.nostruct.d, hpctoolkit-tests_small.nostruct.d",
        "derived-metrics.db, hpcviewer.e4-history_metadb_derived-metrics.db",
        "inline.meta.db, hpcviewer.e4-history_metadb_inline.meta.db",
        "issue-233, hpcviewer.e4-history_metadb_issue-233"
    })
    void everyDatabaseIsWhatTheIndependentDecoderReads(String folder, String answers)
            throws IOException {
        Path database = TestData.require("hpctoolkit-v4/" + folder);
        var oracle = OracleJson.read(TestData.require("../oracle/hpctoolkit/" + answers + ".json"));
        long compared = 0;
        try (var source = open(database)) {
            compareOutline(source, oracle);
            Profile profile = source.load(Slice.everything(), Order.BY_PROFILE);
            compared += compareTop(profile, oracle, source);
            compared += compareFlat(profile, oracle);
            compared += compareOrders(profile, source);
            compared += compareSummary(profile, database);
            if (oracle.containsKey("trace")) compared += compareTraces(source, oracle);
            assertThat(source.report().isLossy()).isFalse();
        }
        System.out.printf("hpctoolkit-v4/%s: %d values compared%n", folder, compared);
        assertThat(compared).isPositive();
    }

    private static HpctoolkitSource open(Path database) throws IOException {
        Input input = Input.of(database.toString());
        assertThat(new HpctoolkitFormat().sniff(input)).isEqualTo(Match.CERTAIN);
        return new HpctoolkitFormat().open(input);
    }

    private static void compareOutline(HpctoolkitSource source, Map<String, Object> oracle) {
        Map<String, Object> cct = OracleJson.map(oracle, "cct");
        CallTree tree = source.outline().tree();
        assertThat(tree.size()).isEqualTo((int) OracleJson.number(cct, "nodes"));
        Map<String, Object> kinds = new HashMap<>();
        for (int node = 0; node < tree.size(); node++)
            kinds.merge(kindOf(tree.frame(node)), 1.0, (a, b) -> (Double) a + (Double) b);
        assertThat(kinds).isEqualTo(OracleJson.map(cct, "by_lexical_type"));
        assertThat(source.outline().contexts())
                .hasSize((int) OracleJson.number(oracle, "n_profiles") - 1);
        var metadata = source.outline().metadata();
        assertThat(metadata.get("program"))
                .contains(new Value.Text(OracleJson.text(oracle, "title")));
        if (oracle.containsKey("trace"))
            assertThat(metadata.get("trace.samples"))
                    .contains(
                            new Value.Whole(
                                    (long)
                                            OracleJson.number(
                                                    OracleJson.map(oracle, "trace"),
                                                    "total_samples")));
    }

    /// Number of samples, first and last time, and the time in the dearest contexts of every trace.
    private static long compareTraces(HpctoolkitSource source, Map<String, Object> oracle) {
        long compared = 0;
        Map<String, List<double[]>> nanos = new HashMap<>(); // threads may start and stop as one
        for (TraceLine line : source.traces().lines())
            nanos.computeIfAbsent(key(source, line), _ -> new ArrayList<>())
                    .add(nanosByNode(source, line));
        for (Object trace : OracleJson.list(OracleJson.map(oracle, "trace"), "traces")) {
            if (OracleJson.number(trace, "samples") == 0) continue;
            String key =
                    String.format(
                            Locale.ROOT,
                            "%.0f samples from %.0f to %.0f",
                            OracleJson.number(trace, "samples"),
                            OracleJson.number(trace, "first"),
                            OracleJson.number(trace, "last"));
            assertThat(nanos).containsKey(key);
            compared += 3;
            for (Object leaf : OracleJson.list(trace, "top_leaf_ns")) {
                int node = source.nodeOf((int) OracleJson.number(leaf, "ctxId"));
                if (node < 0) continue; // idle
                assertThat(nanos.get(key))
                        .extracting(each -> each[node])
                        .contains(OracleJson.number(leaf, "ns"));
                compared++;
            }
        }
        return compared;
    }

    private static String key(HpctoolkitSource source, TraceLine line) {
        long origin = source.traces().originNanos();
        return String.format(
                Locale.ROOT,
                "%d samples from %.0f to %.0f",
                line.samples(),
                (double) (origin + line.nanos(0)),
                (double) (origin + line.nanos(line.samples() - 1)));
    }

    private static double[] nanosByNode(HpctoolkitSource source, TraceLine line) {
        double[] nanos = new double[source.outline().tree().size()];
        line.between(
                0,
                line.nanos(line.samples() - 1), // the decoder leaves out the last sample
                (begin, end, node) -> {
                    if (node != TraceLine.NO_NODE) nanos[node] += end - begin;
                });
        return nanos;
    }

    private static String kindOf(Frame frame) {
        return switch (frame.kind()) {
            case THREAD -> "entry";
            case LOOP -> "loop";
            case LINE -> "line";
            case INSTRUCTION -> "instruction";
            default -> "function";
        };
    }

    /// The ten dearest functions of every metric: their values over all threads and their paths.
    private static long compareTop(
            Profile profile, Map<String, Object> oracle, HpctoolkitSource source) {
        long compared = 0;
        Map<String, Object> byMetric = OracleJson.map(oracle, "top_inclusive_functions");
        for (String name : byMetric.keySet()) {
            Metric metric = metric(profile, name, Metric.Scope.INCLUSIVE);
            SparseRows rows = profile.column(metric).byNode();
            Map<String, Object> answer = OracleJson.map(byMetric, name);
            for (Object top : OracleJson.list(answer, "top10")) {
                int node = source.nodeOf((int) OracleJson.number(top, "ctxId"));
                double value = OracleJson.number(top, "value");
                assertThat(sum(rows, node)).isCloseTo(value, within(1e-12 * value));
                assertThat(functionsOf(profile, node)).isEqualTo(OracleJson.list(top, "path"));
                compared += 2;
            }
            double total = 0;
            for (int root : profile.tree().children(CallTree.NO_PARENT)) total += sum(rows, root);
            double expected = OracleJson.number(answer, "total_at_ctx0");
            assertThat(total).isCloseTo(expected, within(1e-12 * expected));
            compared++;
        }
        return compared;
    }

    /// Exclusive values of all nodes, given to the function they stand in.
    private static long compareFlat(Profile profile, Map<String, Object> oracle) {
        long compared = 0;
        Map<String, Object> byMetric = OracleJson.map(oracle, "flat_exclusive_by_function");
        for (String name : byMetric.keySet()) {
            Map<String, Double> flat = flat(profile, metric(profile, name, Metric.Scope.EXCLUSIVE));
            for (Object row : OracleJson.list(byMetric, name)) {
                String function = (String) ((List<?>) row).getFirst();
                double value = (Double) ((List<?>) row).getLast();
                assertThat(flat.getOrDefault(function, 0.0))
                        .as(function)
                        .isCloseTo(value, within(1e-9 * Math.abs(value)));
                compared++;
            }
        }
        return compared;
    }

    private static Map<String, Double> flat(Profile profile, Metric metric) {
        SparseRows rows = profile.column(metric).byNode();
        CallTree tree = profile.tree();
        Map<String, Double> flat = new HashMap<>();
        for (int node = 0; node < tree.size(); node++) {
            int function = functionAround(profile, node);
            if (function == CallTree.NO_PARENT) continue;
            String name = (isInlined(profile, function) ? "[I] " : "") + tree.name(function);
            flat.merge(name, sum(rows, node), Double::sum);
        }
        return flat;
    }

    /// The function that a node stands in; code that was called without one belongs to none.
    private static int functionAround(Profile profile, int node) {
        CallTree tree = profile.tree();
        int at = node;
        while (at != CallTree.NO_PARENT && !kindOf(tree.frame(at)).equals("function"))
            at =
                    profile.outline().label("relation", at).isEmpty()
                            ? tree.parent(at)
                            : CallTree.NO_PARENT;
        return at;
    }

    private static boolean isInlined(Profile profile, int node) {
        return profile.outline().label("relation", node).equals("inlined call");
    }

    private static long compareOrders(Profile byProfile, HpctoolkitSource source) {
        Profile byContext = source.load(Slice.everything(), Order.BY_CONTEXT);
        assertThat(ProfileDifference.between(byProfile, byContext)).isEmpty();
        return byContext.values().values();
    }

    /// hpcprof's own sums over threads, with ids of the other space.
    private static long compareSummary(Profile profile, Path database) throws IOException {
        long compared = 0;
        try (var source = new HpctoolkitSummaryFormat().open(Input.of(database.toString()))) {
            Profile summary = source.load(Slice.everything());
            for (Metric metric : profile.metrics()) {
                if (metric.scope() == Metric.Scope.EXCLUSIVE || isRatio(profile, metric)) continue;
                SparseRows rows = profile.column(metric).byNode();
                SparseRows sums = summary.column(metric).byNode();
                for (int node = 0; node < profile.tree().size(); node++) {
                    double expected = sum(sums, node);
                    assertThat(sum(rows, node))
                            .isCloseTo(expected, within(1e-12 * Math.abs(expected)));
                    compared++;
                }
            }
        }
        return compared;
    }

    /// Metrics that the taxonomy computes: the ratio of sums is not the sum of ratios.
    private static boolean isRatio(Profile profile, Metric metric) {
        String name = metric.name().replace(" (function)", "");
        return profile.metrics().stream()
                .noneMatch(m -> m.name().equals(name) && m.scope() == Metric.Scope.INCLUSIVE);
    }

    private static double sum(SparseRows rows, int row) {
        double sum = 0;
        for (int cell = rows.start(row); cell < rows.end(row); cell++) sum += rows.value(cell);
        return sum;
    }

    private static Metric metric(Profile profile, String stored, Metric.Scope scope) {
        String bare = stored.replaceFirst(" \\([^()]+\\)$", "");
        String name = bare.equals("CPUTIME") || bare.equals("REALTIME") ? "time" : bare;
        return profile.metrics().stream()
                .filter(metric -> metric.name().equals(name) && metric.scope() == scope)
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in " + profile.metrics()));
    }

    /// Only the functions of a path, inlined ones marked, as the decoder prints them.
    private static List<Object> functionsOf(Profile profile, int node) {
        CallTree tree = profile.tree();
        var path = new java.util.ArrayDeque<Object>();
        for (int at = node; at != CallTree.NO_PARENT; at = tree.parent(at)) {
            String kind = kindOf(tree.frame(at));
            if (kind.equals("entry")) path.addFirst("<" + tree.name(at) + ">");
            else if (kind.equals("function")) {
                path.addFirst((isInlined(profile, at) ? "[I] " : "") + tree.name(at));
            }
        }
        return List.copyOf(path);
    }

    @Test
    void inclusiveTimesOfTheCpiDatabaseAreHatchets() throws IOException {
        Path database = TestData.require("hpctoolkit-v4/hatchet_cpi_v4_database");
        var oracle =
                OracleJson.read(TestData.require("../oracle/hatchet/hatchet_cpi_v4_database.json"));
        int compared = 0;
        try (var source = open(database)) {
            Profile profile = source.load(Slice.everything());
            Map<List<String>, double[]> ours = new HashMap<>();
            for (int node = 0; node < profile.tree().size(); node++)
                ours.merge(
                        profile.tree().path(node).stream().map(HpctoolkitOracleTest::bare).toList(),
                        new double[] {
                            sum(profile.column("time").byNode(), node),
                            sum(profile.column("time (function)").byNode(), node)
                        },
                        (a, b) -> new double[] {a[0] + b[0], a[1] + b[1]});
            Map<List<String>, double[]> theirs = new HashMap<>();
            for (Object node : OracleJson.list(oracle, "nodes")) {
                Map<String, Object> metrics = OracleJson.map(node, "metrics");
                theirs.merge(
                        OracleJson.list(node, "path").stream()
                                .map(name -> bare((String) name))
                                .toList(),
                        new double[] {
                            OracleJson.number(OracleJson.map(metrics, "time (inc)"), "sum"),
                            OracleJson.number(OracleJson.map(metrics, "time"), "sum")
                        },
                        (a, b) -> new double[] {a[0] + b[0], a[1] + b[1]});
            }
            assertThat(ours.keySet()).isEqualTo(theirs.keySet());
            for (var path : theirs.entrySet()) {
                double[] mine = ours.getOrDefault(path.getKey(), new double[2]);
                assertThat(mine[0])
                        .as(path.getKey().toString())
                        .isCloseTo(path.getValue()[0], within(1e-9));
                assertThat(mine[1])
                        .as(path.getKey().toString())
                        .isCloseTo(path.getValue()[1], within(1e-9));
                compared += 2;
            }
        }
        System.out.printf("hatchet_cpi_v4_database: %d values compared with Hatchet%n", compared);
    }

    /// Hatchet names loops, lines and instructions by whole paths.
    private static String bare(String name) {
        return name.replaceFirst("^loop at .*|^Loop@.*", "loop")
                .replaceFirst("^.*/([^/ ]+)(:0x|@0x)", "$1@0x")
                .replaceFirst("^.*/([^/ ]+:\\d+)$", "$1");
    }

    @Test
    void aDraftDatabaseIsRefusedByName() {
        Path draft = TestData.require("hpctoolkit-v4/loop-inline");
        assertThatThrownBy(() -> open(draft))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining("meta.db")
                .hasMessageContaining("a pre-release draft of HPCToolkit's format 4.0");
    }

    @Test
    void noOtherFileIsClaimed() throws IOException {
        Path data = TestData.require(".");
        int files = 0;
        try (Stream<Path> all = Files.walk(data)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                if (data.relativize(file).toString().startsWith("hpctoolkit-v4")) continue;
                assertThat(new HpctoolkitFormat().sniff(Input.of(file)))
                        .as(file.toString())
                        .isEqualTo(Match.NO);
                files++;
            }
        }
        System.out.printf("hpctoolkit: %d files of others are not claimed%n", files);
    }
}
