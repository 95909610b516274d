package treeline.question.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.Unit;
import treeline.statement.Argument;
import treeline.table.JsonWriter;

class StatementTest {

    @Test
    void argumentsReplaceTheirPlaceholders() {
        Statement sentence =
                Statement.finding(
                        "{node} takes {value}, {share} of {ranks} ranks",
                        Argument.name("solve"),
                        Argument.amount(0.0186, Unit.SECONDS),
                        Argument.share(0.5),
                        Argument.count(1024));
        assertThat(sentence.text()).isEqualTo("solve takes 18.6 ms, 50.0 % of 1,024 ranks");
    }

    @Test
    void aTemplateHasOnePlaceholderPerArgument() {
        assertThatThrownBy(() -> Statement.finding("{node} is slow"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'{node} is slow' has 1 placeholders and 0 arguments");
    }

    @Test
    void repeatedArgumentsOfABuilderAreNumbered() {
        Statement sentence =
                Statement.builder(Statement.Kind.FINDING)
                        .argument("node", Argument.name("solve"))
                        .text(" and ")
                        .argument("node", Argument.name("io"))
                        .build();
        assertThat(sentence.template()).isEqualTo("{node} and {secondNode}");
        assertThat(sentence.text()).isEqualTo("solve and io");
    }

    @Test
    void programsGetUnroundedArguments() {
        var json = new StringBuilder();
        Statement.warning("{ranks} ranks take {time}", Argument.setting(4096), time())
                .toJson(new JsonWriter(json));
        assertThat(json.toString().replaceAll("\\s+", " ").strip())
                .isEqualTo(
                        "{ \"kind\": \"warning\", \"text\": \"4,096 ranks take 1.23 s\","
                                + " \"arguments\": { \"ranks\": 4096, \"time\": 1.23456 } }");
    }

    private static Argument time() {
        return Argument.amount(1.23456, Unit.SECONDS);
    }
}
