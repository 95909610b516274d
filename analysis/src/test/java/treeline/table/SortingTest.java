package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.table.Order.ascending;
import static treeline.table.Order.descending;
import static treeline.table.TableDrawing.tableOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

class SortingTest {
    @Test
    void rowsAreSortedByTheFirstOrderThenByTheSecond() {
        Table table =
                tableOf(
                        """
                        name   rank  time
                        solve     1   2.0
                        main      0   9.5
                        solve     0   7.0
                        main      1   9.5
                        """);
        assertThat(table.sort(descending("name"), ascending("time")))
                .isEqualTo(
                        tableOf(
                                """
                                name   rank  time
                                solve     1   2.0
                                solve     0   7.0
                                main      0   9.5
                                main      1   9.5
                                """));
    }

    @Test
    void missingValuesAreLastEitherWay() {
        Table table = tableOf("text whole real flag\n- - - -\nb -2 -0.5 true\na 10 1e9 false");
        for (Column column : table.columns()) {
            Table sorted = table.select(column.name()).sort(ascending(column.name()));
            assertThat(sorted.columns().getFirst().isMissing(2)).isTrue();
            Table reversed = table.select(column.name()).sort(descending(column.name()));
            assertThat(reversed.columns().getFirst().isMissing(2)).isTrue();
        }
    }

    @Test
    void numbersAreSortedByValueFromTheSmallestToTheLargest() {
        Table reals =
                Table.of(Column.real("x", 1, -1, 1e300, -1e-300, 1 / 0.0, -1e300, 0, -1 / 0.0, 5));
        assertThat(reals.sort(ascending("x")).real("x").numbers())
                .containsExactly(-1 / 0.0, -1e300, -1, -1e-300, 0, 1, 5, 1e300, 1 / 0.0);
        Table wholes = Table.of(Column.whole("x", 3, Long.MAX_VALUE, -3, Long.MIN_VALUE + 1));
        assertThat(wholes.sort(descending("x")).columns())
                .containsExactly(Column.whole("x", Long.MAX_VALUE, 3, -3, Long.MIN_VALUE + 1));
    }

    @Test
    void bothZerosAreEqualAndKeepTheirOrder() {
        Table zeros = Table.of(Column.real("x", 0.0, -0.0, 0.0), Column.whole("row", 0, 1, 2));
        assertThat(zeros.sort(ascending("x"))).isEqualTo(zeros);
    }

    @Test
    void withoutAnOrderNothingMoves() {
        Table table = tableOf("rank\n3\n1");
        assertThat(table.sort()).isSameAs(table);
        assertThat(Table.of().sort()).isEqualTo(Table.of());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 300, 5000})
    void sortIsStableAndEqualsTheSortOfTheJdk(int rows) {
        Table table = RandomTable.of(rows, rows);
        RealColumn real = table.real("real");
        TextColumn text = table.text("text");
        List<Integer> expected = new ArrayList<>();
        for (int row = 0; row < rows; row++) expected.add(row);
        expected.sort(
                Comparator.<Integer, Boolean>comparing(text::isMissing)
                        .thenComparing(text::at)
                        .thenComparing(real::isMissing)
                        .thenComparing(real::at, Comparator.reverseOrder()));
        WholeColumn sorted = table.sort(ascending("text"), descending("real")).whole("row");
        for (int row = 0; row < rows; row++)
            assertThat(sorted.at(row)).isEqualTo(expected.get(row).longValue());
    }

    @Test
    void theFirstRowMayHaveTheSmallestKey() {
        Table sorted = Table.of(Column.whole("x", 1, 3, 2, 300)).sort(Order.ascending("x"));
        assertThat(sorted.column("x")).isEqualTo(Column.whole("x", 1, 2, 3, 300));
        Table reals = Table.of(Column.real("x", 0, 3, 2)).sort(Order.descending("x"));
        assertThat(reals.column("x")).isEqualTo(Column.real("x", 3, 2, 0));
    }
}
