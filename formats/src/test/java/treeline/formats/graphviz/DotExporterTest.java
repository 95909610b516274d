package treeline.formats.graphviz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class DotExporterTest {
    @TempDir Path folder;

    @Test
    void boxesHaveNameValueAndShareAndArrowsGoToCallees() throws IOException {
        assertThat(
                        dot(
                                profileOf(
                                        """
                                        metric time s exclusive
                                        path        rank0
                                        main            1
                                        main/work       3
                                        main/idle       -
                                        """)))
                .isEqualTo(
                        """
                        digraph "call tree" {
                          node [shape=box, style=filled, colorscheme=reds9, fillcolor=1];
                          n0 [label="main\\n4.000 s, 100.0 %", fillcolor=6];
                          n1 [label="work\\n3.000 s, 75.0 %", fillcolor=5];
                          n0 -> n1;
                          n2 [label="idle"];
                          n0 -> n2;
                        }
                        """);
    }

    @Test
    void ofALargeTreeTheMostExpensivePartIsDrawn() throws IOException {
        Profile large = large(3000);
        assertThat(dot(large).lines().filter(line -> line.contains("label="))).hasSize(1000);
        assertThat(dot(large)).contains("\"f2999\\n").doesNotContain("\"f1\\n");
        assertThat(new DotExporter().leavesOut(large))
                .containsExactly(
                        "all nodes except the 1,000 most expensive of 3,001; use 'treeline prune'"
                                + " to select others");
        assertThat(new DotExporter().leavesOut(large(999))).isEmpty();
    }

    private static Profile large(int leaves) {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int context = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        for (int i = 0; i < leaves; i++)
            builder.add(metric, context, builder.child(main, Frame.region("f" + i)), i);
        return builder.build();
    }

    @Test
    void whatHasNoPlaceIsNamed() {
        assertThat(
                        new DotExporter()
                                .leavesOut(
                                        profileOf(
                                                """
                                                metric time s exclusive
                                                path        tag   rank0
                                                main        COMP    1+2

                                                metric peak B point
                                                path        rank0
                                                main            5
                                                """)))
                .containsExactly(
                        "iterations: only sums are stored",
                        "other metrics (peak)",
                        "node labels (tag)");
    }

    @Test
    void graphvizDrawsEveryNameAsItIs() throws Exception {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int context = builder.context(Context.WHOLE);
        List<String> names =
                List.of(
                        "a\"b",
                        "back\\slash\\N\\",
                        "<script>",
                        "&lt;",
                        "é日本",
                        "{a|b}",
                        "x;y[z]",
                        "->");
        for (String name : names)
            builder.add(metric, context, builder.child(ProfileBuilder.ROOT, Frame.region(name)), 1);
        String svg = svg(builder.build());
        for (String name : names)
            assertThat(svg)
                    .contains(
                            ">%s</text>"
                                    .formatted(
                                            name.replace("&", "&amp;")
                                                    .replace("<", "&lt;")
                                                    .replace(">", "&gt;")
                                                    .replace("\"", "&quot;")
                                                    .replace("-", "&#45;")));
    }

    @Test
    void graphvizTakesEveryProfile() throws Exception {
        for (int seed = 0; seed < 10; seed++)
            assertThat(
                            svg(
                                    Slice.everything()
                                            .withContexts(Selection.of(0))
                                            .of(RandomProfiles.of(seed))))
                    .contains("</svg>");
    }

    private String dot(Profile profile) throws IOException {
        return Files.readString(file(profile));
    }

    private Path file(Profile profile) throws IOException {
        Path file = folder.resolve("tree.dot");
        new DotExporter().export(profile, file);
        return file;
    }

    /// Drawn by Graphviz, where it is installed.
    private String svg(Profile profile) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/dot")), "Graphviz is not installed");
        Path out = folder.resolve("tree.svg");
        Process dot =
                new ProcessBuilder(
                                "/usr/bin/dot",
                                "-Tsvg",
                                file(profile).toString(),
                                "-o",
                                out.toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(dot.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(dot.waitFor()).as(said).isZero();
        return Files.readString(out);
    }
}
