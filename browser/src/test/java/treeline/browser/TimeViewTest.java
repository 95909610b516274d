package treeline.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import treeline.formats.Formats;
import treeline.testkit.DrawnFormat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The timeline of a trace: rows over time, zoom, pan, and the interval that filters all views.
class TimeViewTest {
    @TempDir Path folder;

    /// Two ranks for 100 s. Rank 0 waits from second 40 to 60, rank 1 solves all the time.
    private static final String TRACED =
            """
            path             rank0  rank1
            main                20     20
            main/solve          60     80
            main/MPI_Wait       20      -
            trace 0 100 0 0 10 1 40 2 60 1 90 0
            trace 1 100 0 0 10 1 90 0
            message 1 0 2 4096 50 51 40 60
            """;

    private static Dashboard dashboard() throws IOException {
        return Dashboard.ofDrawings(ColorScheme.LIGHT, TRACED);
    }

    private static Picture timeline(Dashboard dashboard, String state) {
        Page page = dashboard.open(state);
        page.locator(".timeline canvas:not([data-busy])").waitFor();
        return new Picture(page, "timeline");
    }

    private static void waitForState(Dashboard dashboard, String pattern) {
        assertThat(dashboard.page()).hasURL(Pattern.compile(pattern));
        dashboard.settle();
    }

