package treeline.formats.gprof2dot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.oracle.HatchetOracle;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class Gprof2dotTest {
    static final String GRAPH =
            """
            digraph {
            	graph [fontname=Arial, nodesep=0.125];
            	node [shape=box, style=filled];
            	main [color="#fc1501", label="cpi\\nmain\\n97.94%\\n(53.77%)\\n1\u00d7"];
            	main -> "f(\\"x\\")" [label="40.00%\\n3\u00d7", penwidth="3.92"];
            	"f(\\"x\\")" [label="f(\\"x\\")\\n40.50%\\n(40.50%)\\n3\u00d7"];
            }
            """;

    private static final Metric ALL = new Metric("time", Unit.of("%"), Metric.Scope.INCLUSIVE);
    private static final Metric OWN = new Metric("time", Unit.of("%"), Metric.Scope.EXCLUSIVE);

    @TempDir Path folder;

    @Test
    void labelsHoldTheSharesAndCalls() throws IOException {
        Profile profile = read(GRAPH);
        assertThat(profile.tree().path(1)).containsExactly("main", "f(\"x\")");
        assertThat(profile.tree().frame(0))
                .isEqualTo(new Frame(Frame.Kind.FUNCTION, "main", "", 0, "cpi"));
        assertThat(profile.column(ALL).at(0, 0)).isEqualTo(97.94);
        assertThat(profile.column(OWN).at(0, 0)).isEqualTo(53.77);
        assertThat(profile.column("calls").at(0, 1)).isEqualTo(3);
    }

    @Test
    void namesMayBeWrappedAndEscaped() {
        assertThat(DotLabel.of("id", "lib\\nfoo(int,\\nlong)\\n1%"))
                .isEqualTo(new DotLabel("lib", "foo(int, long)", 1, Double.NaN, Double.NaN));
        assertThat(DotLabel.of("id", "a\\\\b\\n(2.5%)").name()).isEqualTo("a\\b");
        assertThat(DotLabel.of("id", "").name()).isEqualTo("id");
        assertThat(DotLabel.of("id", "x\\l7\u00d7\\l").calls()).isEqualTo(7);
    }

    @Test
    void commentsSubgraphsPortsAndChainsAreDot() throws IOException {
        Profile profile =
                read(
                        """
                        // drawn by hand
                        strict digraph "g" { # really
                          rankdir=LR /* left
                          to right */
                          subgraph cluster { a [label="a\\n9%\\n(1%)"]; }
                          a:n -> b -> -7
                          b [label=<b<i>x</i>>] [label="b\\n5%\\n(5%)"]
                        }
                        """);
        assertThat(profile.tree().path(2)).containsExactly("a", "b", "-7");
    }

    @Test
    void whatIsNotDescribedIsNoted() throws IOException {
        assertThat(
                        report(
                                GRAPH.replace(
                                        "main [color=\"#fc1501\", label",
                                        "main [color=\"#fc1501\", x")))
                .containsExactly("a node has no shares in its label (first: main)");
        assertThat(report(GRAPH.replace("main -> ", "start -> ")))
                .containsExactly("a function is called but not described (first: start)");
    }

    @Test
    void whatIsNoGraphIsRefusedWithItsLine() throws IOException {
        assertRefused("graph {}", "line 1: expected a digraph, found 'graph'");
        assertRefused("digraph {\n", "expected a name, found the end of the file");
        assertRefused("digraph ]", "line 1: expected '{', found ']'");
        assertRefused("digraph {\na -> }", "line 2: expected a name, found '}'");
        assertRefused("digraph {\na [b c]}", "line 2: expected '=', found 'c'");
        assertRefused(
                "digraph { \"a",
                "expected a terminated string of at most 1,048,576 characters, found the end of the"
                        + " file");
        assertRefused(
                "digraph { a -> b }",
                "expected nodes with shares of the time in their labels, found '}'");
        assertRefused(
                "digraph { " + "a".repeat(1 << 21),
                "expected a terminated string of at most 1,048,576 characters, found 'a longer"
                        + " one'");
        Path other = Files.writeString(folder.resolve("x.dot"), "digraph { a -> b }");
        assertThat(new Gprof2dotFormat().sniff(Input.of(other))).isEqualTo(Match.NO);
    }

    /// Hatchet keeps one node a function with several parents; ours stands under one of them.
    @Test
    void valuesAndCallersEqualHatchets() throws IOException {
        HatchetOracle oracle = HatchetOracle.of("gprof2dot-cpi");
        Profile profile =
                read(
                        Files.readString(
                                TestData.require("hatchet/gprof2dot-cpi/callgrind.dot.64042.0.1")));
        oracle.compareSize(profile.tree());
        Map<String, List<Integer>> nodes = new HashMap<>();
        for (int node = 0; node < profile.tree().size(); node++) {
            Frame frame = profile.tree().frame(node);
            nodes.computeIfAbsent(frame.module() + " " + frame.name(), _ -> new ArrayList<>())
                    .add(node);
        }
        Map<Integer, String> names = new HashMap<>();
        oracle.nodes().forEach(node -> names.put(node.nid(), node.name()));
        for (HatchetOracle.Node node : oracle.nodes()) {
            List<Integer> ours =
                    nodes.getOrDefault(node.places().get("module") + " " + node.name(), List.of());
            oracle.compare(profile, ALL, ours, node, "time (inc)");
            oracle.compare(profile, OWN, ours, node, "time");
            int parent = profile.tree().parent(ours.getFirst());
            if (parent >= 0)
                assertThat(node.parents().stream().map(names::get))
                        .contains(profile.tree().name(parent));
        }
        oracle.done();
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(message);
    }

    private Profile read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("run.dot"), text);
        try (ProfileSource source = new Gprof2dotFormat().open(Input.of(file))) {
            return source.load(Slice.everything());
        }
    }

    private List<String> report(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("run.dot"), text);
        try (ProfileSource source = new Gprof2dotFormat().open(Input.of(file))) {
            return source.report().entries().stream().map(ReadReport.Entry::toString).toList();
        }
    }
}
