package treeline.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import treeline.model.Metadata;
import treeline.model.Profile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/// Groups of runs: A against B with significance.
class GroupsViewTest {
    private static final String BEFORE = "group:build%20%3D%20%22before%22";
    private static final String AFTER = "group:build%20%3D%20%22after%22";

    /// A run with 3 % noise per rank.
    static Profile run(Random random, String build, double stencil) {
        return profileOf(
                        """
                        path               rank0  rank1  rank2  rank3
                        main                   1      1      1      1
                        main/step              1      1      1      1
                        main/step/stencil  %s
                        main/step/residual %s
                        main/write         %s
                        """
                                .formatted(
                                        ranks(random, 40 * stencil),
                                        ranks(random, 20),
                                        ranks(random, 8)))
                .withMetadata(Metadata.NONE.with("build", build));
    }

    private static String ranks(Random random, double mean) {
        var cells = new StringBuilder();
        for (int rank = 0; rank < 4; rank++)
            cells.append(' ').append(mean * (1 + 0.03 * random.nextGaussian()));
        return cells.toString();
    }

    /// Five runs of each build.
    static Dashboard builds(double factor) throws IOException {
        var random = new Random(3);
        var runs = new Profile[10];
        for (int i = 0; i < 10; i++)
            runs[i] = run(random, i < 5 ? "before" : "after", i < 5 ? 1 : factor);
        return Dashboard.of(runs);
    }

    private static Locator findings(Dashboard dashboard) {
        return dashboard.page().locator("#findings-panel .findings");
    }

    @Test
    void equalBuildsDoNotDifferAndThatComesFirst() throws IOException {
        try (Dashboard dashboard = builds(1)) {
            dashboard.open("run=%s&against=%s".formatted(AFTER, BEFORE));
            assertThat(findings(dashboard).locator("> li").first())
                    .hasText(
                            Pattern.compile(
                                    "^No significant difference\\. Whole run: .*95 % interval"
                                            + " .*p ="));
            assertThat(findings(dashboard).locator(".change-more, .change-less")).hasCount(0);
            assertThat(dashboard.page().locator("#tree-panel")).containsText("95 % interval");
        }
    }

    @Test
    void theSlowedNodeComesFirstWithIntervalAndP() throws IOException {
        try (Dashboard dashboard = builds(1.2)) {
            Page page = dashboard.open("run=%s&against=%s".formatted(AFTER, BEFORE));
            assertThat(findings(dashboard).locator("> li").first())
                    .containsText("1 node is significantly slower.");
            Locator first = findings(dashboard).locator(".finding").first();
            assertThat(first)
                    .hasText(
                            Pattern.compile(
                                    "stencil is (19|20|21)\\.\\d % slower: .* instead of .*95 %"
                                            + " interval \\+.* to \\+.* %, p = 0\\.0"));
            assertThat(first).hasAttribute("title", Pattern.compile("main › step › stencil$"));
            first.click();
            dashboard.settle();
            assertThat(page.locator("#details-panel")).containsText("95 % interval");
            assertThat(page.locator("#details-panel")).containsText("significant");
            assertThat(page.locator("#processes-panel")).containsText("build = \"before\": mean");
            assertThat(page.locator("#executions-panel tbody")).containsText("run9.tldb");
        }
    }

    /// A refusal is an error in the console of the browser.
    @Test
    void aGroupIsNotAskedForWhatOnlyRunsHave() throws IOException {
        try (Dashboard dashboard = builds(1)) {
            List<String> refused = new ArrayList<>();
            dashboard
                    .page()
                    .onResponse(
                            each -> {
                                if (each.status() >= 400) refused.add(each.url());
                            });
            dashboard.open("run=%s".formatted(AFTER));
            assertThat(findings(dashboard)).not().isEmpty();
            dashboard.settle();
            org.assertj.core.api.Assertions.assertThat(refused).isEmpty();
        }
    }

    @Test
    void aGroupIsDefinedByKeyboardInTheDialogAndSurvivesReloadAndBack() throws IOException {
        try (Dashboard dashboard = builds(1.2)) {
            Page page = dashboard.open("");
            page.getByLabel("Compare with").selectOption("define");
            Locator field =
                    page.getByLabel("Condition", new Page.GetByLabelOptions().setExact(true));
            assertThat(field).isFocused();
            field.pressSequentially("bui");
            assertThat(page.locator("#group-condition-list [role=option]")).hasText("build");
            page.keyboard().press("ArrowDown");
            page.keyboard().press("Enter");
            assertThat(field).hasValue("build = ");
            page.keyboard().press("ArrowDown");
            page.keyboard().press("Enter");
            assertThat(field).hasValue("build = \"after\" ");
            assertThat(page.locator("#group-condition-status"))
                    .containsText("5 of 10 runs: run5.tldb");
            page.keyboard().press("Escape");
            page.keyboard().press("Enter");
            assertThat(page.locator("dialog.group")).isHidden();
            dashboard.settle();
            assertThat(page).hasURL(Pattern.compile("against=group:build%20"));
            assertThat(page.locator(".chip").first()).containsText("against build = \"after\"");
            page.reload();
            dashboard.settle();
            assertThat(page.locator(".chip").first()).containsText("against build = \"after\"");
            page.goBack();
            dashboard.settle();
            assertThat(page.locator(".chip")).hasCount(0);
        }
    }

