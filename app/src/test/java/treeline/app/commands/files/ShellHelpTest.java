package treeline.app.commands.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.formats.Formats;
import treeline.question.Question;
import treeline.question.list.Questions;

import java.util.List;

class ShellHelpTest {
    private static Question named(String name) {
        return new Questions(Formats::all).named(name).orElseThrow();
    }

    private static Question renamed(String name, Question question) {
        return new Question(
                name,
                question.summary(),
                question.subject(),
                question.operands(),
                List.of(),
                question.answering());
    }

    @Test
    void frequentQuestionsAreMethods() {
        assertThat(ShellHelp.call(named("hot-path"))).isEqualTo("run.hotPath()");
        assertThat(ShellHelp.call(named("node"))).isEqualTo("run.node(node)");
        assertThat(ShellHelp.call(named("diff"))).isEqualTo("run.diff(after)");
        assertThat(ShellHelp.call(named("ensemble stats"))).isEqualTo("runs.stats()");
    }

    @Test
    void otherQuestionsAreAskedByTheirName() {
        assertThat(ShellHelp.call(renamed("depths", named("flat"))))
                .isEqualTo("run.ask(\"depths\")");
        assertThat(ShellHelp.call(renamed("leaves", named("node"))))
                .isEqualTo("run.ask(\"leaves\", node)");
        assertThat(ShellHelp.call(renamed("ensemble noise", named("ensemble stats"))))
                .isEqualTo("runs.ask(\"noise\")");
    }
}
