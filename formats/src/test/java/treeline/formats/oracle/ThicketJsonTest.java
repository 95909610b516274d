package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.formats.oracle.ThicketRun.node;
import static treeline.formats.oracle.ThicketRun.section;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.model.Metric;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// An ensemble that Thicket wrote as JSON: 172 runs of one file.
class ThicketJsonTest {
    private static Ensemble written() throws IOException {
        Runs reader = Runs.of(Formats.all());
        String file = TestData.require("thicket/tests/example-json/user_ensemble.json").toString();
        List<Run> runs = new ArrayList<>();
        for (Runs.Read read : reader.all(reader.named(List.of(file))))
            runs.add(Run.of(read.path().substring(file.length() + 1), read.profile()));
        return Ensemble.of(runs);
    }

    @Test
    void allRunsOfTheFileAreThickets() throws IOException {
        Map<String, Object> expected = ThicketRun.oracle("25_json_ensemble");
        Ensemble ours = written();
        assertThat(ours.keys())
                .containsExactlyInAnyOrderElementsOf(
                        JsonTree.map(section(expected, "profiles")).values().stream()
                                .map(String::valueOf)
                                .toList());
        assertThat(ours.tree().size())
                .isEqualTo((int) HatchetRun.number(expected.get("num_nodes")));
        assertThat(ours.performance().rows()).isEqualTo(3278);
        for (Metric metric : ours.metrics())
            assertThat(metric.scope()).isEqualTo(Metric.Scope.INCLUSIVE);
        var agreement = new Agreement();
        Metric time = ours.metric("avg#inclusive#sum#time.duration");
        for (Statistic statistic : List.of(Statistic.MEAN, Statistic.STD)) {
            double[] values = Statistics.values(ours, time, statistic);
            for (Map<String, Object> row : HatchetRun.rows(section(expected, "stats")))
                agreement.number(
                        values[node(ours.tree(), String.valueOf(row.get("node")))],
                        section(row, time.name() + "_" + statistic.name()),
                        String.valueOf(row.get("node")));
        }
        assertThat(agreement.count()).isGreaterThan(40);
        agreement.print("an ensemble as JSON");
    }

    @Test
    void whatIsKnownOfTheRunsIsThickets() throws IOException {
        Map<String, Object> unique =
                JsonTree.map(section(ThicketRun.oracle("25_json_ensemble"), "unique_metadata"));
        Ensemble ours = written();
        assertThat(unique).hasSize(8);
        for (Map.Entry<String, Object> each : unique.entrySet()) {
            List<String> values =
                    ours.groupBy(each.getKey()).stream()
                            .filter(group -> group.key().getFirst().isPresent())
                            .map(group -> group.label())
                            .toList();
            assertThat(values)
                    .as(each.getKey())
                    .containsExactlyInAnyOrderElementsOf(HatchetRun.texts(each.getValue()));
        }
    }

    /// `to_json` of five runs, put together from what Thicket holds of them in the layout that it
    /// writes, gives the ensemble of their `.cali` files again.
    @Test
    void whatThicketWritesIsTheEnsembleThatItRead(@TempDir Path folder) throws IOException {
        Map<String, Object> composed = ThicketRun.oracle("01_compose_mpi_scaling");
        Map<String, Object> written = ThicketRun.oracle("10_serialization");
        ThicketRun read = ThicketRun.of("mpi_scaling");
        Path file = folder.resolve("written.json");
        Files.writeString(file, json(composed, HatchetRun.texts(written.get("roundtrip_exc"))));
        List<Run> runs = new ArrayList<>();
        for (Runs.Read run : Runs.of(Formats.all()).all(List.of(file.toString())))
            runs.add(Run.of(run.path().substring(file.toString().length() + 1), run.profile()));
        Ensemble again = Ensemble.of(runs);
        assertThat(again.keys()).containsExactlyInAnyOrderElementsOf(read.ensemble().keys());
        var agreement = new Agreement();
        for (int node = 0; node < again.tree().size(); node++)
            for (int run = 0; run < again.runs(); run++)
                for (Metric metric : again.metrics()) {
                    Ensemble ours = read.ensemble();
                    int there = ours.keys().indexOf(again.keys().get(run));
                    agreement.number(
                            again.at(metric, run, node),
                            ours.at(
                                    ours.metric(metric.name()),
                                    there,
                                    ours.tree().at(again.tree().path(node))),
                            metric.name());
                }
        assertThat(agreement.count()).isEqualTo(45 * 5 * 4);
    }

    private static String json(Map<String, Object> composed, List<String> metrics) {
        Map<String, Integer> idOf = new LinkedHashMap<>();
        for (Map<String, Object> node : HatchetRun.rows(section(composed, "nodes")))
            idOf.put(String.valueOf(node.get("path")), (int) HatchetRun.number(node.get("nid")));
        List<String> graph = new ArrayList<>();
        idOf.forEach((path, id) -> graph.add(entry(path, id, idOf)));
        List<String> rows = new ArrayList<>();
        for (Map<String, Object> row : HatchetRun.rows(section(composed, "rows"))) {
            var values = new StringBuilder();
            for (String metric : metrics)
                values.append(", \"%s\": %s".formatted(metric, row.get(metric)));
            rows.add(
                    String.format(
                            Locale.ROOT,
                            "{\"node\": %.0f, \"profile\": %.0f, \"name\": \"%s\"%s}",
                            HatchetRun.number(row.get("hatchet_nid")),
                            HatchetRun.number(row.get("profile")),
                            row.get("name"),
                            values));
        }
        Map<String, Object> files = JsonTree.map(section(composed, "profiles"));
        List<String> names = new ArrayList<>();
        files.forEach((id, name) -> names.add("\"%s\": \"%s\"".formatted(id, name)));
        return """
        {"graph": [{%s}], "dataframe_indices": ["node", "profile"], "dataframe": [%s],
         "metadata": [], "stats": [], "inclusive_metrics": [],
         "exclusive_metrics": [%s], "profile": [%s], "profile_mapping": {%s}}
        """
                .formatted(
                        String.join(",", graph),
                        String.join(",", rows),
                        String.join(",", metrics.stream().map("\"%s\""::formatted).toList()),
                        String.join(",", files.keySet()),
                        String.join(",", names));
    }

    private static String entry(String path, int id, Map<String, Integer> idOf) {
        List<String> children = new ArrayList<>();
        idOf.forEach(
                (other, child) -> {
                    if (other.startsWith(path + " > ")
                            && !other.substring(path.length() + 3).contains(" > "))
                        children.add(child.toString());
                });
        int cut = path.lastIndexOf(" > ");
        String parent = cut < 0 ? "" : String.valueOf(idOf.get(path.substring(0, cut)));
        return "\"%d\": {\"data\": {\"type\": \"function\", \"name\": \"%s\"}, \"children\": [%s], \"parents\": [%s]}"
                .formatted(
                        id,
                        cut < 0 ? path : path.substring(cut + 3),
                        String.join(",", children),
                        parent);
    }
}
