package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.io.IOException;
import java.util.List;

/// Functions, files and modules as a list. That its numbers are those of `treeline flat` is held by
/// [FlatLawTest].
class FlatViewTest {
    private static Profile linked() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE));
        int rank = builder.context(Context.ofRank(0));
        int main = builder.child(-1, frame(Frame.Kind.FUNCTION, "main", "main.c", "prog"));
        int loop = builder.child(main, frame(Frame.Kind.LOOP, "loop at 3", "", ""));
        int send = builder.child(loop, frame(Frame.Kind.FUNCTION, "send", "net.c", "libnet.so"));
        int copy = builder.child(main, frame(Frame.Kind.FUNCTION, "copy", "net.c", "libnet.so"));
        int[] nodes = {main, loop, send, copy};
        double[] seconds = {1, 2, 4, 8};
        for (int i = 0; i < nodes.length; i++) builder.add(time, rank, nodes[i], seconds[i]);
        return builder.build();
    }

    private static Frame frame(Frame.Kind kind, String name, String file, String module) {
        return new Frame(kind, name, file, 3, module);
    }

    private static List<String> rows(Shell shell) {
        return shell.page().locator(".flat tbody tr").all().stream()
                .map(row -> String.join(" ", row.locator("th, td").allInnerTexts()))
                .toList();
    }

    @Test
    void functionsFilesAndModulesAreAddedUp() throws IOException {
        try (Dashboard dashboard = Dashboard.of(linked())) {
            var shell = new Shell(dashboard, "");
            shell.press("6");
            assertThat(rows(shell))
                    .containsExactly(
                            "copy 8.00 s 8.00 s 53.3 % 1",
                            "send 4.00 s 4.00 s 26.7 % 1", "main 3.00 s 15.0 s 20.0 % 2");
            Locator by = shell.page().getByLabel("Group by");
            by.selectOption("module");
            dashboard.settle();
            assertThat(rows(shell))
                    .containsExactly(
                            "libnet.so 12.0 s 12.0 s 80.0 % 2", "prog 3.00 s 15.0 s 20.0 % 2");
            assertThat(shell.state()).isEqualTo("view=flat&by=module");
            dashboard.screenshot("flat");
            by.selectOption("file");
            dashboard.settle();
            assertThat(rows(shell).getFirst()).isEqualTo("net.c 12.0 s 12.0 s 80.0 % 2");
        }
    }

    @Test
    void aClickSelectsTheHeaviestCallPathAndADoubleClickSearches() throws IOException {
        try (Dashboard dashboard = Dashboard.of(linked())) {
            var shell = new Shell(dashboard, "view=flat");
            shell.page().locator(".flat tbody tr").filter(named("main")).click();
            dashboard.settle();
            assertThat(shell.chips()).containsExactly("loop at 3");
            assertThat(shell.page().locator(".flat tr.selected").innerText()).startsWith("main");
            shell.click(".flat thead >> text=Inclusive");
            assertThat(rows(shell).getFirst()).startsWith("main");
            shell.page().locator(".flat tbody tr").filter(named("copy")).dblclick();
            dashboard.settle();
            assertThat(shell.state()).contains("search=copy");
            assertThat(rows(shell)).hasSize(1);
            assertThat(shell.page().locator(".flat-tools").innerText())
                    .contains("1 of 3 match the search");
        }
    }

    private static Locator.FilterOptions named(String text) {
        return new Locator.FilterOptions().setHasText(text);
    }

    @Test
    void filesAreOfferedOnlyWhereTheRunKnowsThem() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            var shell = new Shell(dashboard, "view=flat&by=file");
            assertThat(shell.page().getByLabel("Group by").locator("option").allInnerTexts())
                    .containsExactly("function");
            assertThat(rows(shell).getFirst()).isEqualTo("wait 24.0 s 24.0 s 37.3 % 1");
        }
    }

    @Test
    void aFlatListFollowsTransformsAndIsNotInverted() throws IOException {
        try (Dashboard dashboard = Dashboard.of(linked())) {
            var shell = new Shell(dashboard, "view=flat&transforms=focus~name~main~~invert");
            assertThat(rows(shell)).contains("main 3.00 s 15.0 s 20.0 % 2");
            var hidden = new Shell(dashboard, "view=flat&transforms=hide~name~copy");
            assertThat(rows(hidden))
                    .containsExactly("send 4.00 s 4.00 s 57.1 % 1", "main 3.00 s 7.00 s 42.9 % 2");
        }
    }
}
