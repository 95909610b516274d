package treeline.app.commands.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Main;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

class ServeCommandTest extends CommandTest {

    @Test
    void servesUntilItIsEndedAndLeavesNoFilesBehind() throws Exception {
        Path run = folder.resolve("run.tltext");
        Formats.all()
                .exporter("compact-text")
                .export(treeline.testkit.Drawing.profileOf("path rank0\nmain 1\n"), run);
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        Process process =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-XX:TieredStopAtLevel=1",
                                "-Djava.io.tmpdir=" + scratch,
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                "serve",
                                run.toString(),
                                "--no-browser")
                        .redirectErrorStream(true)
                        .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            String line = out.readLine();
            assertThat(line).matches("serving at http://127\\.0\\.0\\.1:\\d+/");
            String url = line.substring("serving at ".length());
            assertThat(dropped(url, run)).contains("\"id\": 1");
            assertThat(files(scratch)).isNotEmpty();
            process.destroy();
            process.waitFor();
            assertThat(files(scratch)).isEmpty();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String dropped(String url, Path file) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(url + "api/open?name=again.tltext"))
                        .header("Sec-Fetch-Site", "same-origin")
                        .POST(HttpRequest.BodyPublishers.ofFile(file))
                        .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.getFileName().toString().startsWith("treeline"))
                    .toList();
        }
    }

    @Test
    void whatCannotBeOpenedIsToldBeforeAnythingIsServed() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.txt"), "no profile");
        var answer = session.run("serve", broken.toString(), "--no-browser");
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err())
                .contains("warning: ", "expected a profile", "none of the runs could be opened");
    }

    @Test
    void aHostThatIsNotThisMachineIsAnError() throws IOException {
        var answer =
                session.run(
                        "serve",
                        drawn("run.txt", "path rank0\nmain 1\n").toString(),
                        "--host",
                        "192.0.2.1",
                        "--port",
                        "8000",
                        "--no-browser");
        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.err()).contains("cannot listen on 192.0.2.1 port 8000");
    }
}
