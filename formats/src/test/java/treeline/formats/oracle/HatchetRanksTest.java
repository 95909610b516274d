package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.formats.Formats;
import treeline.ledger.Accounts;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Locations;
import treeline.single.Correlation;
import treeline.single.Distribution;
import treeline.single.LoadImbalance;
import treeline.single.Threshold;
import treeline.source.Slice;
import treeline.table.Table;
import treeline.testkit.TestData;
import treeline.transform.NodeMapping;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Load imbalance and correlation over ranks, of files that we read ourselves, against Hatchet.
class HatchetRanksTest {
    private int compared;

    private void compare(double ours, Object theirs, String about) {
        double expected = HatchetRun.number(theirs);
        assertThat(ours)
                .as(about)
                .isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
        compared++;
    }

    /// What is outside of all regions is a node of ours only, and calls of one function that differ
    /// in their line are one node of Hatchet's.
    private static Profile read(String file) throws IOException {
        try (var source = Formats.all().open(TestData.require(file).toString())) {
            Profile whole = source.load(Slice.everything());
            if (file.startsWith("hpctoolkit")) return whole;
            Profile profile =
                    NodeMapping.keeping(
                                    whole.tree(),
                                    node -> !whole.tree().name(node).equals("(outside regions)"))
                            .of(whole);
            return NodeMapping.named(profile.tree(), _ -> true).of(profile);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "caliper-lulesh-json, hatchet/caliper-lulesh-json/lulesh-annotation-profile.json",
        "lulesh-1core-nompi, hatchet/lulesh-1node/lulesh-annotation-profile-1core-nompi.json",
        "caliper-lulesh-cali, hatchet/caliper-lulesh-cali/lulesh-annotation-profile.cali",
        "caliper-cpi-json, hatchet/caliper-cpi-json/cpi-callpath-profile.json",
        "scorep-cpi-cubex, hatchet/scorep-cpi-cubex/profile.cubex",
        "scorep-time-p4, cubex/time.p4.n2000.x1.r0/profile.cubex",
        "tau-cpi-mpi, hatchet/tau-cpi-mpi",
        "timemory-wall, hatchet/timemory/wall.tree.json",
        "hpctoolkit-cpi-database, hpctoolkit-xml/hpctoolkit-cpi-database",
        "hatchet_cpi_v4_database, hpctoolkit-v4/hatchet_cpi_v4_database",
    })
    void imbalanceIsHatchets(String dataset, String file) throws IOException {
        HatchetRun run = HatchetRun.of(dataset);
        Profile profile = withZeros(read(file));
        if (hasExclusiveValuesOfHatchet(dataset)) {
            Metric exclusive = exclusive(profile);
            compareVerbose(run.result("load_imbalance_exc_verbose"), profile, exclusive);
            compareThreshold(run.result("load_imbalance_exc_thr0.01"), profile, exclusive);
        }
        profile.metrics().stream()
                .filter(metric -> metric.name().equals("time"))
                .filter(metric -> metric.scope() == Scope.INCLUSIVE)
                .forEach(
                        metric ->
                                compareVerbose(
                                        run.result("load_imbalance_inc_verbose"), profile, metric));
        assertThat(compared).isPositive();
        System.out.printf("%s: %d values of imbalance equal Hatchet's%n", dataset, compared);
    }

    /// Hatchet's exclusive values of functions with loops are too large: it takes statements off
    /// their parents only.
    private static boolean hasExclusiveValuesOfHatchet(String dataset) {
        return !dataset.startsWith("hpctoolkit") && !dataset.startsWith("hatchet_cpi");
    }

    private static Metric exclusive(Profile profile) {
        return profile.metrics().stream()
                .filter(metric -> metric.name().equals("time"))
                .filter(metric -> metric.scope() == Scope.EXCLUSIVE)
                .findFirst()
                .orElseThrow();
    }

    private void compareVerbose(Map<String, Object> result, Profile profile, Metric metric) {
        if (result.isEmpty()) return;
        LoadImbalance ours = imbalance(profile, metric, Threshold.none());
        for (String order : List.of("top20_by_mean", "top20_by_imbalance"))
            for (Map<String, Object> row : HatchetRun.rows(result.get(order))) {
                if (!(HatchetRun.number(value(row, ".mean")) > 0)) continue;
                if (isScoreP(profile) && HatchetRun.texts(row.get("path")).size() == 1) continue;
                int node = at(profile, ours, row);
                compare(ours.spread(node).mean(), value(row, ".mean"), "mean of " + row);
                compare(
                        ours.spread(node).imbalance(),
                        value(row, ".imbalance"),
                        "imbalance of " + row);
                compareDistribution(profile, metric, node, ours.distribution(node), row);
            }
    }

