package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.formats.csv.CsvExporter;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.testkit.Jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Figures and the mailed report of a run whose names attack the page that shows them: opened in a
/// browser they run no script, load nothing and show the names as text.
class HostileNamesTest {
    private static final String SCRIPT = "<script>alert(1)</script>";
    private static final String DIRECTION = "a\u202egpj.exe";
    private static final String ENCODED = "a%E2%80%AEgpj.exe";
    private static final List<String> NAMES =
            List.of(
                    SCRIPT,
                    "\" onload=\"alert(2)\" x=\"",
                    "' onmouseover='alert(3)",
                    "]]><script>alert(4)</script>",
                    "javascript:alert(5)",
                    "</title></text></svg><script>alert(6)</script>",
                    "<img src=x onerror=alert(7)>",
                    "--><script>alert(8)</script><!--",
                    "</style><script>alert(9)</script>",
                    "</pre><svg onload=alert(10)>",
                    "&lt;script&gt;alert(11)&lt;/script&gt;",
                    "\u0000\u001b[2J\uffff",
                    DIRECTION);

    @TempDir Path folder;
    private final List<String> problems = new ArrayList<>();
    private BrowserContext context;
    private Page page;

    @BeforeEach
    void open() {
        context = Chromium.context(new Browser.NewContextOptions());
        page = context.newPage();
        page.onDialog(
                dialog -> {
                    problems.add("dialog: " + dialog.message());
                    dialog.dismiss();
                });
        page.onConsoleMessage(
                message -> {
                    if (message.type().equals("error") || message.type().equals("warning"))
                        problems.add(message.type() + ": " + message.text());
                });
        page.onPageError(error -> problems.add("error: " + error));
        page.onRequest(
                request -> {
                    if (!request.url().startsWith("file:") && !request.url().startsWith("data:"))
                        problems.add("request: " + request.url());
                });
    }

    @AfterEach
    void close() {
        if (context != null) context.close();
    }

    private static Profile profile() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.of("s"), Scope.EXCLUSIVE));
        int root = builder.newChild(ProfileBuilder.ROOT, Frame.region("main"));
        for (String name : NAMES) {
            int node = builder.newChild(root, Frame.region(name));
            for (int rank = 0; rank < 4; rank++)
                builder.add(time, builder.context(Context.ofRank(rank)), node, rank + 1);
        }
        return builder.build();
    }

    private Path figure(String name, String... options) throws IOException, InterruptedException {
        Path run = folder.resolve("run.csv");
        if (!Files.exists(run)) new CsvExporter().export(profile(), run);
        Path figure = folder.resolve(name);
        List<String> command = Jvm.withClasses();
        command.add("treeline.app.Main");
        command.addAll(
                List.of("plot", "ranks", run.toString(), "--top", "13", "-o", figure.toString()));
        command.addAll(List.of("--title", SCRIPT));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return figure;
    }

    private void assertHarmless(Path file) {
        page.navigate(file.toUri().toString());
        Chromium.settle(page);
        assertThat(problems).isEmpty();
        assertThat(page.locator("script:not([id]), [onload], [onmouseover], [onerror]").count())
                .isZero();
    }

    /// A script that is added later, as an attack would, is blocked by the policy of the file.
    private void assertScriptsAreBlocked() {
        page.evaluate(
                """
                const script = document.createElementNS(document.documentElement.namespaceURI, 'script');
                script.textContent = 'window.ran = 1';
                document.documentElement.append(script);
                """);
        assertThat(page.evaluate("window.ran ?? 'blocked'")).isEqualTo("blocked");
        assertThat(problems).singleElement().asString().contains("Content Security Policy");
    }

    @Test
    void anSvgFigureShowsNamesAsTextAndForbidsScripts() throws Exception {
        assertHarmless(figure("figure.svg"));
        assertThat(page.locator("text").allTextContents())
                .anyMatch(text -> text.contains(SCRIPT))
                .noneMatch(text -> text.contains("\u202e"));
        assertScriptsAreBlocked();
    }

    @Test
    void anHtmlFigureShowsNamesAsTextAndForbidsScripts() throws Exception {
        assertHarmless(figure("figure.html"));
        assertThat(page.title()).isEqualTo(SCRIPT);
        assertThat(page.locator(".light text").allTextContents())
                .anyMatch(text -> text.contains(SCRIPT))
                .noneMatch(text -> text.contains("\u202e"));
        assertThat(page.locator("pre").textContent()).contains("--title '" + SCRIPT + "'");
        assertThat(page.locator(".dark").isVisible()).isFalse(); // the style is applied
        assertScriptsAreBlocked();
    }

    /// In the table, its tooltips, the boxes and legends of all views and the title.
    @ParameterizedTest
    @ValueSource(strings = {"table", "nodelink", "icicle", "sandwich", "flat"})
    void noTextOfThePageChangesTheDirectionOfWhatFollows(String view) throws Exception {
        Path file = folder.resolve("report.html");
        PageFile.write(file, DIRECTION, new LoadedSource(profile(), ReadReport.CLEAN));
        page.addInitScript(
                """
                const draw = CanvasRenderingContext2D.prototype.fillText;
                window.drawn = [];
                CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
                    window.drawn.push(text);
                    return draw.call(this, text, ...at);
                };
                """);
        page.navigate(file.toUri() + "#view=" + view + "&node=main/" + ENCODED);
        page.locator("#tree-panel .tree-view").first().waitFor();
        page.locator(".chip-label").first().waitFor();
        Chromium.settle(page);
        String shown =
                (String)
                        page.evaluate(
                                """
                                () => [document.title, document.body.innerText, ...window.drawn,
                                    ...[...document.querySelectorAll('*')].flatMap((each) => [each.getAttribute('title'),
                                        each.getAttribute('aria-label'), each.localName === 'text' ? each.textContent : ''])].join('|')
                                """);
        assertThat(shown).contains("a\\u{202e}gpj.exe").doesNotContain("\u202e");
        assertThat(problems).isEmpty();
        assertThat(page.url()).contains(ENCODED); // links keep the name
    }

    @Test
    void theMailedReportShowsNamesAsText() throws Exception {
        Path file = folder.resolve("report.html");
        PageFile.write(file, SCRIPT + ".csv", new LoadedSource(profile(), ReadReport.CLEAN));
        page.navigate(file.toUri().toString());
        page.locator("#tree-panel .row").first().waitFor();
        Chromium.settle(page);
        assertThat(problems).isEmpty();
        assertThat(page.locator("#tree-panel").innerText()).contains(SCRIPT);
        assertThat(page.title()).startsWith("script>.csv");
    }
}
