package treeline.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// What the reader knows to be wrong with a profile is said above its numbers.
class RemarksTest {
    private static final String LOSS = "This profile is incomplete: ";

    @TempDir Path folder;

    /// A recording whose end is missing, as a full disk leaves it.
    private Path truncated() throws IOException {
        Path whole = folder.resolve("whole.tldb");
        new DatabaseExporter().export(SampleRuns.heat(), whole);
        byte[] bytes = Files.readAllBytes(whole);
        return Files.write(
                folder.resolve("truncated.tldb"), Arrays.copyOf(bytes, bytes.length * 2 / 3));
    }

    /// A report of a run with metadata of which some values are missing.
    private Path mailed() throws IOException {
        var log = new ReadReport.Log();
        log.lost("a section of values is missing", "byte 4711");
        log.note("unit not stated, microseconds assumed", "");
        log.note("ranks taken from file names", "profile.0.0.0");
        Path file = folder.resolve("report.html");
        Profile solver = SampleRuns.solver();
        var outline =
                new Outline(
                        solver.tree(),
                        solver.labels(),
                        solver.contexts(),
                        solver.metrics(),
                        Metadata.NONE.with("host", "login<1>").with("size", 512));
        PageFile.write(
                file,
                "runs/solver.tldb",
                new LoadedSource(new Profile(outline, solver.values()), log.report()));
        return file;
    }

    @Test
    void aProfileThatWasReadInPartSaysSoAboveAllViews() throws IOException {
        try (Dashboard dashboard = Dashboard.ofFiles(truncated())) {
            Page page = dashboard.open("");
            Locator banner = page.locator("#remarks .loss");
            assertThat(banner).containsText(LOSS);
            assertThat(banner).containsText("The values below cover the readable part.");
            assertThat(page.locator("#findings-panel .findings > li").first()).containsText(LOSS);
            dashboard.screenshot("read-in-part");
        }
    }

    @Test
    void aProfileThatWasReadAsAWholeHasNoRemarks() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.open("");
            assertThat(page.locator("#remarks")).isHidden();
            assertThat(page.locator("#findings-panel")).not().containsText("incomplete");
        }
    }

    @Test
    void aMailedReportSaysTheSame() throws IOException {
        Path file = mailed();
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.page();
            page.navigate(file.toUri().toString());
            assertThat(page.locator("#remarks .loss"))
                    .hasText(
                            LOSS
                                    + "a section of values is missing (first: byte 4711)."
                                    + " The values below cover the readable part.");
            assertThat(page.locator("#findings-panel .findings > li").first()).containsText(LOSS);
            Locator notes = page.locator("#remarks summary");
            assertThat(notes).hasText("2 notes on how this profile was read");
            assertThat(page.locator("#remarks li").first()).isHidden();
            notes.focus();
            page.keyboard().press("Enter");
            assertThat(page.locator("#remarks li").first())
                    .hasText("unit not stated, microseconds assumed");
        }
    }

    @Test
    void theRunTellsWhereItCameFromAndItsMetadata() throws IOException {
        Path file = mailed();
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.page();
            page.navigate(file.toUri().toString());
            page.locator("button[title='About this run']").click();
            Locator about = page.locator("dialog.about");
            assertThat(about.locator("h2")).hasText("solver.tldb");
            assertThat(about.locator("tr").allTextContents())
                    .containsExactly(
                            "Pathruns/solver.tldb",
                            "Formatdatabase",
                            "Contexts5: 5 ranks",
                            "Call paths5",
                            "Metricstime (s)",
                            "hostlogin<1>",
                            "size512");
            assertThat(about.locator("li").first())
                    .hasText("Incomplete: a section of values is missing (first: byte 4711)");
            page.keyboard().press("Escape");
            assertThat(about).isHidden();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"theme=light", "theme=dark"})
    void remarksShutNobodyOut(String state) throws IOException {
        Path file = mailed();
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.page();
            page.navigate(file.toUri() + "#" + state);
            page.locator("#remarks summary").click();
            dashboard.settle();
            assertThat(new AxeBuilder(page).analyze().getViolations()).isEmpty();
            page.locator("button[title='About this run']").click();
            dashboard.settle();
            dashboard.screenshot("about-" + state.substring(6));
            assertThat(new AxeBuilder(page).analyze().getViolations()).isEmpty();
        }
    }
}
