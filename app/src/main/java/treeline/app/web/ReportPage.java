package treeline.app.web;

import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The dashboard of one run as a file to mail around: page, styles, modules and answers in one, and
/// a policy by which the browser lets it contact nobody and run nothing else.
///
/// Modules stand in an import map as `data:` addresses, which cannot name their neighbours by path:
/// `'./tree.js'` becomes `'#tree'`.
public final class ReportPage {
    /// Before base64; the file is a third larger.
    private static final int BUDGET = 2_000_000;

    private static final Pattern STYLE_LINK =
            Pattern.compile("<link rel=\"stylesheet\" href=\"([^\"]+)\">\\s*");
    private static final Pattern MODULE_SCRIPT =
            Pattern.compile("<script type=\"module\" src=\"([^\"]+)\\.js\"></script>");
    private static final Pattern NEIGHBOUR = Pattern.compile("'\\./([a-z0-9-]+)\\.js'");

    private ReportPage() {}

    /// Writes the page of a run that was read.
    ///
    /// @param path as the user named it
    /// @param format the name of its format
    public static void write(
            Path file,
            String path,
            String format,
            Profile profile,
            ReadReport report,
            String version)
            throws IOException {
        try (var runs = new OpenRuns(new Formats(List.of(), List.of()))) {
            var run =
                    new OpenRun(
                            path, OpenRuns.nameOf(path), format, new LoadedSource(profile, report));
            runs.add(run);
            byte[] answers = EmbeddedAnswers.of(new Answers(runs, version), run, BUDGET);
            Files.writeString(file, page(OpenRuns.nameOf(path), answers));
        }
    }

    private static String page(String name, byte[] answers) {
        WebFiles files = WebFiles.all();
        String page = files.text(WebFiles.PAGE);
        Matcher entry = MODULE_SCRIPT.matcher(page);
        if (!entry.find()) throw new IllegalStateException("the page has no module to start with");
        String style = files.styles().stream().map(files::text).collect(Collectors.joining("\n"));
        String map = importMap(files);
        String start = "import '#%s';".formatted(entry.group(1));
        String scripts =
                """
                <script type="application/octet-stream;base64" id="treeline-data">%s</script>
                <script type="importmap">%s</script>
                <script type="module">%s</script>\
                """
                        .formatted(Base64.getEncoder().encodeToString(answers), map, start);
        String head =
                """
                <meta http-equiv="Content-Security-Policy" content="%s">
                <title>%s · Treeline</title>
                <style>%s</style>\
                """
                        .formatted(policy(style, map, start), escaped(name), style);
        String body = page.substring(0, entry.start()) + scripts + page.substring(entry.end());
        String plain = STYLE_LINK.matcher(body).replaceAll("");
        return plain.replaceFirst("<title>[^<]*</title>", Matcher.quoteReplacement(head));
    }

    private static String importMap(WebFiles files) {
        return files.modules().stream()
                .map(name -> "\"#%s\":\"%s\"".formatted(bare(name), address(files.text(name))))
                .collect(Collectors.joining(",", "{\"imports\":{", "}}"));
    }

    private static String bare(String module) {
        return module.substring(0, module.length() - ".js".length());
    }

    private static String address(String module) {
        String renamed = NEIGHBOUR.matcher(module).replaceAll("'#$1'");
        return "data:text/javascript;base64,"
                + Base64.getEncoder().encodeToString(renamed.getBytes(StandardCharsets.UTF_8));
    }

    /// Scripts and styles are named by what they are, so that nothing else runs.
    private static String policy(String style, String... scripts) {
        var allowed = new StringBuilder("data:");
        for (String script : scripts) allowed.append(' ').append(hash(script));
        return "default-src 'none'; script-src %s; style-src %s; img-src data: blob:; base-uri 'none'; form-action 'none'"
                .formatted(allowed, hash(style));
    }

    private static String hash(String text) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-%s'".formatted(Base64.getEncoder().encodeToString(digest));
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
