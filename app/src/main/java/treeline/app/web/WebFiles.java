package treeline.app.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The files of the front end: the page, and what it and its modules name. They are read once, and
/// nothing else is served: what a browser asks for is looked up here and never becomes a path.
final class WebFiles {
    static final String PAGE = "index.html";

    private static final Pattern IN_PAGE =
            Pattern.compile("(?:src|href)=\"(?:\\./)?([a-z0-9-]+\\.(?:js|css|svg))\"");
    private static final Pattern IN_MODULE =
            Pattern.compile("(?:\\bfrom|\\bimport) '\\./([a-z0-9-]+\\.js)'");

    private final Map<String, byte[]> files = new LinkedHashMap<>();

    private WebFiles() {}

    private static final class Once {
        static final WebFiles FILES = read();
    }

    static WebFiles all() {
        return Once.FILES;
    }

    private static WebFiles read() {
        var files = new WebFiles();
        files.add(PAGE, new ArrayList<>());
        return files;
    }

    /// Adds a file behind those that it names; modules may import each other in a circle.
    private void add(String name, List<String> started) {
        if (started.contains(name)) return;
        started.add(name);
        byte[] bytes = resource(name);
        if (bytes.length == 0) return;
        Pattern naming = name.equals(PAGE) ? IN_PAGE : IN_MODULE;
        Matcher named = naming.matcher(new String(bytes, StandardCharsets.UTF_8));
        while (named.find()) add(named.group(1), started);
        files.put(name, bytes);
    }

    private static byte[] resource(String name) {
        try (InputStream file = WebFiles.class.getResourceAsStream(name)) {
            return file == null ? new byte[0] : file.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// The modules, each behind those that it imports.
    List<String> modules() {
        return files.keySet().stream().filter(name -> name.endsWith(".js")).toList();
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