    /// By its path; where readers name nodes differently, by its mean and imbalance.
    private static int at(Profile profile, LoadImbalance ours, Map<String, Object> row) {
        List<String> path = HatchetRun.texts(row.get("path"));
        for (int node : ours.nodes()) if (profile.tree().path(node).equals(path)) return node;
        return alike(ours, row);
    }

    private static int alike(LoadImbalance ours, Map<String, Object> row) {
        double mean = HatchetRun.number(value(row, ".mean"));
        double imbalance = HatchetRun.number(value(row, ".imbalance"));
        for (int node : ours.nodes())
            if (Math.abs(ours.spread(node).mean() - mean) <= 1e-9 * mean
                    && Math.abs(ours.spread(node).imbalance() - imbalance) <= 1e-9 * imbalance)
                return node;
        throw new AssertionError("no node has mean and imbalance of " + row);
    }

    private static Object value(Map<String, Object> row, String suffix) {
        return row.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(suffix))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("absent");
    }

    /// Of ranks with one value Hatchet counts all in every bin; ours are in the first. Of threads
    /// it names the ranks only, and counts some of them.
    private void compareDistribution(
            Profile profile, Metric metric, int node, Distribution ours, Map<String, Object> row) {
        List<Object> percentiles = JsonTree.list(value(row, ".percentiles"));
        for (int i = 0; i < percentiles.size(); i++)
            compare(ours.percentiles().at(i), percentiles.get(i), "percentiles of " + row);
        if (hasThreads(profile)) return;
        List<Object> ranks = JsonTree.list(value(row, ".ranks"));
        for (int i = 0; i < ranks.size(); i++) {
            Context context = profile.contexts().get(ours.slowest().at(i));
            double theirs = valueOfRank(profile, metric, node, (Double) ranks.get(i));
            double here = valueOfRank(profile, metric, node, context.rank());
            assertThat(here).as("rank %d of %s", i, row).isEqualTo(theirs);
            compared++;
        }
        List<Object> counts = JsonTree.list(value(row, ".hist"));
        boolean equal = ours.percentiles().at(0) == ours.percentiles().at(4);
        if (equal) assertThat(ours.histogram().at(0)).isEqualTo(profile.contexts().size());
        else
            for (int bin = 0; bin < counts.size(); bin++)
                compare(ours.histogram().at(bin), counts.get(bin), "histogram of " + row);
    }

    private static boolean hasThreads(Profile profile) {
        return profile.contexts().stream().anyMatch(context -> context.thread() > 0);
    }

    private static double valueOfRank(Profile profile, Metric metric, int node, double rank) {
        for (int context = 0; context < profile.contexts().size(); context++)
            if (profile.contexts().get(context).rank() == (int) rank)
                return zeroIfAbsent(profile.column(metric).at(context, node));
        throw new AssertionError("no rank " + rank);
    }

    private static double zeroIfAbsent(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /// Hatchet's threshold is a share of the largest value, although its text says a value.
    private void compareThreshold(Map<String, Object> result, Profile profile, Metric metric) {
        if (result.isEmpty()) return;
        LoadImbalance above = imbalance(profile, metric, new Threshold.ShareOfLargest(0.01));
        compare(
                above.nodes().length + above.belowFloor(),
                result.get("n_rows"),
                "nodes above the threshold");
        LoadImbalance ours = imbalance(profile, metric, Threshold.none());
        for (Map<String, Object> row : HatchetRun.rows(result.get("top20_by_mean"))) {
            int node = alike(ours, row); // filters rewire, so paths are not those of the run
            compare(ours.spread(node).max(), value(row, ".max"), "max of " + row);
        }
    }

    /// Hatchet compares threads where there are any, and those that did not run a node count as 0;
    /// by default we compare ranks.
    private static LoadImbalance imbalance(Profile profile, Metric metric, Threshold threshold) {
        return LoadImbalance.of(
                profile,
                metric,
                Locations.of(profile.contexts(), Locations.By.THREAD),
                Accounts.of(profile.outline()),
                threshold);
    }

    @ParameterizedTest
    @CsvSource({
        "caliper-lulesh-json, hatchet/caliper-lulesh-json/lulesh-annotation-profile.json",
        "lulesh-1core-nompi, hatchet/lulesh-1node/lulesh-annotation-profile-1core-nompi.json",
        "caliper-lulesh-cali, hatchet/caliper-lulesh-cali/lulesh-annotation-profile.cali",
        "scorep-time-p4, cubex/time.p4.n2000.x1.r0/profile.cubex",
        "tau-cpi-mpi, hatchet/tau-cpi-mpi",
        "timemory-wall, hatchet/timemory/wall.tree.json",
    })
    void correlationsAreHatchets(String dataset, String file) throws IOException {
        HatchetRun run = HatchetRun.of(dataset);
        Profile profile = withZeros(read(file));
        for (Correlation.Method method : Correlation.Method.values()) {
            Map<String, Object> result =
                    run.result("correlation_" + method.name().toLowerCase(Locale.ROOT));
            if (result.isEmpty()) continue;
            compareMatrix(result, profile, method);
        }
        assertThat(compared).isPositive();
        System.out.printf("%s: %d correlations equal Hatchet's%n", dataset, compared);
    }

    /// Without ranks Hatchet's own values can be taken. Ranks of values are at the mercy of their
    /// last digits: a difference of two times is 0 in one program and 3e-17 in another.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cali-demo-c5UcO9xwAUKNVVFg1_2",
                "cali-demo-cDPu64825TuLB5ujG_0",
                "cali-demo-cGdRQYIgkKllp_QM-_0",
                "caliper-example-cali",
                "caliper-sw4-cuda-activity-profile-cali",
                "cprofile-cycle",
                "gprof2dot-cpi",
                "pyinstrument-hatchet-json"
            })
    void correlationsOfOneContextAreHatchets(String dataset) {
        HatchetRun run = HatchetRun.of(dataset);
        Profile profile = run.means(false);
        for (Correlation.Method method : Correlation.Method.values())
            compareMatrix(
                    run.result("correlation_" + method.name().toLowerCase(Locale.ROOT)),
                    profile,
                    method);
        assertThat(compared).isPositive();
        System.out.printf("%s: %d correlations equal Hatchet's%n", dataset, compared);
    }

    private void compareMatrix(
            Map<String, Object> result, Profile profile, Correlation.Method method) {
        List<String> names = HatchetRun.texts(result.get("metrics"));
        List<Object> matrix = JsonTree.list(result.get("matrix"));
        Map<String, Metric> ours = new HashMap<>();
        for (Metric metric : profile.metrics()) {
            ours.putIfAbsent(metric.name(), metric);
            ours.put(hatchetName(metric), metric);
        }
        for (int i = 0; i < names.size(); i++)
            for (int j = 0; j < i; j++) {
                Metric one = ours.get(names.get(i));
                Metric other = ours.get(names.get(j));
                if (one == null || other == null || isTimeOfScoreP(profile, one, other)) continue;
                Table table = Correlation.of(profile, List.of(one, other), method);
                compare(
                        table.real(other.toString()).at(0),
                        JsonTree.list(matrix.get(i)).get(j),
                        "%s of %s and %s".formatted(method, one, other));
            }
    }

    /// Hatchet replaces the time of Score-P's root by the sum of its children.
    private static boolean isScoreP(Profile profile) {
        return profile.metrics().stream().anyMatch(metric -> metric.name().equals("visits"));
    }

    private static boolean isTimeOfScoreP(Profile profile, Metric one, Metric other) {
        return isScoreP(profile) && (one.name().equals("time") || other.name().equals("time"));
    }

    private static String hatchetName(Metric metric) {
        return metric.scope() == Scope.INCLUSIVE ? metric.name() + " (inc)" : metric.name();
    }

    /// Hatchet has a value of every metric for every node and rank, 0 where nothing was measured;
    /// ours are compared over what was measured, so the zeros are put in here.
    private static Profile withZeros(Profile profile) {
        Profile filled = profile;
        for (Metric metric : profile.metrics()) {
            var rows = new SparseRows.Builder();
            for (int context = 0; context < profile.contexts().size(); context++) {
                for (int node = 0; node < profile.tree().size(); node++)
                    rows.add(node, zeroIfAbsent(profile.column(metric).at(context, node)));
                rows.endRow();
            }
            filled =
                    filled.with(
                            metric, MetricColumn.ofContexts(rows.build(), profile.tree().size()));
        }
        return filled;
    }
}
