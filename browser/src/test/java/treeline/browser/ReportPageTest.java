package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.LoadedSource;
import treeline.source.ReadReport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The dashboard as one file, opened from disk.
class ReportPageTest {
    @TempDir Path folder;

    @Test
    void theFileShowsWhatTheServerShows() throws IOException {
        Path file = folder.resolve("report.html");
        PageFile.write(file, "run0.tldb", new LoadedSource(SampleRuns.solver(), ReadReport.CLEAN));
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.open("");
            String served = page.locator("main").innerText();
            List<String> asked = new ArrayList<>();
            page.onRequest(request -> asked.add(request.url()));
            page.navigate(file.toUri() + "#whole");
            page.locator("#tree-panel").getByText("wait").first().waitFor();
            dashboard.settle();
            dashboard.screenshot("report");
            assertThat(page.locator("main").innerText()).isEqualTo(served);
            assertThat(asked).allMatch(url -> url.startsWith("file:") || url.startsWith("data:"));
        }
    }

    /// More values than the file has room for.
    @Test
    void whatTheFileDoesNotHoldIsToldWithAWayOut() throws IOException {
        Path file = folder.resolve("large.html");
        PageFile.write(
                file,
                "large.tldb",
                new LoadedSource(LargeRun.of(3_000, 3_000, 300), ReadReport.CLEAN));
        assertThat(Files.size(file)).isLessThan(4_000_000);
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.page();
            page.navigate(file.toUri() + "#over=sum");
            page.locator("#tree-panel .row").first().waitFor();
            page.navigate(file.toUri() + "#contexts=0-9&open=all");
            page.reload();
            page.locator("#tree-panel .row").first().waitFor();
            dashboard.settle();
            assertThat(page.locator("#tree-panel .foot-notes").textContent())
                    .contains("less expensive call paths are not in this file");
            page.locator("#tree-panel .row").first().click();
            page.keyboard().press("End");
            page.locator("#processes-panel .message-title >> text=does not contain").waitFor();
            assertThat(page.locator("#processes-panel").innerText())
                    .contains("treeline serve PATH");
            assertThat(page.locator("#tree-panel .row").count()).isGreaterThan(5);
        }
    }
}
