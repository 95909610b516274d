package treeline.formats.caliper.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.formats.caliper.CaliFormat;
import treeline.formats.caliper.CaliJsonSplitFormat;
import treeline.formats.caliper.CaliText;
import treeline.formats.caliper.OracleJson;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.ProfileFormat;
import treeline.testkit.TestData;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// What Hatchet and Thicket read from the same files, value by value.
class HatchetOracleTest {
    private static final Map<String, String> SPOT_NAMES =
            Map.of(
                    "min",
                    "Min time/rank",
                    "max",
                    "Max time/rank",
                    "avg",
                    "Avg time/rank",
                    "sum",
                    "Total time");

    @ParameterizedTest
    @CsvSource({
        "caliper-lulesh-json, hatchet/caliper-lulesh-json/lulesh-annotation-profile.json",
        "lulesh-1core-nompi, hatchet/lulesh-1node/lulesh-annotation-profile-1core-nompi.json",
        "caliper-example-cali, hatchet/caliper-example-cali/example-profile.cali",
        "caliper-lulesh-cali, hatchet/caliper-lulesh-cali/lulesh-annotation-profile.cali",
        "caliper-sw4-cuda-activity-profile-cali,"
            + " hatchet/caliper-sw4-cuda-activity-profile-cali/caliper_cuda_activity_profile_summary_v2.cali",
        "cali-demo-c5UcO9xwAUKNVVFg1_2, hatchet/cali-demo/c5UcO9xwAUKNVVFg1_2.cali",
        "cali-demo-cDPu64825TuLB5ujG_0, hatchet/cali-demo/cDPu64825TuLB5ujG_0.cali",
        "cali-demo-cGdRQYIgkKllp_QM-_0, hatchet/cali-demo/cGdRQYIgkKllp_QM-_0.cali",
        "llnl-caliper-ordered-cali,"
                + " hatchet/caliper-ordered-cali/230525-151052_1930517_eWbGeyrlBOPT.cali",
        "llnl-caliper-ordered-cali-mpi,"
                + " hatchet/caliper-ordered-cali-mpi/230525-151723_1930647_FSY8b8cKSEEi.cali",
        "llnl-caliper-ordered-duplicate,"
                + " hatchet/caliper-ordered-duplicate/duplicate-node-order.cali",
        "llnl-caliper-lulesh-cali, hatchet/caliper-lulesh-cali/lulesh-annotation-profile.cali",
    })
    void everyValueIsThatOfHatchet(String oracle, String file) throws IOException {
        Profile profile = read(file);
        Map<String, Object> expected =
                OracleJson.object(TestData.require("../oracle/hatchet/%s.json".formatted(oracle)));
        List<Object> nodes = OracleJson.list(section(expected, "nodes"));
        int compared = 0;
        for (Object each : nodes) {
            Map<String, Object> node = OracleJson.map(each);
            int at =
                    profile.tree()
                            .at(
                                    OracleJson.list(section(node, "path")).stream()
                                            .map(String.class::cast)
                                            .toList());
            for (Map.Entry<String, Object> metric :
                    OracleJson.map(section(node, "metrics")).entrySet())
                compared += compare(profile, at, metric.getKey(), metric.getValue());
        }
        assertThat(regions(profile)).isEqualTo(nodes.size());
        System.out.printf("Hatchet, %s: %d values compared%n", oracle, compared);
        assertThat(compared).isGreaterThanOrEqualTo(nodes.size());
    }

    /// Hatchet leaves out what ran outside regions.
    private static int regions(Profile profile) {
        int regions = 0;
        for (int node = 0; node < profile.tree().size(); node++)
            if (!profile.tree().frame(node).equals(Frame.OUTSIDE_REGIONS)) regions++;
        return regions;
    }

    /// Over ranks Hatchet fills what was not measured with zeros, which changes neither sum nor
    /// maximum.
    private static int compare(Profile profile, int node, String name, Object value) {
        SparseRows rows = profile.column(metric(profile, name)).byNode();
        if (value instanceof Double number) {
            assertThat(rows.value(rows.find(node, 0))).as(name).isEqualTo(number);
            return 1;
        }
        Map<String, Object> statistics = OracleJson.map(value);
        double sum = 0;
        double largest = 0;
        for (int cell = rows.start(node); cell < rows.end(node); cell++) {
            sum += rows.value(cell);
            largest = Math.max(largest, rows.value(cell));
        }
        assertThat(sum).as(name).isCloseTo((Double) section(statistics, "sum"), within(1e-6));
        assertThat(largest).as(name).isEqualTo((Double) section(statistics, "max"));
        return 2;
    }

    private static Metric metric(Profile profile, String hatchetName) {
        Measure measure = Measure.of(CaliperAttribute.ofColumn(hatchetName, true, "", ""));
        String spot =
                SPOT_NAMES.getOrDefault(
                        hatchetName.substring(0, Math.min(3, hatchetName.length())), "");
        return find(profile, measure.name(), measure.scope())
                .or(() -> find(profile, spot, measure.scope()))
                .or(() -> find(profile, measure.name(), Scope.POINT))
                .orElseThrow(
                        () ->
                                new AssertionError(
                                        "no metric for "
                                                + hatchetName
                                                + " in "
                                                + profile.metrics()));
    }

