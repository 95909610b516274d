package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A file that is replaced while it is served: the page says so, and shows the new numbers after
/// Reload.
class ReplacedFileTest {
    @TempDir Path folder;

    private Path written(String name, Profile profile) throws IOException {
        Path file = folder.resolve(name);
        new DatabaseExporter().export(profile, file);
        return file;
    }

    private static Locator notice(Page page) {
        return page.locator("#replaced:visible");
    }

    private static void reload(Dashboard dashboard) {
        dashboard.page().locator("#replaced button").click();
        dashboard.page().waitForFunction("() => document.getElementById('replaced').hidden");
        dashboard.page().waitForSelector(".row");
        dashboard.settle();
    }

    @Test
    void aFileThatIsReplacedByRenamingIsOfferedForReload() throws IOException {
        Path run = written("run.tldb", SampleRuns.solver());
        Path other = written("other.tldb", SampleRuns.improvedSolver());
        try (Dashboard dashboard = Dashboard.ofFiles(run)) {
            var shell = new Shell(dashboard, "view=table");
            assertThat(notice(shell.page()).count()).isZero();
            String before = shell.page().locator("#details-panel").innerText();
            Files.move(other, run, StandardCopyOption.REPLACE_EXISTING);
            notice(shell.page()).waitFor();
            assertThat(notice(shell.page()).innerText()).contains("run.tldb was replaced on disk.");
            reload(dashboard);
            assertThat(shell.page().locator("#details-panel").innerText()).isNotEqualTo(before);
            assertThat(shell.rows()).anyMatch(row -> row.contains("check"));
            assertThat(shell.page().url()).contains("view=table");
        }
    }

    @Test
    void aFileThatIsOverwrittenInPlaceIsReloadedByTryAgainToo() throws IOException {
        Path run = written("run.tldb", SampleRuns.solver());
        Path other = written("other.tldb", SampleRuns.improvedSolver());
        try (Dashboard dashboard = Dashboard.ofFiles(run)) {
            var shell = new Shell(dashboard, "");
            Files.write(run, Files.readAllBytes(other));
            shell.page().getByLabel("Reduced over ranks by").selectOption("max");
            dashboard.settle();
            notice(shell.page()).waitFor();
            Locator again = shell.page().locator("#tree-panel button:has-text('Try again')");
            if (again.count() > 0) {
                again.click();
                shell.page().waitForSelector(".row");
                dashboard.settle();
            } else reload(dashboard);
            assertThat(shell.rows()).anyMatch(row -> row.contains("check"));
            assertThat(notice(shell.page()).count()).isZero();
        }
    }

    @Test
    void aFileThatIsNotYetCompleteIsReloadedWhenItIs() throws IOException {
        Path run = written("run.tldb", SampleRuns.solver());
        byte[] other = Files.readAllBytes(written("other.tldb", SampleRuns.improvedSolver()));
        try (Dashboard dashboard = Dashboard.ofFiles(run)) {
            var shell = new Shell(dashboard, "");
            Path part = Files.write(folder.resolve("part"), java.util.Arrays.copyOf(other, 100));
            Files.move(part, run, StandardCopyOption.REPLACE_EXISTING);
            notice(shell.page()).waitFor();
            shell.page().locator("#replaced button").click();
            shell.page().waitForSelector("#replaced:has-text('Not reloaded')");
            assertThat(shell.rows()).anyMatch(row -> row.contains("main"));
            Files.write(run, other);
            reload(dashboard);
            assertThat(shell.rows()).anyMatch(row -> row.contains("check"));
        }
    }
}
