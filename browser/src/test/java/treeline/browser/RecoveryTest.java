package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The page says where an answer failed, and shows everything again when the user goes back.
class RecoveryTest {
    @TempDir Path folder;

    @Test
    void aRunIsShownAgainAfterOneThatDidNotOpen() throws IOException {
        Path run = folder.resolve("heat.tldb");
        new DatabaseExporter().export(SampleRuns.heat(), run);
        Path text = Files.writeString(folder.resolve("README.md"), "no profile");
        try (Dashboard dashboard = Dashboard.ofFiles(run, text)) {
            var shell = new Shell(dashboard, "");
            chooseRun(dashboard, "1");
            assertThat(message(shell.page())).contains("README.md did not open.");
            chooseRun(dashboard, "0");
            assertThat(message(shell.page())).isEmpty();
            assertThat(shell.rows()).contains("main");
            assertThat(shell.page().locator("#processes-panel").innerText()).contains("16 ranks");
        }
    }

    private static void chooseRun(Dashboard dashboard, String run) {
        dashboard
                .page()
                .getByLabel("Run", new Page.GetByLabelOptions().setExact(true))
                .selectOption(run);
        dashboard.settle();
    }

    private static String message(Page page) {
        return String.join(
                "\n", page.locator("#tree-panel .panel-message:visible").allTextContents());
    }

    @Test
    void escapeLeadsBackFromALinkToRanksThatAreNotThere() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            Page page = dashboard.open("contexts=0-9999");
            assertThat(message(page)).contains("expects an integer from 0 to 15");
            page.keyboard().press("Escape");
            dashboard.settle();
            assertThat(message(page)).isEmpty();
            assertThat(page.locator(".row").first().textContent()).contains("main");
        }
    }

    @Test
    void valuesThatFailLeaveTheOtherPanelsAndTheNextQuestionWorks() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            dashboard
                    .page()
                    .route(
                            "**/api/values?*over=min*",
                            route ->
                                    route.fulfill(
                                            new Route.FulfillOptions()
                                                    .setStatus(404)
                                                    .setBody("{\"error\": \"no minimum today\"}")));
            var shell = new Shell(dashboard, "");
            Page page = shell.page();
            String processes = page.locator("#processes-panel").innerText();
            page.getByLabel("Reduced over ranks by").selectOption("min");
            dashboard.settle();
            assertThat(message(page)).contains("no minimum today");
            assertThat(page.locator("#processes-panel").innerText()).isEqualTo(processes);
            assertThat(page.locator("#details-panel").innerText()).contains("Total");
            page.getByLabel("Reduced over ranks by").selectOption("max");
            dashboard.settle();
            assertThat(message(page)).isEmpty();
            assertThat(shell.rows()).contains("main");
        }
    }

    @Test
    void aRefusedQuestionFillsItsOwnPanelOnly() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            dashboard
                    .page()
                    .route(
                            "**/api/ranks?*",
                            route ->
                                    route.fulfill(
                                            new Route.FulfillOptions()
                                                    .setStatus(404)
                                                    .setBody(
                                                            "{\"error\": \"no ranks today\","
                                                                    + " \"hint\": \"wait\"}")));
            var shell = new Shell(dashboard, "");
            assertThat(shell.page().locator("#processes-panel").innerText())
                    .contains("no ranks today");
            assertThat(shell.rows()).contains("main");
            assertThat(shell.page().locator("#findings-panel").innerText()).contains("Hot path");
            assertThat(shell.page().locator("#executions-panel").innerText())
                    .doesNotContain("no ranks today");
        }
    }

    @Test
    void findingsThatTakeLongSayForHowLong() throws IOException {
        List<Route> held = new ArrayList<>();
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            Page page = dashboard.page();
            page.route("**/api/findings?*", held::add);
            page.navigate(dashboard.url());
            var wait = page.locator("#findings-panel p.quiet");
            wait.waitFor();
            assertThat(wait.textContent()).matches("Computing findings… \\d+ s");
            held.getFirst().resume();
            page.locator("#findings-panel .finding").first().waitFor();
            dashboard.settle();
            assertThat(wait.isVisible()).isFalse();
        }
    }
}
