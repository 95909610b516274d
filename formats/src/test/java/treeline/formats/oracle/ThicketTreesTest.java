package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.formats.oracle.ThicketRun.node;
import static treeline.formats.oracle.ThicketRun.section;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.query.Attribute;
import treeline.query.Query;
import treeline.table.Column;
import treeline.table.Table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/// Trees with values as Thicket prints them, metadata beside values, and that values which are
/// inclusive stay so.
class ThicketTreesTest {
    private static final String OUTSIDE = "(outside regions)";

    /// Thicket prints the first run by hash.
    private static final String PRINTED = "tests/mpi_scaling_cali/27_cores.cali";

    private final Agreement agreement = new Agreement();

    private static String tree(String name) {
        String text = String.valueOf(ThicketRun.oracle("16_trees").get(name));
        return text.substring(text.indexOf("0.00")).strip(); // without the banner
    }

    @Test
    void treesAreThickets() throws IOException {
        Ensemble runs = ThicketRun.of("mpi_scaling").ensemble();
        int run = runs.keys().indexOf(PRINTED);
        Metric average = runs.metric("Avg time/rank");
        Metric largest = runs.metric("Max time/rank");
        Metric total = runs.metric("Total time");
        assertThat(drawn(runs.tree(), 99, node -> number(3, runs.at(average, run, node))))
                .isEqualTo(tree("tree"));
        assertThat(
                        drawn(
                                runs.tree(),
                                99,
                                node ->
                                        number(2, runs.at(average, run, node))
                                                + " "
                                                + number(2, runs.at(largest, run, node))))
                .isEqualTo(tree("tree_two_metrics_precision2_noheader"));
        assertThat(drawn(runs.tree(), 3, node -> number(3, runs.at(total, run, node))))
                .isEqualTo(tree("tree_depth3_expand"));
        double[] deviations = Statistics.values(runs, average, Statistic.STD);
        assertThat(drawn(runs.tree(), 99, node -> number(3, deviations[node])))
                .isEqualTo(tree("statsframe_tree_std"));
    }

    private static String number(int digits, double value) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /// Siblings by name, as Thicket orders them.
    private static String drawn(CallTree tree, int depth, IntFunction<String> value) {
        var text = new StringBuilder();
        draw(tree, children(tree, CallTree.NO_PARENT), "", depth, value, text);
        return text.toString().strip();
    }

    private static void draw(
            CallTree tree,
            List<Integer> nodes,
            String indent,
            int depth,
            IntFunction<String> value,
            StringBuilder text) {
        for (int i = 0; i < nodes.size() && depth > 0; i++) {
            int node = nodes.get(i);
            boolean root = tree.parent(node) == CallTree.NO_PARENT;
            boolean last = i == nodes.size() - 1;
            String branch = root ? "" : last ? "└─ " : "├─ ";
            text.append(
                    "%s%s%s %s%n".formatted(indent, branch, value.apply(node), tree.name(node)));
            String below = root ? "" : last ? "   " : "│  ";
            draw(tree, children(tree, node), indent + below, depth - 1, value, text);
        }
    }

