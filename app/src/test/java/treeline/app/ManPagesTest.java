package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.cli.ManPage;
import treeline.formats.Formats;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class ManPagesTest {
    @TempDir Path folder;

    @Test
    void everyCommandHasAPage() throws Exception {
        ManPages.main(new String[] {folder.toString()});
        assertThat(folder.resolve("treeline.1")).content().contains(".TP\n.B tree\n");
        assertThat(folder.resolve("treeline-tree.1"))
                .content()
                .startsWith(".TH \"TREELINE\\-TREE\" 1 ")
                .contains(".SH NAME\ntreeline\\-tree \\- ")
                .contains(".SH EXAMPLES\n");
        assertThat(folder.resolve("treeline-ensemble-stats.1")).exists();
    }

    @Test
    void helpPrintsThePage() {
        assertThat(Session.plain().run("help", "--man", "tree").out())
                .isEqualTo(ManPage.all(Main.commandLine(Formats::all)).get("treeline-tree.1"));
    }

    @Test
    void groffFormatsEveryPageWithoutWarnings() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "needs groff");
        ManPages.main(new String[] {folder.toString()});
        for (Map.Entry<String, String> page :
                ManPage.all(Main.commandLine(Formats::all)).entrySet()) {
            Process groff =
                    new ProcessBuilder(
                                    List.of(
                                            "groff",
                                            "-man",
                                            "-Tutf8",
                                            "-Kutf8",
                                            "-ww",
                                            "-z",
                                            folder.resolve(page.getKey()).toString()))
                            .redirectErrorStream(true)
                            .start();
            assertThat(new String(groff.getInputStream().readAllBytes(), UTF_8))
                    .as(page.getKey())
                    .isEmpty();
            assertThat(groff.waitFor()).isZero();
        }
    }
}
