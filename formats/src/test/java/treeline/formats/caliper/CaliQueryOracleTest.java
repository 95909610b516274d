package treeline.formats.caliper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.formats.caliper.CaliText.Read;
import treeline.model.Frame;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What cali-query computes from the same files, value by value.
class CaliQueryOracleTest {
    /// cali-query prints six decimals.
    private static final double PRINTED = 1.1e-6;

    @ParameterizedTest
    @ValueSource(strings = {"01", "02", "04", "08", "16"})
    void timesOfEveryRankAreThoseOfCaliQuery(String ranks) throws IOException {
        Profile profile = cali("caliper/jacobi/jacobi-p%s.cali".formatted(ranks)).profile();
        Oracle oracle = Oracle.of("jacobi-p%s.rank-inclusive.json-split.json".formatted(ranks));
        int compared = 0;
        for (List<@Nullable Object> row : oracle.rows) {
            int node = oracle.node(profile, row);
            int context = oracle.rank(row);
            assertThat(time(profile, Scope.EXCLUSIVE).at(context, node))
                    .isCloseTo(oracle.number(row, "time"), within(PRINTED));
            assertThat(time(profile, Scope.INCLUSIVE).at(context, node))
                    .isCloseTo(oracle.number(row, "time (inc)"), within(2e-5));
            compared += 2;
        }
        System.out.printf("cali-query, jacobi %s ranks: %d values compared%n", ranks, compared);
        assertThat(compared).isEqualTo(2 * time(profile, Scope.EXCLUSIVE).cells());
    }

    @ParameterizedTest
    @ValueSource(strings = {"01", "02", "04"})
    void aFileARankIsOneRun(String ranks) throws IOException {
        Read run = CaliText.read(new CaliFormat(), TestData.require("caliper/fpp/p" + ranks));
        Oracle oracle = Oracle.of("fpp-p%s.rank.json-split.json".formatted(ranks));
        Profile profile = run.profile();
        int compared = 0;
        for (List<@Nullable Object> row : oracle.rows) {
            int node = oracle.node(profile, row);
            int context = oracle.rank(row);
            assertThat(profile.column("time").at(context, node))
                    .isEqualTo(oracle.number(row, "ns"));
            assertThat(profile.column("count").at(context, node))
                    .isEqualTo(oracle.number(row, "visits"));
            compared += 2;
        }
        System.out.printf(
                "cali-query, transpose in %s files: %d values compared%n", ranks, compared);
        assertThat(compared).isEqualTo(2 * profile.column("time").cells());
        assertThat(run.reasons()).isEmpty();
    }

    @Test
    void everyIterationIsThatOfCaliQuery() throws IOException {
        Profile profile =
                CaliText.read(new CaliFormat(), TestData.require("caliper/timeseries")).profile();
        Oracle oracle = Oracle.of("timeseries.json-split.json");
        SparseRows times = profile.column("time").byContext();
        int compared = 0;
        for (List<@Nullable Object> row : oracle.rows) {
            int node = oracle.node(profile, row);
            Object iteration = row.get(oracle.columns.indexOf("iteration#solve"));
            if (iteration == null && times.seriesLength(times.find(oracle.rank(row), node)) > 0)
                node = between(profile, node);
            int cell = times.find(oracle.rank(row), node);
            double value =
                    iteration == null
                            ? times.value(cell)
                            : times.iteration(cell, ((Double) iteration).intValue());
            assertThat(value).isEqualTo(oracle.number(row, "ns"));
            compared++;
        }
        System.out.printf("cali-query, time series: %d values compared%n", compared);
        assertThat(profile.values().values()).isGreaterThan(compared);
    }

    private static int between(Profile profile, int loop) {
        List<String> path = new ArrayList<>(profile.tree().path(loop));
        path.add(Profile.BETWEEN_ITERATIONS.name());
        return profile.tree().at(path);
    }

    @Test
    void theEventsOfATraceAddUpToItsTimes() throws IOException {
        Profile profile =
                CaliText.read(new CaliFormat(), TestData.require("caliper/trace")).profile();
        Pattern duration = Pattern.compile("time\\.duration\\.ns=(\\d+)");
        double expected = 0;
        int events = 0;
        for (String line :
                Files.readAllLines(TestData.require("caliper/oracle/trace.expand.txt"))) {
            Matcher found = duration.matcher(line);
            if (!found.find()) continue;
            expected += Double.parseDouble(found.group(1));
            events++;
        }
        SparseRows times = profile.column("time").byContext();
        double sum = 0;
        for (int cell = 0; cell < times.cells(); cell++) sum += times.value(cell);
        assertThat(sum).isEqualTo(expected);
        System.out.printf("cali-query, trace: %d events in %d values%n", events, times.cells());
    }

    @ParameterizedTest
    @ValueSource(strings = {"01", "02", "04", "08", "16"})
    void factsOfTheRunAreThoseOfCaliQuery(String ranks) throws IOException {
        Profile profile = cali("caliper/jacobi/jacobi-p%s.cali".formatted(ranks)).profile();
        Object all =
                OracleJson.parse(
                        TestData.require(
                                "caliper/oracle/jacobi-p%s.globals.json".formatted(ranks)));
        Map<String, Object> facts = OracleJson.map(OracleJson.list(all).getFirst());
        assertThat(profile.metadata().keys()).containsExactlyInAnyOrderElementsOf(facts.keySet());
        facts.forEach(
                (key, text) ->
                        assertThat(printed(profile.metadata().get(key).orElseThrow()))
                                .as(key)
                                .isEqualTo(text));
        System.out.printf(
                "cali-query, globals of jacobi %s ranks: %d compared%n", ranks, facts.size());
    }

