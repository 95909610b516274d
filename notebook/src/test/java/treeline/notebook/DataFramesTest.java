package treeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import org.dflib.DataFrame;
import org.dflib.DoubleSeries;
import org.dflib.LongSeries;
import org.dflib.Series;
import org.junit.jupiter.api.Test;

import treeline.table.Column;
import treeline.table.Table;
import treeline.table.WholeColumn;

import java.math.BigDecimal;
import java.time.LocalDate;

class DataFramesTest {
    private static final Table FULL =
            Table.of(
                    Column.text("name", "solve", "", "io"),
                    Column.whole("calls", 1, Long.MAX_VALUE, -3),
                    Column.real("time", 0.1, Double.POSITIVE_INFINITY, -0.0),
                    Column.flag("hot", true, false, true));

    /// A row of which nothing was measured.
    private static final Table GAPS = FULL.take(new int[] {0, -1, 2});

    @Test
    void aTableComesBackAsItWas() {
        for (Table table :
                new Table[] {FULL, GAPS, FULL.head(0), FULL.take(new int[] {-1, -1}), Table.of()})
            assertThat(DataFrames.table(DataFrames.of(table))).isEqualTo(table);
    }

    @Test
    void numbersAreColumnsOfPrimitives() {
        DataFrame frame = DataFrames.of(FULL);
        assertThat(frame.getColumn("calls")).isInstanceOf(LongSeries.class);
        assertThat(frame.getColumn("time")).isInstanceOf(DoubleSeries.class);
        assertThat(frame.getColumnsIndex().toArray())
                .containsExactly("name", "calls", "time", "hot");
    }

    @Test
    void missingValuesAreNull() {
        DataFrame frame = DataFrames.of(GAPS);
        assertThat(frame.getColumn("name").get(1)).isNull();
        assertThat(frame.getColumn("calls").get(1)).isNull();
        assertThat(frame.getColumn("hot").get(1)).isNull();
        assertThat(frame.getColumn("time").get(1)).isEqualTo(Double.NaN);
    }

    @Test
    void otherTypesOfFramesBecomeTheNearestOfOurs() {
        DataFrame frame =
                DataFrame.byColumn("int", "integer", "decimal", "date", "mixed", "float")
                        .of(
                                Series.ofInt(1, 2),
                                Series.of(7, null),
                                Series.of(new BigDecimal("1.5"), null),
                                Series.of(LocalDate.of(2026, 11, 17), null),
                                Series.of("a", 1),
                                Series.ofFloat(0.5f, 2));
        assertThat(DataFrames.table(frame))
                .isEqualTo(
                        Table.of(
                                Column.whole("int", 1, 2),
                                Column.whole("integer", 7, WholeColumn.MISSING),
                                Column.real("decimal", 1.5, Double.NaN),
                                Column.text("date", "2026-11-17", null),
                                Column.text("mixed", "a", "1"),
                                Column.real("float", 0.5, 2)));
    }
}
