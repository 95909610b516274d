package treeline.browser;

import com.microsoft.playwright.Keyboard;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;

import org.junit.jupiter.api.Test;

import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// How fast is the dashboard of a large run? Started by `bench/run dashboard`; not part of the
/// tests, because a busy machine would fail it.
class DashboardTargets {
    private static final int NODES = 100_000;
    private static final int RANKS = 65_536;
    private static final int CELLS_PER_RANK = 200;
    private static final double PICTURE_MILLIS = 1_000;
    private static final double FRAME_MILLIS = 1_000.0 / 60;
    private static final int MOVES = 120;
    private static final double LETTER_MILLIS = 250;
    private static final double PATIENCE_MILLIS = 180_000;

    /// Tells when the first row of the tree is on the screen, in milliseconds since navigation.
    private static final String WHEN_DRAWN =
            """
            const look = () => {
                const row = document.querySelector('#tree-panel [role="row"][aria-level]');
                if (row) requestAnimationFrame(() => { globalThis.drawnAt = performance.now(); });
                else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
            """;

    private static final String RECORD_FRAMES =
            """
            () => {
                globalThis.frameTimes = [];
                let last = performance.now();
                const tick = (now) => {
                    if (!globalThis.frameTimes) return;
                    globalThis.frameTimes.push(now - last);
                    last = now;
                    requestAnimationFrame(tick);
                };
                requestAnimationFrame(tick);
            }
            """;

    @Test
    void table() throws IOException {
        Path folder = Files.createTempDirectory("treeline-large");
        Path file = folder.resolve("large.tldb");
        new DatabaseExporter().export(LargeRun.of(NODES, RANKS, CELLS_PER_RANK), file);
        System.out.printf(
                "%n%,d call paths, %,d ranks, %,.0f MB on disk%n",
                NODES, RANKS, Files.size(file) / 1e6);
        System.out.printf("%-44s %10s %10s %8s%n", "", "ms", "target", "ratio");
        try {
            measure(file);
        } finally {
            Files.delete(file);
            Files.delete(folder);
        }
    }

    private static void measure(Path file) throws IOException {
        Chromium.browser()
                .newContext()
                .newPage()
                .navigate("about:blank"); // not the browser's start
        var launcher = Path.of(System.getProperty("treeline.launcher", "../treeline"));
        try (Dashboard dashboard = Dashboard.of(new LaunchedServer(launcher, file))) {
            Page page = dashboard.page();
            page.setDefaultTimeout(PATIENCE_MILLIS);
            page.addInitScript(WHEN_DRAWN);
            page.navigate(dashboard.url());
            print("first picture, server just started", drawnAt(page), PICTURE_MILLIS);
            dashboard.settle();
            page.reload();
            print("first picture, values in memory", drawnAt(page), PICTURE_MILLIS);
            dashboard.settle();
            dashboard.screenshot("large-table");
            print("brushing ranks", brushed(page));
            print("typing in the search box", typed(page));
            dashboard.open("view=icicle");
            page.reload();
            dashboard.settle();
            dashboard.screenshot("large-icicle");
            print("zooming the icicle", zoomed(page));
            dashboard.complaints().forEach(System.out::println);
        }
    }

    private static double drawnAt(Page page) {
        page.waitForFunction("() => globalThis.drawnAt");
        return ((Number) page.evaluate("() => globalThis.drawnAt")).doubleValue();
    }

    private static double[] brushed(Page page) {
        BoundingBox box = page.locator("#processes-panel canvas").first().boundingBox();
        double y = box.y + box.height / 2;
        page.evaluate(RECORD_FRAMES);
        page.mouse().move(box.x + box.width * 0.3, y);
        page.mouse().down();
        for (int i = 0; i < MOVES; i++)
            page.mouse().move(box.x + box.width * (0.3 + 0.4 * i / MOVES), y);
        double[] frames = recorded(page);
        page.mouse().up();
        return frames;
    }

    /// Slower than people type, so that every letter is searched for.
    private static double[] typed(Page page) {
        page.locator(".search input").focus();
        page.evaluate(RECORD_FRAMES);
        for (String letter : "function_42".split(""))
            page.keyboard().press(letter, new Keyboard.PressOptions().setDelay(LETTER_MILLIS));
        double[] frames = recorded(page);
        page.keyboard().press("Escape");
        return frames;
    }

    private static double[] zoomed(Page page) {
        BoundingBox box = page.locator("#tree-panel canvas").first().boundingBox();
        page.mouse().move(box.x + box.width / 3, box.y + box.height / 3);
        page.evaluate(RECORD_FRAMES);
        page.keyboard().down("Control");
        for (int i = 0; i < MOVES; i++) page.mouse().wheel(0, i < MOVES / 2 ? -40 : 40);
        page.keyboard().up("Control");
        return recorded(page);
    }

    private static double[] recorded(Page page) {
        List<?> times =
                (List<?>)
                        page.evaluate(
                                "() => { const all = globalThis.frameTimes.slice(1);"
                                        + " globalThis.frameTimes = null; return all; }");
        return times.stream().mapToDouble(each -> ((Number) each).doubleValue()).sorted().toArray();
    }

    private static void print(String what, double[] frames) {
        if (frames.length == 0) {
            System.out.printf("%-44s no frames%n", what);
            return;
        }
        print(what + ", median frame", frames[frames.length / 2], FRAME_MILLIS);
        print(what + ", 95th of 100 frames", frames[frames.length * 95 / 100], FRAME_MILLIS);
        System.out.printf(
                "%-44s %10.0f%n",
                what + ", frames a second", 1000 / Arrays.stream(frames).average().orElseThrow());
    }

    private static void print(String what, double millis, double target) {
        System.out.printf("%-44s %10.1f %10.1f %8.2f%n", what, millis, target, millis / target);
    }
}
