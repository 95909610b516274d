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
import treeline.question.screen.Screen;
import treeline.table.JsonWriter;
import treeline.testkit.Patience;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Runs the notebooks that come with the sources, with a kernel of these classes, and compares what
/// their cells say with what is stored in them.
@Timeout(2 * Patience.TEST_SECONDS)
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
            return files
                    .map(file -> file.getFileName().toString())
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

    /// A notebook of cells with a stored result each.
    private static Path notebook(List<String> sources, String stored, String... tags)
            throws IOException {
        var text = new StringBuilder();
        var json = new JsonWriter(text).object();
        json.name("nbformat").value(4).name("nbformat_minor").value(5);
        json.name("metadata").object().end().name("cells").array();
        for (int i = 0; i < sources.size(); i++) {
            json.object().name("cell_type").value("code").name("id").value("cell-" + i);
            json.name("execution_count").value(1).name("source").value(sources.get(i));
            json.name("metadata").object().name("tags").array();
            for (String tag : tags) json.value(tag);
            json.end().end().name("outputs").array().object();
            json.name("output_type").value("execute_result").name("execution_count").value(1);
            json.name("metadata").object().end();
            json.name("data").object().name("text/plain").value(stored).end();
            json.end().end().end();
        }
        json.end().end();
        return Files.writeString(folder.resolve("small.ipynb"), text);
    }

    private static final String RECORDED =
            """
            try (Recorder _ = Recorder.start("run.tldb"); Event _ = Recorder.event("main")) {
                Recorder.event("MPI_Send", () -> {});
            }
            ProfileTree.of(Treeline.open("run.tldb").tree()).select("MATCH (p) WHERE p IS LEAF");
            """;

    @Test
    void theCellsOfTheGuideRun() throws Exception {
        String guide = Files.readString(Path.of("..", "docs", "how-to", "notebooks.md"));
        List<String> cells = new ArrayList<>(List.of(RECORDED));
        Pattern.compile("(?s)```jshell\n(.*?)```")
                .matcher(guide)
                .results()
                .forEach(block -> cells.add(block.group(1)));
        assertThat(cells).hasSizeGreaterThan(4);
        assertThat(run(notebook(cells, "", "varies"))).isEqualTo(new Said(0, ""));
    }

    @Test
    void aResultThatDiffersIsReportedWithItsCell() throws Exception {
        Said said = run(notebook(List.of("1 + 1"), "3"));
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
        assertThat(run(notebook(List.of("1 + 1"), "3", "varies"))).isEqualTo(new Said(0, ""));
    }

    @Test
    void aCellThatFailsIsReported() throws Exception {
        Said said = run(notebook(List.of("Treeline.open(\"nowhere\")"), "", "varies"));
        assertThat(said.exitCode).isEqualTo(1);
        assertThat(said.text).contains("small.ipynb: ", "Treeline.open(\"nowhere\")", "nowhere");
    }
}
