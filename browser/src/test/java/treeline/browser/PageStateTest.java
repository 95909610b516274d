package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// What belongs to the whole page: its address, colours, files in and out, help.
class PageStateTest {

    @Test
    void aLinkReproducesTheViewAndBackUndoes() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "");
            shell.select("solve");
            shell.press("e");
            shell.choose("wait", "Collapse to one leaf");
            List<String> rows = shell.rows();
            shell.page().reload();
            dashboard.settle();
            assertThat(shell.rows()).isEqualTo(rows);
            assertThat(shell.chips()).containsExactly("collapse wait", "wait");
            shell.page().goBack();
            dashboard.settle();
            assertThat(shell.chips()).containsExactly("wait");
        }
    }

    @Test
    void aLinkFromNowhereOpensWhatItCan() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell =
                    new Shell(
                            dashboard, "run=0&view=poster&node=main/gone&%E0%A4=%&scope=exclusive");
            assertThat(shell.rows()).contains("main");
            assertThat(shell.page().locator("#details-panel").textContent())
                    .contains("not in this run");
        }
    }

    @Test
    void aRunThatIsNotThereIsAnErrorThatSaysWhatToDo() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "run=7");
            assertThat(shell.page().locator("#tree-panel .panel-message").textContent())
                    .isEqualTo("Run 7 is not open.Select a run above.");
        }
    }

    @Test
    void keysOfTheCallTreeActOnTheNodeOfALinkBeforeAnythingHasTheFocus() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "node=main/solve");
            shell.press("c");
            assertThat(shell.state()).contains("transforms=collapse~path~main/solve");
            shell.press("Escape", "Escape");
            shell = new Shell(dashboard, "node=main/solve");
            assertThat(shell.rows()).contains("    wait");
            shell.press("Enter");
            assertThat(shell.rows()).contains("  solve").doesNotContain("    wait");
            shell.press("h");
            assertThat(shell.chips()).contains("hide solve");
            shell.page().locator(".search input").focus();
            shell.press("i");
            assertThat(shell.state()).doesNotContain("invert");
        }
    }

    @Test
    void darkFollowsTheSystemAndTheButtonOverridesIt() throws IOException {
        try (Dashboard dashboard = Dashboard.of(ColorScheme.DARK, SampleRuns.solver())) {
            var shell = new Shell(dashboard, "");
            assertThat(theme(shell.page())).isEqualTo("dark");
            shell.pressButton("Colours: auto");
            assertThat(theme(shell.page())).isEqualTo("light");
            assertThat(shell.state()).isEqualTo("theme=light");
        }
    }

    private static String theme(Page page) {
        return page.locator("html").getAttribute("data-theme");
    }

    @Test
    void aDroppedFileIsOpenedAsANewRun(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("dropped.tldb");
        new DatabaseExporter().export(SampleRuns.improvedSolver(), file);
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "");
            drop(shell.page(), "dropped.tldb", Files.readAllBytes(file));
            shell.row("check").waitFor();
            assertThat(shell.state()).isEqualTo("run=dropped.tldb");
            assertThat(
                            shell.page()
                                    .getByLabel("Run", new Page.GetByLabelOptions().setExact(true))
                                    .textContent())
                    .contains("dropped.tldb");
        }
    }

    @Test
    void aDroppedRunCanBeRemoved(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("dropped.tldb");
        new DatabaseExporter().export(SampleRuns.improvedSolver(), file);
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "");
            drop(shell.page(), "dropped.tldb", Files.readAllBytes(file));
            shell.row("check").waitFor();
            shell.click("[aria-label='About this run']");
            shell.click("text=Remove this run");
            shell.row("wait").waitFor();
            var runs = shell.page().getByLabel("Run", new Page.GetByLabelOptions().setExact(true));
            PlaywrightAssertions.assertThat(runs).hasText("run0.tldb");
        }
    }

    @Test
    void aLinkHoldsZoomOrdersSplitAndTables() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            var shell =
                    new Shell(
                            dashboard,
                            "view=icicle&siblings=stored&rankOrder=value&split=functions&zoom=main/step&tables=processes");
            Page page = shell.page();
            assertThat(page.locator("text=Zoom: step").isVisible()).isTrue();
            for (String chosen : List.of("As stored", "By value"))
                assertThat(
                                page.locator("[role=radio] >> text=" + chosen)
                                        .getAttribute("aria-checked"))
                        .as(chosen)
                        .isEqualTo("true");
            assertThat(page.locator("#distribution-panel select").inputValue())
                    .isEqualTo("functions");
            assertThat(page.locator("#processes-panel .with-table").count()).isOne();
            shell.click("[role=radio] >> text=By rank");
            shell.click("text=Zoom: step");
            shell.click("#distribution-panel .figure-toggle");
            assertThat(shell.state())
                    .doesNotContain("zoom", "rankOrder")
                    .contains("tables=distribution,processes", "siblings=stored");
        }
    }

    @Test
    void aLinkNamesItsRun() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver(), SampleRuns.improvedSolver())) {
            var shell = new Shell(dashboard, "run=run1.tldb");
            shell.row("check").waitFor();
            shell.page().navigate(dashboard.url() + "#run=elsewhere.tldb");
            shell.page().locator("text=The run of this link is not open.").waitFor();
        }
    }

    @Test
    void aDroppedFileThatIsNoProfileIsToldOf() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "");
            drop(shell.page(), "notes.txt", "nothing to see".getBytes(UTF_8));
            shell.page().locator(".flash >> text=did not open").waitFor();
            assertThat(shell.page().locator(".flash").textContent())
                    .isEqualTo(
                            "notes.txt did not open: notes.txt is not a supported profile."
                                    + " 'treeline formats' lists the supported formats");
            shell.click("[aria-label='Close this note']");
            assertThat(shell.page().locator(".flash").count()).isZero();
            assertThat(shell.rows()).contains("main");
        }
    }

    private static void drop(Page page, String name, byte[] bytes) {
        page.evaluate(
                """
                ({name, base64}) => {
                    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
                    const transfer = new DataTransfer();
                    transfer.items.add(new File([bytes], name));
                    for (const type of ['dragover', 'drop'])
                        document.body.dispatchEvent(new DragEvent(type, {dataTransfer: transfer, bubbles: true, cancelable: true}));
                }\
                """,
                Map.of("name", name, "base64", Base64.getEncoder().encodeToString(bytes)));
    }

    @Test
    void theTableIsExportedAsCsvInTheUnitOfItsMetric() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "");
            assertThat(exported(shell.page(), "Open rows as CSV"))
                    .startsWith(
                            "path,depth,inclusive (s),exclusive (s),share,imbalance\r\n"
                                    + "main,0,64.4,1,1,")
                    .contains("\r\nmain/solve/wait,2,24,24,");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"table", "nodelink", "icicle", "flame", "sandwich"})
    void everyViewOfTheTreeIsExportedAsSvg(String view) throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "node=main/solve");
            shell.click("#tab-" + view);
            assertThat(exported(shell.page(), "Figure as SVG"))
                    .startsWith("<svg")
                    .contains("xmlns=\"http://www.w3.org/2000/svg\"", "solve");
        }
    }

    @Test
    void aPictureIsExportedAsPng() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            byte[] picture = download(new Shell(dashboard, "").page(), "Figure as PNG");
            assertThat(picture).startsWith(0x89, 'P', 'N', 'G');
        }
    }

    private static String exported(Page page, String item) throws IOException {
        return new String(download(page, item), UTF_8);
    }

    private static byte[] download(Page page, String item) throws IOException {
        page.getByLabel("Export call tree").first().click();
        Download download =
                page.waitForDownload(
                        () ->
                                page.getByRole(
                                                AriaRole.MENUITEM,
                                                new Page.GetByRoleOptions().setName(item))
                                        .click());
        return Files.readAllBytes(download.path());
    }

    @Test
    void helpOpensByKeyAndEscapeClosesIt() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "node=main/solve");
            shell.press("?");
            assertThat(shell.page().locator("dialog.help").isVisible()).isTrue();
            assertThat(shell.page().locator("dialog.help").textContent())
                    .contains("remove the last filter");
            shell.press("Escape");
            assertThat(shell.page().locator("dialog.help").isVisible()).isFalse();
            assertThat(shell.chips()).as("Escape closed the help only").containsExactly("solve");
        }
    }

    @Test
    void aFindingSelectsWhatItSpeaksOf() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "");
            shell.click(".finding-group.slow-ranks .finding");
            assertThat(shell.chips()).containsExactly("rank 3", "solve");
        }
    }

    @Test
    void aFindingSetsTheScopeThatItSpeaksOf() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            dashboard
                    .page()
                    .route(
                            "**/api/findings?*",
                            route ->
                                    route.fulfill(
                                            new Route.FulfillOptions()
                                                    .setBody(
                                                            """
                                                            [{"kind": "imbalance", "text": "solve waits", "node": 1, "scope": "exclusive"}]
                                                            """)));
            var shell = new Shell(dashboard, "");
            shell.click(".finding");
            assertThat(shell.state()).isEqualTo("scope=exclusive&node=main/solve");
        }
    }

    @Test
    void theSearchSaysWhenARegularExpressionIsBroken() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "search=%2F%5EMPI_(Wait%7CIall%2F");
            assertThat(shell.page().locator(".search-count").textContent())
                    .isEqualTo("not a regular expression: Unterminated group");
            shell.press("/");
            shell.type("/^MPI_/");
            assertThat(shell.page().locator(".search-count").textContent()).isEqualTo("no match");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "view=nodelink&node=main/solve", "theme=dark&node=main/solve&search=w"})
    void thePageIsAccessible(String state) throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver(), SampleRuns.improvedSolver())) {
            var shell = new Shell(dashboard, state);
            List<Rule> violations = new AxeBuilder(shell.page()).analyze().getViolations();
            assertThat(violations)
                    .as(
                            violations.stream()
                                    .map(rule -> rule.getId() + " " + rule.getNodes())
                                    .toList()
                                    .toString())
                    .isEmpty();
        }
    }
}
