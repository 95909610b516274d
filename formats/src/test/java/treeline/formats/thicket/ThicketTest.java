package treeline.formats.thicket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.oracle.JsonTree;
import treeline.formats.reading.GraphDocument;
import treeline.model.Metadata.Value;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class ThicketTest {
    static final String TWO =
            """
            {"graph": [{"0": {"data": {"name": "main", "type": "function"}, "children": [1, 2], "parents": []},
                        "1": {"data": {"name": "solve", "type": "function"}, "children": [], "parents": [0]},
                        "2": {"data": {"name": "write", "type": "function"}, "children": [], "parents": [0]}}],
             "dataframe_indices": ["node", "profile"],
             "dataframe": [{"node": 0, "profile": -17, "time": 10, "nid": 1, "channel": "r", "name": "main"},
                           {"node": 1, "profile": -17, "time": 6, "nid": 2, "channel": "r", "name": "solve"},
                           {"node": 2, "profile": 18, "time": 3, "nid": 3, "channel": "s", "name": "write"}],
             "metadata": [{"profile": 18, "jobsize": 8, "cluster": "opal", "list": [1]},
                          {"profile": -17, "jobsize": 27, "cluster": "quartz"}],
             "stats": [],
             "inclusive_metrics": ["time"], "exclusive_metrics": [],
             "profile": [-17, 18], "profile_mapping": {"-17": "a.cali", "18": "b.cali"}}
            """;

    static final String ONE =
            """
            {"graph": [{"0": {"data": {"name": "main", "type": "function"}, "children": []}}],
             "dataframe_indices": ["node", "profile"],
             "dataframe": [{"node": 0, "profile": 5, "time": 10}],
             "metadata": [{"profile": 5, "jobsize": 8}],
             "inclusive_metrics": [], "exclusive_metrics": ["time"],
             "profile": [5], "profile_mapping": {"5": "a.cali"}}
            """;

    private static final Metric TIME =
            new Metric("time", GraphDocument.UNKNOWN, Metric.Scope.INCLUSIVE);

    @TempDir Path folder;

    @Test
    void everyRunHasItsNameMetadataAndNodes() throws IOException {
        List<ThicketFile.Run> runs = ThicketFile.open(write(TWO)).runs();
        assertThat(runs).extracting(ThicketFile.Run::name).containsExactly("a.cali", "b.cali");
        assertThat(runs).extracting(ThicketFile.Run::id).containsExactly("-17", "18");
        assertThat(runs.get(1).profile().metadata().get("jobsize")).contains(new Value.Whole(8));
        assertThat(runs.get(1).profile().metadata().get("cluster"))
                .contains(new Value.Text("opal"));
        Profile first = runs.get(0).profile();
        assertThat(first.tree().size()).isEqualTo(2);
        assertThat(first.column(TIME).at(0, first.tree().at("main/solve"))).isEqualTo(6);
        assertThat(first.outline().label("channel", 0)).isEqualTo("r");
    }

    @Test
    void callersOfANodeAreThereEvenIfTheRunHasNoRowOfThem() throws IOException {
        Profile second = ThicketFile.open(write(TWO)).runs().get(1).profile();
        assertThat(second.tree().path(1)).containsExactly("main", "write");
        assertThat(second.column(TIME).at(0, 0)).isNaN();
    }

    @Test
    void anEnsembleOfSeveralRunsIsNotOneProfile() throws IOException {
        Path file = write(TWO);
        assertThat(new ThicketFormat().sniff(Input.of(file))).isEqualTo(Match.CERTAIN);
        assertThatThrownBy(() -> new ThicketFormat().open(Input.of(file)))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining("run.json: expected one run, such as ")
                .hasMessageEndingWith(
                        "run.json#1 or #a.cali, found an ensemble of 2: a.cali, b.cali");
    }

    @Test
    void aRunOfAnEnsembleIsNamedBehindAMark() throws IOException {
        Path file = write(TWO);
        for (String run : List.of("2", "18", "b.cali"))
            try (ProfileSource source = new ThicketFormat().open(Input.of(file + "#" + run))) {
                assertThat(source.outline().metadata().get("cluster"))
                        .contains(new Value.Text("opal"));
            }
        assertThatThrownBy(() -> new ThicketFormat().open(Input.of(file + "#3")))
                .hasMessageContaining("run.json#3: expected one run, such as ");
    }

    @Test
    void anEnsembleOfOneRunOpens() throws IOException {
        try (ProfileSource source = new ThicketFormat().open(Input.of(write(ONE)))) {
            Profile profile = source.load(Slice.everything());
            assertThat(profile.column("time").at(0, 0)).isEqualTo(10);
            assertThat(profile.metadata().get("jobsize")).contains(new Value.Whole(8));
        }
    }

    @Test
    void runsWithoutRowsAreNotedAndRunsWithoutNamesKeepTheirNumber() throws IOException {
        ThicketFile file =
                ThicketFile.open(
                        write(
                                TWO.replace("[-17, 18]", "[-17, 99]")
                                        .replace("\"18\": ", "\"x\": ")));
        assertThat(file.runs()).extracting(ThicketFile.Run::name).containsExactly("a.cali", "18");
        assertThat(file.report().entries().getFirst().toString())
                .isEqualTo("a run has no rows (first: 99)");
    }

    @Test
    void tablesOfOtherShapesAreRefused() {
        assertRefused(
                TWO.replace("\"node\", \"profile\"]", "\"node\"]"),
                "expected a dataframe with 'profile' in its index, found one without");
        assertRefused(
                TWO.replace("\"profile\": 18, \"time\"", "\"time\""),
                "expected a row with its profile, found one without");
        assertRefused(
                TWO.replace("\"dataframe\": ", "\"other\": "),
                "expected at least one run, found none");
    }

    /// 172 runs of LULESH; Thicket's means over the runs of each node.
    @Test
    void valuesEqualThickets() throws IOException {
        Path path = TestData.require("thicket/tests/example-json/user_ensemble.json");
        ThicketFile file = ThicketFile.open(path);
        assertThat(file.runs()).hasSize(172);
        String column = "avg#inclusive#sum#time.duration";
        Map<String, List<Double>> values = new HashMap<>();
        for (ThicketFile.Run run : file.runs()) {
            Profile profile = run.profile();
            for (int node = 0; node < profile.tree().size(); node++) {
                double value = profile.column(column).at(0, node);
                String key = String.join(" > ", profile.tree().path(node));
                if (!Double.isNaN(value))
                    values.computeIfAbsent(key, _ -> new ArrayList<>()).add(value);
            }
            assertThat(run.profile().metadata().keys()).contains("compiler", "jobsize");
        }
        Object oracle = JsonTree.read(TestData.require("../oracle/thicket/25_json_ensemble.json"));
        int compared = 0;
        for (Object row : JsonTree.list(JsonTree.map(oracle).get("stats"))) {
            Map<String, Object> facts = JsonTree.map(row);
            double mean =
                    values.get(String.valueOf(facts.get("node"))).stream()
                            .mapToDouble(Double::doubleValue)
                            .average()
                            .orElseThrow();
            assertThat(mean).isCloseTo((Double) facts.get(column + "_mean"), within(1e-9));
            compared++;
        }
        long rows = values.values().stream().mapToLong(List::size).sum();
        assertThat(rows).isEqualTo(3278);
        System.out.printf(
                "user_ensemble: %d means over %d values equal Thicket's%n", compared, rows);
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> ThicketFile.open(write(text)))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(message);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("run.json"), text);
    }
}
