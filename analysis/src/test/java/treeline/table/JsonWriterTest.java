package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonWriterTest {
    private final StringBuilder out = new StringBuilder();
    private final JsonWriter json = new JsonWriter(out);

    @Test
    void outerLevelsAreIndentedAndInnerOnesStandOnALine() {
        json.object().name("total").value(1.5).name("rows").array();
        json.object().name("node").value(1).name("hot").value(true).end();
        json.object().name("list").array().value(1).value(2).end().end();
        json.end().name("empty").array().end().end();
        assertThat(out.toString())
                .isEqualTo(
                        """
                        {
                          "total": 1.5,
                          "rows": [
                            {"node": 1, "hot": true},
                            {"list": [1, 2]}
                          ],
                          "empty": []
                        }
                        """);
    }

    @Test
    void textIsEscaped() {
        json.array().value("a\"b\\c\nd\te\u0001\uD800 日").end();
        assertThat(out.toString()).isEqualTo("[\n  \"a\\\"b\\\\c\\nd\\te\\u0001\\ud800 日\"\n]\n");
    }

    @Test
    void numbersAreShortAndWhatIsNotOneIsNull() {
        json.array().value(3.0).value(0.1).value(1e300).value(-0.5);
        json.value(Double.NaN).value(Double.NEGATIVE_INFINITY).end();
        assertThat(out.toString().replaceAll("\\s", ""))
                .isEqualTo("[3,0.1,1.0E300,-0.5,null,null]");
    }

    @Test
    void symbolsOfTwoHalvesAreWrittenAndSingleHalvesEscaped() {
        assertThat(JsonWriter.quoted("🚀")).isEqualTo("\"🚀\"");
        assertThat(JsonWriter.quoted("a🚀🚀b")).isEqualTo("\"a🚀🚀b\"");
        assertThat(JsonWriter.quoted("a\ud83d")).isEqualTo("\"a\\ud83d\"");
        assertThat(JsonWriter.quoted("\ude80a")).isEqualTo("\"\\ude80a\"");
        assertThat(JsonWriter.quoted("\ud83da\ude80")).isEqualTo("\"\\ud83da\\ude80\"");
    }

    @Test
    void wholeNumbersAreWrittenAsSuchAsLongAsTheyAreExact() {
        json.array().value(0x1p53 - 1).value(0x1p53).value(1 - 0x1p53).nullValue().value("x").end();
        assertThat(out.toString().replaceAll("\\s", ""))
                .isEqualTo("[9007199254740991,9.007199254740992E15,-9007199254740991,null,\"x\"]");
    }
}
