package treeline.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;

import org.junit.jupiter.api.Test;

import treeline.formats.Formats;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

class WebFilesTest {
    private static final Path FOLDER = Path.of("src", "main", "web");

    @Test
    void everyModuleAndStyleOfTheFolderIsReachedFromThePage() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                boolean typesOnly = Files.readString(file).contains("export {};");
                if (name.endsWith(".js") && !typesOnly)
                    assertThat(WebFiles.all().modules()).contains(name);
                if (name.endsWith(".css")) assertThat(WebFiles.all().styles()).contains(name);
            }
        }
    }

    @Test
    void aModuleStandsBehindThoseThatItImports() {
        List<String> modules = WebFiles.all().modules();
        assertThat(modules).endsWith("main.js");
        assertThat(modules.indexOf("wire.js")).isLessThan(modules.indexOf("data.js"));
    }

    @Test
    void modulesAreServedAsOneScript() {
        assertThat(WebFiles.all().text(WebFiles.SCRIPT))
                .contains("const $wire = (() => {", "const { DataError, decodeFrame } = $wire;");
        assertThatThrownBy(() -> WebFiles.all().bytes("wire.js"))
                .hasMessage("there is no 'wire.js' here");
    }

    @Test
    void whatThePageDoesNotNameIsNotThere() {
        assertThatThrownBy(() -> WebFiles.all().bytes("WebFiles.class"))
                .hasMessage("there is no 'WebFiles.class' here");
        assertThat(WebFiles.type("a.css")).isEqualTo("text/css; charset=utf-8");
        assertThat(WebFiles.type("a.svg")).isEqualTo("image/svg+xml");
    }

    /// As for other machines, which are farther away; the test itself stays on loopback.
    @Test
    void answersThatTravelFarAreCompressed() throws IOException {
        var runs = new OpenRuns(new Formats(List.of(), List.of()));
        var requests =
                new Requests(
                        new Guard(Guard.LOOPBACK, Optional.empty()),
                        new Answers(runs, "1.2"),
                        ServerSettings.usual(),
                        true);
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", requests);
        server.start();
        try {
            var http = new Http(server.getAddress().getPort());
            Http.Reply page = http.get("/", "Accept-Encoding: gzip, br");
            assertThat(page.head()).contains("content-encoding: gzip", "vary: accept-encoding");
            byte[] plain =
                    new GZIPInputStream(new ByteArrayInputStream(page.body())).readAllBytes();
            assertThat(new String(plain, StandardCharsets.UTF_8)).startsWith("<!doctype html>");
            assertThat(http.get("/").head()).doesNotContain("content-encoding");
            assertThat(http.get("/api/runs", "Accept-Encoding: gzip").head())
                    .doesNotContain("content-encoding");
        } finally {
            server.stop(0);
        }
    }
}
