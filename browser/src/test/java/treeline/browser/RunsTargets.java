package treeline.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;

import org.junit.jupiter.api.Test;

import treeline.dashboard.ensemble.OpenEnsemble;
import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleBuilder;
import treeline.ensemble.Run;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// How fast is the page of 10,000 runs? Started by `bench/run dashboard`; not part of the tests,
/// because a busy machine would fail it.
class RunsTargets {
    private static final int RUNS = 10_000;
    private static final int NODES = 60;
    private static final double PICTURE_MILLIS = 1_000;
    private static final double FRAME_MILLIS = 1_000.0 / 60;
    private static final int MOVES = 120;

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

    private static final String WHEN_DRAWN =
            """
            const look = () => {
                if (document.querySelector('#runs-table-panel .run-row')) requestAnimationFrame(() => { globalThis.drawnAt = performance.now(); });
                else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
            """;

    @Test
    void manyRuns() throws IOException {
        long start = System.nanoTime();
        Ensemble ensemble = ensemble();
        System.out.printf(
                "%n%,d runs, %d nodes, built in %.1f s%n",
                RUNS, NODES, (System.nanoTime() - start) / 1e9);
        System.out.printf("%-44s %10s %10s %8s%n", "", "ms", "target", "ratio");
        try (Dashboard dashboard = Dashboard.ofMany(OpenEnsemble.of(ensemble), ColorScheme.LIGHT)) {
            Page page = dashboard.page();
            page.addInitScript(WHEN_DRAWN);
            page.navigate(dashboard.url());
            page.waitForFunction("() => globalThis.drawnAt");
            print(
                    "first picture",
                    ((Number) page.evaluate("() => globalThis.drawnAt")).doubleValue(),
                    PICTURE_MILLIS);
            dashboard.open("runColour=compiler");
            dashboard.screenshot("runs-10000");
            print("brushing an axis", brushed(page));
            dashboard.settle();
            print("scrolling the table", scrolled(page));
            print("moving over the scatter plot", hovered(page));
            print("boxing runs in the scatter plot", boxed(page));
            dashboard.complaints().forEach(System.out::println);
        }
    }

    private static Ensemble ensemble() {
        var builder = new EnsembleBuilder(Reduction.MEAN);
        var random = new SplittableRandom(1);
        String[] compilers = {"gcc-13", "clang-17", "icx-2024", "nvc-24"};
        for (int run = 0; run < RUNS; run++) {
            int ranks = 1 << random.nextInt(12);
            String compiler = compilers[random.nextInt(compilers.length)];
            Metadata metadata =
                    Metadata.NONE
                            .with("compiler", compiler)
                            .with("ranks", ranks)
                            .with("host", "node" + random.nextInt(64))
                            .with("size", 1L << (10 + random.nextInt(10)))
                            .with("threads", 1 + random.nextInt(16))
                            .with(
                                    "temperature",
                                    new Metadata.Value.Real(40 + 30 * random.nextDouble()));
            builder.add(new Run("run%05d.tldb".formatted(run), metadata, profile(ranks, random)));
        }
        return builder.build();
    }

    private static Profile profile(int ranks, SplittableRandom random) {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int context = builder.context(Context.ofRank(0));
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        for (int node = 1; node < NODES; node++)
            builder.add(
                    metric,
                    context,
                    builder.child(main, Frame.region("function" + node)),
                    (100.0 / ranks + node) * (0.9 + 0.2 * random.nextDouble()));
        return builder.build();
    }

    private static double[] brushed(Page page) {
        BoundingBox box = page.locator("#runs-parallel-panel canvas").boundingBox();
        page.evaluate(RECORD_FRAMES);
        page.mouse().move(box.x + 60, box.y + 40);
        page.mouse().down();
        for (int i = 0; i < MOVES; i++)
            page.mouse().move(box.x + 60, box.y + 40 + (box.height - 70) * i / MOVES);
        double[] frames = recorded(page);
        page.mouse().up();
        return frames;
    }

    private static double[] scrolled(Page page) {
        BoundingBox box = page.locator("#runs-table-panel .run-table").boundingBox();
        page.mouse().move(box.x + box.width / 2, box.y + box.height / 2);
        page.evaluate(RECORD_FRAMES);
        for (int i = 0; i < MOVES; i++) page.mouse().wheel(0, 150);
        return recorded(page);
    }

    private static double[] hovered(Page page) {
        BoundingBox box = page.locator("#runs-plot-panel canvas").first().boundingBox();
        page.evaluate(RECORD_FRAMES);
        for (int i = 0; i < MOVES; i++)
            page.mouse()
                    .move(box.x + box.width * (0.2 + 0.6 * i / MOVES), box.y + box.height * 0.6);
        return recorded(page);
    }

    private static double[] boxed(Page page) {
        BoundingBox box = page.locator("#runs-plot-panel canvas").first().boundingBox();
        page.mouse().move(box.x + box.width * 0.2, box.y + box.height * 0.3);
        page.evaluate(RECORD_FRAMES);
        page.mouse().down();
        for (int i = 0; i < MOVES; i++)
            page.mouse()
                    .move(box.x + box.width * (0.2 + 0.7 * i / MOVES), box.y + box.height * 0.8);
        double[] frames = recorded(page);
        page.mouse().up();
        return frames;
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
