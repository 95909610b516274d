package treeline.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import treeline.source.LoadedSource;
import treeline.source.ReadReport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The command palette, with answers that the test gives in place of the server.
class CommandPaletteTest {
    private static final String QUESTIONS =
            """
            [{"name": "imbalance", "summary": "find call paths with uneven work", "subjects": "run",
              "parameters": [
                {"name": "metric", "summary": "metric to show", "placeholder": "NAME",
                 "choices": [], "flag": false, "repeated": false, "default": null},
                {"name": "by", "summary": "what to compare", "placeholder": "", "default": "rank",
                 "choices": ["rank", "thread", "host"], "flag": false, "repeated": false},
                {"name": "verbose", "summary": "more columns", "placeholder": "", "default": null,
                 "choices": [], "flag": true, "repeated": false},
                {"name": "hide", "summary": "functions to merge", "placeholder": "REGEX",
                 "choices": [], "flag": false, "repeated": true, "default": null}]},
             {"name": "diff", "summary": "compare two runs", "subjects": "two", "parameters": []},
             {"name": "flat", "summary": "list functions by exclusive time", "subjects": "run",
              "parameters": []}]
            """;
    private static final String ANSWER =
            """
            {"question": "imbalance", "title": "Imbalance of <b>solver</b>",
             "command": "treeline imbalance run0.tldb --by thread",
             "java": "run.imbalance()", "python": "run.imbalance()",
             "statements": [{"kind": "finding", "text": "rank 1 takes 2 times the mean"}],
             "notes": [{"text": "3 values are missing", "lossy": true}],
             "sections": [{"heading": "Call paths", "more": 12,
               "columns": [{"name": "path", "heading": "call path", "unit": "", "right": false},
                           {"name": "lost", "heading": "lost", "unit": "ms", "right": true}],
               "rows": [["main/<i>solve</i>", "1.5"], ["main/io", "0.2"]]}],
             "figure": "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'/>"}
            """;

    private final List<String> asked = new ArrayList<>();
    @TempDir Path folder;

    private Page palette(Dashboard dashboard, String state) {
        Page page = dashboard.page();
        page.route("**/api/questions", route -> answer(route, 200, QUESTIONS));
        page.route(
                "**/api/ask?*",
                route -> {
                    String query = route.request().url().replaceFirst(".*\\?", "");
                    asked.add(query);
                    if (query.contains("metric=none"))
                        answer(
                                route,
                                400,
                                "{\"error\": \"no metric 'none'\", \"hint\": \"try time\"}");
                    else answer(route, 200, ANSWER);
                });
        dashboard.open(state);
        page.keyboard().press("Control+k");
        options(page).first().waitFor();
        return page;
    }

    private static void answer(Route route, int status, String json) {
        route.fulfill(
                new Route.FulfillOptions()
                        .setStatus(status)
                        .setContentType("application/json")
                        .setBody(json));
    }

    private static Locator options(Page page) {
        return dialog(page).getByRole(AriaRole.OPTION).and(page.locator("li"));
    }

    private static Locator dialog(Page page) {
        return page.locator("dialog.palette");
    }

