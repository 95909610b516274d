package treeline.formats.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.formats.oracle.JsonTree;
import treeline.formats.oracle.OracleJson;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.single.NodePath;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.trace.Operations;
import treeline.source.trace.Traces;
import treeline.table.Table;
import treeline.testkit.TestData;
import treeline.trace.TimeWindow;
import treeline.trace.TraceBins;
import treeline.trace.TracePart;
import treeline.trace.calls.CallInstances;
import treeline.trace.clock.ClockCorrection;
import treeline.trace.communication.Collectives;
import treeline.trace.communication.Messages;
import treeline.trace.communication.OperationSet;
import treeline.trace.path.CriticalPath;
import treeline.trace.path.CriticalPathTable;
import treeline.trace.pattern.PatternTable;
import treeline.trace.pattern.RepeatingPattern;
import treeline.trace.waiting.DelayCosts;
import treeline.trace.waiting.IdleWaves;
import treeline.trace.waiting.WaitAnalysis;
import treeline.trace.waiting.WaitKind;
import treeline.trace.waiting.WaitSearch;
import treeline.trace.waiting.WaitStates;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Archives whose every time is known, against a model of the programs that they record.
class Otf2OracleTest {

    /// An opened archive with everything that is computed from it.
    private record Run(
            ProfileSource source,
            Profile profile,
            Traces traces,
            OperationSet operations,
            Messages messages,
            Collectives collectives,
            WaitSearch.Result waits,
            Map<String, Object> oracle) {

        static Run of(String name) throws IOException {
            String folder = name.equals("ping-pong-otf2") ? "other/otf2/" : "otf2/";
            ProfileSource source =
                    new Otf2Format().open(Input.of(TestData.require(folder + name).toString()));
            Profile profile = source.load(Slice.everything());
            Traces traces = source.traces();
            OperationSet operations =
                    OperationSet.of(traces.interactions(), profile.contexts().size());
            Messages messages = Messages.of(operations);
            Collectives collectives = Collectives.of(operations);
            return new Run(
                    source,
                    profile,
                    traces,
                    operations,
                    messages,
                    collectives,
                    WaitSearch.of(operations, messages, collectives, profile.outline()),
                    OracleJson.read(TestData.require("../oracle/traces/" + name + ".json")));
        }

        String place(int context) {
            Context at = profile.contexts().get(context);
            return at.thread() == Context.NONE ? "" + at.rank() : at.rank() + "." + at.thread();
        }

        String path(int node) {
            return NodePath.of(profile.tree(), node);
        }
    }