    private static List<Integer> children(CallTree tree, int parent) {
        List<Integer> children = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++)
            if (tree.parent(node) == parent && !tree.name(node).equals(OUTSIDE)) children.add(node);
        children.sort(Comparator.comparing(tree::name));
        return children;
    }

    /// `metadata_column_to_perfdata`: facts about runs beside their values.
    @Test
    void metadataStandsBesideValuesAsInThicket() throws IOException {
        Map<String, Object> moved =
                JsonTree.map(
                        section(
                                ThicketRun.oracle("07_metadata_moves"),
                                "metadata_column_to_perfdata"));
        ThicketRun run = ThicketRun.of("mpi_scaling");
        Table ours = run.ensemble().performance("jobsize", "elapsed_time");
        Map<List<String>, Integer> rowOf = new java.util.HashMap<>();
        Column path = ours.column("path");
        Column name = ours.column("run");
        for (int row = 0; row < ours.rows(); row++)
            rowOf.put(List.of(path.text(row).replace("/", " > "), name.text(row)), row);
        for (Map<String, Object> row : HatchetRun.rows(section(moved, "rows"))) {
            String id = Long.toString((long) HatchetRun.number(row.get("profile")));
            int at = rowOf.get(List.of(String.valueOf(row.get("node")), run.keyOf().get(id)));
            for (String fact : List.of("jobsize", "elapsed_time"))
                agreement.number(ours.column(fact).number(at), section(row, fact), fact);
        }
        assertThat(agreement.count()).isEqualTo(2 * 225);
        agreement.print("metadata beside values");
    }

    /// `move_metrics_to_statsframe`: the values of one run.
    @Test
    void valuesOfOneRunAreThickets() throws IOException {
        Map<String, Object> moved =
                JsonTree.map(
                        section(
                                ThicketRun.oracle("07_metadata_moves"),
                                "move_metrics_to_statsframe"));
        Ensemble runs = ThicketRun.of("mpi_scaling").ensemble();
        int run = runs.keys().indexOf(String.valueOf(moved.get("profile")));
        for (Map<String, Object> row : HatchetRun.rows(section(moved, "stats")))
            for (String metric : List.of("Avg time/rank", "Total time"))
                agreement.number(
                        runs.at(
                                runs.metric(metric),
                                run,
                                node(runs.tree(), String.valueOf(row.get("node")))),
                        section(row, metric),
                        metric);
        assertThat(agreement.count()).isEqualTo(2 * 45);
    }

    /// `get_node`: all nodes of a name. Nodes that stand for nothing measured (`add_root_node`) are
    /// not needed: what is derived for a whole run is a metric of its root.
    @Test
    void nodesOfANameAreThickets() throws IOException {
        Map<String, Object> expected = ThicketRun.oracle("07_metadata_moves");
        Ensemble runs = ThicketRun.of("mpi_scaling").ensemble();
        Query named = Query.match(Attribute.attribute("name").is("MPI_Allreduce"));
        assertThat(
                        named.on(runs.profile()).stream()
                                .mapToObj(node -> String.join(" > ", runs.tree().path(node)))
                                .toList())
                .containsExactlyElementsOf(
                        HatchetRun.texts(expected.get("get_node(MPI_Allreduce)")));
        assertThatThrownBy(() -> runs.matching(Query.match(Attribute.attribute("name").is("nope"))))
                .hasMessage("no call path matches the query");
    }

    /// D1: after any filter Thicket adds `(inc)` columns, the sums of values that are inclusive
    /// already: 327 s for a program that took 56 s.
    @Test
    void inclusiveValuesAreNotAddedUpAgainAfterAFilter() throws IOException {
        Map<String, Object> defect = ThicketRun.oracle("14_inclusive_misclassified");
        ThicketRun run = ThicketRun.of("mpi_scaling");
        Metric time = run.ensemble().metric("Avg time/rank");
        assertThat(time.scope()).isEqualTo(Metric.Scope.INCLUSIVE);
        Ensemble filtered = run.ensemble().keeping(time, Statistic.MEAN, mean -> mean > 1);
        assertThat(filtered.tree().size()).isLessThan(run.ensemble().tree().size());
        assertThat(filtered.metrics()).isEqualTo(run.ensemble().metrics());
        for (Map<String, Object> row : HatchetRun.rows(section(defect, "main"))) {
            String id = Long.toString((long) HatchetRun.number(row.get("profile")));
            int at = filtered.keys().indexOf(run.keyOf().get(id));
            double ours = filtered.at(time, at, node(filtered.tree(), "main"));
            agreement.number(ours, section(row, "Avg time/rank"), id);
            assertThat(ours).isLessThan(HatchetRun.number(row.get("Avg time/rank (inc)")) / 5);
        }
        assertThat(agreement.count()).isEqualTo(5);
    }

    @Test
    void runsAreChosenByNameAsInThicket() throws IOException {
        Map<String, Object> expected = ThicketRun.oracle("06_filter");
        Ensemble runs = ThicketRun.of("mpi_scaling").ensemble();
        List<String> chosen =
                HatchetRun.texts(
                        JsonTree.map(section(expected, "filter_profile(first 2 files)"))
                                .get("profiles"));
        Ensemble fewer = runs.withRuns(run -> chosen.contains(runs.keys().get(run)));
        assertThat(fewer.keys()).containsExactlyInAnyOrderElementsOf(chosen);
        assertThat(fewer.tree()).isEqualTo(runs.tree());
        Map<String, Object> heavy =
                JsonTree.map(section(expected, "filter_stats(Avg time/rank_mean>1.0)"));
        Ensemble filtered =
                runs.keeping(runs.metric("Avg time/rank"), Statistic.MEAN, mean -> mean > 1);
        for (Statistic statistic : List.of(Statistic.MEAN, Statistic.STD)) {
            double[] ours =
                    Statistics.values(filtered, filtered.metric("Avg time/rank"), statistic);
            for (Map<String, Object> row : HatchetRun.rows(section(heavy, "stats")))
                agreement.number(
                        ours[node(filtered.tree(), String.valueOf(row.get("node")))],
                        section(row, "Avg time/rank_" + statistic.name()),
                        String.valueOf(row.get("node")));
        }
        assertThat(agreement.count()).isEqualTo(2 * 22);
    }
}
