package treeline.app.commands.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.cli.CommandLine;
import treeline.app.commands.CommandTest;
import treeline.app.terminal.Console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The kernel itself is in module `notebook`, whose tests install and start it.
class JupyterCommandTest extends CommandTest {
    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();

    private Session.Answer jupyter(String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var console =
                new Console(
                        Console.stream(out, 64),
                        Console.stream(err, 64),
                        Session.PLAIN.withWidth(300),
                        false);
        List<String> all = new java.util.ArrayList<>(List.of("jupyter"));
        all.addAll(List.of(words));
        properties.put("user.home", folder.resolve("home").toString());
        int exitCode =
                new CommandLine(
                                "treeline",
                                () -> "",
                                "",
                                List.of(new JupyterCommand(environment, properties).command()))
                        .run(all, console);
        return new Session.Answer(
                exitCode,
                out.toString(StandardCharsets.UTF_8).replace(folder.toString(), "FOLDER"),
                err.toString(StandardCharsets.UTF_8).replace(folder.toString(), "FOLDER"));
    }

    private Path installed(String data) throws IOException {
        Path kernel = Files.createDirectories(folder.resolve(data).resolve("kernels/treeline"));
        return Files.writeString(kernel.resolve("kernel.json"), "{}").getParent();
    }

    @Test
    void withoutTheKernelItSaysHowToGetIt() {
        assertThat(jupyter())
                .isEqualTo(
                        new Session.Answer(
                                2,
                                "",
                                """
                                treeline: this installation does not include the notebook kernel
                                  run the script 'treeline' of a clone, which builds it: ./treeline jupyter
                                """));
        assertThat(folder.resolve("home")).doesNotExist();
    }

    @Test
    void itIsRemovedFromWhereJupyterLooks() throws IOException {
        Path kernel = installed("home/.local/share/jupyter");
        assertThat(jupyter("--remove").out())
                .isEqualTo("removed FOLDER/home/.local/share/jupyter/kernels/treeline\n");
        assertThat(kernel).doesNotExist();
        environment.put("XDG_DATA_HOME", folder.resolve("xdg").toString());
        installed("xdg/jupyter");
        assertThat(jupyter("--remove").exitCode()).isZero();
        environment.put("JUPYTER_DATA_DIR", folder.resolve("own").toString());
        installed("own");
        assertThat(jupyter("--remove").exitCode()).isZero();
        installed("env/share/jupyter");
        assertThat(jupyter("--remove", "--prefix", folder.resolve("env").toString()).exitCode())
                .isZero();
        environment.clear();
        properties.put("os.name", "Mac OS X");
        installed("home/Library/Jupyter");
        assertThat(jupyter("--remove").exitCode()).isZero();
    }

    @Test
    void whatIsNotThereIsNotRemoved() {
        assertThat(jupyter("--remove").err())
                .isEqualTo(
                        """
                        treeline: no kernel installed in FOLDER/home/.local/share/jupyter/kernels/treeline
                          give the --prefix of the installation
                        """);
    }

    @Test
    void filesOfOthersAreLeftAlone() throws IOException {
        Path kernel = installed("home/.local/share/jupyter");
        Files.writeString(kernel.resolve("logo-64x64.png"), "");
        for (String[] words : new String[][] {{}, {"--remove"}})
            assertThat(jupyter(words).err())
                    .isEqualTo(
                            """
                            treeline: FOLDER/home/.local/share/jupyter/kernels/treeline contains other files
                              check the files, then remove the folder
                            """);
        assertThat(kernel.resolve("kernel.json")).hasContent("{}");
    }
}
