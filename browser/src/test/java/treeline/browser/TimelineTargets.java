package treeline.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// How smoothly does the timeline of a large trace pan and zoom? Started by `bench/run timeline
/// FOLDER` on a trace that `bench/run trace` wrote; not part of the tests, because a busy machine
/// would fail it.
class TimelineTargets {
    private static final double FRAME_MILLIS = 1_000.0 / 60;
    private static final int MOVES = 240;
    private static final double PATIENCE_MILLIS = 180_000;

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

    private static final String RECORD_PAINTS =
            """
            () => {
                globalThis.paintTimes = [];
                const ask = globalThis.requestAnimationFrame.bind(globalThis);
                globalThis.requestAnimationFrame = (act) => ask((now) => {
                    const start = performance.now();
                    act(now);
                    if (globalThis.paintTimes) globalThis.paintTimes.push(performance.now() - start);
                });
            }
            """;

    @Test
    void table() throws IOException {
        Path run = Path.of(System.getProperty("treeline.trace", "trace"));
        if (!Files.exists(run)) throw new IllegalArgumentException("no trace: " + run);
        System.out.printf("%n%s%n%-44s %10s %10s %8s%n", run, "", "ms", "target", "ratio");
        try (Dashboard dashboard = Dashboard.ofFiles(run)) {
            Page page = dashboard.page();
            page.setDefaultTimeout(PATIENCE_MILLIS);
            page.navigate(dashboard.url() + "#timeSize=large");
            page.locator(".timeline canvas").waitFor();
            page.waitForFunction(
                    "() => document.querySelector('.timeline canvas:not([data-busy])')");
            System.out.printf(
                    "%-44s %10.0f%n",
                    "first timeline drawn after",
                    ((Number) page.evaluate("() => performance.now()")).doubleValue());
            dashboard.screenshot("large-timeline");
            page.evaluate(RECORD_PAINTS);
            BoundingBox box = page.locator(".timeline canvas").boundingBox();
            print(page, "zooming", () -> zoom(page, box));
            print(page, "panning in time", () -> pan(page, box, 0.6, 0));
            print(page, "panning rows and time", () -> pan(page, box, 0.3, 0.3));
            dashboard.screenshot("large-timeline-zoomed");
            dashboard.complaints().forEach(System.out::println);
        }
    }

    private static void zoom(Page page, BoundingBox box) {
        page.mouse().move(box.x + box.width / 2, box.y + box.height / 3);
        for (int i = 0; i < MOVES / 2; i++) page.mouse().wheel(0, -25);
        page.keyboard().down("Alt");
        for (int i = 0; i < MOVES / 4; i++) page.mouse().wheel(0, -25);
        page.keyboard().up("Alt");
    }

    private static void pan(Page page, BoundingBox box, double right, double down) {
        double x = box.x + box.width * 0.9;
        double y = box.y + box.height * 0.7;
        page.mouse().move(x, y);
        page.mouse().down();
        for (int i = 1; i <= MOVES; i++)
            page.mouse().move(x - box.width * right * i / MOVES, y - box.height * down * i / MOVES);
        page.mouse().up();
    }

    private static void print(Page page, String what, Runnable gesture) {
        page.evaluate("() => { globalThis.paintTimes = []; }");
        page.evaluate(RECORD_FRAMES);
        gesture.run();
        double[] frames = recorded(page, "frameTimes");
        double[] paints = recorded(page, "paintTimes");
        if (frames.length == 0) return;
        print(what + ", median frame", frames[frames.length / 2], FRAME_MILLIS);
        print(what + ", 95th of 100 frames", frames[frames.length * 95 / 100], FRAME_MILLIS);
        System.out.printf(
                "%-44s %10.0f%n",
                what + ", frames a second", 1000 / Arrays.stream(frames).average().orElseThrow());
        if (paints.length > 0)
            print(
                    what + ", script per frame, 95th of 100",
                    paints[paints.length * 95 / 100],
                    FRAME_MILLIS);
    }

    private static double[] recorded(Page page, String name) {
        List<?> times =
                (List<?>)
                        page.evaluate(
                                "name => { const all = (globalThis[name] ?? []).slice(1);"
                                        + " globalThis[name] = null; return all; }",
                                name);
        return times.stream().mapToDouble(each -> ((Number) each).doubleValue()).sorted().toArray();
    }

    private static void print(String what, double millis, double target) {
        System.out.printf("%-44s %10.1f %10.1f %8.2f%n", what, millis, target, millis / target);
    }
}