    private static String printed(Value value) {
        return value instanceof Value.Real(double number)
                ? String.format(Locale.ROOT, "%.6f", number)
                : value.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"01", "02", "04", "08", "16"})
    void allFormsOfARunReadTheSame(String ranks) throws IOException {
        Profile cali = cali("caliper/jacobi/jacobi-p%s.cali".formatted(ranks)).profile();
        Path oracle = TestData.require("caliper/oracle");
        Profile split =
                CaliText.read(
                                new CaliJsonSplitFormat(),
                                oracle.resolve("jacobi-p%s.json-split.json".formatted(ranks)))
                        .profile();
        Profile records =
                CaliText.read(
                                new CaliJsonFormat(),
                                oracle.resolve("jacobi-p%s.json".formatted(ranks)))
                        .profile();
        int compared = sameTimes(cali, split) + sameTimes(cali, records);
        System.out.printf(
                "cali-query, jacobi %s ranks as json-split and json: %d values compared%n",
                ranks, compared);
    }

    private static int sameTimes(Profile expected, Profile actual) {
        int compared = 0;
        for (Scope scope : List.of(Scope.EXCLUSIVE, Scope.INCLUSIVE)) {
            SparseRows rows = time(expected, scope).byContext();
            assertThat(time(actual, scope).cells()).isEqualTo(rows.cells());
            for (int context = 0; context < rows.rows(); context++)
                for (int cell = rows.start(context); cell < rows.end(context); cell++) {
                    int node = actual.tree().at(expected.tree().path(rows.index(cell)));
                    assertThat(time(actual, scope).at(context, node))
                            .isCloseTo(rows.value(cell), within(2e-5));
                    compared++;
                }
        }
        return compared;
    }

    @Test
    void spotMetricsAreThoseOfCaliQuery() throws IOException {
        Profile profile = cali("caliper/formats/jacobi-p04-spot.cali").profile();
        List<String> lines =
                Files.readAllLines(
                        TestData.require("caliper/oracle/formats-jacobi-p04-spot.expand.txt"));
        int compared = 0;
        for (String name : List.of("Min time/rank", "Max time/rank", "Avg time/rank", "Total time"))
            for (Scope scope : List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE)) {
                String step =
                        name.equals("Total time")
                                ? "sum"
                                : name.substring(0, 3).toLowerCase(java.util.Locale.ROOT);
                String attribute =
                        step
                                + (scope == Scope.INCLUSIVE
                                        ? "#inclusive#sum#time.duration"
                                        : "#scale#sum#time.duration.ns");
                SparseRows rows = column(profile, name, scope).byContext();
                List<Double> mine = new ArrayList<>();
                for (int cell = 0; cell < rows.cells(); cell++) mine.add(rows.value(cell));
                List<Double> theirs = valuesOf(lines, attribute);
                mine.sort(null);
                theirs.sort(null);
                assertThat(mine).hasSameSizeAs(theirs);
                for (int i = 0; i < mine.size(); i++)
                    assertThat(mine.get(i)).isCloseTo(theirs.get(i), within(PRINTED));
                compared += mine.size();
            }
        System.out.printf("cali-query, spot: %d values compared%n", compared);
    }

    private static List<Double> valuesOf(List<String> lines, String attribute) {
        Pattern value = Pattern.compile("(?:^|,)" + Pattern.quote(attribute) + "=([^,]+)");
        List<Double> values = new ArrayList<>();
        for (String line : lines) {
            Matcher found = value.matcher(line);
            if (found.find()) values.add(Double.parseDouble(found.group(1)));
        }
        return values;
    }

    private static Read cali(String file) throws IOException {
        return CaliText.read(new CaliFormat(), TestData.require(file));
    }

    private static MetricColumn time(Profile profile, Scope scope) {
        return column(profile, "time", scope);
    }

    private static MetricColumn column(Profile profile, String name, Scope scope) {
        Metric metric =
                profile.metrics().stream()
                        .filter(each -> each.name().equals(name) && each.scope() == scope)
                        .findFirst()
                        .orElseThrow();
        return profile.column(metric);
    }

    /// A json-split file as maps and lists.
    private record Oracle(
            List<String> columns, List<List<@Nullable Object>> rows, List<List<String>> paths) {
        static Oracle of(String name) throws IOException {
            Map<String, Object> json =
                    OracleJson.object(TestData.require("caliper/oracle/" + name));
            List<List<String>> paths = new ArrayList<>();
            for (Object each : OracleJson.list(section(json, "nodes"))) {
                Map<String, Object> node = OracleJson.map(each);
                Object parent = node.get("parent");
                List<String> path =
                        new ArrayList<>(
                                parent == null
                                        ? List.of()
                                        : paths.get(((Double) parent).intValue()));
                path.add((String) section(node, "label"));
                paths.add(path);
            }
            List<String> columns =
                    OracleJson.list(section(json, "columns")).stream()
                            .map(String.class::cast)
                            .toList();
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (Object row : OracleJson.list(section(json, "data")))
                rows.add(new ArrayList<>(OracleJson.list(row)));
            return new Oracle(columns, rows, paths);
        }

        private static Object section(Map<String, Object> json, String key) {
            return Objects.requireNonNull(json.get(key), key);
        }

        int node(Profile profile, List<@Nullable Object> row) {
            Object path = row.get(columns.indexOf("path"));
            return profile.tree()
                    .at(
                            path == null
                                    ? List.of(Frame.OUTSIDE_REGIONS.name())
                                    : paths.get(((Double) path).intValue()));
        }

        int rank(List<@Nullable Object> row) {
            return (int) number(row, "mpi.rank");
        }

        double number(List<@Nullable Object> row, String column) {
            return (Double) Objects.requireNonNull(row.get(columns.indexOf(column)));
        }
    }
}
