package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.table.TableDrawing.tableOf;

import org.junit.jupiter.api.Test;

import java.io.IOException;

class TableJsonTest {
    private final StringBuilder out = new StringBuilder();

    @Test
    void aTableIsAnArrayWithAnObjectARow() throws IOException {
        tableOf("name rank time slow\nmain 0 0.5 true\n- - - -\nx 2 Infinity false").toJson(out);
        assertThat(out)
                .hasToString(
                        "[{\"name\":\"main\",\"rank\":0,\"time\":0.5,\"slow\":true},"
                                + "{\"name\":null,\"rank\":null,\"time\":null,\"slow\":null},"
                                + "{\"name\":\"x\",\"rank\":2,\"time\":null,\"slow\":false}]");
    }

    @Test
    void aTableMayBePartOfADocument() throws IOException {
        var json = new JsonWriter(out);
        json.beginObject().key("rows");
        tableOf("n\n1").toJson(json);
        json.key("empty");
        Table.of().toJson(json);
        json.endObject();
        assertThat(out).hasToString("{\"rows\":[{\"n\":1}],\"empty\":[]}");
    }
}
