package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/// A run that is opened from the page of many runs, and the way back.
class RunOfManyTest {
    @TempDir static Path folder;
    private static Dashboard dashboard;

    @BeforeAll
    static void serve() throws IOException {
        dashboard = Dashboard.ofMany(DrawnEnsemble.in(folder).toString());
    }

    @AfterAll
    static void close() throws IOException {
        dashboard.close();
    }

    private static Page open(String state) {
        dashboard.page().navigate("about:blank");
        return dashboard.open(state);
    }

    private static String selected(Page page) {
        return page.locator(".run-count").textContent();
    }

    private static Locator table(Page page) {
        return page.locator("#runs-table-panel");
    }

    @Test
    void aDoubleClickOpensARunAndTheWayBackKeepsTheSelection() {
        Page page = open("runFilters=compiler~in~gcc&node=main/solve");
        page.getByText("gcc-04-1.tldb").first().dblclick();
        page.locator("#tree-panel").getByText("solve").first().waitFor();
        dashboard.settle();
        assertThat(page.locator("#runs-page").isVisible()).isFalse();
        assertThat(page.title()).isEqualTo("gcc-04-1.tldb – Treeline");
        assertThat(page.locator("#details-panel").innerText()).contains("solve");
        page.getByText("All 25 runs").click();
        dashboard.settle();
        assertThat(selected(page)).isEqualTo("12 of 24 runs");
        page.goBack();
        page.locator("#tree-panel").waitFor();
        dashboard.settle();
        assertThat(page.locator("#runs-page").isVisible()).isFalse();
    }

    @Test
    void aRunThatIsOpenedAgainStillLeadsBack() {
        Page page = open("");
        for (int time = 0; time < 2; time++) {
            table(page).getByText("gcc-08-1.tldb").dblclick();
            page.locator("#tree-panel").getByText("solve").first().waitFor();
            assertThat(page.url()).contains("run=gcc-08-1.tldb");
            assertThat(page.locator(".all-runs").isEnabled()).isTrue();
            page.getByText("All 25 runs").click();
            dashboard.settle();
        }
        assertThat(page.locator("#runs-page").isVisible()).isTrue();
    }

    /// A browser forgets a double click whose row is replaced between its second press and release.
    @Test
    void rowsStayWhileTheyArePressedASecondTime() {
        Object stays =
                open("").evaluate(
                                """
                                () => {
                                    const row = document.querySelector('#runs-table-panel [data-line]');
                                    const press = () => row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
                                    press();
                                    window.dispatchEvent(new PointerEvent('pointerup'));
                                    press();
                                    return new Promise(done => setTimeout(() => done(row.isConnected), 20));
                                }
                                """);
        assertThat(stays).isEqualTo(true);
    }

    @Test
    void aLinkToARunOpensItOnAServerThatHasNotOpenedIt() throws IOException {
        try (Dashboard restarted = Dashboard.ofMany(folder.toString())) {
            Page page = restarted.open("run=clang-02-1.tldb&node=main/solve&page=run");
            page.locator("#tree-panel").getByText("solve").first().waitFor();
            assertThat(page.title()).isEqualTo("clang-02-1.tldb – Treeline");
            page.navigate("about:blank");
            restarted.open("run=clang-99-1.tldb&page=run");
            assertThat(page.locator("#tree-panel").innerText())
                    .contains("'clang-99-1.tldb' is not one of the runs that are served");
            page.navigate("about:blank");
            restarted.open("page=run");
            assertThat(page.locator("#tree-panel").innerText()).doesNotContain("Loading");
        }
    }
}
