package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.question.screen.Screen;

import java.io.IOException;
import java.nio.file.Path;

/// What of a tree is shown where nobody says so.
class TreeDefaultsTest extends CommandTest {
    @Test
    void aTerminalShowsAHundredNodesUnlessALimitIsGiven() throws IOException {
        var drawing = new StringBuilder("path rank0\n");
        for (int i = 0; i < 150; i++) drawing.append("main/f%d 1\n".formatted(i));
        Path wide = drawn("wide.txt", drawing.toString());
        Session terminal = session.on(new Screen(true, 80, false, true));
        assertThat(printed(terminal, "tree", wide))
                .hasLineCount(2 + 100 + 1 + 3)
                .contains("└─ … 51 more")
                .endsWith(
                        "51 of 151 nodes are not shown; --top, --depth and --threshold set the"
                                + " limits\n");
        assertThat(printed(terminal, "tree", wide, "--threshold", "0")).hasLineCount(151 + 4);
        assertThat(printed("tree", wide)).hasLineCount(151 + 4);
        assertThat(printed(terminal, "tree", wide, "--csv")).hasLineCount(152);
        assertThat(printed("tree", wide, "--threshold", "10"))
                .endsWith(
                        "150 of 151 nodes are not shown; --top, --depth and --threshold set the"
                                + " limits\n");
    }

    @Test
    void callsAreThoseOfTheNodeItself() throws IOException {
        var builder = new ProfileBuilder();
        int calls = builder.metric(new Metric("calls", Unit.COUNT, Metric.Scope.EXCLUSIVE));
        int context = builder.context(Context.WHOLE);
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        builder.add(calls, context, main, 1);
        builder.add(calls, context, builder.child(main, Frame.function("f")), 26);
        Path file = folder.resolve("calls.mem");
        session.formats().exporter("database").export(builder.build(), file);
        assertThat(printed("tree", file, "-m", "calls"))
                .startsWith("calls (exclusive), whole program\n\n 1    3.7 %")
                .contains("26   96.3 %");
        assertThat(printed("tree", file, "-m", "calls:inclusive"))
                .startsWith("calls (inclusive), whole program\n\n27  100.0 %");
    }
}
