package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.question.screen.Screen;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class InfoCommandTest extends CommandTest {
    private static final String SOLVER =
            """
            metric time s inclusive
            path        tag   rank0rep0  rank0rep1  rank1rep0  rank1rep1
            main        -            10         16         10         11
            main/solve  COMP      1+2+3      4+5+6          -          7

            metric calls _ exclusive
            path        rank0rep0
            main/solve          3
            """;

    @Test
    void oneBlockTellsWhatIsThere() throws IOException {
        assertThat(printed("info", drawn("a.txt", SOLVER)))
                .isEqualTo(
                        """
                        a.txt
                          format     drawn, 1 file, 277 B
                          run        -
                          contexts   2 ranks x 2 repetitions
                          call tree  2 nodes, 2 frames, 2 levels
                          values     12, 23.1 B of file each
                          metrics    name   unit  scope      cells  iterations
                                     time   s     inclusive      7           6
                                     calls  _     exclusive      1           -
                          report     read completely
                        """);
    }

    @Test
    void iterationsThatDidNotHappenAreNoValues() throws IOException {
        Path file = drawn("gaps.txt", "path rank0\nmain 5\nmain/step 1+_+_+4\n");
        assertThat(printed("info", file))
                .contains("  values     3,")
                .contains("time  s     exclusive      2           2\n");
    }

    @Test
    void metadataIsListedInItsOrder() throws IOException {
        Profile profile =
                Drawing.profileOf("path rank0\nmain 1")
                        .withMetadata(
                                Metadata.NONE
                                        .with("program", "stencil\n2")
                                        .with("ranks", 64)
                                        .with("tuned", new Metadata.Value.Flag(true))
                                        .with("scale", new Metadata.Value.Real(0.5)));
        Path file = folder.resolve("b.mem");
        session.formats().exporter("database").export(profile, file);
        assertThat(printed("info", file))
                .contains(
                        """
                          run        program  stencil\\n2
                                     ranks    64
                                     tuned    true
                                     scale    0.5
                        """);
        assertThat(printed("info", file, "--json"))
                .contains(
                        "\"metadata\": {\"program\": \"stencil\\n2\", \"ranks\": 64, \"tuned\":"
                                + " true, \"scale\": 0.5}");
    }

    @Test
    void whatWasNotReadIsToldAsAWarning() throws IOException {
        Path file =
                drawn("c.txt", "path rank0\nmain 1\nlost a block\nlost a block\nnote odd line\n");
        assertThat(printed("info", file))
                .endsWith(
                        """
                          report     warning: values are missing: a block, 2 times (first: line 3)
                                     note: odd line
                        """);
    }

    @Test
    void aPathThatFailsDoesNotHideTheOthers() throws IOException {
        Path first = drawn("a.txt", SOLVER);
        Path torn = drawn("torn.txt", "path rank0\ntorn 1\n");
        Path last = drawn("d.txt", "path rank0\nmain 1\n");
        Session.Answer answer = run(session, "info", first, torn, folder.resolve("missing"), last);
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err())
                .isEqualTo(
                        """
                        treeline: torn.txt line 7: expected a path, found nothing
                        treeline: missing: no such file
                        """);
        assertThat(answer.out()).startsWith("a.txt\n  format").contains("\n\nd.txt\n  format");
    }

    @Test
    void jsonIsOneObjectWithARowForEachRecording() throws IOException {
        Path file = drawn("a.txt", SOLVER + "lost a block\n");
        assertThat(printed("info", "--json", file))
                .isEqualTo(
                        """
                        {
                          "schema": "treeline/info/1",
                          "rows": [
                            {"path": "a.txt", "format": "drawn", "files": 1, "bytes": 290, \
                        "metadata": {}, "contexts": {"count": 4, "ranks": 2, "repetitions": 2, \
                        "hosts": 0, "labels": []}, "nodes": 2, "frames": 2, "depth": 2, "values": 12, "counted": true, \
                        "metrics": [{"name": "time", "unit": "s", "scope": "inclusive", \
                        "cells": 7, "iterations": 6}, {"name": "calls", "unit": "_", \
                        "scope": "exclusive", "cells": 1, "iterations": 0}], \
                        "impossible": [], "report": [{"reason": "a block", "count": 1, "first": "line 3", \
                        "lossy": true}]}
                          ]
                        }
                        """);
    }

    @Test
    void theFormatCanBeNamed() throws IOException {
        Path file = drawn("e.txt", "xpath rank0\nmain 1\n");
        assertThat(run(session, "info", file).err())
                .isEqualTo(
                        "treeline: e.txt: expected a profile, found a file that"
                                + " starts with \"xpath rank0\\x0amain 1\\x0a\"\n");
        assertThat(printed("info", file, "--format", "drawn")).contains("1 rank");
        assertThat(run(session, "info", file, "--format", "nope").err())
                .isEqualTo("treeline: no format 'nope'; available: drawn, database\n");
    }

    @Test
    void labelsAreColouredWhereColoursAreShown() throws IOException {
        Session coloured = session.on(new Screen(true, 60, true, true));
        assertThat(printed(coloured, "info", drawn("a.txt", SOLVER)))
                .contains("\033[36mformat     \033[0mdrawn");
    }

    @Test
    void aPathIsNeeded() {
        assertThat(refused("info"))
                .isEqualTo("treeline: PATH is missing\n  see 'treeline info --help'\n");
    }

    /// As the shell would have expanded it; a directory of several runs has one block for each.
    @Test
    void aPatternOrADirectoryHasABlockForEveryRun() throws IOException {
        var real = new Session(Formats.all(), Session.PLAIN);
        Path first = drawn("run1.collapsed", "main;a 30\nmain;b 50\n");
        Path second = drawn("run2.collapsed", "main;a 20\n");
        String both = printed(real, "info", first, second);
        assertThat(both).contains("run1.collapsed\n  format", "\n\nrun2.collapsed\n  format");
        assertThat(printed(real, "info", folder.resolve("run?.collapsed"))).isEqualTo(both);
        assertThat(printed(real, "info", folder)).isEqualTo(both);
        assertThat(printed(real, "info", folder.resolve("*.collapsed"), "--json"))
                .isEqualTo(printed(real, "info", first, second, "--json"));
        assertThat(run(real, "info", folder.resolve("*.tldb")).err())
                .isEqualTo("treeline: *.tldb: no file matches this pattern\n");
        for (Path each : List.of(first, second))
            run(real, "convert", each, Path.of(each + ".tldb"));
        assertThat(printed(real, "info", folder.resolve("*.tldb")))
                .contains("run1.collapsed.tldb\n  format", "\n\nrun2.collapsed.tldb\n  format");
    }

    /// `treeline info "$RUN"` with an unset variable must not read the current folder.
    @Test
    void anEmptyPathIsAnError() {
        for (String command : List.of("info", "tree", "report", "ensemble info", "convert")) {
            List<Object> words = new ArrayList<>(List.of((Object[]) command.split(" ")));
            words.add("");
            assertThat(refused(words.toArray()))
                    .startsWith("treeline: ")
                    .contains(": the path is empty; is a shell variable unset?\n");
        }
    }
}
