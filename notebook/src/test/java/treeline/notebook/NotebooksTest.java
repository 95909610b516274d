package treeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import treeline.app.cli.CommandLine;
import treeline.app.commands.files.JupyterCommand;
import treeline.app.terminal.Console;
import treeline.app.terminal.Screen;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Runs the notebooks that come with the sources, with a kernel of these classes, and compares what
/// their cells say with what is stored in them.
@Timeout(300)
class NotebooksTest {
    private static final Path NOTEBOOKS = Path.of("..", "samples", "notebooks");

    @TempDir static Path folder;

    private record Said(int exitCode, String text) {}

    @BeforeAll
    static void installTheKernel() {
        Map<String, String> properties =
                Map.of(
                        "java.home",
                        System.getProperty("java.home"),
                        "java.class.path",
                        System.getProperty("java.class.path"),
                        "treeline.options",
                        "-XX:+UseSerialGC -Xmx512m -XX:TieredStopAtLevel=1");
        var out = new ByteArrayOutputStream();
        var console =
                new Console(
                        Console.stream(out, 64),
                        Console.stream(out, 64),
                        new Screen(false, 200, false, true),
                        false);
        int exitCode =
                new CommandLine(
                                "treeline",
                                () -> "",
                                "",
                                List.of(new JupyterCommand(Map.of(), properties).command()))
                        .run(List.of("jupyter", "--prefix", folder.toString()), console);
        assertThat(exitCode).as(out.toString(StandardCharsets.UTF_8)).isZero();
    }

    static Stream<String> notebooks() throws IOException {
        try (Stream<Path> files = Files.list(NOTEBOOKS)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".ipynb"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static Said run(Path notebook) throws Exception {
        var builder =
                new ProcessBuilder(
                                "sh",
                                NOTEBOOKS.resolve("run").toString(),
                                "--check",
                                notebook.toString())
                        .redirectErrorStream(true);
        builder.environment().put("KERNELS", folder.toString());
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        var said = new Said(process.waitFor(), text);
        assumeTrue(said.exitCode != 69, "needs python3-nbclient");
        return said;
    }

    @Test
    void theKernelIsStartedWithTheClassesAndOptionsOfTreeline() throws IOException {
        Path specification = folder.resolve("share/jupyter/kernels/treeline/kernel.json");
        assertThat(Files.readString(specification))
                .contains("\"display_name\": \"Java (Treeline)\"")
                .contains("\"-Xmx512m\"", "\"-cp\"", "\"treeline.notebook.Kernel\"")
                .contains("\"{connection_file}\"", "\"interrupt_mode\": \"message\"");
    }

    @ParameterizedTest
    @MethodSource("notebooks")
    void cellsSayWhatIsStored(String name) throws Exception {
        assertThat(run(NOTEBOOKS.resolve(name))).isEqualTo(new Said(0, ""));
    }

    /// A notebook of one cell with a stored result.
    private static Path notebook(String source, String stored, String tags) throws IOException {
        return Files.writeString(
                folder.resolve("small.ipynb"),
                """
                {"cells": [{"cell_type": "code", "id": "one", "execution_count": 1,
                  "metadata": {"tags": [%s]}, "source": "%s",
                  "outputs": [{"output_type": "execute_result", "execution_count": 1,
                    "metadata": {}, "data": {"text/plain": "%s"}}]}],
                 "metadata": {"kernelspec": {"name": "treeline", "display_name": "", "language": "java"}},
                 "nbformat": 4, "nbformat_minor": 5}
                """
                        .formatted(tags, source, stored));
    }

    @Test
    void aResultThatDiffersIsReportedWithItsCell() throws Exception {
        Said said = run(notebook("1 + 1", "3", ""));
        assertThat(said.exitCode).isEqualTo(1);
        assertThat(said.text)
                .isEqualTo(
                        """
                        small.ipynb, cell 1 (1 + 1):
                        --- stored
                        +++ now
                        @@ -1,2 +1,2 @@
                         [text/plain]
                        -3
                        +2
                        where the new results are right, store them: samples/notebooks/run
                        """);
        assertThat(run(notebook("1 + 1", "3", "\"varies\""))).isEqualTo(new Said(0, ""));
    }

    @Test
    void aCellThatFailsIsReported() throws Exception {
        Said said = run(notebook("Treeline.open(\\\"nowhere\\\")", "", "\"varies\""));
        assertThat(said.exitCode).isEqualTo(1);
        assertThat(said.text).contains("small.ipynb: ", "Treeline.open(\"nowhere\")", "nowhere");
    }
}