    @Test
    void runsAreTickedAndWrongConditionsAreTold() throws IOException {
        try (Dashboard dashboard = builds(1)) {
            Page page = dashboard.open("");
            page.getByLabel("Run", new Page.GetByLabelOptions().setExact(true))
                    .selectOption("define");
            Locator field =
                    page.getByLabel("Condition", new Page.GetByLabelOptions().setExact(true));
            page.getByLabel("run3.tldb").check();
            page.getByLabel("run7.tldb").check();
            assertThat(field).hasValue("run in (\"run3.tldb\", \"run7.tldb\")");
            assertThat(page.locator("#group-condition-status")).containsText("2 of 10 runs");
            field.fill("bild = 1");
            assertThat(page.locator("#group-condition-status"))
                    .containsText("metadata of at least one run");
            assertThat(page.getByText("Show this group")).isDisabled();
            field.fill("run[1-3]*");
            assertThat(page.locator("#group-condition-status"))
                    .containsText("none of the 10 open runs");
            field.fill("*3.tldb");
            assertThat(page.locator("#group-condition-status"))
                    .containsText("1 of 10 runs: run3.tldb");
            page.getByText("Show this group").click();
            dashboard.settle();
            assertThat(page).hasURL(Pattern.compile("run=group:%2A3.tldb"));
        }
    }

    @Test
    void oneRunAgainstOneIsNotTestedAndItsDifferencesAreNotAHeadline() throws IOException {
        try (Dashboard dashboard = builds(1.2)) {
            dashboard.open("run=run5.tldb&against=run0.tldb");
            assertThat(findings(dashboard).locator("> li").first())
                    .containsText("No test is possible: each side has one run");
            assertThat(findings(dashboard).getByText("Largest differences, not tested"))
                    .isVisible();
            assertThat(findings(dashboard).locator(".change-more")).isHidden();
        }
    }

    /// In light and dark; the dialogs too.
    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void nobodyIsShutOut(ColorScheme scheme) throws IOException {
        Profile[] runs = {SampleRuns.solver(), SampleRuns.hostile(), SampleRuns.hostile()};
        try (Dashboard dashboard = Dashboard.of(scheme, runs)) {
            Page page = dashboard.open("run=group:run%3F.tldb&against=0");
            isAccessible(page);
            page.locator("#toolbar").getByLabel("Compare with").selectOption("define");
            page.locator("#group-condition").fill("r");
            assertThat(page.locator("#group-condition-status")).containsText("none of the 3");
            isAccessible(page);
            page.locator("dialog.group").getByText("Cancel").click();
            page.getByLabel("Metric", new Page.GetByLabelOptions().setExact(true))
                    .selectOption("define");
            page.locator("#metric-formula").fill("ti");
            isAccessible(page);
        }
    }

    private static void isAccessible(Page page) {
        org.assertj.core.api.Assertions.assertThat(
                        new AxeBuilder(page)
                                .analyze().getViolations().stream()
                                        .map(rule -> rule.getId() + rule.getNodes())
                                        .toList())
                .isEmpty();
    }

    /// A condition is text, whatever it contains.
    @Test
    void hostileConditionsAreText() throws IOException {
        Profile evil =
                profileOf("path rank0\nmain 1\n")
                        .withMetadata(
                                Metadata.NONE.with("<img src=x onerror=alert(1)>", "<b>x</b>"));
        try (Dashboard dashboard = Dashboard.of(evil, evil)) {
            String condition =
                    "%22%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%22%20%3D%20'%3Cb%3Ex%3C%2Fb%3E'";
            Page page = dashboard.open("run=group:%s&against=0".formatted(condition));
            assertThat(page.locator("#toolbar")).containsText("<img src=x onerror=alert(1)>");
            assertThat(page.locator("#toolbar img, #findings-panel img, #findings-panel b"))
                    .hasCount(0);
            page.locator("#toolbar").getByLabel("Compare with").selectOption("define");
            page.locator("#group-condition").pressSequentially("img");
            assertThat(page.locator(".completion-list").first()).containsText("<img src=x");
            assertThat(page.locator("dialog img")).hasCount(0);
        }
    }

    @Test
    void newAndGoneNodesAreMarkedInEveryView() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver(), SampleRuns.improvedSolver())) {
            Page page = dashboard.open("run=run1.tldb&against=run0.tldb");
            assertThat(
                            page.locator(".row", new Page.LocatorOptions().setHasText("check"))
                                    .locator(".presence"))
                    .hasText("new");
            assertThat(
                            page.locator(".row", new Page.LocatorOptions().setHasText("wait"))
                                    .locator(".presence"))
                    .hasText("gone");
            dashboard.open("run=run1.tldb&against=run0.tldb&view=nodelink");
            assertThat(page.locator("#tree-panel")).containsText("new +1.00 s");
            dashboard.open("run=run1.tldb&against=run0.tldb&view=icicle");
            assertThat(page.locator("#tree-panel table")).containsText("gone");
        }
    }
}
