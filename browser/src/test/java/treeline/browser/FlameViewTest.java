package treeline.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.regex.Pattern;

/// The icicle of `main` (64.4 s), below it `solve` (40 s), `step` (21 s) and `write` (2.4 s).
class FlameViewTest {
    private Dashboard dashboard;
    private Picture icicle;

    @BeforeEach
    void openTheSolver() throws IOException {
        dashboard = Dashboard.of(SampleRuns.solver(), SampleRuns.improvedSolver());
        icicle = new Picture(dashboard.open("view=icicle"), "flame");
    }

    @AfterEach
    void close() throws IOException {
        dashboard.close();
    }

    private Page page() {
        return dashboard.page();
    }

    private void waitForSelection(String path) {
        assertThat(page()).hasURL(Pattern.compile("node=" + path + "(&|$)"));
        dashboard.settle();
    }

    @Test
    void aClickOnABoxSelectsItsCallPath() {
        icicle.click(0.3, icicle.row(1));
        waitForSelection("main/solve");
        assertThat(page().locator(".chip")).containsText("solve");
        assertThat(icicle.label()).contains("solve selected");
    }

    @Test
    void theHeaviestSiblingStandsAtTheLeftUntilTheStoredOrderIsChosen() {
        icicle.click(0.02, icicle.row(2));
        waitForSelection("main/solve/wait");
        icicle.figure().getByText("As stored").click();
        icicle.click(0.63, icicle.row(1));
        waitForSelection("main/write");
    }

    @Test
    void aDoubleClickZoomsAndEscapeGoesBack() {
        icicle.doubleClick(0.3, icicle.row(1));
        assertThat(icicle.figure().getByText("Zoom: solve")).isVisible();
        waitForSelection("main/solve");
        icicle.canvas().focus();
        page().keyboard().press("Escape");
        assertThat(icicle.figure().getByText("Zoom: solve")).isHidden();
        assertThat(page().url()).contains("node=main/solve");
    }

    @Test
    void aZoomStaysWhenRanksAreFiltered() {
        icicle.doubleClick(0.3, icicle.row(1));
        assertThat(icicle.figure().getByText("Zoom: solve")).isVisible();
        new Picture(page(), "processes").click(0.4, 0.4);
        assertThat(page()).hasURL(Pattern.compile("contexts="));
        dashboard.settle();
        assertThat(icicle.figure().getByText("Zoom: solve")).isVisible();
    }

    @Test
    void arrowKeysWalkOverTheBoxesAndEnterZooms() {
        icicle.canvas().focus();
        page().keyboard().press("ArrowDown");
        waitForSelection("main");
        page().keyboard().press("ArrowDown");
        waitForSelection("main/solve");
        page().keyboard().press("ArrowRight");
        waitForSelection("main/step");
        page().keyboard().press("Enter");
        assertThat(icicle.figure().getByText("Zoom: step")).isVisible();
        page().keyboard().press("ArrowUp");
        waitForSelection("main");
    }

    @Test
    void aFlameGraphStandsOnItsRoot() {
        page().locator("#tab-flame").click();
        dashboard.settle();
        icicle.click(0.9, 1 - icicle.row(0));
        waitForSelection("main");
        assertThat(icicle.label()).startsWith("Flame graph");
    }

    @Test
    void hoveringTellsValuesWithTheirUnits() {
        icicle.hover(0.3, icicle.row(1));
        assertThat(page().locator(".tooltip")).containsText("solve");
        assertThat(page().locator(".tooltip")).containsText("40.0 s (62.1 %)");
    }

    @Test
    void searchMatchesHaveTheirOwnColour() {
        page().keyboard().press("/");
        page().keyboard().type("wait");
        assertThat(icicle.figure().locator(".figure-legend")).containsText("matches “wait”");
    }

    @Test
    void anotherRunTurnsColoursToDifferences() {
        dashboard.open("view=icicle&against=1");
        assertThat(icicle.figure().locator(".figure-legend"))
                .containsText("twice run1.tldb or more");
        icicle.hover(0.3, icicle.row(1));
        assertThat(page().locator(".tooltip")).containsText("+24.0 s");
        assertThat(page().locator(".tooltip")).containsText("2.50×");
    }

    @Test
    void whatIsGoneIsSeenByTheWidthOfTheComparedRun() {
        dashboard.open("view=icicle&against=1");
        icicle.figure().getByText("Width: compared run").click();
        // of main's 20.4 s in the compared run: solve 16, write 2.4, check 1
        icicle.hover(0.78 + 0.13, icicle.row(1));
        assertThat(page().locator(".tooltip")).containsText("check");
    }

    @Test
    void theTableHasTheNumbersOfThePicture() {
        assertThat(icicle.figure().locator("td").first()).containsText("main");
        icicle.figure().getByLabel("numbers as a table").click();
        assertThat(icicle.figure().getByText("main > solve > wait")).isVisible();
    }
}
