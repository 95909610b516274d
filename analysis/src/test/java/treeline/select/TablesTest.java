package treeline.select;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Label;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.query.Query;
import treeline.table.Table;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.util.List;

/// What a run holds, for programs that go on with it.
class TablesTest {
    private final Profile profile =
            Drawing.profileOf(
                    """
                    metric time s inclusive
                    path        rank0  rank1  rank2
                    main            1      2      3
                    main/solve      -      1      0
                    """);

    private static String csv(Table table) throws IOException {
        var text = new StringBuilder();
        table.toCsv(text);
        return text.toString();
    }

    @Test
    void rowsKeepTheirIdsWhateverIsChosen() throws IOException {
        Table slice =
                Tables.slice(
                        profile,
                        ContextSelector.parse("rank(1-2)"),
                        Query.parse("region(solve)"),
                        MetricSelector.parse("time"));
        assertThat(csv(slice.select("context_id", "rank", "node_id", "value")))
                .isEqualTo("context_id,rank,node_id,value\n1,1,1,1.0\n2,2,1,0.0\n");
    }

    @Test
    void whatWasNotMeasuredHasNoRow() {
        Table slice =
                Tables.slice(
                        profile,
                        ContextSelector.all(),
                        Query.parse("*"),
                        MetricSelector.parse("*"));
        assertThat(slice.rows()).isEqualTo(5);
    }

    @Test
    void labelsOfContextsAreColumnsUnderNamesOfTheirOwn() throws IOException {
        Outline outline =
                profile.outline()
                        .withContextLabels(
                                List.of(
                                        Label.of("core", List.of("0", "", "7")),
                                        Label.of("rank", List.of("a", "b", "c"))));
        assertThat(csv(Tables.contexts(outline, ContextSelector.parse("core"))))
                .isEqualTo(
                        """
                        id,context,host,rank,thread,stream,repetition,core,label.rank
                        0,rank 0,,0,,,,0,a
                        2,rank 2,,2,,,,7,c
                        """);
    }
}
