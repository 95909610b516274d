package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.formats.oracle.ThicketRun.node;
import static treeline.formats.oracle.ThicketRun.section;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.ensemble.BoxPlot;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.ensemble.statistics.MetricPair;
import treeline.ensemble.statistics.Normality;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.scaling.Scaling;
import treeline.single.Correlation;
import treeline.table.Column;
import treeline.table.Table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Composed ensembles, their metadata, statistics and scaling against what Thicket gives.
class ThicketEnsembleTest {
    private int compared;

    private void compare(double ours, Object theirs, String what, Object... about) {
        if (!(theirs instanceof Double expected)) {
            if (theirs.equals("null")) assertThat(ours).as(what, about).isNaN();
            return;
        }
        double size = Math.max(Math.abs(expected), 1e-12);
        assertThat(ours).as(what, about).isCloseTo(expected, within(1e-9 * size));
        compared++;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mpi_scaling",
                "lulesh_strong",
                "raja_tests_all",
                "raja_cuda128_1M",
                "raja_topdown"
            })
    void composedEnsemblesAreThickets(String dataset) throws IOException {
        Map<String, Object> expected = ThicketRun.oracle("01_compose_" + dataset);
        ThicketRun run = ThicketRun.of(dataset);
        Ensemble ensemble = run.ensemble();
        assertThat(paths(ensemble.tree()))
                .hasSize((int) HatchetRun.number(expected.get("num_nodes")));
        assertThat(ensemble.runs())
                .isEqualTo((int) HatchetRun.number(expected.get("num_profiles")));
        int missing = 0;
        for (Map<String, Object> row : HatchetRun.rows(section(expected, "rows"))) {
            String id = Long.toString((long) HatchetRun.number(row.get("profile")));
            int at = ensemble.keys().indexOf(run.keyOf().get(id));
            int node = node(ensemble.tree(), String.valueOf(row.get("node")));
            boolean has = !Objects.equals(row.get("name"), "null");
            assertThat(ensemble.has(at, node)).isEqualTo(has);
            if (!has) missing++;
            for (Map.Entry<String, Object> cell : row.entrySet()) {
                Metric metric = run.metric(cell.getKey());
                if (metric != null)
                    compare(ensemble.at(metric, at, node), cell.getValue(), "%s", cell.getKey());
            }
        }
        assertThat(compared).isGreaterThan(500);
        System.out.printf(
                "Thicket, %s: %d values of %d runs equal, %d rows missing as there%n",
                dataset, compared, ensemble.runs(), missing);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mpi_scaling", "lulesh_strong", "raja_tests_all", "raja_topdown"})
    void metadataIsThickets(String dataset) throws IOException {
        Map<String, Object> expected = ThicketRun.oracle("02_metadata_" + dataset);
        Table metadata = ThicketRun.of(dataset).ensemble().metadata();
        for (Map<String, Object> row : HatchetRun.rows(section(expected, "rows"))) {
            int at = rowOf(metadata, "run", String.valueOf(row.get("file")));
            for (Column column : metadata.columns()) {
                Object theirs = row.get(column.name());
                if (theirs == null || theirs instanceof List) continue; // lists are texts here
                if (theirs instanceof Double number)
                    assertThat(Double.parseDouble(column.text(at)))
                            .as(column.name())
                            .isEqualTo(number);
                else if (!theirs.equals("null"))
                    assertThat(column.text(at)).as(column.name()).isEqualTo(theirs.toString());
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(50);
        System.out.printf("Thicket, metadata of %s: %d facts equal%n", dataset, compared);
    }

    private static int rowOf(Table table, String column, String text) {
        for (int row = 0; row < table.rows(); row++)
            if (table.column(column).text(row).equals(text)) return row;
        throw new AssertionError("no row has %s = %s".formatted(column, text));
    }

    private record Named(String function, Statistic statistic) {}

    private static final List<Named> STATISTICS =
            List.of(
                    new Named("mean", Statistic.MEAN),
                    new Named("median", Statistic.MEDIAN),
                    new Named("std", Statistic.STD),
                    new Named("variance", Statistic.VARIANCE),
                    new Named("minimum", Statistic.MIN),
                    new Named("maximum", Statistic.MAX),
                    new Named("percentiles_default", Statistic.percentile(0.25)),
                    new Named("percentiles_default", Statistic.percentile(0.5)),
                    new Named("percentiles_default", Statistic.percentile(0.75)),
                    new Named("percentiles_0.1_0.9", Statistic.percentile(0.1)),
                    new Named("percentiles_0.1_0.9", Statistic.percentile(0.9)));

    @ParameterizedTest
    @ValueSource(strings = {"mpi_scaling", "raja_cuda128_1M", "raja_topdown"})
    void statisticsAreThickets(String dataset) throws IOException {
        Map<String, Object> expected = ThicketRun.oracle("11_stats_" + dataset);
        ThicketRun run = ThicketRun.of(dataset);
        List<String> columns = HatchetRun.texts(section(expected, "columns_used"));
        for (String column : columns) {
            Metric metric = Objects.requireNonNull(run.metric(column), column);
            for (Named each : STATISTICS) {
                double[] ours = Statistics.values(run.ensemble(), metric, each.statistic());
                values(expected, each.function())
                        .forEach(
                                (node, values) ->
                                        compare(
                                                ours[node(run.ensemble().tree(), node)],
                                                section(
                                                        JsonTree.map(values),
                                                        column + "_" + each.statistic().name()),
                                                "%s of %s",
                                                each.statistic().name(),
                                                node));
            }
            compareBoxPlot(run, metric, column, values(expected, "calc_boxplot_statistics"));
            compareNormality(run, metric, column, values(expected, "check_normality"));
        }
        if (columns.size() > 1) comparePairs(run, expected);
        assertThat(compared).isGreaterThan(500);
        System.out.printf("Thicket, statistics of %s: %d equal%n", dataset, compared);
    }

    /// What a function gave by node; empty where it raised.
    private static Map<String, Object> values(Map<String, Object> expected, String function) {
        Map<String, Object> result =
                JsonTree.map(section(JsonTree.map(section(expected, "functions")), function));
        return result.containsKey("values") ? JsonTree.map(section(result, "values")) : Map.of();
    }

    /// Where a run has no value, Thicket has no box; ours is of the others.
    private void compareBoxPlot(
            ThicketRun run, Metric metric, String column, Map<String, Object> expected) {
        Table ours = BoxPlot.of(run.ensemble(), metric);
        String suffix = "(0.25, 0.5, 0.75)";
        expected.forEach(
                (path, values) -> {
                    Map<String, Object> theirs = JsonTree.map(values);
                    int node = node(run.ensemble().tree(), path);
                    if (!(theirs.get(column + "_q1" + suffix) instanceof Double)) return;
                    for (Column each : ours.columns()) {
                        String part = each.name().substring(each.name().lastIndexOf('_') + 1);
                        Object value = theirs.get(column + "_" + part + suffix);
                        if (value instanceof List<?> ids) {
                            List<String> outliers = new ArrayList<>();
                            for (Object id : ids)
                                outliers.add(
                                        run.keyOf()
                                                .get(Long.toString((long) HatchetRun.number(id))));
                            assertThat(BoxPlot.outliers(run.ensemble(), metric, node))
                                    .containsExactlyInAnyOrderElementsOf(outliers);
                            compared++;
                        } else if (value != null) compare(each.number(node), value, "%s", path);
                    }
                });
    }

    /// Thicket calls values normal that are all equal, or of which one is missing; the first cannot
    /// be tested, the others can.
    private void compareNormality(
            ThicketRun run, Metric metric, String column, Map<String, Object> expected) {
        Table ours = Normality.of(run.ensemble(), metric);
        Column verdict = ours.columns().getLast();
        double[] counts = Statistics.values(run.ensemble(), metric, Statistic.COUNT);
        expected.forEach(
                (path, values) -> {
                    int node = node(run.ensemble().tree(), path);
                    if (verdict.isMissing(node) || counts[node] < run.ensemble().runs()) return;
                    assertThat(verdict.text(node))
                            .as("%s of %s", column, path)
                            .isEqualTo(JsonTree.map(values).get(column + "_normality"));
                    compared++;
                });
    }

    private void comparePairs(ThicketRun run, Map<String, Object> expected) {
        List<String> columns = ThicketRun.pairOf(expected);
        String one = columns.getFirst();
        String other = columns.getLast();
        Metric first = Objects.requireNonNull(run.metric(one));
        Metric second = Objects.requireNonNull(run.metric(other));
        int before = compared;
        var pair = new MetricPair(run.ensemble(), first, second);
        String both = one + "_vs_" + other;
        for (Correlation.Method method : Correlation.Method.values()) {
            String name = method.name().toLowerCase(java.util.Locale.ROOT);
            compareColumn(
                    run,
                    pair.correlation(method),
                    both + " " + name,
                    values(expected, "correlation_nodewise_" + name));
        }
        String names = one + "_" + other + "_";
        compareColumn(
                run,
                pair.bhattacharyyaDistance(),
                names + "bhattacharyya_distance",
                values(expected, "bhattacharyya_distance"));
        compareColumn(
                run,
                pair.hellingerDistance(),
                names + "hellinger_distance",
                values(expected, "hellinger_distance"));
        assertThat(compared - before).isGreaterThan(100);
    }

    /// Where a run has no value Thicket computes from a different number of runs, or nothing.
    private void compareColumn(
            ThicketRun run, Table ours, String column, Map<String, Object> expected) {
        Column values = ours.columns().getLast();
        expected.forEach(
                (path, row) -> {
                    int node = node(run.ensemble().tree(), path);
                    if (run.isComplete(node))
                        compare(
                                values.number(node),
                                JsonTree.map(row).getOrDefault(column, "not computed"),
                                "%s of %s",
                                column,
                                path);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mpi_scaling / Avg time/rank",
                "raja_topdown / Retiring",
                "raja_topdown / time (exc)"
            })
    void normalityIsThatOfScipy(String of) throws IOException {
        Map<String, Object> expected =
                JsonTree.map(section(ThicketRun.oracle("12_shapiro_values"), of));
        ThicketRun run = ThicketRun.of(of.substring(0, of.indexOf(' ')));
        Metric metric = Objects.requireNonNull(run.metric(of.substring(of.indexOf("/ ") + 2)));
        Table ours = Normality.of(run.ensemble(), metric);
        List<Column> columns = ours.columns();
        expected.forEach(
                (path, values) -> {
                    int node = node(run.ensemble().tree(), path);
                    double w = HatchetRun.number(JsonTree.map(values).get("W"));
                    double p = HatchetRun.number(JsonTree.map(values).get("p"));
                    if (Double.isNaN(w)) return;
                    // scipy computes in single precision
                    assertThat(columns.get(2).number(node)).as(path).isCloseTo(w, within(2e-6));
                    assertThat(columns.get(3).number(node))
                            .as(path)
                            .isCloseTo(p, within(1e-3 * p + 1e-12));
                    compared++;
                });
        System.out.printf("scipy, normality of %s: %d equal%n", of, compared);
    }

    @Test
    void unionAndIntersectionAreThickets() throws IOException {
        Map<String, Object> results =
                JsonTree.map(section(ThicketRun.oracle("03_union_intersection"), "results"));
        Ensemble all = ThicketRun.of("raja_tests_all").ensemble();
        Ensemble common = all.intersection();
        Map<String, Object> union =
                JsonTree.map(section(results, "intersection=False,fill_perfdata=False"));
        Map<String, Object> intersection =
                JsonTree.map(section(results, "intersection=True,fill_perfdata=False"));
        assertThat(rowsInRegions(all)).isEqualTo(1208);
        assertThat(rowsInRegions(common)).isEqualTo(1152);
        assertThat(paths(all.tree()))
                .containsExactlyInAnyOrderElementsOf(HatchetRun.texts(union.get("node_paths")));
        assertThat(paths(common.tree()))
                .containsExactlyInAnyOrderElementsOf(
                        HatchetRun.texts(intersection.get("node_paths")));
        assertThat(common.metrics()).isEqualTo(all.metrics());
    }

    /// Thicket leaves out what was measured outside of all regions.
    private static final String OUTSIDE = "(outside regions)";

    private static List<String> paths(CallTree tree) {
        List<String> paths = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++)
            if (!tree.name(node).equals(OUTSIDE)) paths.add(String.join(" > ", tree.path(node)));
        return paths;
    }

    private static int rowsInRegions(Ensemble ensemble) {
        Table rows = ensemble.performance();
        Column path = rows.column("path");
        return rows.filter(row -> !path.text(row).equals(OUTSIDE)).rows();
    }

    @Test
    void strongScalingIsThickets() throws IOException {
        Map<String, Object> expected =
                JsonTree.map(section(ThicketRun.oracle("17_speedup"), "lulesh_strong"));
        Ensemble ensemble = ThicketRun.of("lulesh_strong").ensemble();
        Metric metric = ensemble.metric("Avg time/rank");
        Table ours = Scaling.of(Scaling.Kind.SPEEDUP, metric, "jobsize").on(ensemble).table();
        expected.forEach(
                (path, sizes) ->
                        JsonTree.map(sizes)
                                .forEach(
                                        (size, values) ->
                                                compare(
                                                        value(ours, ensemble, path, size),
                                                        section(
                                                                JsonTree.map(values),
                                                                "speedup_vs_8"),
                                                        "%s at %s",
                                                        path,
                                                        size)));
        assertThat(compared).isGreaterThan(100);
        System.out.printf("Thicket, strong scaling: %d speedups equal%n", compared);
    }

    @Test
    void weakScalingIsThickets() throws IOException {
        Map<String, Object> expected =
                JsonTree.map(
                        section(
                                ThicketRun.oracle("17_speedup"),
                                "mpi_scaling_weak_efficiency_vs_27"));
        Ensemble ensemble = ThicketRun.of("mpi_scaling").ensemble();
        Metric metric = ensemble.metric("Avg time/rank");
        Table ours =
                Scaling.of(Scaling.Kind.WEAK_EFFICIENCY, metric, "jobsize").on(ensemble).table();
        expected.forEach(
                (path, sizes) ->
                        JsonTree.map(sizes)
                                .forEach(
                                        (size, value) ->
                                                compare(
                                                        value(ours, ensemble, path, size),
                                                        value,
                                                        "%s at %s",
                                                        path,
                                                        size)));
        assertThat(compared).isGreaterThan(100);
        System.out.printf("Thicket, weak scaling: %d efficiencies equal%n", compared);
    }

    private static double value(Table table, Ensemble ensemble, String path, String size) {
        int node = node(ensemble.tree(), path);
        for (int row = 0; row < table.rows(); row++)
            if (table.whole("node").at(row) == node) return table.column(size).number(row);
        return Double.NaN;
    }
}