    @Test
    void aQuestionIsFoundByTypingAndAskedByKeys() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = palette(dashboard, "");
            assertThat(options(page)).hasCount(3);
            assertThat(page.getByRole(AriaRole.COMBOBOX, named("Search questions"))).isFocused();
            page.keyboard().press("ArrowDown");
            assertThat(page.locator("[role=option][aria-selected=true]")).containsText("diff");
            page.keyboard().type("uneven");
            assertThat(options(page)).hasCount(1);
            page.keyboard().press("Enter");
            assertThat(dialog(page).getByLabel("metric")).isFocused();
            dialog(page).getByLabel("by").selectOption("thread");
            dialog(page).getByLabel("verbose").check();
            dialog(page).getByLabel("hide").fill("a\nb c");
            dialog(page).getByLabel("metric").press("Enter");
            assertThat(dialog(page).getByText("rank 1 takes 2 times the mean")).isVisible();
            assertThat(asked)
                    .containsExactly(
                            "question=imbalance&run=0&by=thread&verbose=true&hide=a&hide=b+c");
            page.keyboard().press("Escape");
            assertThat(dialog(page)).isHidden();
        }
    }

    private static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name);
    }

    @Test
    void anAnswerIsTextTablesAndAnImageAndNeverMarkup() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = palette(dashboard, "");
            page.keyboard().press("Enter");
            dialog(page).getByText("Ask", new Locator.GetByTextOptions().setExact(true)).click();
            assertThat(dialog(page).locator("h3")).hasText("Imbalance of <b>solver</b>");
            assertThat(dialog(page).locator("th")).hasText(new String[] {"call path", "lost (ms)"});
            assertThat(dialog(page).locator("td").first()).hasText("main/<i>solve</i>");
            assertThat(dialog(page).getByText("12 more rows")).isVisible();
            assertThat(dialog(page).locator("img")).hasJSProperty("naturalWidth", 20);
            assertThat(dialog(page).locator("b, i, figure svg")).hasCount(0);
        }
    }

    @Test
    void theSelectionFillsInParameters() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = palette(dashboard, "scope=exclusive");
            page.keyboard().press("Enter");
            assertThat(dialog(page).getByLabel("metric")).hasValue("time:exclusive");
        }
    }

    @Test
    void whatTheServerRefusesIsShownWithItsHint() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = palette(dashboard, "");
            page.keyboard().press("Enter");
            page.keyboard().type("none");
            page.keyboard().press("Enter");
            assertThat(dialog(page).getByText("no metric 'none'. try time")).isVisible();
            page.keyboard().press("Control+k");
            assertThat(options(page)).hasCount(3);
        }
    }

    @Test
    void aQuestionAboutTwoRunsNeedsTwo() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = palette(dashboard, "");
            options(page).nth(1).click();
            dialog(page).getByText("Ask", new Locator.GetByTextOptions().setExact(true)).click();
            assertThat(dialog(page).getByText("This question needs two open runs.")).isVisible();
        }
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver(), SampleRuns.improvedSolver())) {
            Page page = palette(dashboard, "");
            options(page).nth(1).click();
            dialog(page).getByText("Ask", new Locator.GetByTextOptions().setExact(true)).click();
            assertThat(dialog(page).locator("h3")).isVisible();
            assertThat(asked).containsExactly("question=diff&run=0&against=1");
        }
    }

    @Test
    void anAnswerIsExportedAndCopied() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = palette(dashboard, "");
            page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
            page.keyboard().press("Enter");
            dialog(page).getByLabel("metric").press("Enter");
            Locator csv = dialog(page).getByText("Export CSV");
            Path saved = page.waitForDownload(csv::click).path();
            assertThat(Files.readString(saved)).isEqualTo(ANSWER);
            assertThat(asked.getLast()).isEqualTo("question=imbalance&run=0&form=csv");
            dialog(page).getByText("Copy as command").click();
            assertThat(dialog(page).getByText("Copied.")).isVisible();
            assertThat(page.evaluate("() => navigator.clipboard.readText()"))
                    .isEqualTo("treeline imbalance run0.tldb --by thread");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void axeFindsNothing(ColorScheme scheme) throws IOException {
        try (Dashboard dashboard = Dashboard.of(scheme, SampleRuns.solver())) {
            Page page = palette(dashboard, "");
            assertThat(violations(page)).isEmpty();
            page.keyboard().press("Enter");
            dialog(page).getByLabel("metric").press("Enter");
            dialog(page).locator("h3").waitFor();
            assertThat(violations(page)).isEmpty();
            dashboard.screenshot("palette-" + scheme.name().toLowerCase(java.util.Locale.ROOT));
        }
    }

    private static List<String> violations(Page page) {
        return new AxeBuilder(page)
                .include("dialog.palette").analyze().getViolations().stream()
                        .map(rule -> rule.getId() + rule.getNodes())
                        .toList();
    }

    @Test
    void aReportSaysThatQuestionsNeedAServer() throws IOException {
        Path file = folder.resolve("report.html");
        PageFile.write(file, "run0.tldb", new LoadedSource(SampleRuns.solver(), ReadReport.CLEAN));
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.page();
            page.navigate(file.toUri().toString());
            page.locator("#tree-panel").getByText("main").first().waitFor();
            assertThat(page.getByTitle("Ask a question (Ctrl+K)")).hasCount(0);
            page.keyboard().press("Control+k");
            assertThat(page.locator(".flash")).containsText("treeline serve PATH");
        }
    }
}
