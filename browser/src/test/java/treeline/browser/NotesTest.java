package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/// Notes that readers write on call paths: marked in the tree, listed, part of the link and of the
/// page that is mailed.
class NotesTest {
    private static final String HOSTILE = "<img src=x onerror=alert(1)> & \"why\"?";

    @TempDir Path folder;

    private static void write(Shell shell, String text) {
        shell.page().locator("dialog.note textarea").fill(text);
        shell.click("dialog.note button:has-text('Save')");
    }

    @Test
    void aNoteIsWrittenByKeyMarkedListedAndUndone() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "");
            Page page = shell.page();
            shell.select("solve");
            page.locator(".table").focus();
            shell.press("a");
            assertThat(new AxeBuilder(page).analyze().getViolations()).isEmpty();
            write(shell, HOSTILE);
            assertThat(shell.row("solve").locator(".note-mark").getAttribute("title"))
                    .isEqualTo(HOSTILE);
            assertThat(page.locator(".note-box p").innerText()).isEqualTo(HOSTILE);
            assertThat(page.locator(".notes-written .finding").innerText())
                    .isEqualTo("solve: " + HOSTILE);
            page.reload();
            dashboard.settle();
            assertThat(page.locator(".note-box p").innerText()).isEqualTo(HOSTILE);
            shell.choose("solve", "Edit note");
            write(shell, "checked");
            assertThat(page.locator(".notes-written").innerText()).contains("solve: checked");
            shell.press("Control+z");
            assertThat(page.locator(".note-box p").innerText()).isEqualTo(HOSTILE);
            assertThat(page.locator("main img").count()).isZero();
        }
    }

    @Test
    void theMailedPageOpensWithItsNotes() throws IOException {
        try (Dashboard dashboard = Dashboard.of(profileOf("path rank0\nmain 1\nmain/a<b 5\n"))) {
            var shell = new Shell(dashboard, "node=main&notes=main~slow%20%3Cb%3E");
            Page page = shell.page();
            page.getByLabel("Export call tree").first().click();
            Download download =
                    page.waitForDownload(
                            () -> page.locator("text=Page of this run as HTML").click());
            Path file = folder.resolve("page.html");
            download.saveAs(file);
            page.navigate(file.toUri().toString());
            page.waitForSelector(".note-box:visible");
            assertThat(page.locator(".note-box p").innerText()).isEqualTo("slow <b>");
            assertThat(shell.chips()).containsExactly("main");
        }
    }

    @Test
    void namesAndCallPathsAreCopiedByKey() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "node=main/solve/wait");
            shell.page().locator(".table").focus();
            shell.page()
                    .evaluate(
                            "() => { navigator.clipboard.writeText = async (text) => {"
                                    + " window.copied = text; }; }");
            shell.press("y");
            assertThat(shell.page().evaluate("() => window.copied")).isEqualTo("wait");
            shell.press("Shift+Y");
            assertThat(shell.page().evaluate("() => window.copied")).isEqualTo("main/solve/wait");
        }
    }
}
