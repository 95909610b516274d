package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.formats.oracle.ThicketRun.node;
import static treeline.formats.oracle.ThicketRun.section;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.ensemble.BoxPlot;
import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleJoin;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.ensemble.statistics.MetricPair;
import treeline.ensemble.statistics.Normality;
import treeline.ensemble.statistics.TopDown;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.single.Correlation;
import treeline.table.Column;
import treeline.table.Table;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// Two compilers, two metrics and two machines beside each other: every statistic of Thicket. Its
/// scores and preferences of compilers are in [ThicketChoiceTest].
class ThicketComparisonTest {
    private static final String BOX = "(0.25, 0.5, 0.75)";

    private final Agreement agreement = new Agreement();

    private static Map<String, Object> values(Map<String, Object> oracle, String function) {
        Map<String, Object> functions = JsonTree.map(section(oracle, "functions"));
        return JsonTree.map(section(JsonTree.map(section(functions, function)), "values"));
    }

    @Test
    void statisticsOfTwoCompilersAreThickets() throws IOException {
        Map<String, Object> expected = ThicketRun.oracle("13_stats_columnar_gcc_vs_clang");
        Map<String, Object> files = JsonTree.map(section(expected, "files"));
        Ensemble both =
                new EnsembleJoin()
                        .add("gcc", byHash(HatchetRun.texts(files.get("gcc"))))
                        .add("clang", byHash(HatchetRun.texts(files.get("clang"))))
                        .inOrder();
        for (String compiler : List.of("gcc", "clang")) {
            Metric time = ThicketRun.own(both, compiler + ".time");
            String column = compiler + " | time (exc)_";
            statistic(both, time, Statistic.MEAN, column, values(expected, "mean"));
            statistic(both, time, Statistic.STD, column, values(expected, "std"));
            statistic(both, time, Statistic.MEDIAN, column, values(expected, "median"));
            for (double share : new double[] {0.25, 0.5, 0.75})
                statistic(
                        both,
                        time,
                        Statistic.percentile(share),
                        column,
                        values(expected, "percentiles"));
            boxes(both, time, column, values(expected, "calc_boxplot_statistics"));
            normality(both, time, column, values(expected, "check_normality"));
        }
        var pair =
                new MetricPair(
                        both, ThicketRun.own(both, "gcc.time"), ThicketRun.own(both, "clang.time"));
        column(
                both,
                pair.correlation(Correlation.Method.PEARSON),
                "Union statistics | time (exc)_vs_time (exc) pearson",
                values(expected, "correlation_nodewise"));
        String times = "gcc_time (exc)_clang_time (exc)_";
        column(
                both,
                pair.bhattacharyyaDistance(),
                times + "bhattacharyya_distance | ",
                values(expected, "bhattacharyya_distance"));
        column(
                both,
                pair.hellingerDistance(),
                times + "hellinger_distance | ",
                values(expected, "hellinger_distance"));
        // each compiler: 6 statistics, 7 of a box, normality; then 3 of both
        assertThat(agreement.count()).isGreaterThan(74 * (2 * 14 + 3) - 74);
        agreement.print("statistics of gcc beside clang");
    }

    /// Thicket pairs the runs of two groups in the order of their hashes, which only the
    /// correlation sees.
    private static Ensemble byHash(List<String> files) throws IOException {
        Map<Long, String> sorted = new TreeMap<>();
        JsonTree.map(section(ThicketRun.oracle("01_compose_raja_topdown"), "profiles"))
                .forEach(
                        (id, file) -> {
                            String name = String.valueOf(file);
                            if (files.contains(name)) sorted.put(Long.parseLong(id), name);
                        });
        assertThat(sorted.values()).containsExactlyInAnyOrderElementsOf(files);
        return ThicketRun.ensemble(List.copyOf(sorted.values()));
    }