    @Test
    void aTraceHasATimelineAndAProfileHasNone() throws IOException {
        try (Dashboard dashboard = dashboard()) {
            Picture timeline = timeline(dashboard, "");
            assertThat(timeline.label()).startsWith("Timeline: 2 rows, from 0 s to 100 s");
            assertThat(timeline.figure().locator(".time-statistics"))
                    .containsText(Pattern.compile("solve\\s*70.0 %"));
        }
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            assertThat(dashboard.open("").locator("#time-panel")).isHidden();
        }
    }

    @Test
    void hoveringTellsFunctionRowAndExactTimes() throws IOException {
        try (Dashboard dashboard = dashboard()) {
            timeline(dashboard, "timeShow=").hover(0.5, 0.15);
            var tooltip = dashboard.page().locator(".tooltip");
            assertThat(tooltip).containsText("MPI_Wait");
            assertThat(tooltip).containsText("rank 0");
            assertThat(tooltip).containsText("40.000000000 s");
            assertThat(tooltip).containsText("20.0 s");
        }
    }

    @Test
    void aClickSelectsTheNodeInAllViews() throws IOException {
        try (Dashboard dashboard = dashboard()) {
            timeline(dashboard, "timeShow=").click(0.5, 0.15);
            waitForState(dashboard, "node=main/MPI_Wait");
            assertThat(dashboard.page().locator("#details-panel")).containsText("MPI_Wait");
            timeline(dashboard, "timeShow=&timeDepth=0").click(0.5, 0.15);
            waitForState(dashboard, "node=main&");
        }
    }

    @Test
    void theWheelZoomsADragPansAndTheMinimapJumps() throws IOException {
        try (Dashboard dashboard = dashboard()) {
            Picture timeline = timeline(dashboard, "timeShow=");
            timeline.hover(0.5, 0.15);
            dashboard.page().mouse().wheel(0, -900);
            waitForState(dashboard, "time=\\d+-\\d+");
            double[] zoomed = time(dashboard);
            assertThat(zoomed[1] - zoomed[0]).isBetween(10.0, 40.0);
            timeline.drag(0.6, 0.15, 0.4, 0.15);
            dashboard.page().waitForFunction("before => location.hash !== before", hash(dashboard));
            double[] moved = time(dashboard);
            assertThat(moved[0]).isGreaterThan(zoomed[0]);
            assertThat(moved[1] - moved[0]).isCloseTo(zoomed[1] - zoomed[0], within(0.01));
            timeline.click(0.1, 0.95);
            dashboard.page().waitForFunction("before => location.hash !== before", hash(dashboard));
            assertThat(time(dashboard)[0]).isLessThan(moved[0]);
        }
    }

    private static org.assertj.core.data.Offset<Double> within(double seconds) {
        return org.assertj.core.data.Offset.offset(seconds);
    }

    private static Object hash(Dashboard dashboard) {
        return dashboard.page().evaluate("() => location.hash");
    }

    private static double[] time(Dashboard dashboard) {
        String text = dashboard.page().url().replaceAll(".*[#&]time=(\\d+)-(\\d+).*", "$1 $2");
        String[] ends = text.split(" ");
        return new double[] {Double.parseDouble(ends[0]) / 1e9, Double.parseDouble(ends[1]) / 1e9};
    }

    @Test
    void aBrushOverTheRulerFiltersAllViews() throws IOException {
        try (Dashboard dashboard = dashboard()) {
            Picture timeline = timeline(dashboard, "");
            timeline.drag(0.45, 0.02, 0.6, 0.02);
            waitForState(dashboard, "between=\\d+-\\d+");
            var shell = new Shell(dashboard, "between=40000000000-60000000000");
            assertThat(shell.chips()).containsExactly("40.0 s – 60.0 s");
            assertThat(shell.cells("solve")).startsWith("10.0 s", "10.0 s", "50.0 %");
            assertThat(shell.cells("MPI_Wait")).startsWith("10.0 s", "10.0 s", "50.0 %");
            assertThat(dashboard.page().locator("#findings-panel")).containsText("rank 0");
            var ranks = new Picture(dashboard.page(), "processes").figure();
            assertThat(ranks.locator(".figure-notes")).containsText("slowest 20.0 s");
            shell.press("Escape");
            assertThat(shell.chips()).isEmpty();
            assertThat(shell.cells("solve")).startsWith("70.0 s");
        }
    }

    @Test
    void allOfItWorksByKeys() throws IOException {
        try (Dashboard dashboard = dashboard()) {
            Picture timeline = timeline(dashboard, "timeShow=");
            timeline.canvas().focus();
            var keyboard = dashboard.page().keyboard();
            keyboard.press("ArrowRight");
            assertThat(dashboard.page().locator("#announcer"))
                    .containsText("rank 0 at 52.5 s: MPI_Wait");
            keyboard.press("Enter");
            waitForState(dashboard, "node=main/MPI_Wait");
            keyboard.press("ArrowDown");
            assertThat(dashboard.page().locator("#announcer"))
                    .containsText("rank 1 at 52.5 s: solve");
            keyboard.press("+");
            waitForState(dashboard, "time=26250000000-76250000000");
            keyboard.press("b");
            waitForState(dashboard, "between=26250000000-76250000000");
            keyboard.press("[");
            waitForState(dashboard, "timeDepth=1");
            keyboard.press("0");
            dashboard.page().waitForFunction("() => !location.hash.includes('&time=')");
        }
    }

    @Test
    void overlaysTellWhoWaitsForWhom() throws IOException {
        try (Dashboard dashboard = dashboard()) {
            Picture timeline = timeline(dashboard, "timeShow=messages,waits,path");
            var notes = timeline.figure().locator(".figure-notes");
            assertThat(notes).containsText("1 wait in view, 10.0 s");
            assertThat(notes).containsText("of the critical path");
            assertThat(timeline.figure().locator(".figure-legend")).containsText("message");
            var box = timeline.canvas().boundingBox();
            dashboard.page().mouse().click(box.x + box.width * 0.48, box.y + 52);
            assertThat(notes)
                    .containsText("rank 0 waits 10.0 s for rank 1 in MPI_Wait: late sender");
            waitForState(dashboard, "node=main/MPI_Wait");
        }
    }

    @Test
    void theMatrixSelectsASenderAndAReceiver() throws IOException {
        try (Dashboard dashboard = dashboard()) {
            Page page = dashboard.open("timeAs=matrix");
            var matrix = new Picture(page, "matrix");
            assertThat(matrix.figure().locator(".figure-notes")).containsText("1 message");
            matrix.canvas().focus();
            page.keyboard().press("ArrowDown");
            page.keyboard().press("ArrowDown");
            assertThat(page.locator("#announcer"))
                    .containsText("1 sends to 0: bytes 4.00 KiB, messages 1, transfer time 10.0 s");
            page.keyboard().press("Enter");
            waitForState(dashboard, "contexts=0-1");
            page.getByText("Timeline", new Page.GetByTextOptions().setExact(true)).last().click();
            assertThat(page.locator(".timeline canvas")).isVisible();
        }
    }

    @Test
    void theMatrixOfAnIntervalWithoutMessagesKeepsTheWayBack() throws IOException {
        try (Dashboard dashboard = dashboard()) {
            Page page = dashboard.open("timeAs=matrix&between=70000000000-80000000000");
            var matrix = new Picture(page, "matrix").figure();
            assertThat(matrix).containsText("No messages between these ranks.");
            matrix.getByText("Timeline", new Locator.GetByTextOptions().setExact(true)).click();
            assertThat(page.locator(".timeline canvas")).isVisible();
        }
    }

    /// A kernel and the call that launched it depend on each other, but are not messages.
    @Test
    void aTraceWithoutMessagesShowsItsTimelineInPlaceOfAMatrix() throws IOException {
        Path trace =
                Files.writeString(
                        folder.resolve("trace.json"),
                        """
                        {"traceEvents": [
                        {"ph": "X", "cat": "python_function", "name": "step", "pid": 1, "tid": 1, "ts": 0, "dur": 900, "args": {}},
                        {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 10, "dur": 10, "args": {"correlation": 7}},
                        {"ph": "X", "cat": "kernel", "name": "matmul", "pid": 0, "tid": 7, "ts": 50, "dur": 500, "args": {"device": 0, "stream": 7, "correlation": 7}}
                        ]}
                        """);
        try (Dashboard dashboard = Dashboard.ofFiles(trace)) {
            timeline(dashboard, "timeAs=matrix");
            var controls = dashboard.page().locator(".timeline .figure-controls");
            assertThat(controls.locator("button:visible"))
                    .containsText(new String[] {"Functions", "Waits", "Critical path"});
            assertThat(controls.getByText("Communication")).isHidden();
            assertThat(controls.getByText("Messages")).isHidden();
        }
    }

    @Test
    void rowsAreSortedByWaitingTime() throws IOException {
        try (Dashboard dashboard = dashboard()) {
            awaitRow(
                    dashboard,
                    timeline(dashboard, "timeShow=&timeOrder=value&node=main/solve"),
                    "rank 1");
            awaitRow(dashboard, timeline(dashboard, "timeShow=&timeOrder=waiting"), "rank 0");
        }
    }

    /// Rows are drawn before their order is known, so the pointer moves until it is.
    private static void awaitRow(Dashboard dashboard, Picture timeline, String row) {
        var tooltip = dashboard.page().locator(".tooltip");
        for (int i = 0; i < 500; i++) {
            timeline.hover(0.5 + 0.02 * (i % 2), 0.15);
            dashboard.settle();
            if (tooltip.innerText().contains(row)) return;
        }
        assertThat(tooltip).containsText(row);
    }

    @Test
    void iterationsOfRanksAreAHeatMap() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            Page page = dashboard.open("node=main/step/stencil&iterationsAs=heat");
            var executions = new Picture(page, "executions");
            assertThat(executions.figure().locator(".legend-ramp")).isVisible();
            executions.hover(0.5, 0.35);
            assertThat(page.locator(".tooltip")).containsText("rank 5, iteration");
            executions.click(0.5, 0.35);
            waitForState(dashboard, "contexts=5&iterations=\\d+-\\d+");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void axeFindsNothing(ColorScheme scheme) throws IOException {
        try (Dashboard dashboard = Dashboard.ofDrawings(scheme, TRACED)) {
            Page page = dashboard.open("between=40000000000-60000000000");
            dashboard.screenshot("timeline-" + scheme);
            List<String> found =
                    new AxeBuilder(page)
                            .analyze().getViolations().stream().map(Rule::getDescription).toList();
            assertThat(found).isEmpty();
        }
    }

    @Test
    void aMailedFileHasTheOverviewAndStatesWhatItOmits() throws IOException {
        Path run = Files.writeString(folder.resolve("run.txt"), TRACED);
        Path file = folder.resolve("report.html");
        var formats = new Formats(List.of(new DrawnFormat()), List.of());
        PageFile.write(file, "run.txt", formats.open(run.toString(), Optional.empty()).source());
        try (Dashboard dashboard = dashboard()) {
            Page page = dashboard.page();
            page.navigate(file.toUri() + "#time=40000000000-60000000000");
            page.locator(".timeline canvas:not([data-busy])").waitFor();
            var timeline = new Picture(page, "timeline");
            assertThat(timeline.figure().locator(".figure-notes"))
                    .containsText("this file has 2 rows and no details below 48.8 ms");
            timeline.hover(0.5, 0.15);
            assertThat(page.locator(".tooltip")).containsText("MPI_Wait");
            page.locator(".timeline")
                    .getByText("All", new Locator.GetByTextOptions().setExact(true))
                    .click();
            assertThat(timeline.figure().locator(".time-statistics"))
                    .containsText(Pattern.compile("solve\\s*70.0 %"));
            assertThat(
                            timeline.figure()
                                    .getByText(
                                            "Filter",
                                            new Locator.GetByTextOptions().setExact(true)))
                    .isHidden();
        }
    }

    @Test
    void namesAreText() throws IOException {
        String hostile = TRACED.replace("MPI_Wait", "<script>alert(1)");
        try (Dashboard dashboard = Dashboard.ofDrawings(ColorScheme.LIGHT, hostile)) {
            Picture timeline = timeline(dashboard, "timeShow=statistics");
            assertThat(timeline.figure().locator(".time-statistics"))
                    .containsText("<script>alert(1)");
            assertThat(dashboard.page().locator("#time-panel script").count()).isZero();
        }
    }
}
