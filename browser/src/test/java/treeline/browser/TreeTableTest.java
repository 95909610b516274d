package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;

import java.io.IOException;

/// The call tree as a table. Ranks of the sample add up to round numbers in the mean: main 1, solve
/// 16, wait 24, write 2.4, step 21.
class TreeTableTest {

    @Test
    void theHotPathIsOpenAndNumbersCarryTheirUnits() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "");
            assertThat(shell.rows())
                    .containsExactly("main", "  solve", "    wait", "  step", "  write");
            assertThat(shell.cells("solve")).containsExactly("40.0 s", "16.0 s", "62.1 %", "1.00×");
            assertThat(shell.page().locator(".row.hot .frame-name").allTextContents())
                    .containsExactly("main", "solve", "wait");
        }
    }

    @Test
    void aClickSelectsAndTheOtherPanelsFollow() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "");
            shell.select("write");
            assertThat(shell.chips()).containsExactly("write");
            assertThat(shell.state()).isEqualTo("node=main/write");
            assertThat(shell.page().locator("#details-panel").textContent())
                    .contains("2.40 s · 3.7 %", "Slowest", "rank 0");
        }
    }

    @Test
    void arrowKeysWalkTheTreeAndOpenAndCloseRows() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "open=none");
            assertThat(shell.rows()).containsExactly("main");
            shell.press("ArrowDown");
            assertThat(shell.chips()).containsExactly("main");
            shell.press("ArrowRight", "ArrowRight");
            assertThat(shell.rows()).containsExactly("main", "  solve", "  step", "  write");
            assertThat(shell.chips()).containsExactly("solve");
            shell.press("ArrowDown", "End");
            assertThat(shell.chips()).containsExactly("write");
            shell.press("ArrowLeft", "ArrowLeft");
            assertThat(shell.chips()).containsExactly("main");
            assertThat(shell.rows()).containsExactly("main");
            shell.press("*");
            assertThat(shell.rows()).hasSize(5);
        }
    }

    @Test
    void closingARowThatHoldsTheSelectionSelectsIt() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "node=main/solve/wait");
            shell.twist("solve");
            assertThat(shell.chips()).containsExactly("solve");
            assertThat(shell.rows()).doesNotContain("    wait");
        }
    }

    @Test
    void searchCountsMatchesAndEnterGoesFromOneToTheNext() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "open=none");
            shell.press("/");
            shell.type("w");
            assertThat(count(shell.page())).isEqualTo("2 matches");
            assertThat(shell.page().locator(".found-inside").textContent()).isEqualTo("2 matches");
            shell.press("Enter");
            assertThat(shell.chips()).containsExactly("wait");
            assertThat(count(shell.page())).isEqualTo("1 of 2");
            shell.press("Enter");
            assertThat(shell.chips()).containsExactly("write");
            shell.type("x");
            assertThat(count(shell.page())).isEqualTo("no match");
            shell.press("Escape");
            assertThat(count(shell.page())).isEmpty();
        }
    }

    private static String count(Page page) {
        return page.locator(".search-count").textContent();
    }

    @Test
    void aHeadOfAColumnSortsByItAndASecondClickTheOtherWay() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "");
            shell.click("[role=columnheader] >> text=Call path");
            assertThat(shell.rows())
                    .containsExactly("main", "  solve", "    wait", "  step", "  write");
            shell.click("[role=columnheader] >> text=Call path");
            assertThat(shell.rows())
                    .containsExactly("main", "  write", "  step", "  solve", "    wait");
            shell.click("[role=columnheader] >> text=Exclusive");
            assertThat(shell.rows())
                    .containsExactly("main", "  step", "  solve", "    wait", "  write");
            assertThat(shell.page().locator("[aria-sort=descending]").textContent())
                    .startsWith("Exclusive");
        }
    }

    @Test
    void transformsComeByMenuOrKeyAndCanBeUndone() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "");
            shell.choose("wait", "Merge into caller");
            assertThat(shell.rows()).containsExactly("main", "  solve", "  step", "  write");
            assertThat(shell.cells("solve")).containsExactly("40.0 s", "40.0 s", "62.1 %", "1.00×");
            shell.select("step");
            shell.press("h");
            assertThat(shell.rows()).containsExactly("main", "  solve", "  write");
            assertThat(shell.page().locator(".foot-notes").textContent())
                    .contains("total 43.4 s", "not shown 21.0 s");
            shell.select("solve");
            shell.press("f");
            assertThat(shell.rows()).containsExactly("solve");
            assertThat(shell.chips()).containsExactly("merge wait", "hide step", "focus solve");
            shell.press("Control+z", "Control+z");
            assertThat(shell.rows()).contains("main", "  write");
            shell.press("Escape", "Escape", "Escape");
            assertThat(shell.chips()).isEmpty();
            assertThat(shell.rows()).hasSize(5);
        }
    }

    @Test
    void invertListsFunctionsWithTheirCallersBelow() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "open=none");
            shell.pressButton("Invert");
            assertThat(shell.rows()).containsExactly("wait", "step", "solve", "write", "main");
            assertThat(shell.cells("solve")).startsWith("16.0 s", "16.0 s");
            shell.twist("wait");
            assertThat(shell.rows()).startsWith("wait", "  solve", "step");
            shell.pressButton("Invert");
            assertThat(shell.rows()).containsExactly("main");
        }
    }

    @Test
    void exclusiveAndAnotherReductionChangeTheNumbers() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "over=max");
            assertThat(shell.cells("solve")).startsWith("40.0 s", "40.0 s");
            shell.press("e");
            assertThat(shell.state()).contains("scope=exclusive");
        }
    }

    @Test
    void aRunIsComparedWithAnother() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver(), SampleRuns.improvedSolver())) {
            var shell = new Shell(dashboard, "");
            shell.page().getByLabel("Compare with").selectOption("1");
            dashboard.settle();
            shell.page().locator(".cell.diffbar").first().waitFor();
            assertThat(shell.chips()).containsExactly("against run1.tldb");
            assertThat(shell.cells("solve"))
                    .containsExactly("40.0 s", "16.0 s", "+24.0 s", "2.50×");
            assertThat(shell.rows()).contains("  check");
            shell.select("check");
            assertThat(shell.page().locator("#processes-panel").textContent())
                    .contains("This run does not have the selected call path.");
        }
    }

    @Test
    void theLargestChangesAreFindingsAndAClickSelectsTheirCallPath() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver(), SampleRuns.improvedSolver())) {
            var shell = new Shell(dashboard, "against=1");
            shell.page().getByText("Largest differences, not tested").click();
            dashboard.settle();
            assertThat(shell.page().locator("#findings-panel h3").allInnerTexts())
                    .startsWith("More than run1.tldb", "Less than run1.tldb", "Hot path");
            assertThat(shell.page().locator(".finding-group.change-more .finding").allInnerTexts())
                    .containsExactly("main/solve/wait is new: 24.0 s", "main/step is new: 21.0 s");
            shell.click(".finding-group.change-less .finding");
            assertThat(shell.chips()).containsExactly("against run1.tldb", "check");
            assertThat(shell.state()).contains("scope=exclusive");
            assertThat(shell.rows().getFirst()).isEqualTo("main");
            assertThat(shell.page().locator("[aria-sort=descending]").textContent())
                    .startsWith("Difference");
        }
    }

    @Test
    void everythingThatIsSearchedForIsMergedInOneStep() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "search=w");
            shell.choose("main", "Merge everything that matches w");
            assertThat(shell.rows()).containsExactly("main", "  solve", "  step");
            assertThat(shell.chips()).contains("merge all matching w");
            assertThat(shell.page().locator(".foot-notes").textContent()).contains("total 64.4 s");
        }
    }
}
