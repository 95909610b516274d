package treeline.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import com.microsoft.playwright.Locator;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;

import java.io.IOException;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class ExecutionsViewTest {
    private static Picture executions(Dashboard dashboard, String state) {
        return new Picture(dashboard.open(state), "executions");
    }

    private static Locator notes(Picture executions) {
        return executions.figure().locator(".figure-notes");
    }

    private static Profile loop(int iterations, IntUnaryOperator seconds) {
        String cell =
                IntStream.range(0, iterations)
                        .map(seconds)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining("+"));
        return profileOf("path rank0 rank1\nmain 1 1\nmain/step %s %s\n".formatted(cell, cell));
    }

    private static Profile repeated() {
        return profileOf(
                """
                path        rank0rep0  rank0rep1  rank0rep2
                main/solve         20         10         12
                """);
    }

    @Test
    void aDriftIsTold() throws IOException {
        try (Dashboard dashboard = Dashboard.of(loop(40, at -> 100 + at))) {
            Picture executions = executions(dashboard, "node=main/step");
            assertThat(notes(executions).locator(".note-drift")).isVisible();
            assertThat(executions.figure().locator(".figure-legend")).containsText("drift");
            assertThat(executions.label()).contains("40 iterations");
        }
    }

    @Test
    void ranksAreThoseOfTheSelectedIterations() throws IOException {
        Profile profile =
                profileOf(
                        """
                        path       rank0        rank1
                        main       1            1
                        main/step  1+1+1+1+1+1  1+1+1+9+1+1
                        """);
        try (Dashboard dashboard = Dashboard.of(profile)) {
            var ranks = new Picture(dashboard.open("node=main/step"), "processes");
            assertThat(notes(ranks)).containsText("slowest 14.0 s (rank 1)");
            assertThat(notes(ranks)).not().containsText("iteration");
            dashboard.open("node=main/step&iterations=3");
            assertThat(notes(ranks)).containsText("iteration 3");
            assertThat(notes(ranks)).containsText("slowest 9.00 s (rank 1)");
            assertThat(dashboard.page().locator("#details-panel"))
                    .containsText(Pattern.compile("Ranks in\\s*iteration 3"));
            dashboard.open("node=main&iterations=3");
            assertThat(notes(ranks)).containsText("slowest 9.00 s (rank 1)");
        }
    }

    @Test
    void theTreeIsOfTheSelectedIterationsAndEscapeShowsAllAgain() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "iterations=2-3");
            org.assertj.core.api.Assertions.assertThat(shell.cells("step"))
                    .startsWith("7.00 s", "7.00 s", "100.0 %");
            org.assertj.core.api.Assertions.assertThat(shell.cells("solve")).startsWith("–", "–");
            assertThat(dashboard.page().locator(".foot-notes"))
                    .containsText("iterations 2–3 only, without what kept no iterations");
            assertThat(dashboard.page().locator("#distribution-panel")).containsText("step");
            shell.press("Escape");
            org.assertj.core.api.Assertions.assertThat(shell.chips()).isEmpty();
            org.assertj.core.api.Assertions.assertThat(shell.cells("step")).startsWith("21.0 s");
        }
    }

    @Test
    void whereNoIterationsWereKeptTheTreeSaysThatItIsOfAll() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.stripes())) {
            dashboard.open("iterations=2-3");
            assertThat(dashboard.page().locator(".foot-notes"))
                    .containsText("all iterations: not recorded per iteration for this metric");
        }
    }

    @Test
    void aJumpIsToldWithItsIteration() throws IOException {
        try (Dashboard dashboard = Dashboard.of(loop(40, at -> at < 25 ? 100 : 200))) {
            Picture executions = executions(dashboard, "node=main/step");
            assertThat(notes(executions)).containsText("Jump at iteration 25");
        }
    }

    @Test
    void aBrushSelectsIterations() throws IOException {
        try (Dashboard dashboard = Dashboard.of(loop(40, at -> 100 + at))) {
            Picture executions = executions(dashboard, "node=main/step");
            executions.drag(0.4, 0.5, 0.6, 0.5);
            assertThat(dashboard.page()).hasURL(Pattern.compile("iterations=\\d+-\\d+"));
            assertThat(dashboard.page().locator(".chip").getByText("iterations")).isVisible();
            Locator last = executions.figure().getByLabel("Last of the selected iterations");
            last.focus();
            dashboard.page().keyboard().press("End");
            assertThat(dashboard.page()).hasURL(Pattern.compile("iterations=\\d+-39"));
        }
    }

    @Test
    void hoveringTellsAnIteration() throws IOException {
        try (Dashboard dashboard = Dashboard.of(loop(40, at -> 100 + at))) {
            executions(dashboard, "node=main/step").hover(0.965, 0.5);
            assertThat(dashboard.page().locator(".tooltip")).containsText("iteration 39");
            assertThat(dashboard.page().locator(".tooltip")).containsText("139 s");
        }
    }

    @Test
    void bestAverageMedianAndWorstAreChosenFromABox() throws IOException {
        try (Dashboard dashboard = Dashboard.of(repeated())) {
            Picture executions = executions(dashboard, "");
            Locator choice = executions.figure().locator("select");
            choice.selectOption("best");
            assertThat(notes(executions)).containsText("best 10.0 s");
            assertThat(notes(executions)).containsText("worst is 2.00× the best");
            choice.selectOption("average");
            assertThat(notes(executions)).containsText("average 14.0 s");
            choice.selectOption("worst");
            assertThat(notes(executions)).containsText("worst 20.0 s");
            assertThat(dashboard.page()).hasURL(Pattern.compile("statistic=worst"));
        }
    }

    @Test
    void repetitionsThatDidNotRunACallPathAreLeftOut() throws IOException {
        Profile profile =
                profileOf(
                        """
                        path        rank0rep0  rank0rep1  rank0rep2  rank0rep3
                        main                1          1          1          1
                        main/solve          -         20         10          -
                        """);
        try (Dashboard dashboard = Dashboard.of(profile)) {
            Picture executions = executions(dashboard, "node=main/solve");
            assertThat(notes(executions)).containsText("worst is 2.00× the best");
            assertThat(notes(executions)).containsText("Not measured in 2 repetitions");
            assertThat(executions.label()).contains("2 repetitions");
        }
    }

    @Test
    void theOnlyRepetitionThatRanACallPathIsShown() throws IOException {
        Profile profile =
                profileOf(
                        """
                        path        rank0rep0  rank0rep1  rank0rep2
                        main                1          1          1
                        main/solve          -         12          -
                        """);
        try (Dashboard dashboard = Dashboard.of(profile)) {
            Picture executions = executions(dashboard, "node=main/solve");
            assertThat(executions.figure().locator(".figure-message"))
                    .containsText("One execution: 12.0 s");
            assertThat(executions.figure().locator(".figure-message"))
                    .containsText("Not measured in 2 repetitions.");
        }
    }

    @Test
    void theMedianRepetitionIsShownByAClick() throws IOException {
        try (Dashboard dashboard = Dashboard.of(repeated())) {
            Picture executions = executions(dashboard, "statistic=median");
            notes(executions).getByText("Show repetition 2").click();
            assertThat(dashboard.page()).hasURL(Pattern.compile("contexts=2"));
        }
    }

    @Test
    void runsStandSideBySideAndAClickOpensOne() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver(), SampleRuns.improvedSolver())) {
            Picture executions = executions(dashboard, "");
            assertThat(executions.figure().locator("tbody")).containsText("run1.tldb20.4 s");
            executions.canvas().focus();
            dashboard.page().keyboard().press("ArrowRight");
            dashboard.page().keyboard().press("ArrowRight");
            dashboard.page().keyboard().press("Enter");
            assertThat(dashboard.page()).hasURL(Pattern.compile("run=run1.tldb"));
        }
    }

    @Test
    void withoutIterationsItSaysWhatToDo() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.hostile())) {
            Picture executions = executions(dashboard, "node=main");
            assertThat(executions.figure().locator(".figure-message"))
                    .containsText("Select a loop whose iterations are kept, or open more runs.");
            assertThat(executions.canvas().isVisible()).isFalse();
        }
    }

    @Test
    void runsWithDifferentRankCountsAreNotRepetitions() throws IOException {
        Profile one = profileOf("path rank0\nmain 10\n");
        Profile two = profileOf("path rank0 rank1\nmain 6 6\n");
        try (Dashboard dashboard = Dashboard.of(two, one)) {
            Picture executions = executions(dashboard, "");
            assertThat(notes(executions))
                    .containsText("2 runs with different ranks (1..2): not repetitions");
            assertThat(notes(executions)).not().containsText("worst");
            assertThat(executions.label()).contains("2 runs");
        }
    }

    /// The total of a run with two roots is that of both.
    @Test
    void withNothingSelectedExecutionsAreOfAllRoots() throws IOException {
        Profile roots = profileOf("path rank0\nmain 8\nworker 5\n");
        try (Dashboard dashboard = Dashboard.of(roots)) {
            dashboard.open("");
            assertThat(dashboard.page().locator("#executions-panel"))
                    .containsText("One execution: 13.0 s");
            assertThat(dashboard.page().locator("#details-panel")).containsText("13.0 s");
        }
    }
}
