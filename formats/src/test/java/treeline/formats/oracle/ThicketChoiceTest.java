package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.formats.oracle.ThicketRun.node;
import static treeline.formats.oracle.ThicketRun.section;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleJoin;
import treeline.ensemble.RunGroup;
import treeline.ensemble.Statistic;
import treeline.ensemble.statistics.MetricPair;
import treeline.model.Metric;
import treeline.table.Column;
import treeline.table.Table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Filters, groups and ensembles beside each other against what Thicket gives.
class ThicketChoiceTest {
    private int compared;

    private void compare(double ours, Object theirs, String what, Object... about) {
        if (!(theirs instanceof Double expected)) return;
        double size = Math.max(Math.abs(expected), 1e-12);
        assertThat(ours).as(what, about).isCloseTo(expected, within(1e-9 * size));
        compared++;
    }

    private static List<String> keys(Object call) {
        return HatchetRun.texts(JsonTree.map(call).get("profiles"));
    }

    @Test
    void filtersKeepWhatThicketKeeps() throws IOException {
        Map<String, Object> expected = ThicketRun.oracle("06_filter");
        Ensemble runs = ThicketRun.of("mpi_scaling").ensemble();
        assertThat(runs.where("jobsize > 100").keys())
                .containsExactlyInAnyOrderElementsOf(
                        keys(section(expected, "filter_metadata(jobsize>100)")));
        assertThat(runs.where("jobsize = 64 or numhosts >= 10").keys())
                .containsExactlyInAnyOrderElementsOf(
                        keys(section(expected, "filter_metadata(jobsize==64 or numhosts>=10)")));
        assertThatThrownBy(() -> runs.where("jobsize > 1000"))
                .hasMessage("none of the 5 runs matches");
        Metric time = runs.metric("Avg time/rank");
        Ensemble heavy = runs.keeping(time, Statistic.MEAN, mean -> mean > 1);
        Map<String, Object> filtered =
                JsonTree.map(section(expected, "filter_stats(Avg time/rank_mean>1.0)"));
        List<String> paths = new ArrayList<>();
        for (int node = 0; node < heavy.tree().size(); node++)
            paths.add(String.join(" > ", heavy.tree().path(node)));
        assertThat(paths)
                .containsExactlyInAnyOrderElementsOf(HatchetRun.texts(filtered.get("nodes")));
        for (Map<String, Object> row : HatchetRun.rows(section(filtered, "rows"))) {
            String id = Long.toString((long) HatchetRun.number(row.get("profile")));
            int run = heavy.keys().indexOf(ThicketRun.of("mpi_scaling").keyOf().get(id));
            compare(
                    heavy.at(time, run, node(heavy.tree(), String.valueOf(row.get("node")))),
                    row.get("Avg time/rank"),
                    "%s",
                    row.get("node"));
        }
        System.out.printf("Thicket, filters: %d values equal%n", compared);
    }

    @Test
    void groupsBesideEachOtherAreThickets() throws IOException {
        Map<String, Object> expected =
                JsonTree.map(section(ThicketRun.oracle("08_concat"), "by_tuning"));
        var beside = new EnsembleJoin();
        for (RunGroup group :
                ThicketRun.ensemble(HatchetRun.texts(expected.get("files"))).groupBy("tuning"))
            beside.add(group.label(), group.ensemble());
        Ensemble both = beside.by("ProblemSizeRunParam");
        for (Map<String, Object> row : HatchetRun.rows(section(expected, "rows"))) {
            int run = run(both, HatchetRun.number(row.get("ProblemSizeRunParam")));
            int node = node(both.tree(), String.valueOf(row.get("node")));
            for (Metric metric : both.metrics())
                compare(
                        both.at(metric, run, node),
                        row.getOrDefault(metric.name().replaceFirst("\\.", " | "), "none"),
                        "%s",
                        metric.name());
        }
        // 64 nodes are in all trees, and what was measured outside of regions; Thicket raises (D4)
        assertThat(beside.intersection().by("ProblemSizeRunParam").tree().size()).isEqualTo(65);
        assertThat(compared).isGreaterThan(500);
        System.out.printf("Thicket, groups beside each other: %d values equal%n", compared);
    }

    private static int run(Ensemble ensemble, double size) {
        for (int run = 0; run < ensemble.runs(); run++)
            if (Double.parseDouble(ensemble.keys().get(run)) == size) return run;
        throw new AssertionError("no run of size " + size);
    }

    private static Ensemble compilers(Map<String, Object> expected) throws IOException {
        Map<String, Object> files = JsonTree.map(section(expected, "files"));
        return new EnsembleJoin()
                .add("gcc", ThicketRun.ensemble(HatchetRun.texts(files.get("gcc"))))
                .add("clang", ThicketRun.ensemble(HatchetRun.texts(files.get("clang"))))
                .inOrder();
    }

    @Test
    void compilersAreComparedAsInThicket() throws IOException {
        Map<String, Object> expected = ThicketRun.oracle("13_stats_columnar_gcc_vs_clang");
        Map<String, Object> functions = JsonTree.map(section(expected, "functions"));
        Ensemble both = compilers(expected);
        var pair =
                new MetricPair(
                        both, ThicketRun.own(both, "gcc.time"), ThicketRun.own(both, "clang.time"));
        Table scores = pair.scores();
        String times = "gcc_time (exc)_clang_time (exc)_";
        compareColumn(
                both,
                scores,
                "bhattacharyya",
                functions,
                "score_bhattacharyya",
                "Scoring | bhattacharyya");
        compareColumn(
                both, scores, "hellinger", functions, "score_hellinger", "Scoring | hellinger");
        for (String delta :
                List.of("delta_mean_delta_stdnorm", "delta_mean_delta_coefficient_of_variation"))
            compareColumn(
                    both,
                    scores,
                    delta,
                    functions,
                    "score_" + delta,
                    "Scoring | " + times + "_calc_score_" + delta);
        Table preference = pair.preference(0.05);
        String preferred = "Preference | (gcc, time (exc)) vs (clang, time (exc))_";
        compareColumn(both, preference, "tvalue", functions, "preference", preferred + "tvalue");
        compareColumn(
                both, preference, "tstatistic", functions, "preference", preferred + "tstatistic");
        for (String which : List.of("mean_preferred", "std_preferred"))
            values(functions, "preference")
                    .forEach(
                            (path, row) -> {
                                Object theirs = JsonTree.map(row).get(preferred + which);
                                assertThat(preference.column(which).text(node(both.tree(), path)))
                                        .as("%s of %s", which, path)
                                        .startsWith(String.valueOf(theirs));
                                compared++;
                            });
        assertThat(compared).isGreaterThan(500);
        System.out.printf("Thicket, gcc beside clang: %d values equal%n", compared);
    }

    private static Map<String, Object> values(Map<String, Object> functions, String function) {
        return JsonTree.map(section(JsonTree.map(section(functions, function)), "values"));
    }

    private void compareColumn(
            Ensemble ensemble,
            Table ours,
            String column,
            Map<String, Object> functions,
            String function,
            String theirs) {
        Column values = ours.column(column);
        values(functions, function)
                .forEach(
                        (path, row) ->
                                compare(
                                        values.number(node(ensemble.tree(), path)),
                                        section(JsonTree.map(row), theirs),
                                        "%s of %s",
                                        column,
                                        path));
    }
}