    private static String place(Object at) {
        return at instanceof Double number ? "" + number.intValue() : (String) at;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pingpong4",
                "halo8",
                "hybrid2x4",
                "clocks4-recorded",
                "idlewave12",
                "ping-pong-otf2"
            })
    void profilesMessagesWaitsAndCriticalPathsAreThoseOfTheModel(String name) throws IOException {
        Run run = Run.of(name);
        // Corrected clocks are rounded, and the ticks of Score-P are not whole nanoseconds.
        long tolerance = name.equals("clocks4-recorded") || name.equals("ping-pong-otf2") ? 2 : 0;
        compareProfile(run, tolerance);
        compareMessages(run);
        compareWaits(run, tolerance);
        comparePath(run, tolerance);
        assertThat(run.source.report().isLossy()).isFalse();
        assertThat(run.messages.unmatchedSends() + run.messages.unmatchedReceives()).isZero();
        assertThat(run.collectives.incomplete()).isZero();
        run.source.close();
    }

    private static void compareProfile(Run run, long tolerance) {
        Map<String, Double> exclusive = new TreeMap<>();
        Map<String, Double> visits = new TreeMap<>();
        for (Metric metric : run.profile.metrics()) {
            if (!metric.name().equals("time") && !metric.name().equals("calls")) continue;
            SparseRows rows = run.profile.column(metric).byContext();
            for (int context = 0; context < rows.rows(); context++)
                for (int cell = rows.start(context); cell < rows.end(context); cell++)
                    (metric.name().equals("time") ? exclusive : visits)
                            .merge(
                                    run.profile.tree().name(rows.index(cell))
                                            + " "
                                            + run.place(context),
                                    rows.value(cell),
                                    Double::sum);
        }
        Map<String, Object> oracle = OracleJson.map(run.oracle, "profile");
        int compared = 0;
        for (String region : oracle.keySet())
            for (Map.Entry<String, Object> at : OracleJson.map(oracle, region).entrySet()) {
                String key = region + " " + at.getKey();
                assertThat(exclusive.get(key))
                        .as("exclusive " + key)
                        .isCloseTo(
                                OracleJson.number(at.getValue(), "exclusive"),
                                within(tolerance * 400.0));
                assertThat(visits.get(key))
                        .as("visits " + key)
                        .isEqualTo(OracleJson.number(at.getValue(), "visits"));
                compared++;
            }
        assertThat(visits).hasSize(compared);
    }

    private static void compareMessages(Run run) {
        Map<String, Object> oracle = OracleJson.map(run.oracle, "messages");
        assertThat((double) run.messages.size()).isEqualTo(OracleJson.number(oracle, "total"));
        int ranks = (int) OracleJson.number(run.oracle, "ranks");
        double[][] bytes = new double[ranks][ranks];
        for (int i = 0; i < run.messages.size(); i++) {
            Operations sends = run.operations.of(run.messages.sender(i));
            int from = run.profile.contexts().get(run.messages.sender(i)).rank();
            int to = run.profile.contexts().get(run.messages.receiver(i)).rank();
            bytes[from][to] += sends.bytesSent(run.messages.send(i));
        }
        List<Object> matrix = OracleJson.list(oracle, "matrix_bytes");
        for (int i = 0; i < matrix.size(); i++)
            for (int j = 0; j < ranks; j++)
                assertThat(bytes[i][j]).isEqualTo(JsonTree.list(matrix.get(i)).get(j));
    }

    private static String kind(WaitKind kind) {
        return switch (kind) {
            case BARRIER -> "wait_at_barrier";
            case ALL_TO_ALL -> "wait_at_nxn";
            case FINALIZE -> "finalize_wait";
            case TEAM_BARRIER -> "omp_barrier_wait";
            case ALL_TO_ALL_COMPLETION -> "nxn_completion";
            default -> kind.name().toLowerCase(Locale.ROOT);
        };
    }

    private static void compareWaits(Run run, long tolerance) {
        WaitStates waits = run.waits.waits();
        Map<String, Long> sums = new TreeMap<>();
        List<String> mine = new ArrayList<>();
        for (int i = 0; i < waits.size(); i++) {
            sums.merge(kind(waits.kind(i)), waits.nanos(i), Long::sum);
            if (waits.kind(i).isWait() && waits.nanos(i) > tolerance)
                mine.add(
                        "%s at %s %d for %s in %s"
                                .formatted(
                                        kind(waits.kind(i)),
                                        run.place(waits.context(i)),
                                        tolerance == 0 ? waits.nanos(i) : waits.nanos(i) / 100,
                                        run.place(waits.cause(i)),
                                        run.path(waits.node(i))));
        }
        Map<String, Object> waiting = OracleJson.map(run.oracle, "waiting");
        OracleJson.map(waiting, "by_kind")
                .forEach(
                        (kind, sum) ->
                                assertThat((double) sums.getOrDefault(kind, 0L))
                                        .as(kind)
                                        .isCloseTo(
                                                OracleJson.number(sum, "ns"),
                                                within(
                                                        tolerance
                                                                * OracleJson.number(
                                                                        sum, "count"))));
        if (tolerance > 0) return;
        List<String> theirs = new ArrayList<>();
        for (Object each : OracleJson.list(waiting, "occurrences"))
            theirs.add(
                    "%s at %s %d for %s in %s"
                            .formatted(
                                    OracleJson.text(each, "kind"),
                                    place(JsonTree.map(each).get("at")),
                                    (long) OracleJson.number(each, "ns"),
                                    place(JsonTree.map(each).get("waits_for")),
                                    OracleJson.text(each, "path")));
        assertThat(mine).containsExactlyInAnyOrderElementsOf(theirs);
    }

    private static void comparePath(Run run, long tolerance) {
        CriticalPath path = CriticalPath.of(run.traces, run.operations, run.waits.pathWaits());
        Map<String, Object> oracle = OracleJson.map(run.oracle, "critical_path");
        assertThat((double) path.nanos())
                .isCloseTo(OracleJson.number(oracle, "length"), within((double) tolerance));
        if (tolerance == 0) {
            List<String> mine = new ArrayList<>();
            for (CriticalPath.Segment segment : path.segments())
                mine.add(
                        "%s %d %d"
                                .formatted(
                                        run.place(segment.context()),
                                        segment.beginNanos(),
                                        segment.endNanos()));
            List<String> theirs = new ArrayList<>();
            for (Object each : OracleJson.list(oracle, "segments"))
                theirs.add(
                        "%s %d %d"
                                .formatted(
                                        place(JsonTree.map(each).get("at")),
                                        (long) OracleJson.number(each, "begin"),
                                        (long) OracleJson.number(each, "end")));
            assertThat(mine).containsExactlyElementsOf(theirs);
        }
        compareGains(run, path);
        Map<String, Double> byRegion = new TreeMap<>();
        long[] nanos = path.nanosByNode(run.traces, run.profile.tree().size());
        for (int node = 0; node < run.profile.tree().size(); node++)
            byRegion.merge(run.profile.tree().name(node), (double) nanos[node], Double::sum);
        OracleJson.map(oracle, "by_region")
                .forEach(
                        (region, time) ->
                                assertThat(byRegion.get(region))
                                        .as(region)
                                        .isCloseTo((Double) time, within(tolerance * 200.0)));
    }

    /// The model was run again with each function a tenth faster. It gains at most what the path
    /// allows, but for some nanoseconds by which ranks leave a collective operation earlier.
    private static void compareGains(Run run, CriticalPath path) {
        Table functions = CriticalPathTable.functions(path, run.traces, run.profile.outline());
        Map<String, Object> oracle = OracleJson.map(run.oracle, "what_if_10_percent_faster");
        for (int i = 0; i < functions.rows(); i++) {
            Object model = oracle.get(functions.column("function").text(i));
            if (model != null)
                assertThat(OracleJson.number(model, "gained"))
                        .isLessThanOrEqualTo(functions.column("gain").number(i) * 1e9 + 20);
        }
    }

    @Test
    void mostDelayComesFromTheSlowRankAndTheDisturbance() throws IOException {
        compareDelays("halo8", "main/stencil on 5");
        compareDelays("idlewave12", "main/disturbance on 5");
        compareDelays("pingpong4", "");
    }

    private static void compareDelays(String name, String largest) throws IOException {
        Run run = Run.of(name);
        DelayCosts costs =
                DelayCosts.of(run.traces, run.operations, run.messages, run.collectives, run.waits);
        Map<String, Object> oracle = OracleJson.map(run.oracle, "delay_costs");
        assertThat(costs.consideredNanos())
                .isEqualTo(OracleJson.number(oracle, "waiting_considered"));
        double all = costs.total().values().stream().mapToDouble(each -> each).sum();
        Map<String, Double> shares = new TreeMap<>();
        costs.total()
                .forEach(
                        (delay, nanos) ->
                                shares.merge(
                                        run.path(delay.node())
                                                + " on "
                                                + run.place(delay.context()),
                                        nanos / all,
                                        Double::sum));
        double theirs = OracleJson.number(oracle, "total_sum");
        OracleJson.map(oracle, "total")
                .forEach(
                        (place, nanos) ->
                                assertThat(shares.getOrDefault(place, 0.0))
                                        .as(name + " " + place)
                                        .isCloseTo((Double) nanos / theirs, within(0.01)));
        if (!largest.isEmpty())
            assertThat(shares.entrySet().stream().max(Map.Entry.comparingByValue()))
                    .get()
                    .extracting(Map.Entry::getKey)
                    .isEqualTo(largest);
        run.source.close();
    }

    @Test
    void clocksWithoutRecordedOffsetsAreCorrectedByTheOrderOfMessages() throws IOException {
        Run run = Run.of("clocks4-hidden");
        WaitAnalysis analysis = WaitAnalysis.of(run.profile.outline(), run.traces);
        ClockCorrection correction = analysis.correction().orElseThrow();
        Map<String, Object> clocks = OracleJson.map(run.oracle, "clocks");
        assertThat((double) correction.violations())
                .isEqualTo(OracleJson.number(clocks, "messages_received_before_sent"));
        assertThat(correction.isComplete()).isTrue();
        assertThat(correction.unconnected()).isZero();
        assertThat(ClockCorrection.violations(analysis.operations(), analysis.messages())).isZero();
        OracleJson.map(clocks, "offset_ns")
                .forEach(
                        (rank, offset) ->
                                assertThat((double) correction.offset(Integer.parseInt(rank), 0))
                                        .as("rank " + rank)
                                        .isCloseTo(
                                                (Double) offset,
                                                within((double) correction.errorNanos())));
        assertThat(correction.errorNanos()).isLessThan(3_100);
        run.source.close();
    }

    @Test
    void timeProfilesAndLongestCallsAreThoseOfTheModel() throws IOException {
        for (String name : List.of("pingpong4", "halo8", "idlewave12")) {
            Run run = Run.of(name);
            var part =
                    TracePart.of(
                            run.profile.outline(),
                            run.traces,
                            Selection.ALL,
                            new TimeWindow(0, run.traces.endNanos()));
            TraceBins bins = TraceBins.of(part, 20, 1_000);
            OracleJson.map(OracleJson.map(run.oracle, "time_profile"), "exclusive")
                    .forEach(
                            (region, times) -> {
                                List<Object> theirs = JsonTree.list(times);
                                int row = bins.functions().indexOf(region);
                                for (int bin = 0; bin < 20; bin++)
                                    assertThat(row < 0 ? 0.0 : bins.nanos().get(row).get(bin))
                                            .as(name + " " + region + " " + bin)
                                            .isCloseTo((Double) theirs.get(bin), within(20.0));
                            });
            CallInstances calls =
                    CallInstances.of(run.profile.outline(), run.traces, _ -> true, _ -> true, 3);
            Table functions = calls.distributions();
            for (int i = 0; i < functions.rows(); i++) {
                List<Object> longest =
                        OracleJson.list(
                                OracleJson.map(run.oracle, "longest"),
                                functions.column("function").text(i));
                if (longest.isEmpty()) continue; // the oracle omits main
                assertThat(functions.column("max").number(i) * 1e9)
                        .isCloseTo(OracleJson.number(longest.getFirst(), "ns"), within(0.5));
            }
            run.source.close();
        }
    }

    @Test
    void iterationsWithoutAnnotationAreThoseOfTheModel() throws IOException {
        Run run = Run.of("halo8");
        PatternTable pattern = PatternTable.of(run.profile.outline(), run.traces, _ -> true);
        assertThat(pattern.others()).isZero();
        assertThat(pattern.repetitions()).isEqualTo(20);
        assertThat(pattern.patterns().getFirst().text(run.profile.tree()))
                .isEqualTo("stencil, exchange, norm");
        List<Object> iterations =
                OracleJson.list(OracleJson.map(run.oracle, "iterations"), "begin_end");
        for (int i = 0; i < 20; i++)
            for (RepeatingPattern each : pattern.patterns())
                assertThat((double) each.bounds().get(i))
                        .isEqualTo(
                                OracleJson.map(iterations.get(i), "begin")
                                        .get("" + each.context()));
        Table slow = pattern.iterations(run.profile.outline());
        for (int i = 0; i < 20; i++)
            assertThat(slow.column("ratio").number(i) > 1.5).isEqualTo(i >= 12 && i <= 15);
        run.source.close();
    }

    @Test
    void theIdleWaveStartsAtTheDisturbanceAndReachesAllRanks() throws IOException {
        Run run = Run.of("idlewave12");
        List<IdleWaves.Wave> waves = IdleWaves.of(run.waits.waits()).waves();
        assertThat(waves).hasSize(1);
        Map<String, Object> oracle = OracleJson.map(run.oracle, "idle_wave");
        assertThat((double) waves.getFirst().origin())
                .isEqualTo(OracleJson.number(oracle, "source"));
        Map<String, Object> arrives = OracleJson.map(oracle, "arrives");
        assertThat(waves.getFirst().arrivals()).hasSize(arrives.size());
        for (IdleWaves.Arrival each : waves.getFirst().arrivals()) {
            Object theirs = arrives.get("" + each.context());
            assertThat((double) each.beginNanos()).isEqualTo(OracleJson.number(theirs, "begin"));
            assertThat((double) each.nanos()).isEqualTo(OracleJson.number(theirs, "wait_ns"));
        }
        // One rank per iteration of 0.1 ms.
        assertThat(
                        IdleWaves.of(run.waits.waits())
                                .table(run.profile.outline())
                                .column("ranks_per_second")
                                .number(0))
                .isCloseTo(1e9 / 102_800, within(50.0));
        assertThat(IdleWaves.of(Run.of("halo8").waits.waits()).waves())
                .allMatch(wave -> wave.origin() == 5);
        run.source.close();
    }
}