    private void statistic(
            Ensemble runs,
            Metric metric,
            Statistic statistic,
            String column,
            Map<String, Object> expected) {
        double[] ours = Statistics.values(runs, metric, statistic);
        expected.forEach(
                (path, row) ->
                        agreement.number(
                                ours[node(runs.tree(), path)],
                                section(JsonTree.map(row), column + statistic.name()),
                                path));
    }

    private void boxes(Ensemble runs, Metric metric, String column, Map<String, Object> expected) {
        Table ours = BoxPlot.of(runs, metric);
        expected.forEach(
                (path, row) -> {
                    int node = node(runs.tree(), path);
                    for (Column each : ours.columns().subList(2, ours.columns().size())) {
                        String part = each.name().substring(each.name().lastIndexOf('_') + 1);
                        Object theirs = JsonTree.map(row).getOrDefault(column + part + BOX, "none");
                        if (theirs instanceof List<?> outliers)
                            agreement.text(
                                    "" + BoxPlot.outliers(runs, metric, node).size(),
                                    outliers.size(),
                                    path);
                        else agreement.number(each.number(node), theirs, path);
                    }
                });
    }

    private void normality(
            Ensemble runs, Metric metric, String column, Map<String, Object> expected) {
        Column verdict = Normality.of(runs, metric).columns().getLast();
        expected.forEach(
                (path, row) -> {
                    int node = node(runs.tree(), path);
                    if (!verdict.isMissing(node)) // all values equal: Thicket says True
                    agreement.text(
                                verdict.text(node),
                                section(JsonTree.map(row), column + "normality"),
                                path);
                });
    }

    private void column(Ensemble runs, Table ours, String column, Map<String, Object> expected) {
        Column values = ours.columns().getLast();
        expected.forEach(
                (path, row) ->
                        agreement.number(
                                values.number(node(runs.tree(), path)),
                                section(JsonTree.map(row), column),
                                path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mpi_scaling", "raja_topdown"})
    void preferencesAreThickets(String dataset) throws IOException {
        Map<String, Object> oracle = ThicketRun.oracle("11_stats_" + dataset);
        ThicketRun run = ThicketRun.of(dataset);
        List<String> columns = ThicketRun.pairOf(oracle);
        Metric first = Objects.requireNonNull(run.metric(columns.getFirst()));
        Metric second = Objects.requireNonNull(run.metric(columns.getLast()));
        Table ours = new MetricPair(run.ensemble(), first, second).preference(0.05);
        String both = "%s vs %s_".formatted(columns.getFirst(), columns.getLast());
        values(oracle, "preference_ttest")
                .forEach(
                        (path, row) -> {
                            int node = node(run.ensemble().tree(), path);
                            Map<String, Object> theirs = JsonTree.map(row);
                            // D8: Thicket also counts runs that have no value
                            if (!run.isComplete(node)) return;
                            for (String part : List.of("tvalue", "tstatistic"))
                                agreement.number(
                                        ours.column(part).number(node),
                                        theirs.getOrDefault(both + part, "none"),
                                        part + " of " + path);
                        });
        assertThat(agreement.count()).isGreaterThan(50);
        agreement.print("preferences in " + dataset);
    }

    @Test
    void issueSlotsOfRajaAreFoundByCalipersNames() throws IOException {
        Map<String, Object> oracle = ThicketRun.oracle("11_stats_raja_topdown");
        Ensemble runs = ThicketRun.of("raja_topdown").ensemble();
        Table slots = TopDown.of(runs).nodes();
        for (String share : List.of("Retiring", "Backend bound"))
            for (int row = 0; row < slots.rows(); row++) {
                String path = slots.column("path").text(row).replace("/", " > ");
                if (values(oracle, "mean").get(path) instanceof Map<?, ?> theirs)
                    agreement.number(
                            slots.column(share).number(row),
                            section(JsonTree.map(theirs), share + "_mean"),
                            path);
            }
        assertThat(agreement.count()).isGreaterThan(2 * 70);
        assertThat(TopDown.of(runs).metrics()).extracting(Metric::scope).containsOnly(Scope.POINT);
        agreement.print("top-down shares of RAJA");
    }
}
