package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.formats.Formats;
import treeline.source.Input;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Real files and folders of other tools, as a user meets them: every one either opens or is
/// refused in one line that names it.
class DatasetsTest {
    private static final List<String> TOOLS =
            List.of(
                    "caliper",
                    "caliper-json",
                    "caliper-json-split",
                    "chrome-trace",
                    "collapsed",
                    "cprofile",
                    "cubex",
                    "gprof2dot",
                    "hatchet",
                    "hpctoolkit",
                    "hpctoolkit-xml",
                    "ncu",
                    "perf-script",
                    "pyinstrument",
                    "speedscope",
                    "tau",
                    "timemory");

    private final Formats formats = Formats.all();
    private final Session session = new Session(formats, Session.PLAIN);
    private final Map<String, Integer> opened = new TreeMap<>();
    private int refused;

    @Test
    void everyFileAndFolderOpensOrIsRefusedInOneLine() throws IOException {
        Path data = TestData.require(".").normalize();
        try (Stream<Path> paths = Files.walk(data)) {
            for (Path path : paths.sorted().toList()) look(path);
        }
        System.out.println("info and tree: opened " + opened + ", refused " + refused);
        assertThat(opened.keySet()).containsAll(TOOLS);
    }

    private void look(Path path) throws IOException {
        Session.Answer info = session.run("info", path.toString());
        Session.Answer tree = session.run("tree", path.toString());
        boolean severalRuns = Files.isDirectory(path) && info.exitCode() == 0;
        if (severalRuns && tree.exitCode() != 0) {
            assertThat(tree.err()).startsWith("treeline: " + path).contains("expected");
            return; // 'info' has a block for each run of a folder
        }
        assertThat(tree.exitCode()).as(path.toString()).isEqualTo(info.exitCode());
        if (info.exitCode() != 0) {
            refused++;
            assertThat(info.err().lines()).as(info.err()).hasSize(1);
            assertThat(info.err()).startsWith("treeline: " + path.getParent()).contains("expected");
            return;
        }
        String format = formats.formatOf(Input.of(path.toString())).name();
        opened.merge(format, 1, Integer::sum);
        assertThat(info.out()).as(path.toString()).contains(format);
        assertThat(tree.out().lines()).as(path.toString()).hasSizeGreaterThan(1);
        assertThat(tree.err()).as(path.toString()).doesNotContain("Exception");
    }
}
