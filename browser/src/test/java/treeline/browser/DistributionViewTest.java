package treeline.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.regex.Pattern;

class DistributionViewTest {
    private Dashboard dashboard;
    private Picture parts;

    @BeforeEach
    void openTheSolver() throws IOException {
        dashboard = Dashboard.of(SampleRuns.solver());
        parts = new Picture(dashboard.open(""), "distribution");
    }

    @AfterEach
    void close() throws IOException {
        dashboard.close();
    }

    private void waitForRows(String... rows) {
        for (String row : rows) assertThat(parts.figure().locator("tbody")).containsText(row);
    }

    @Test
    void theOnlyRootSplitsIntoItsCallees() {
        waitForRows("solve40.0 s62.1 %", "step21.0 s32.6 %", "itself1.00 s1.6 %");
        assertThat(parts.label()).contains("solve 40.0 s (62.1 %)");
    }

    @Test
    void tagsTellWhatKindOfWorkItIs() {
        parts.figure().locator("select").selectOption("tag: tag");
        waitForRows("COMP37.0 s57.5 %", "COMM24.0 s37.3 %", "IO2.40 s");
    }

    @Test
    void functionsBelowCountWhateverTheCallPath() {
        parts.figure().locator("select").selectOption("functions below");
        waitForRows("wait24.0 s37.3 %", "solve16.0 s");
    }

    @Test
    void aClickOnABarSelectsTheCallee() {
        parts.click(0.6, (26 + 11) / parts.canvas().boundingBox().height);
        assertThat(dashboard.page()).hasURL(Pattern.compile("node=main/solve"));
        waitForRows("wait24.0 s60.0 %");
    }

    @Test
    void theKeyboardSelectsACalleeAndGoesBackToTheCaller() {
        parts.canvas().focus();
        dashboard.page().keyboard().press("ArrowDown");
        assertThat(dashboard.page().locator("#announcer")).containsText("solve: 40.0 s");
        dashboard.page().keyboard().press("Enter");
        assertThat(dashboard.page()).hasURL(Pattern.compile("node=main/solve"));
        dashboard.settle();
        dashboard.page().keyboard().press("ArrowLeft");
        assertThat(dashboard.page()).hasURL(Pattern.compile("node=main$"));
    }
}
