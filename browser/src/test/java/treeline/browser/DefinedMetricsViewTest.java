package treeline.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Metrics by formula, and the list of all that is selected.
class DefinedMetricsViewTest {
    private static Profile run() {
        return profileOf(
                """
                path        rank0  rank1
                main            1      1
                main/solve      2      6
                main/write      1      -

                metric bytes B exclusive
                path        rank0  rank1
                main/solve     30     30
                main/write     10      -
                """);
    }

    private static final String RATE = "define=rate~bytes%20%2F%20time&metric=rate";

    private static Locator metric(Page page) {
        return page.getByLabel("Metric", new Page.GetByLabelOptions().setExact(true));
    }

    @Test
    void aMetricIsDefinedByKeyboardAndIsLikeAnyOther() throws IOException {
        try (Dashboard dashboard = Dashboard.of(run())) {
            Page page = dashboard.open("node=main/solve");
            metric(page).selectOption("define");
            assertThat(page.locator("#metric-name")).isFocused();
            page.keyboard().type("rate");
            page.keyboard().press("Tab");
            page.keyboard().type("by");
            page.keyboard().press("ArrowDown");
            page.keyboard().press("Tab");
            page.keyboard().type(" / ");
            assertThat(page.locator("#metric-formula-status"))
                    .containsText("expected a number, a metric or '('");
            page.keyboard().type("time");
            assertThat(page.locator("#metric-formula-status")).containsText("rate: in B/s");
            page.keyboard().press("Enter");
            assertThat(page.locator("dialog.metric-dialog")).isHidden();
            dashboard.settle();
            assertThat(metric(page)).hasValue("rate");
            assertThat(page.locator("#tree-panel")).containsText("7.50 B/s");
            assertThat(page.locator("#processes-panel")).containsText("slowest 15.0 B/s (rank 0)");
            assertThat(page).hasURL(Pattern.compile("define=rate~bytes%20%2F%20time"));
            page.reload();
            dashboard.settle();
            assertThat(page.locator("#tree-panel")).containsText("7.50 B/s");
            page.goBack();
            dashboard.settle();
            assertThat(metric(page)).hasValue("time");
        }
    }

    @Test
    void aRatioHasNoShareAndNoTotalAndItsHistogramsAreAnswered() throws IOException {
        try (Dashboard dashboard = Dashboard.of(run())) {
            List<String> refused = new ArrayList<>();
            dashboard
                    .page()
                    .onResponse(
                            each -> {
                                if (each.status() >= 400) refused.add(each.url());
                            });
            Page page = dashboard.open(RATE + "&scope=exclusive");
            var tree = page.locator("#tree-panel");
            assertThat(tree).containsText("7.50 B/s");
            assertThat(tree).not().containsText("∞");
            assertThat(tree.locator(".table-head")).not().containsText("Share");
            assertThat(tree.locator(".foot-notes")).not().containsText("total");
            assertThat(page.locator("#details-panel")).not().containsText("Total");
            page.locator(".row path[d^=M]").first().waitFor(); // a histogram
            org.assertj.core.api.Assertions.assertThat(refused).isEmpty();
        }
    }

    @Test
    void aDefinitionIsAChipAndAColumn() throws IOException {
        try (Dashboard dashboard = Dashboard.of(run())) {
            Page page = dashboard.open("define=rate~bytes%20%2F%20time&columns=rate~inclusive");
            assertThat(page.locator(".table-head")).containsText("rate");
            assertThat(page.locator(".row").nth(1)).containsText("7.50 B/s");
            page.getByLabel("Remove rate = bytes / time").click();
            dashboard.settle();
            assertThat(page.locator(".table-head")).not().containsText("rate");
            assertThat(page.locator("#tree-panel")).containsText("solve");
        }
    }

    @Test
    void aWrongFormulaInALinkIsToldAndCanBeRemoved() throws IOException {
        try (Dashboard dashboard = Dashboard.of(run())) {
            Page page = dashboard.open("define=rate~byts%20%2F%20time&metric=rate");
            assertThat(page.locator("#tree-panel")).containsText("expected a metric (time, bytes)");
            page.getByLabel("Remove rate = byts / time").click();
            dashboard.settle();
            assertThat(page.locator("#tree-panel")).containsText("solve");
        }
    }

    @Test
    void everythingSelectedIsOneListThatIsClearedAndRestored() throws IOException {
        try (Dashboard dashboard = Dashboard.of(run())) {
            Page page =
                    dashboard.open(
                            "transforms=hide~name~write~~merge~name~solve&least=1&contexts=1&"
                                    + RATE.replace("rate", "r"));
            assertThat(page.locator(".chip-label"))
                    .hasText(
                            new String[] {
                                "r = bytes / time",
                                "hide every write",
                                "merge every solve",
                                "at least 1 %",
                                "rank 1"
                            });
            assertThat(page.locator(".chip").nth(1))
                    .hasAttribute("title", Pattern.compile("Step 1"));
            assertThat(page.locator("#findings-panel"))
                    .containsText(
                            "Findings cover the whole run; they do not follow: 2 transforms,"
                                    + " selected ranks, threshold.");
            page.getByText("Clear all").click();
            dashboard.settle();
            assertThat(page.locator(".chip")).hasCount(0);
            page.keyboard().press("Control+z");
            dashboard.settle();
            assertThat(page.locator(".chip")).hasCount(5);
        }
    }

    @Test
    void viewsWithoutAThresholdSaySo() throws IOException {
        try (Dashboard dashboard = Dashboard.of(run())) {
            Page page = dashboard.open("least=25&view=flat");
            assertThat(page.locator(".foot-notes"))
                    .containsText("the threshold of 25 % does not apply to this view");
        }
    }

    @Test
    void questionsSayWhatTheyDoNotApply() throws IOException {
        try (Dashboard dashboard = Dashboard.of(run(), run())) {
            Page page = dashboard.open("run=group:run*&transforms=hide~name~write&" + RATE);
            page.keyboard().press("Control+k");
            page.keyboard().type("flat");
            assertThat(page.locator(".palette-option")).hasCount(1);
            page.keyboard().press("Enter");
            Locator form = page.locator(".palette-form");
            assertThat(form).containsText("The transform of the page does not apply");
            assertThat(form).containsText("does not compute rate = bytes / time");
            assertThat(form).containsText("not the mean of the group run*");
            assertThat(form.getByLabel("Run of the group").locator("option")).hasCount(2);
        }
    }
}
