package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.formats.oracle.ThicketRun.node;
import static treeline.formats.oracle.ThicketRun.section;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleJoin;
import treeline.ensemble.Statistic;
import treeline.model.Metric;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Groups of runs, and ensembles put together in the three ways that Thicket knows.
class ThicketGroupsTest {
    private final Agreement agreement = new Agreement();

    /// `from_statsframes` over the groups of a problem size, after `stats.mean`.
    @Test
    void meansOfGroupsAreThickets() throws IOException {
        Map<String, Object> expected = ThicketRun.oracle("09_from_statsframes");
        List<String> files = new ArrayList<>();
        JsonTree.map(section(expected, "profiles"))
                .values()
                .forEach(each -> files.addAll(HatchetRun.texts(each)));
        Ensemble means =
                ThicketRun.ensemble(files).aggregated(Statistic.MEAN, "ProblemSizeRunParam");
        assertThat(means.runs()).isEqualTo((int) HatchetRun.number(expected.get("num_profiles")));
        compareMeans(means, expected, "ProblemSizeRunParam");
        assertThat(agreement.count()).isEqualTo(148);
        agreement.print("means of groups");
    }

    private void compareMeans(Ensemble means, Map<String, Object> expected, String key) {
        for (Map<String, Object> row : HatchetRun.rows(section(expected, "rows"))) {
            int run = withFact(means, key, String.valueOf(row.get(key)));
            int node = node(means.tree(), String.valueOf(row.get("node")));
            for (Metric metric : means.metrics()) {
                Object theirs = row.get(metric.name() + "_mean");
                if (theirs != null)
                    agreement.number(means.at(metric, run, node), theirs, metric.name());
            }
        }
    }

    private static int withFact(Ensemble ensemble, String key, String value) {
        for (int run = 0; run < ensemble.runs(); run++)
            if (same(ensemble.metadata(run).get(key).orElseThrow().toString(), value)) return run;
        throw new AssertionError("no run has %s = %s".formatted(key, value));
    }

    private static boolean same(String ours, String theirs) {
        return ours.equals(theirs) || theirs.equals(ours + ".0");
    }

    /// `concat_thickets(axis="columns")` without a key: the first runs stand beside each other, the
    /// second ones, and so on. Thicket takes them in the order of their hashes.
    @Test
    void runsBesideEachOtherInOrderAreThickets() throws IOException {
        Map<String, Object> expected =
                JsonTree.map(section(ThicketRun.oracle("08_concat"), "no_metadata_key"));
        List<String> files = HatchetRun.texts(expected.get("files"));
        Ensemble first = ThicketRun.ensemble(files.subList(0, 4));
        Ensemble second = ThicketRun.ensemble(files.subList(5, 9));
        Ensemble both = new EnsembleJoin().add("Cuda 1", first).add("Cuda 2", second).inOrder();
        List<Map<String, Object>> rows = HatchetRun.rows(section(expected, "rows"));
        assertThat(rows).hasSize(4 * 64);
        for (Ensemble one : List.of(first, second)) {
            String header = one == first ? "Cuda 1" : "Cuda 2";
            Map<Object, Integer> runOf = runsByTime(one, header, rows);
            assertThat(runOf.values()).containsExactlyInAnyOrder(0, 1, 2, 3);
            for (Map<String, Object> row : rows) {
                int node = node(both.tree(), String.valueOf(row.get("node")));
                int run = runOf.get(section(row, "profile"));
                for (Metric metric : one.metrics())
                    agreement.number(
                            both.at(both.metric(header + "." + metric.name()), run, node),
                            row.getOrDefault(header + " | " + metric.name(), "none"),
                            metric.name());
            }
        }
        assertThat(agreement.count()).isEqualTo(2 * 2816);
        agreement.print("runs beside each other in order");
        assertThatThrownBy(
                        () ->
                                new EnsembleJoin()
                                        .add("a", first)
                                        .add("b", second.withRuns(run -> run > 0))
                                        .inOrder())
                .hasMessage("'b' has 3 runs, but 'a' has 4; join them by metadata");
    }

    /// Which of our runs each of Thicket's is: hashes do not tell, the time of the root does.
    private static Map<Object, Integer> runsByTime(
            Ensemble runs, String header, List<Map<String, Object>> rows) {
        Metric time = runs.metric("Avg time/rank");
        Map<Object, Integer> runOf = new HashMap<>();
        for (Map<String, Object> row : rows)
            for (int run = 0; run < runs.runs(); run++)
                if (section(row, "node").equals("RAJAPerf")
                        && section(row, header + " | Avg time/rank")
                                .equals(runs.at(time, run, node(runs.tree(), "RAJAPerf"))))
                    runOf.put(section(row, "profile"), run);
        return runOf;
    }

    @Test
    void ensemblesBelowEachOtherAreThickets() throws IOException {
        Map<String, Object> expected = ThicketRun.oracle("08_concat");
        List<String> files =
                HatchetRun.texts(JsonTree.map(section(expected, "no_metadata_key")).get("files"));
        Map<String, Object> all = JsonTree.map(section(expected, "axis=index"));
        Ensemble ours =
                Ensemble.concat(
                        List.of(
                                ThicketRun.ensemble(files.subList(0, 4)),
                                ThicketRun.ensemble(files.subList(5, 9))));
        assertThat(ours.keys())
                .containsExactlyInAnyOrderElementsOf(HatchetRun.texts(all.get("profiles")));
        long inRegions =
                java.util.stream.IntStream.range(0, ours.tree().size())
                        .filter(node -> !ours.tree().name(node).equals("(outside regions)"))
                        .count();
        assertThat(inRegions * ours.runs())
                .isEqualTo(
                        (long) HatchetRun.number(JsonTree.list(section(all, "shape")).getFirst()));
    }
}
