package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.archive.Archive;
import treeline.archive.RunLabel;
import treeline.dashboard.ensemble.OpenEnsemble;
import treeline.dashboard.ensemble.ServedPaths;
import treeline.formats.Formats;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The page of many runs as one file, and next to single runs.
class MailedRunsTest {
    @TempDir Path folder;

    @Test
    void aMailedFileShowsTheRunsWithoutAServerAndSaysWhatItLacks() throws IOException {
        Path runs = DrawnEnsemble.in(Files.createDirectory(folder.resolve("runs")));
        Formats formats = Formats.all();
        ServedPaths paths = ServedPaths.of(formats, Optional.empty(), List.of(runs.toString()));
        String html =
                treeline.dashboard.Dashboard.html(
                        OpenEnsemble.of(formats, Optional.empty(), paths), "study");
        assertThat(html.length()).isLessThan(2_500_000);
        Path file = Files.writeString(folder.resolve("study.html"), html);
        List<String> problems = new ArrayList<>();
        Page page = Chromium.context(new Browser.NewContextOptions()).newPage();
        page.onConsoleMessage(
                message -> {
                    if (message.type().equals("error")) problems.add(message.text());
                });
        page.onPageError(problems::add);
        page.navigate(file.toUri() + "#runPlot=scaling&node=main/solve");
        page.locator(".figure.scaling .figure-notes").getByText("interval").waitFor();
        Chromium.settle(page);
        assertThat(page.locator(".run-count").textContent()).isEqualTo("24 runs");
        assertThat(page.locator("#runs-tree-panel").innerText()).contains("solve", "31.5 s");
        assertThat(page.locator(".mailed-note").innerText())
                .contains(
                        "This file contains values by run of all nodes",
                        "does not contain: top-down bars, scaling models and trends of"
                                + " groups,");
        assertThat(page.locator(".open-run").count()).isZero();
        page.locator("#runs-table-panel").getByText("clang-01-0.tldb").click();
        page.locator("#runs-selection .chip").waitFor();
        page.locator("#runs-tree-panel").getByText("over 1 run").waitFor();
        Chromium.settle(page);
        assertThat(page.locator(".run-count").textContent()).isEqualTo("1 of 24 runs");
        assertThat(page.locator("#runs-tree-panel").innerText()).contains("66.0 s", "64.0 s");
        page.navigate("about:blank");
        page.navigate(
                file.toUri() + "#runPlot=scaling&node=main/solve&runGroup=compiler&runAt=256");
        page.locator(".figure.scaling .figure-notes")
                .getByText("This file has the model of all 24 runs only")
                .waitFor();
        Chromium.settle(page);
        assertThat(page.getByLabel("Predict at").isDisabled()).isTrue();
        assertThat(problems).isEmpty();
    }

    /// Six builds of 10 s, six of 20 s.
    @Test
    void anArchiveShowsTheTrendOfANodeWithItsChange() throws IOException {
        Path place = folder.resolve("archive");
        Archive archive = Archive.atOrNew(place);
        for (int build = 0; build < 12; build++)
            archive.add(
                    Drawing.profileOf(
                            "path whole\nmain 1\nmain/solve %s\n"
                                    .formatted((build < 6 ? 10 : 20) + 0.01 * (build % 3))),
                    new RunLabel(
                            Instant.ofEpochSecond(1_700_000_000L + 86_400L * build),
                            "main",
                            "c" + build));
        try (Dashboard dashboard = Dashboard.ofMany(place.toString())) {
            Page page = dashboard.open("node=main/solve&scope=exclusive");
            page.locator("#runs-plot-panel").getByText("Trend").click();
            dashboard.settle();
            dashboard.screenshot("runs-trend");
            assertThat(page.locator(".figure.trend .figure-notes").innerText())
                    .contains("1 change in 12 builds", "from c6: 10.0 s to 20.0 s");
        }
    }

    @Test
    void severalRunsOfferTheSamePage() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver(), SampleRuns.improvedSolver())) {
            Page page = dashboard.open("");
            assertThat(page.locator("#runs-page").isVisible()).isFalse();
            page.getByText("All 2 runs").click();
            dashboard.settle();
            assertThat(page.locator(".run-count").textContent()).isEqualTo("2 runs");
            page.locator("#runs-table-panel").getByText("run1.tldb").dblclick();
            page.locator("#tree-panel").getByText("check").first().waitFor();
            dashboard.settle();
            assertThat(page.title()).isEqualTo("run1.tldb – Treeline");
        }
    }

    @Test
    void aSingleRunOpensAsBefore() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.open("");
            assertThat(page.locator("#tree-panel").isVisible()).isTrue();
            assertThat(page.locator(".all-runs").isVisible()).isFalse();
        }
    }
}
