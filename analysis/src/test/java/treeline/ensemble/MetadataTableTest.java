package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.table.Column;
import treeline.table.Table;

import java.util.List;

class MetadataTableTest {
    private final Table table =
            Ensemble.of(
                            List.of(
                                    run("a", "ranks=4 hours=1.5 size=2 run=7 tag=x", "main=1"),
                                    run("b", "ranks=8 size=2.5 tag=3", "main=1"),
                                    run("c", "hours=2.0 size=3 tag=x", "main=1")))
                    .metadata();

    /// Two runs do not tell their hours, one its ranks.
    @Test
    void whatARunDoesNotTellIsMissing() {
        assertThat(table.toString())
                .isEqualToIgnoringWhitespace(
                        """
                        run  ranks  hours  size  metadata.run  tag
                        a        4    1.5   2.0             7  x
                        b        8      -   2.5             -  3
                        c        -    2.0   3.0             -  x
                        """);
    }

    @Test
    void aColumnHasTheTypeThatAllRunsAgreeOn() {
        assertThat(table.whole("ranks").at(1)).isEqualTo(8);
        assertThat(table.real("hours").at(0)).isEqualTo(1.5);
        assertThat(table.real("size").at(0)).isEqualTo(2);
        assertThat(table.text("tag").at(1)).isEqualTo("3");
    }

    @Test
    void numbersComeBeforeTextsAndEqualNumbersAreOneValue() {
        Table unique =
                Ensemble.of(
                                List.of(
                                        run("a", "size=gross", "main=1"),
                                        run("b", "size=64", "main=1"),
                                        run("c", "size=8", "main=1"),
                                        run("d", "size=64.0", "main=1"),
                                        run("e", "size=all", "main=1")))
                        .uniqueMetadata();
        Column values = unique.column("value");
        assertThat(List.of(0, 1, 2, 3))
                .map(values::text)
                .containsExactly("8", "64", "all", "gross");
        assertThat(unique.whole("values").at(0)).isEqualTo(4);
    }
}
