package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.record.Event;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.testkit.FolderWatch;
import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/// A program is recorded with snapshots while a browser shows them: the page follows by itself, and
/// keeps what the reader has selected, opened and typed.
@Timeout(Patience.TEST_SECONDS)
class LiveRecordingTest {
    private static final int SELECTED = 7;

    @TempDir Path folder;

    /// Regions `phase-FROM` to below `phase-TO`, each of a few milliseconds. Rows are ordered by
    /// time: seven are clearly longer than the one that is selected, and all others shorter.
    private static void record(int from, int to) throws InterruptedException {
        for (int phase = from; phase < to; phase++)
            try (Event _ = Recorder.event("phase-%02d".formatted(phase));
                    Event _ = Recorder.event("inner")) {
                Thread.sleep(phase < SELECTED ? 40 : phase == SELECTED ? 20 : 2);
            }
    }

    /// Waits for a snapshot of all that was recorded so far. The next one may have been started
    /// earlier.
    private static void awaitSnapshot(Path out) throws Exception {
        int started = newest(out) + 1;
        FolderWatch.until(out, () -> newest(out) > started);
    }

    private static int newest(Path out) throws IOException {
        try (Stream<Path> there = Files.list(out)) {
            return there.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith("snapshot-"))
                    .mapToInt(name -> Integer.parseInt(name.substring(9)))
                    .max()
                    .orElse(0);
        }
    }

    /// The page looks at the files when it becomes visible, and every few seconds.
    private static void look(Dashboard dashboard) {
        dashboard.settle();
        dashboard.page().evaluate("() => document.dispatchEvent(new Event('visibilitychange'))");
    }

    @Test
    void thePageFollowsARecordingAndKeepsThePlaceOfTheReader() throws Exception {
        Path out = folder.resolve("out");
        Recorder recorder =
                Recorder.start(
                        RecorderOptions.builder(out.toString())
                                .snapshotEvery(Duration.ofMillis(700))
                                .snapshotShare(0.5)
                                .build());
        try (recorder) {
            Event main = Recorder.event("main");
            record(0, 30);
            awaitSnapshot(out);
            try (Dashboard dashboard = Dashboard.ofFiles(out)) {
                var shell = new Shell(dashboard, "node=main/phase-07/inner&open=none");
                Page page = shell.page();
                page.waitForSelector(".age.live >> text=recording in progress");
                page.locator("#tree-panel .table")
                        .evaluate("(table) => { table.scrollTop = 100; }");
                page.getByPlaceholder("Search frames: text or /regex/").fill("phase-3");
                record(30, 40);
                awaitSnapshot(out);
                look(dashboard);
                page.waitForSelector(".search-count >> text=10 matches");
                dashboard.settle();
                assertThat(shell.chips()).containsExactly("inner");
                assertThat(page.evaluate("() => document.activeElement.value"))
                        .isEqualTo("phase-3");
                assertThat(page.locator(".row.selected").isVisible()).isTrue();
                main.close();
                recorder.close();
                look(dashboard);
                page.waitForSelector(".flash >> text=The recording is complete.");
                page.waitForSelector(".age:not(.live) >> text=written");
                dashboard.settle();
                assertThat(shell.chips()).containsExactly("inner");
                assertThat(page.locator("#replaced").isVisible()).isFalse();
            }
        }
    }
}
