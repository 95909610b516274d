package treeline.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.Unit;
import treeline.table.JsonWriter;

import java.util.List;

class SentenceTest {

    @Test
    void argumentsReplaceTheirPlaceholders() {
        Sentence sentence =
                Sentence.of(
                        "{rank} takes {time}, {share} of the total",
                        Argument.name("rank 5"),
                        Argument.amount(0.0186, Unit.SECONDS),
                        Argument.share(0.25));
        assertThat(sentence.text()).isEqualTo("rank 5 takes 18.6 ms, 25.0 % of the total");
    }

    @Test
    void aListHasAClausePerItem() {
        Sentence sentence =
                Sentence.of(
                        "time is {parts}{remark}",
                        Argument.list(List.of(part(0.7, "computation"), part(0.3, "I/O"))),
                        Argument.clause());
        assertThat(sentence.text()).isEqualTo("time is 70 % computation, 30 % I/O");
        var json = new StringBuilder();
        var writer = new JsonWriter(json).object();
        sentence.toJson(writer);
        writer.end();
        assertThat(json.toString().replaceAll("\\s+", " "))
                .contains(
                        "\"parts\": [{\"text\": \"70 % computation\", \"arguments\": {\"share\":"
                                + " 0.7,")
                .contains("\"remark\": []");
    }

    private static Sentence part(double share, String noun) {
        return Sentence.of("{share} {noun}", Argument.comparedShare(share), Argument.name(noun));
    }

    @Test
    void aShareBelowAThresholdIsNotRoundedUpToIt() {
        assertThat(text(0)).isEqualTo("0.0 %");
        assertThat(text(0.0004)).isEqualTo("less than 0.1 %");
        assertThat(text(0.994)).isEqualTo("99 %");
        assertThat(text(0.996)).isEqualTo("99.6 %");
        assertThat(text(0.9999)).isEqualTo("99.99 %");
        assertThat(text(1)).isEqualTo("100 %");
        assertThat(text(0.2999)).isEqualTo("29.99 %");
        assertThat(text(0.298)).isEqualTo("29.8 %");
        assertThat(text(0.3)).isEqualTo("30 %");
    }

    /// All shares in steps of 0.01 %, as exact as they are shown.
    @Test
    void noShareBelowAMultipleOfTenPercentReachesIt() {
        for (int share = 10; share < 10_000; share++) {
            String text = text(share / 10_000.0).replace(" %", "");
            assertThat((int) Double.parseDouble(text) / 10).as(text).isEqualTo(share / 1_000);
            if (text.matches(".*[.].."))
                assertThat(text).isEqualTo("%d.%02d".formatted(share / 100, share % 100));
        }
        assertThat(text(0.2995)).isEqualTo("29.95 %");
        assertThat(text(0.29999999)).isEqualTo("29.99 %");
    }

    private static String text(double share) {
        return Sentence.of("{share}", Argument.comparedShare(share)).text();
    }

    @Test
    void eachPlaceholderNeedsAnArgument() {
        assertThatThrownBy(() -> Sentence.of("{a} and {b}", Argument.count(1)))
                .hasMessage("'{a} and {b}' has 2 placeholders and 1 arguments");
    }
}
