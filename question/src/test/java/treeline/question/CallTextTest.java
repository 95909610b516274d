package treeline.question;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.formats.Formats;
import treeline.question.list.Questions;
import treeline.question.parameter.Arguments;

import java.util.List;

class CallTextTest {
    private static CallText asked(String name, String... words) {
        Question question = new Questions(Formats::all).named(name).orElseThrow();
        Arguments arguments = question.signature().parse("treeline", List.of(words));
        return CallText.of(question, List.of("run.tldb"), arguments);
    }

    @Test
    void repeatedParametersAreAListInPython() {
        CallText asked = asked("correlate", "run.tldb", "--with", "time", "--with", "bytes");
        assertThat(asked.command())
                .isEqualTo("treeline correlate run.tldb --with time --with bytes");
        assertThat(asked.java())
                .isEqualTo(
                        "Treeline.open(\"run.tldb\").with(\"with\", \"time\").with(\"with\","
                                + " \"bytes\").ask(\"correlate\")");
        assertThat(asked.python())
                .isEqualTo(
                        "treeline.run(\"correlate\", \"run.tldb\", with_=[\"time\", \"bytes\"])");
    }

    @Test
    void furtherRunsAndOperandsFollowTheQuestionInJava() {
        assertThat(new CallText("trace-diff", List.of("a.json", "b.json"), List.of()).java())
                .isEqualTo("Treeline.open(\"a.json\").ask(\"trace-diff\", \"b.json\")");
        assertThat(new CallText("node", List.of("run.tldb", "main/step"), List.of()).java())
                .isEqualTo("Treeline.open(\"run.tldb\").ask(\"node\", \"main/step\")");
        assertThat(new CallText("ensemble stats", List.of("a.tldb", "b.tldb"), List.of()).java())
                .isEqualTo("Treeline.openAll(\"a.tldb\", \"b.tldb\").ask(\"stats\")");
    }

    /// A value of two words is accepted as one word, as it is copied.
    @Test
    void aTimeWindowIsOneWord() {
        CallText asked = asked("flat", "run.tldb", "--between", "10s", "12s");
        assertThat(asked.command()).isEqualTo("treeline flat run.tldb --between '10s 12s'");
        assertThat(asked.python())
                .isEqualTo("treeline.run(\"flat\", \"run.tldb\", between=\"10s 12s\")");
        assertThat(asked("flat", "--between=10s 12s", "run.tldb")).isEqualTo(asked);
    }

    @Test
    void controlCharactersAreReadAlikeByJavaAndPython() {
        assertThat(asked("flat", "run.tldb", "--metric", "a\n\"b\\").python())
                .isEqualTo("treeline.run(\"flat\", \"run.tldb\", metric=\"a\\012\\\"b\\\\\")");
    }
}
