package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;

import org.junit.jupiter.api.Test;

import treeline.dashboard.http.AnswerSlots;
import treeline.dashboard.http.Connections;
import treeline.dashboard.http.Guard;
import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

class WebFilesTest {
    private static final Path FOLDER = Path.of("src", "main", "web");
    private static final Pattern OTHER_FOLDER =
            Pattern.compile("(?m)^import .* from '\\.\\./([a-z]+)/");

    @Test
    void everyModuleAndStyleOfTheFolderIsReachedFromThePage() throws IOException {
        for (Path file : webFiles()) {
            String name = nameOf(file);
            boolean typesOnly = Files.readString(file).contains("export {};");
            if (name.endsWith(".js") && !typesOnly)
                assertThat(WebFiles.all().modules()).contains(name);
            if (name.endsWith(".css")) assertThat(WebFiles.all().styles()).contains(name);
        }
    }

    /// The document cannot become untrue.
    @Test
    void foldersImportOnlyWhatTheArchitectureAllows() throws IOException {
        Map<String, Set<String>> allowed = allowedImports();
        Map<String, Set<String>> found = new TreeMap<>();
        for (Path file : webFiles()) {
            if (file.getParent().equals(FOLDER)) continue;
            Set<String> imports =
                    found.computeIfAbsent(
                            FOLDER.relativize(file.getParent()).toString(), _ -> new TreeSet<>());
            Matcher imported = OTHER_FOLDER.matcher(Files.readString(file));
            while (imported.find()) imports.add(imported.group(1));
        }
        assertThat(found).isEqualTo(allowed);
    }

    private static Map<String, Set<String>> allowedImports() throws IOException {
        Map<String, Set<String>> allowed = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("..", "ARCHITECTURE.md"))) {
            if (!line.startsWith("| web/") || line.startsWith("| web/main.js")) continue;
            String[] cells = line.split("\\|", -1);
            Set<String> imports = new TreeSet<>(Arrays.asList(cells[3].strip().split(", ")));
            imports.remove("");
            allowed.put(cells[1].strip().substring("web/".length()), imports);
        }
        return allowed;
    }

    private static List<Path> webFiles() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private static String nameOf(Path file) {
        return FOLDER.relativize(file).toString().replace('\\', '/');
    }

    @Test
    void aModuleStandsBehindThoseThatItImports() {
        List<String> modules = WebFiles.all().modules();
        assertThat(modules).endsWith("main.js");
        assertThat(modules.indexOf("data/wire.js")).isLessThan(modules.indexOf("data/data.js"));
    }

    @Test
    void modulesAreServedAsOneScript() {
        assertThat(WebFiles.all().text(WebFiles.SCRIPT))
                .contains(
                        "const $data$wire = (() => {",
                        "const { DataError, decodeFrame } = $data$wire;");
        assertThatThrownBy(() -> WebFiles.all().bytes("data/wire.js"))
                .hasMessage("'data/wire.js' does not exist");
    }

    @Test
    void whatThePageDoesNotNameIsNotThere() {
        assertThatThrownBy(() -> WebFiles.all().bytes("WebFiles.class"))
                .hasMessage("'WebFiles.class' does not exist");
        assertThat(WebFiles.type("a.css")).isEqualTo("text/css; charset=utf-8");
        assertThat(WebFiles.type("a.svg")).isEqualTo("image/svg+xml");
    }

    /// As for other machines, which are farther away; the test itself stays on loopback.
    @Test
    void answersThatTravelFarAreCompressed() throws IOException {
        var runs = new OpenRuns(new Formats(List.of(), List.of()));
        var limit = java.time.Duration.ofMinutes(1);
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        var connections = new Connections(limit, limit);
        var requests =
                new Requests(
                        new Guard(Guard.LOOPBACK, Optional.empty()),
                        new Answers(runs, "1.2"),
                        1 << 20,
                        true,
                        connections,
                        new AnswerSlots(threads, 1, limit, limit));
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(connections);
        server.createContext("/", requests);
        server.start();
        try (threads;
                connections) {
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
