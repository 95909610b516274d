package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// Whatever is pressed, on a served page or in a mailed file, no panel goes blank and no question
/// fails; and the file shows the numbers of the server.
class EveryControlTest {
    private static final String STENCIL = "node=main/step/stencil";

    /// A tree view each, then what a selection brings: chips, call path, notes.
    private static final List<String> STATES =
            List.of(
                    STENCIL + "&contexts=5&search=s",
                    "view=nodelink",
                    "view=icicle&zoom=main/step",
                    "view=flame",
                    "view=sandwich&" + STENCIL);

    @TempDir Path folder;

    @Test
    void nothingOfTwoRunsFails() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver(), SampleRuns.improvedSolver())) {
            List<String> states =
                    List.of(
                            "against=run1.tldb&node=main/solve",
                            "against=run1.tldb&view=icicle",
                            "view=nodelink&against=run1.tldb");
            assertThat(wrong(Walk.of(dashboard.open(""), states))).isEmpty();
        }
    }

    @Test
    void nothingOfThePageAndOfAMailedFileFailsAndTheirNumbersAreTheSame() throws IOException {
        isTheSameAsAFile(SampleRuns.heat(), STATES);
    }

    @Test
    void repetitionsAndThreadsAreTheSameInAMailedFile() throws IOException {
        Profile run =
                Drawing.profileOf(
                        """
                        path       rank0thread0rep0 rank0thread1rep0 rank0thread0rep1 rank1thread0rep0 rank1thread1rep1
                        main                      1                -                2                1                2
                        main/solve                5                7                6                9                8
                        main/write                2                -                -                4                -
                        """);
        isTheSameAsAFile(run, List.of("node=main/solve", "contexts=2&scope=exclusive"));
    }

    private void isTheSameAsAFile(Profile run, List<String> states) throws IOException {
        Path file = folder.resolve("report.html");
        PageFile.write(file, "run0.tldb", new LoadedSource(run, ReadReport.CLEAN));
        try (Dashboard dashboard = Dashboard.of(run)) {
            List<Walk.Step> served = Walk.of(dashboard.open(""), states);
            assertThat(wrong(served)).isEmpty();
            Page page = dashboard.page();
            page.navigate(file.toUri() + "#whole");
            page.locator("#tree-panel").getByText("main").first().waitFor();
            List<Walk.Step> mailed = Walk.of(page, states);
            assertThat(wrong(mailed)).isEmpty();
            assertThat(mailed)
                    .extracting(Walk.Step::control)
                    .anyMatch(control -> control.matches("findings-panel: .* takes .*"))
                    .contains(
                            "selection: Reduced over ranks by = sum",
                            "selection: Reduced over ranks by = min",
                            "processes-panel: Export processes > Figure as SVG",
                            "processes-panel: keys on the picture",
                            "tree-panel: Callers below callees (i)");
            Map<String, Walk.Step> byControl =
                    served.stream()
                            .collect(
                                    Collectors.toMap(
                                            EveryControlTest::key, each -> each, (a, _) -> a));
            for (Walk.Step step : mailed) {
                if (isOnlyInFile(step, byControl)) continue;
                assertThat(byControl).containsKey(key(step));
                Walk.Step same = Objects.requireNonNull(byControl.get(key(step)));
                for (String panel : step.panels().keySet())
                    if (!isOfIterations(step, panel))
                        assertThat(step.panels().get(panel))
                                .as(panel + " after " + key(step))
                                .isEqualTo(same.panels().get(panel));
            }
        }
    }

    /// A file has the iterations of all ranks together only, and values of all iterations: what is
    /// of chosen ranks or of chosen iterations says so, which is not what the server says.
    private static boolean isOfIterations(Walk.Step step, String panel) {
        boolean choosesIterations = step.control().matches("findings-panel: .* iteration.*");
        return panel.equals("executions-panel")
                || (choosesIterations && !panel.equals("findings-panel"));
    }

    /// A control is pressed where it is first met, and executions are met elsewhere in a file.
    private static boolean isOnlyInFile(Walk.Step step, Map<String, Walk.Step> served) {
        return step.control().startsWith("executions-panel: ") && !served.containsKey(key(step));
    }

    private static String key(Walk.Step step) {
        return step.control() + " at #" + step.state();
    }

    private static List<Walk.Step> wrong(List<Walk.Step> steps) {
        return steps.stream()
                .filter(step -> !step.problems().stream().allMatch(each -> isSaid(step, each)))
                .toList();
    }

    /// What one of two runs does not have can be selected, and its panels say so.
    private static boolean isSaid(Walk.Step step, String problem) {
        return step.control().contains(" is gone: ")
                && problem.contains(" says This run does not have the selected call path.");
    }
}
