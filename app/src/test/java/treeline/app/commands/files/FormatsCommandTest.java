package treeline.app.commands.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.commands.CommandTest;

class FormatsCommandTest extends CommandTest {
    @Test
    void formatsAreListedWithWhatCanBeDoneWithThem() {
        assertThat(printed("formats"))
                .isEqualTo(
                        """
                        name      access       written as  description
                        drawn     read                     profiles drawn in tests
                        database  read, write  .mem        profiles kept in memory
                        """);
    }

    @Test
    void programsGetThemAsJson() {
        assertThat(printed("formats", "--json"))
                .isEqualTo(
                        """
                        {
                          "schema": "treeline/formats/1",
                          "rows": [
                            {"name": "drawn", "read": true, "write": false, "extension": "", "description": "profiles drawn in tests"},
                            {"name": "database", "read": true, "write": true, "extension": ".mem", "description": "profiles kept in memory"}
                          ]
                        }
                        """);
    }
}
