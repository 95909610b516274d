package treeline.dashboard;

import treeline.dashboard.ensemble.EnsembleReport;
import treeline.dashboard.ensemble.OpenEnsemble;
import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.runs.OpenRuns;
import treeline.dashboard.runs.RunNames;
import treeline.dashboard.view.RunsAnswer;
import treeline.formats.Formats;
import treeline.pattern.UserPattern;
import treeline.source.ProfileSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The dashboard of one run as a single file: page, styles, script and answers, with a content
/// security policy that forbids network access and other scripts.
final class ReportPage {
    /// Before base64; the file is a third larger.
    private static final int BUDGET = 2_000_000;

    private static final Pattern STYLE_LINK =
            Pattern.compile("<link rel=\"stylesheet\" href=\"[^\"]+\">\\s*");
    private static final String SCRIPT_LINK =
            "<script type=\"module\" src=\"%s\"></script>".formatted(WebFiles.SCRIPT);

    private ReportPage() {}

    /// @param version what the page says of Treeline
    static String of(
            String path,
            String format,
            ProfileSource source,
            List<UserPattern> waiting,
            String version)
            throws IOException {
        try (var runs = new OpenRuns(new Formats(List.of(), List.of()))) {
            var run = new OpenRun(path, format, source, waiting);
            runs.add(run); // closed with the list
            return of(run, version);
        }
    }

    /// The page of many runs.
    static String of(OpenEnsemble ensemble, String name, String version) throws IOException {
        Response runs = RunsAnswer.of(version, List.of(), ensemble.size(), /* startsThere= */ true);
        return page(name, EnsembleReport.of(ensemble, runs, BUDGET));
    }

    /// The page of a run that is open and stays open.
    static String of(OpenRun run, String version) throws IOException {
        var alone = new OpenRuns(new Formats(List.of(), List.of()));
        alone.add(run);
        byte[] answers = EmbeddedAnswers.of(new Answers(alone, version), run, BUDGET);
        return page(RunNames.last(run.path()), answers);
    }

    private static String page(String name, byte[] answers) {
        WebFiles files = WebFiles.all();
        String page = files.text(WebFiles.PAGE);
        if (!page.contains(SCRIPT_LINK))
            throw new IllegalStateException("the page does not name its script");
        String style = files.styles().stream().map(files::text).collect(Collectors.joining("\n"));
        String script = files.text(WebFiles.SCRIPT);
        String scripts =
                """
                <script type="application/octet-stream;base64" id="treeline-data">%s</script>
                <script type="module">%s</script>\
                """
                        .formatted(Base64.getEncoder().encodeToString(answers), script);
        String head =
                """
                <meta http-equiv="Content-Security-Policy" content="%s">
                <title>%s · Treeline</title>
                <style>%s</style>\
                """
                        .formatted(policy(style, script), escaped(name), style);
        String plain = STYLE_LINK.matcher(page).replaceAll("");
        return plain.replaceFirst("<title>[^<]*</title>", Matcher.quoteReplacement(head))
                .replace(SCRIPT_LINK, scripts);
    }

    /// Scripts and styles are named by what they are, so that nothing else runs.
    private static String policy(String style, String script) {
        return "default-src 'none'; script-src %s; style-src %s; img-src data: blob:; base-uri 'none'; form-action 'none'"
                .formatted(hash(script), hash(style));
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