    private static Optional<Metric> find(Profile profile, String name, Scope scope) {
        return profile.metrics().stream()
                .filter(metric -> metric.name().equals(name) && metric.scope() == scope)
                .findFirst();
    }

    /// Hatchet puts the lines of a function beside each other in several ways; what a function took
    /// with its lines is the same.
    @Test
    void sampledFunctionsTakeWhatHatchetSays() throws IOException {
        Profile profile = read("hatchet/caliper-cpi-json/cpi-callpath-profile.json");
        Map<String, Object> expected =
                OracleJson.object(TestData.require("../oracle/hatchet/caliper-cpi-json.json"));
        Map<List<String>, Double> theirs = new HashMap<>();
        for (Object each : OracleJson.list(section(expected, "nodes"))) {
            Map<String, Object> node = OracleJson.map(each);
            List<String> path =
                    OracleJson.list(section(node, "path")).stream()
                            .map(String.class::cast)
                            .toList();
            boolean isLine = "statement".equals(OracleJson.map(section(node, "frame")).get("type"));
            Object time = section(OracleJson.map(section(node, "metrics")), "time");
            theirs.merge(
                    isLine ? path.subList(0, path.size() - 1) : path,
                    (Double) section(OracleJson.map(time), "sum"),
                    Double::sum);
        }
        Map<List<String>, Double> mine = new HashMap<>();
        CallTree tree = profile.tree();
        SparseRows rows = profile.column("time").byNode();
        for (int node = 0; node < tree.size(); node++) {
            boolean isLine = tree.frame(node).kind() == Frame.Kind.LINE;
            double sum = 0;
            for (int cell = rows.start(node); cell < rows.end(node); cell++)
                sum += rows.value(cell);
            mine.merge(tree.path(isLine ? tree.parent(node) : node), sum, Double::sum);
        }
        assertThat(mine).isEqualTo(theirs);
        System.out.printf("Hatchet, caliper-cpi-json: %d functions compared%n", mine.size());
    }

    @ParameterizedTest
    @CsvSource({
        "mpi_scaling",
        "lulesh_strong",
        "raja_tests_all",
        "raja_cuda128_1M",
        "raja_topdown"
    })
    void everyRunOfAnEnsembleIsThatOfThicket(String ensemble) throws IOException {
        Map<String, Object> expected =
                OracleJson.object(
                        TestData.require(
                                "../oracle/thicket/01_compose_%s.json".formatted(ensemble)));
        Map<String, Profile> runs = new HashMap<>();
        for (Map.Entry<String, Object> file :
                OracleJson.map(section(expected, "profiles")).entrySet())
            runs.put(file.getKey(), read("thicket/" + file.getValue()));
        int compared = 0;
        for (Object each : OracleJson.list(section(expected, "rows"))) {
            Map<String, Object> row = OracleJson.map(each);
            String run = Long.toString(((Double) section(row, "profile")).longValue());
            Profile profile = Objects.requireNonNull(runs.get(run));
            List<String> path = List.of(((String) section(row, "node")).split(" > "));
            for (Metric metric : profile.metrics()) {
                String column = columnOf(metric, ensemble);
                if (!(row.get(column) instanceof Double value)) continue;
                assertThat(profile.column(metric).at(0, profile.tree().at(path)))
                        .as(column)
                        .isEqualTo(value);
                compared++;
            }
        }
        System.out.printf(
                "Thicket, %s: %d runs, %d values compared%n", ensemble, runs.size(), compared);
        assertThat(compared).isGreaterThan(500);
    }

    private static String columnOf(Metric metric, String ensemble) {
        boolean own = ensemble.equals("raja_topdown") && metric.scope() == Scope.EXCLUSIVE;
        return own ? metric.name() + " (exc)" : metric.name();
    }

    @ParameterizedTest
    @CsvSource({"mpi_scaling", "lulesh_strong", "raja_tests_all", "raja_topdown"})
    void factsOfEveryRunAreThoseOfThicket(String ensemble) throws IOException {
        Map<String, Object> expected =
                OracleJson.object(
                        TestData.require(
                                "../oracle/thicket/02_metadata_%s.json".formatted(ensemble)));
        int compared = 0;
        for (Object each : OracleJson.list(section(expected, "rows"))) {
            Map<String, Object> row = OracleJson.map(each);
            Profile profile = read("thicket/" + section(row, "file"));
            for (String key : profile.metadata().keys()) {
                Object value = row.get(key);
                if (value == null || value instanceof List) continue; // lists are texts here
                String mine = profile.metadata().get(key).orElseThrow().toString();
                if (value instanceof Double number)
                    assertThat(Double.parseDouble(mine)).as(key).isEqualTo(number);
                else assertThat(mine).as(key).isEqualTo(value.toString());
                compared++;
            }
        }
        System.out.printf("Thicket, metadata of %s: %d facts compared%n", ensemble, compared);
        assertThat(compared).isGreaterThan(50);
    }

    private static Profile read(String file) throws IOException {
        ProfileFormat format =
                file.endsWith(".cali") ? new CaliFormat() : new CaliJsonSplitFormat();
        return CaliText.read(format, TestData.require(file)).profile();
    }

    private static Object section(Map<String, Object> json, String key) {
        return Objects.requireNonNull(json.get(key), key);
    }
}
