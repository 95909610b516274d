package treeline.formats.hatchet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.oracle.HatchetOracle;
import treeline.formats.reading.GraphDocument;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class HatchetTest {
    static final String LITERAL =
            """
            [
              {"frame": {"name": "main", "type": "function", "file": "a.c", "line": 7},
               "metrics": {"time (inc)": 10.0, "time": 1.0},
               "children": [
                 {"frame": {"name": "solve", "type": "loop"}, "metrics": {"time (inc)": 6, "time": 6}, "children": []},
                 {"frame": {"name": "solve", "type": "loop"}, "metrics": {"time (inc)": 3, "time": 3}}
               ]}
            ]
            """;

    static final String GRAPH =
            """
            {"graph": [{"0": {"data": {"name": "main", "type": "function"}, "children": [2, 1]},
                        "1": {"data": {"name": "solve", "type": "function"}, "children": []},
                        "2": {"data": {"name": "init", "type": "None"}, "children": []}}],
             "dataframe_indices": ["node"],
             "dataframe": [{"node": 0, "name": "main", "nid": 5, "time (inc)": 10, "time": 1, "heat": 3},
                           {"node": 1, "name": "solve", "nid": 6, "time (inc)": 9, "time": 9, "heat": null}],
             "inclusive_metrics": ["time (inc)"], "exclusive_metrics": ["time"]}
            """;

    private static final Metric ALL =
            new Metric("time", GraphDocument.UNKNOWN, Metric.Scope.INCLUSIVE);
    private static final Metric OWN =
            new Metric("time", GraphDocument.UNKNOWN, Metric.Scope.EXCLUSIVE);

    @TempDir Path folder;

    @Test
    void literalsNestAndEqualSiblingsStayApart() throws IOException {
        Profile profile = read(LITERAL);
        assertThat(profile.tree().size()).isEqualTo(3);
        assertThat(profile.tree().frame(0))
                .isEqualTo(new Frame(Frame.Kind.FUNCTION, "main", "a.c", 7, ""));
        assertThat(profile.tree().frame(1).kind()).isEqualTo(Frame.Kind.LOOP);
        assertThat(profile.column(ALL).at(0, 0)).isEqualTo(10);
        assertThat(profile.column(OWN).at(0, 2)).isEqualTo(3);
        assertThat(profile.contexts()).containsExactly(Context.WHOLE);
    }

    @Test
    void fieldsOfALiteralMayComeInAnyOrderAndOldOnesHaveNoFrame() throws IOException {
        Profile profile =
                read(
                        """
                        [{"children": [{"metrics": {"time": 2}, "name": "b"}], "metrics": {"time": 1}, "name": "a"}]
                        """);
        assertThat(profile.tree().path(1)).containsExactly("a", "b");
        assertThat(profile.column(OWN).at(0, 1)).isEqualTo(2);
    }

    @Test
    void graphsHaveTheirValuesInATable() throws IOException {
        Profile profile = read(GRAPH);
        assertThat(profile.tree().path(1)).containsExactly("main", "init");
        assertThat(profile.tree().path(2)).containsExactly("main", "solve");
        assertThat(profile.column(ALL).at(0, 2)).isEqualTo(9);
        assertThat(profile.column(OWN).at(0, 1)).isNaN();
    }

    @Test
    void columnsThatAreNeitherInclusiveNorExclusiveArePointReadings() throws IOException {
        Profile profile = read(GRAPH);
        assertThat(profile.metrics())
                .containsExactly(
                        ALL, OWN, new Metric("heat", GraphDocument.UNKNOWN, Metric.Scope.POINT));
    }

    @Test
    void ranksAndThreadsOfTheTableAreContexts() throws IOException {
        String ranks =
                GRAPH.replace("[\"node\"]", "[\"node\", \"rank\", \"thread\"]")
                        .replace(
                                "\"name\": \"main\", \"nid\"",
                                "\"rank\": 3, \"thread\": 1, \"nid\"")
                        .replace(
                                "\"name\": \"solve\", \"nid\"",
                                "\"rank\": 2, \"thread\": 0, \"nid\"");
        assertThat(read(ranks).contexts())
                .containsExactly(Context.ofThread(2, 0), Context.ofThread(3, 1));
    }

    @Test
    void aNodeWithSeveralCallersStandsUnderTheFirst() throws IOException {
        String dag = GRAPH.replace("\"None\"}, \"children\": []", "\"None\"}, \"children\": [1]");
        assertThat(read(dag).tree().path(2)).containsExactly("main", "init", "solve");
        assertThat(report(dag))
                .containsExactly("node has several callers; shown under the first (first: solve)");
    }

    @Test
    void cyclesEndWhereTheyBegan() throws IOException {
        String cycle =
                GRAPH.replace("\"None\"}, \"children\": []", "\"None\"}, \"children\": [0, 2]");
        Profile profile = read(cycle);
        assertThat(profile.tree().size()).isEqualTo(3);
        assertThat(profile.tree().path(0)).containsExactly("main");
    }

    @Test
    void metricsOfLiteralsThatAreNoNumbersAreReported() throws IOException {
        assertThat(report(LITERAL.replace("\"time\": 1.0", "\"time\": \"x\", \"heat\": null")))
                .containsExactly("a metric is not a number (first: time at byte 121)");
    }

    @Test
    void brokenGraphsAreRefusedWithTheirByte() {
        assertRefused("[]", "at byte 1: expected at least one node, found none");
        assertRefused("[3]", "expected a node as an object, found 3");
        assertRefused("{\"frame\": 7}", "at byte 10: expected a frame as an object, found 7");
        assertRefused("[{\"children\": 3}]", "expected children as an array, found 3");
        assertRefused("[{\"children\": [3]}]", "expected a node as an object, found 3");
        assertRefused(
                "{\"frame\": {}",
                "found Unexpected end-of-input: expected close marker for Object");
        assertRefused("", "at byte 0: expected more JSON, found the end of the file");
        assertRefused("{\"graph\": []}", "expected a graph with nodes, found none");
        assertRefused(
                GRAPH.replace("\"2\":", "\"x\":"), "expected the number of a node, found 'x'");
        assertRefused(
                GRAPH.replace("\"2\":", "\"1\":"), "expected a node number that is new, found 1");
        assertRefused(GRAPH.replace("[2, 1]", "[9]"), "expected children that are nodes, found 9");
        assertRefused(
                GRAPH.replace("[2, 1]", "[-9]"),
                "expected the number of a node from 0 to 2147483647, found -9");
        assertRefused(
                GRAPH.replace("\"node\": 1", "\"node\": 8"),
                "expected a node of the graph, found 8");
        assertRefused(
                GRAPH.replace("\"node\": 1", "\"n\": 8"),
                "expected a row with its node, found one without");
        assertRefused(
                GRAPH.replace("[\"node\"]", "[\"node\", \"profile\"]"),
                "expected one run, found several (a Thicket ensemble)");
        assertRefused(
                GRAPH.replace("\"dataframe\"", "\"other\""),
                "expected a dataframe with rows, found none");
    }

    @Test
    void ensemblesAreLeftToThicket() throws IOException {
        Path one = Files.writeString(folder.resolve("one.json"), GRAPH);
        assertThat(new HatchetFormat().sniff(Input.of(one))).isEqualTo(Match.CERTAIN);
        Path many =
                Files.writeString(
                        folder.resolve("many.json"),
                        GRAPH.replace("[\"node\"]", "[\"node\", \"profile\"]"));
        assertThat(new HatchetFormat().sniff(Input.of(many))).isEqualTo(Match.NO);
    }

    @Test
    void literalsMayBeDeeperThanAStack() throws IOException {
        int depth = 100_000;
        String leaf = "{\"name\": \"f\", \"metrics\": {\"time\": 1}}";
        String deep =
                "{\"name\": \"f\", \"children\": [".repeat(depth - 1)
                        + leaf
                        + "]}".repeat(depth - 1);
        assertThat(read("[" + deep + "]").tree().size()).isEqualTo(depth);
        assertRefused(
                "[{\"x\": " + "[".repeat(500_000),
                "exceeds the maximum allowed (400000, from"
                        + " `StreamReadConstraints.getMaxNestingDepth()`)");
    }

    @Test
    void valuesEqualHatchets() throws IOException {
        HatchetOracle oracle = HatchetOracle.of("llnl-json");
        Path file = TestData.require("hatchet/json/hatchet-graph-literal.json");
        Profile profile = read(Files.readString(file));
        oracle.compareSize(profile.tree());
        oracle.compareByPath(profile, ALL, "time (inc)", node -> !oracle.isRepeated(node));
        oracle.compareByPath(profile, OWN, "time", node -> !oracle.isRepeated(node));
        oracle.done();
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining("run.json")
                .hasMessageEndingWith(message);
    }

    private Profile read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), text);
        try (ProfileSource source = new HatchetFormat().open(Input.of(file))) {
            return source.load(Slice.everything());
        }
    }

    private List<String> report(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), text);
        try (ProfileSource source = new HatchetFormat().open(Input.of(file))) {
            return source.report().entries().stream().map(ReadReport.Entry::toString).toList();
        }
    }
}
