package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.table.Aggregate.count;
import static treeline.table.Aggregate.max;
import static treeline.table.Aggregate.min;
import static treeline.table.Aggregate.quantile;
import static treeline.table.Aggregate.sum;
import static treeline.table.TableDrawing.tableOf;

import org.junit.jupiter.api.Test;

/// Aggregates where values are missing, very large or infinite, and keys that lie far apart.
class GroupAggregatesTest {
    @Test
    void missingValuesAreLeftOutOfSumsAndExtremes() {
        Table holes =
                tableOf(
                        """
                        name  n:whole  word:text
                        a           1  x
                        b           -  -
                        a           -  -
                        a           5  y
                        """);
        assertThat(holes.groupBy("name").aggregate(sum("n"), min("n"), max("n"), max("word")))
                .isEqualTo(
                        tableOf(
                                """
                                name  n_sum:whole  n_min:whole  n_max:whole  word_max:text
                                a               6            1            5  y
                                b               -            -            -  -
                                """));
    }

    @Test
    void sumsOfWholeNumbersMayChangeTheirSign() {
        assertThat(total(1, -3, 5, -9)).isEqualTo(-6);
        assertThat(total(Long.MAX_VALUE, -1, 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(total(-Long.MAX_VALUE, 1, -1)).isEqualTo(-Long.MAX_VALUE);
        for (long[] beyond :
                new long[][] {{Long.MAX_VALUE, 1}, {-Long.MAX_VALUE, -1}, {-Long.MAX_VALUE, -2}})
            assertThatThrownBy(() -> total(beyond))
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessage("the sum of column 'n' exceeds 2^63");
    }

    private static long total(long... values) {
        return Table.of(Column.whole("n", values))
                .groupBy()
                .aggregate(sum("n"))
                .whole("n_sum")
                .at(0);
    }

    @Test
    void fewRowsOfManyTextsAreGroupedByTheirText() {
        Table many =
                Table.of(Column.text("name", 3000, row -> row % 3 == 0 ? null : "n" + row / 2));
        Table some = many.head(1000).groupBy("name").aggregate(count());
        assertThat(some.rows()).isEqualTo(501);
        assertThat(some.column("name").isMissing(0)).isTrue();
        assertThat(some.whole("count").at(0)).isEqualTo(334);
        assertThat(some.text("name").at(1)).isEqualTo("n0");
        assertThat(some.whole("count").at(1)).isEqualTo(1);
        assertThat(some.text("name").at(2)).isEqualTo("n1");
    }

    @Test
    void keysMayLieAsFarApartAsNumbersCan() {
        long[] keys = {Long.MAX_VALUE, -Long.MAX_VALUE, WholeColumn.MISSING, 0, Long.MAX_VALUE};
        Table counted = Table.of(Column.whole("key", keys)).groupBy("key").aggregate(count());
        assertThat(counted.column("key"))
                .isEqualTo(
                        Column.whole(
                                "key", Long.MAX_VALUE, -Long.MAX_VALUE, WholeColumn.MISSING, 0));
        assertThat(counted.column("count")).isEqualTo(Column.whole("count", 2, 1, 1, 1));
    }

    @Test
    void quantilesBesideInfinityAreNumbers() {
        double infinity = Double.POSITIVE_INFINITY;
        Table values = Table.of(Column.real("x", 1, 2, infinity, infinity, infinity));
        assertThat(quantileOf(values, 0)).isEqualTo(1);
        assertThat(quantileOf(values, 0.25)).isEqualTo(2);
        assertThat(quantileOf(values, 0.3)).isEqualTo(infinity);
        assertThat(quantileOf(values, 0.6)).isEqualTo(infinity);
    }

    private static double quantileOf(Table values, double fraction) {
        return values.groupBy().aggregate(quantile("x", fraction).as("q")).real("q").at(0);
    }
}
