package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;

class JsonWriterTest {
    private final StringBuilder out = new StringBuilder();
    private final JsonWriter json = new JsonWriter(out);

    @Test
    void valuesOfAllKindsArePartedByCommas() throws IOException {
        json.beginArray().value("a").value(1).value(2.5).value(true).value((String) null);
        json.value(Double.NaN).beginObject().endObject().beginArray().value(1).endArray();
        json.endArray();
        assertThat(out).hasToString("[\"a\",1,2.5,true,null,null,{},[1]]");
    }

    @Test
    void textIsEscapedWhateverItHolds() throws IOException {
        json.value("\" \\ / \n\r\t \b \0 \u001f \u007f é 解 🚀");
        assertThat(out)
                .hasToString("\"\\\" \\\\ / \\n\\r\\t \\u0008 \\u0000 \\u001f \\u007f é 解 🚀\"");
    }

    @Test
    void halvesOfASurrogatePairAreEscaped() throws IOException {
        json.beginArray().value("a\ud83d").value("\ude80b").value("\ud83dx").endArray();
        assertThat(out).hasToString("[\"a\\ud83d\",\"\\ude80b\",\"\\ud83dx\"]");
    }

    @Test
    void keysAreEscapedToo() throws IOException {
        json.beginObject().key("a\"b").value(1).endObject();
        assertThat(out).hasToString("{\"a\\\"b\":1}");
    }

    @Test
    void callsThatGiveNoJsonAreRefused() throws IOException {
        assertThatThrownBy(() -> json.key("a")).hasMessage("key 'a' is not in an object");
        assertThatThrownBy(json::endArray).hasMessage("']' closes nothing that is open");
        json.beginObject();
        assertThatThrownBy(() -> json.value(1)).hasMessage("a value in an object needs a key");
        assertThatThrownBy(json::endArray).hasMessage("']' closes nothing that is open");
        json.key("a");
        assertThatThrownBy(() -> json.key("b")).hasMessage("key 'b' is not in an object");
        assertThatThrownBy(json::endObject).hasMessage("'}' closes nothing that is open");
        json.value(1).endObject();
        assertThatThrownBy(() -> json.value(1)).hasMessage("the document is complete");
    }
}
