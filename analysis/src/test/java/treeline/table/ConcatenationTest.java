package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.table.TableDrawing.tableOf;

import org.junit.jupiter.api.Test;

import java.util.List;

class ConcatenationTest {
    @Test
    void columnsAreMatchedByNameAndMissingWhereATableLacksThem() {
        Table first = tableOf("name ranks slow\nmain 64 true\nsolve 128 false");
        Table second = tableOf("time name ranks\n1.5 dot 256\n- main -");
        assertThat(Table.concat(List.of(first, second)))
                .isEqualTo(
                        tableOf(
                                """
                                name   ranks  slow   time
                                main      64  true   -
                                solve    128  false  -
                                dot      256  -      1.5
                                main       -  -      -
                                """));
    }

    @Test
    void wholeNumbersBecomeRealWhereTheyMeetRealOnes() {
        Table whole = tableOf("x\n1\n-");
        Table real = tableOf("x\n2.5");
        assertThat(Table.concat(List.of(whole, real))).isEqualTo(tableOf("x:real\n1\n-\n2.5"));
        assertThat(Table.concat(List.of(real, whole))).isEqualTo(tableOf("x:real\n2.5\n1\n-"));
    }

    @Test
    void columnsOfOtherTypesAreRefused() {
        assertThatThrownBy(() -> Table.concat(List.of(tableOf("x\n1"), tableOf("x\ntrue"))))
                .hasMessage("column 'x' is whole in one table and flag in another");
        assertThatThrownBy(() -> Table.concat(List.of(tableOf("x\n1.5"), tableOf("x\na"))))
                .hasMessage("column 'x' is real in one table and text in another");
    }

    @Test
    void takingATableApartAndConcatenatingGivesItBack() {
        Table table = RandomTable.of(5, 1000);
        List<Table> parts =
                List.of(
                        table.head(10),
                        table.filter(row -> row >= 10 && row < 700),
                        table.head(0),
                        table.filter(row -> row >= 700));
        assertThat(Table.concat(parts)).isEqualTo(table);
    }

    @Test
    void nothingConcatenatedIsATableWithoutColumns() {
        assertThat(Table.concat(List.of())).isEqualTo(Table.of());
    }
}
