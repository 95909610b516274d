package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.table.TableDrawing.tableOf;

import org.junit.jupiter.api.Test;

class TableJsonTest {
    private final StringBuilder out = new StringBuilder();

    @Test
    void aTableIsAnArrayWithAnObjectARow() {
        tableOf("name rank slow\nmain 0 true\n- - -").toJson(out);
        assertThat(out.toString())
                .isEqualTo(
                        """
                        [
                          {
                            "name": "main",
                            "rank": 0,
                            "slow": true
                          },
                          {
                            "name": null,
                            "rank": null,
                            "slow": null
                          }
                        ]
                        """);
    }

    @Test
    void aTableMayBePartOfADocument() {
        var json = new JsonWriter(out);
        json.object().name("rows");
        tableOf("n time\n1 0.5\n2 Infinity").toJson(json);
        json.name("empty");
        Table.of().toJson(json);
        json.end();
        assertThat(out.toString())
                .isEqualTo(
                        """
                        {
                          "rows": [
                            {"n": 1, "time": 0.5},
                            {"n": 2, "time": null}
                          ],
                          "empty": []
                        }
                        """);
    }
}
