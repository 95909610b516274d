package treeline.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.io.IOException;
import java.util.function.IntToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class ProcessesViewTest {
    private static final int MANY = 65_536;

    private static Picture ranks(Dashboard dashboard, String state) {
        return new Picture(dashboard.open(state), "processes");
    }

    private static Locator notes(Picture ranks) {
        return ranks.figure().locator(".figure-notes");
    }

    /// A program of one function.
    private static Profile computing(int ranks, IntToLongFunction seconds) {
        String names =
                IntStream.range(0, ranks)
                        .mapToObj(rank -> "rank" + rank)
                        .collect(Collectors.joining(" "));
        String values =
                IntStream.range(0, ranks)
                        .mapToObj(rank -> Long.toString(seconds.applyAsLong(rank)))
                        .collect(Collectors.joining(" "));
        return profileOf("path %s\nmain/compute %s\n".formatted(names, values));
    }

    /// Values that vary by a few parts of a thousand, the same at every run.
    private static long noise(int rank) {
        return (rank * 7919L) % 13;
    }

    @Test
    void aSlowRankIsNamedAsOutlier() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Picture ranks = ranks(dashboard, "node=main/solve&scope=exclusive");
            assertThat(notes(ranks)).containsText("Outlier: rank 3");
            assertThat(notes(ranks)).containsText("slowest 40.0 s (rank 3)");
            assertThat(notes(ranks)).containsText("imbalance 2.50×");
        }
    }

    @Test
    void aPatternIsNamedAndSelectsItsRanks() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.stripes())) {
            Picture ranks = ranks(dashboard, "");
            Locator pattern = notes(ranks).locator(".note-period");
            assertThat(pattern).hasText("Every 8th rank (0, 8, …) is 100 % slower than the others");
            assertThat(notes(ranks).locator(".note-outliers")).hasCount(0);
            pattern.click();
            assertThat(dashboard.page().locator(".chip")).containsText("8 of 64 ranks");
            assertThat(dashboard.page().locator("#tree-panel")).containsText("20.0 s");
        }
    }

    @Test
    void aPatternIsAFindingThatSelectsItsNodeAndRanks() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.stripes())) {
            Page page = dashboard.open("");
            Locator finding = page.locator(".finding-group.pattern .finding");
            assertThat(finding)
                    .hasText(
                            "compute: every 8th rank (0, 8, …) computes 100.0 % longer than the"
                                    + " others Call path: main/compute");
            finding.click();
            assertThat(page).hasURL(Pattern.compile("node=main/compute&contexts=0/8x8"));
            assertThat(page.locator(".chip").first()).containsText("8 of 64 ranks");
        }
    }

    @Test
    void aBrushOverRanksFiltersTheTree() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Picture ranks = ranks(dashboard, "node=main/solve&scope=exclusive");
            Page page = dashboard.page();
            assertThat(page.locator("#tree-panel .row[aria-selected=true]")).containsText("16.0 s");
            // ranks 3 and 4 stand at the right end of the bars
            ranks.drag(0.55, 0.3, 0.62, 0.3);
            assertThat(page.locator(".chip").first()).containsText("rank");
            assertThat(page.locator("#tree-panel .row[aria-selected=true]"))
                    .not()
                    .containsText("16.0 s");
            page.keyboard().press("Control+z");
            assertThat(page.locator("#tree-panel .row[aria-selected=true]")).containsText("16.0 s");
        }
    }

    @Test
    void theKeyboardMovesTheEndsOfABrush() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.stripes())) {
            Picture ranks = ranks(dashboard, "");
            Locator first = ranks.figure().getByLabel("First of the selected ranks");
            first.focus();
            for (int i = 0; i < 3; i++) dashboard.page().keyboard().press("ArrowRight");
            assertThat(first).hasAttribute("aria-valuetext", "rank 3");
            assertThat(dashboard.page()).hasURL(Pattern.compile("contexts=3-63"));
            assertThat(dashboard.page().locator(".chip")).containsText("61 of 64 ranks");
            dashboard.page().keyboard().press("Delete");
            assertThat(dashboard.page()).not().hasURL(Pattern.compile("contexts="));
        }
    }

    @Test
    void arrowKeysReadTheRanksAloudAndEnterSelectsOne() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Picture ranks = ranks(dashboard, "node=main/solve&scope=exclusive");
            ranks.canvas().focus();
            for (int i = 0; i < 4; i++) dashboard.page().keyboard().press("ArrowRight");
            assertThat(dashboard.page().locator("#announcer")).containsText("rank 3: 40.0 s");
            dashboard.page().keyboard().press("Enter");
            assertThat(dashboard.page()).hasURL(Pattern.compile("contexts=3(&|$)"));
        }
    }

    @Test
    void sortedByValueTheSlowestRankStandsFirst() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Picture ranks = ranks(dashboard, "node=main/solve&scope=exclusive");
            ranks.figure().getByText("By value").click();
            ranks.canvas().focus();
            dashboard.page().keyboard().press("ArrowRight");
            assertThat(dashboard.page().locator("#announcer")).containsText("rank 3: 40.0 s");
        }
    }

    @Test
    void manyRanksFoldToAGridWhoseRowsTheReaderChooses() throws IOException {
        Profile profile =
                computing(
                        MANY,
                        rank -> {
                            long usual = rank % 8 == 3 ? 1400 : 1000;
                            boolean block = rank >= 20_480 && rank < 20_992;
                            return (block ? usual * 2 : usual) + noise(rank);
                        });
        try (Dashboard dashboard = Dashboard.of(profile)) {
            Picture ranks = ranks(dashboard, "");
            assertThat(notes(ranks)).containsText("65,536 ranks");
            assertThat(notes(ranks)).containsText("Every 8th rank (3, 11, …)");
            assertThat(notes(ranks)).containsText("rank 20480–20991");
            ranks.figure().locator("select").selectOption("512");
            assertThat(dashboard.page()).hasURL(Pattern.compile("perRow=512"));
            ranks.drag(0.3, 0.2, 0.5, 0.3);
            assertThat(dashboard.page().locator(".chip")).containsText("of 65,536 ranks");
            dashboard.screenshot("many-ranks");
            ranks.figure().getByText("By value").click();
            assertThat(ranks.figure().locator("tbody tr").first()).containsText("rank 20507");
        }
    }

    /// 1,024 ranks in rows of 32, of which each has cells of some pixels.
    private static Picture grid(Dashboard dashboard) {
        return ranks(dashboard, "perRow=32");
    }

    @Test
    void aBoxOverTheGridSelectsTheRanksInsideOfIt() throws IOException {
        try (Dashboard dashboard = Dashboard.of(computing(1024, rank -> 1000 + rank))) {
            Picture ranks = grid(dashboard);
            ranks.drag(0.35, 0.2, 0.45, 0.4);
            Page page = dashboard.page();
            assertThat(page).hasURL(Pattern.compile("contexts=\\d+-\\d+/32x\\d+(&|$)"));
            assertThat(page.locator(".chip")).containsText("of 1,024 ranks");
        }
    }

    @Test
    void aHeadingOfTheGridSelectsItsColumnOrRow() throws IOException {
        try (Dashboard dashboard = Dashboard.of(computing(1024, rank -> 1000 + rank))) {
            Picture ranks = grid(dashboard);
            Page page = dashboard.page();
            clickInGrid(ranks, 70, 8);
            assertThat(page).hasURL(Pattern.compile("contexts=\\d+/32x32(&|$)"));
            assertThat(page.locator(".chip")).containsText("32 of 1,024 ranks");
            page.keyboard().down("Control");
            clickInGrid(ranks, 120, 8);
            page.keyboard().up("Control");
            assertThat(page.locator(".chip")).containsText("64 of 1,024 ranks");
            clickInGrid(ranks, 30, 60);
            assertThat(page).hasURL(Pattern.compile("contexts=\\d+-\\d+(&|$)"));
            assertThat(page.locator(".chip")).containsText("32 of 1,024 ranks");
            clickInGrid(ranks, 30, 60);
            assertThat(page.locator(".chip")).hasCount(0);
        }
    }

    @Test
    void altAndAClickSelectTheColumnOfARank() throws IOException {
        try (Dashboard dashboard = Dashboard.of(computing(1024, rank -> 1000 + rank))) {
            Picture ranks = grid(dashboard);
            dashboard.page().keyboard().down("Alt");
            clickInGrid(ranks, 70, 60);
            dashboard.page().keyboard().up("Alt");
            assertThat(dashboard.page()).hasURL(Pattern.compile("contexts=\\d+/32x32(&|$)"));
        }
    }

    /// In pixels from the corner of the picture: the grid begins at 56 and 16.
    private static void clickInGrid(Picture ranks, double x, double y) {
        BoundingBox box = ranks.canvas().boundingBox();
        ranks.page().mouse().click(box.x + x, box.y + y);
    }

    @Test
    void ranksThatAreAllAlikeHaveOneColourAndNoOutliers() throws IOException {
        Profile profile = computing(1024, rank -> 535_000 + noise(rank) * 9);
        try (Dashboard dashboard = Dashboard.of(profile)) {
            Picture ranks = ranks(dashboard, "");
            assertThat(ranks.figure().locator(".figure-legend"))
                    .hasText("no spread worth a colour (0.02 %)");
            assertThat(notes(ranks).locator(".note-outliers, .note-period")).hasCount(0);
            dashboard.screenshot("ranks-alike");
        }
    }

    @Test
    void aProgramWithoutRanksIsTheWholeProgram() throws IOException {
        try (Dashboard dashboard = Dashboard.of(profileOf("path whole\nmain 3\n"))) {
            dashboard.open("");
            assertThat(dashboard.page().locator("#processes-panel")).isHidden();
            assertThat(dashboard.page().locator("#details-panel")).containsText("3.00 s");
            assertThat(dashboard.page().locator("body")).not().containsText("-1");
        }
    }

    @Test
    void aBrushOverTheHistogramSelectsSlowRanks() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.stripes())) {
            Picture ranks = ranks(dashboard, "");
            Locator first = ranks.figure().getByLabel("First of the selected values");
            first.focus();
            dashboard.page().keyboard().press("ArrowRight");
            assertThat(dashboard.page().locator(".chip")).containsText("8 of 64 ranks");
        }
    }

    @Test
    void threadsOfTheRanksStandBelow() throws IOException {
        Profile profile =
                profileOf(
                        """
                        path          rank0thread0  rank0thread1  rank1thread0  rank1thread1
                        main/compute            10             4            12             4
                        """);
        try (Dashboard dashboard = Dashboard.of(profile)) {
            Picture ranks = ranks(dashboard, "");
            assertThat(notes(ranks)).containsText("2 ranks");
            ranks.hover(0.8, 0.88);
            assertThat(dashboard.page().locator(".tooltip")).containsText("thread 1");
            assertThat(dashboard.page().locator(".tooltip")).containsText("4.00 s");
        }
    }

    /// A JVM has threads with names, and no ranks.
    @Test
    void threadsHaveTheirNamesAndControlsSpeakOfThreads() throws IOException {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int run = builder.child(ProfileBuilder.ROOT, Frame.function("run"));
        String[] names = {"main", "worker-0", "worker-1", "worker-2", "worker-3"};
        for (int thread = 0; thread < names.length; thread++) {
            int context = builder.context(Context.ofThread(Context.NONE, thread));
            builder.contextLabel("thread name", context, names[thread]);
            builder.add(time, context, run, thread == 3 ? 40 : 10 + thread * 0.01);
        }
        try (Dashboard dashboard = Dashboard.of(builder.build())) {
            Picture ranks = ranks(dashboard, "");
            assertThat(notes(ranks)).containsText("slowest 40.0 s (worker-2)");
            assertThat(notes(ranks)).containsText("Outlier: worker-2");
            assertThat(ranks.figure().locator(".choice")).containsText("By thread");
            assertThat(ranks.figure().getByLabel("First of the selected threads")).hasCount(1);
            assertThat(dashboard.page().locator(".findings"))
                    .containsText("run: worker-2 computes");
            notes(ranks).locator(".note-outliers").click();
            assertThat(dashboard.page().locator(".chip")).containsText("worker-2");
            assertThat(dashboard.page().locator("#processes-panel")).not().containsText("rank");
            assertThat(dashboard.page().locator(".findings")).not().containsText("rank");
        }
    }

    @Test
    void aNodeThatRanNowhereSaysSo() throws IOException {
        try (Dashboard dashboard =
                Dashboard.of(profileOf("path rank0 rank1\nmain 1 1\nmain/idle - -\n"))) {
            Picture ranks = ranks(dashboard, "node=main/idle");
            assertThat(ranks.figure().locator(".figure-message"))
                    .containsText("Nothing was measured here on any rank.");
            assertThat(ranks.canvas().isVisible()).isFalse();
        }
    }
}
