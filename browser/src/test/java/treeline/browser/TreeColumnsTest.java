package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Several metrics beside each other in the tree table, and small rows out of sight.
class TreeColumnsTest {
    @TempDir Path folder;

    private static Profile sender() {
        return profileOf(
                """
                path        rank0  rank1
                main            1      1
                main/solve     90     90
                main/send       5      5
                main/send/wait  3      3

                metric bytes B exclusive
                path        rank0  rank1
                main            0      0
                main/solve      1      3
                main/send    4096   4096

                metric mem B point
                path        rank0  rank1
                main            5      7
                """);
    }

    private static List<String> heads(Page page) {
        return page.locator("#tree-panel [role=columnheader]").allInnerTexts();
    }

    @Test
    void metricsAreTickedAndStandBesideEachOther() throws IOException {
        try (Dashboard dashboard = Dashboard.of(sender())) {
            var shell = new Shell(dashboard, "");
            shell.pressButton("Columns");
            shell.page().getByLabel("bytes exclusive").check();
            shell.page().getByLabel("mem").check();
            dashboard.settle();
            assertThat(shell.page().locator(".column-choice").allInnerTexts()).hasSize(3);
            shell.page().getByLabel("Find a metric").fill("by");
            dashboard.settle();
            assertThat(shell.page().locator(".column-choice:visible").all()).hasSize(1);
            shell.click(".columns [aria-label=Close]");
            assertThat(shell.state()).contains("columns=bytes~exclusive~~mem~inclusive");
            assertThat(heads(shell.page())).endsWith("bytes exclusive", "mem");
            assertThat(shell.cells("send")).endsWith("4.00 KiB", "–");
            assertThat(shell.cells("main")).endsWith("0 B", "6.00 B");
            shell.click("[role=columnheader] >> text=bytes exclusive");
            assertThat(shell.rows()).containsExactly("main", "  send", "    wait", "  solve");
            dashboard.screenshot("metric-columns");
            shell.press("i");
            assertThat(shell.cells("send")).contains("4.00 KiB");
            shell.press("Escape");
            assertThat(shell.cells("send")).endsWith("4.00 KiB", "–");
        }
    }

    @Test
    void theSheetHasAllColumns() throws IOException {
        try (Dashboard dashboard = Dashboard.of(sender())) {
            var shell = new Shell(dashboard, "columns=bytes~inclusive");
            shell.page().locator("#tree-panel .export").click();
            Download download =
                    shell.page()
                            .waitForDownload(
                                    () ->
                                            shell.page()
                                                    .getByRole(AriaRole.MENUITEM)
                                                    .getByText("Open rows as CSV")
                                                    .click());
            List<String> lines = Files.readAllLines(download.path());
            assertThat(lines).anyMatch(line -> line.endsWith(",bytes inclusive (B)"));
            assertThat(lines)
                    .anyMatch(line -> line.startsWith("main,0,") && line.endsWith(",4098"));
        }
    }

    @Test
    void aReportOffersTheMetricsThatItHolds() throws IOException {
        Path file = folder.resolve("report.html");
        var source = new LoadedSource(sender(), ReadReport.CLEAN);
        PageFile.write(file, "run0.tldb", source);
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.page();
            page.navigate(file.toUri().toString());
            page.locator("#tree-panel").getByText("solve").first().waitFor();
            page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Columns")).click();
            page.getByLabel("bytes inclusive").check();
            page.keyboard().press("Escape");
            dashboard.settle();
            assertThat(page.locator(".row").first().innerText()).contains("4.00 KiB");
        }
    }

    @Test
    void smallRowsAreOutOfSightAndCounted() throws IOException {
        try (Dashboard dashboard = Dashboard.of(sender())) {
            var shell = new Shell(dashboard, "");
            assertThat(shell.rows()).hasSize(4);
            shell.page().getByLabel("Minimum share").selectOption("10");
            dashboard.settle();
            assertThat(shell.rows()).containsExactly("main", "  solve");
            assertThat(shell.row("main").innerText()).contains("+ 2 smaller");
            assertThat(shell.page().locator(".foot-notes").textContent())
                    .contains("2 call paths below 10 % not shown", "total 99.0 s");
            assertThat(shell.chips()).containsExactly("at least 10 %");
            shell.press("2");
            assertThat(shell.page().locator(".node").all()).hasSize(2);
            shell.press("3");
            var icicle = new Picture(shell.page(), "flame");
            icicle.hover(0.97, icicle.row(1));
            dashboard.settle();
            assertThat(shell.page().locator(".tooltip").isVisible()).isFalse();
            icicle.hover(0.5, icicle.row(1));
            dashboard.settle();
            assertThat(shell.page().locator(".tooltip").innerText()).contains("solve");
            shell.press("1", "Escape");
            assertThat(shell.rows()).hasSize(4);
        }
    }

    @Test
    void whatIsSelectedIsShownHoweverSmall() throws IOException {
        try (Dashboard dashboard = Dashboard.of(sender())) {
            var shell = new Shell(dashboard, "least=8.5&node=main/send");
            assertThat(shell.rows()).containsExactly("main", "  solve", "  send");
            assertThat(shell.page().getByLabel("Minimum share").inputValue()).isEqualTo("8.5");
            shell.press("Escape");
            assertThat(shell.rows()).containsExactly("main", "  solve");
        }
    }
}
