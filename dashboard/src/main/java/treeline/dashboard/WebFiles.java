package treeline.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The static files of the front end: page, styles, and one bundled script. They are read once;
/// requests are looked up in this table and never become paths.
final class WebFiles {
    static final String PAGE = "index.html";
    static final String SCRIPT = "main.js";

    /// As a tag of the page or an import of a module names another file, one on a line.
    private static final Pattern NAMED =
            Pattern.compile(
                    "(?:src=|href=|from )[\"']((?:\\.{1,2}/)*[a-z0-9/-]+\\.(?:js|css|svg))[\"']");

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final List<String> modules = new ArrayList<>();

    private WebFiles() {}

    private static final class Once {
        static final WebFiles FILES = read();
    }

    static WebFiles all() {
        return Once.FILES;
    }

    private static WebFiles read() {
        var files = new WebFiles();
        var script = new ScriptBundle();
        files.add(PAGE, script, new ArrayList<>());
        files.files.put(SCRIPT, script.text().getBytes(StandardCharsets.UTF_8));
        return files;
    }

    /// Adds a file behind those that it names.
    private void add(String name, ScriptBundle script, List<String> started) {
        if (started.contains(name)) return;
        started.add(name);
        byte[] bytes = resource(name);
        if (bytes.length == 0) return;
        String text = new String(bytes, StandardCharsets.UTF_8);
        text.lines()
                .filter(line -> line.startsWith("import ") || line.startsWith("<"))
                .map(NAMED::matcher)
                .filter(Matcher::find)
                .forEach(named -> add(beside(name, named.group(1)), script, started));
        if (name.endsWith(".js")) {
            script.add(name, text);
            modules.add(name);
        } else files.put(name, bytes);
    }

    /// The name of a file as another names it.
    private static String beside(String file, String named) {
        return URI.create(file).resolve(named).toString();
    }

    private static byte[] resource(String name) {
        try (InputStream file = WebFiles.class.getResourceAsStream(name)) {
            return file == null ? new byte[0] : file.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// The modules in the script, each behind those that it imports.
    List<String> modules() {
        return List.copyOf(modules);
    }

    List<String> styles() {
        return files.keySet().stream().filter(name -> name.endsWith(".css")).toList();
    }

    String text(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }

    /// @throws RefusedRequest if there is no such file
    byte[] bytes(String name) {
        byte[] bytes = files.get(name);
        if (bytes == null) throw Answers.unknown(name);
        return bytes;
    }

    static String type(String name) {
        String end = name.substring(name.lastIndexOf('.') + 1);
        return switch (end) {
            case "html" -> "text/html; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "svg" -> "image/svg+xml";
            default -> "text/javascript; charset=utf-8";
        };
    }
}
