package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.table.TableDrawing.tableOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

class JoinTest {
    private final Table times =
            tableOf(
                    """
                    run  name   time
                    a    main    1.0
                    b    main    2.0
                    c    main    4.0
                    a    solve   8.0
                    """);

    private final Table metadata =
            tableOf(
                    """
                    ranks  run  host
                    64     b    h1
                    128    a    h2
                    256    a    h3
                    """);

    @Test
    void everyRowMeetsEveryPartnerInTheOrderOfTheFirstTable() {
        assertThat(times.join(metadata, "run"))
                .isEqualTo(
                        tableOf(
                                """
                                run  name   time  ranks  host
                                a    main    1.0    128  h2
                                a    main    1.0    256  h3
                                b    main    2.0     64  h1
                                a    solve   8.0    128  h2
                                a    solve   8.0    256  h3
                                """));
    }

    @Test
    void aLeftJoinKeepsRowsWithoutAPartner() {
        assertThat(times.leftJoin(metadata, "run").filter(row -> row >= 2 && row < 4))
                .isEqualTo(
                        tableOf(
                                """
                                run  name   time  ranks  host
                                b    main    2.0     64  h1
                                c    main    4.0      -  -
                                """));
    }

    @Test
    void aMissingKeyMeetsAMissingKey() {
        Table left = tableOf("run:text x\n- 1\na 2");
        assertThat(left.join(tableOf("run:text y\n- 3"), "run"))
                .isEqualTo(tableOf("run:text x y\n- 1 3"));
    }

    @Test
    void wholeAndRealKeysMeetByValue() {
        Table left = tableOf("ranks x\n64 1\n65 2");
        Table right = tableOf("ranks y\n64.0 3\n65.5 4");
        assertThat(left.join(right, "ranks")).isEqualTo(tableOf("ranks x y\n64 1 3"));
    }

    @Test
    void tablesWithoutRowsJoin() {
        Table none = metadata.head(0);
        assertThat(times.join(none, "run").rows()).isZero();
        assertThat(times.leftJoin(none, "run").rows()).isEqualTo(4);
        assertThat(none.leftJoin(times, "run").rows()).isZero();
    }

    @Test
    void whatCannotBeJoinedIsNamed() {
        assertThatThrownBy(() -> times.join(times, "run"))
                .hasMessage("both tables have a column 'name': rename one before the join");
        assertThatThrownBy(() -> times.join(metadata)).hasMessage("a join needs a key column");
        assertThatThrownBy(() -> times.join(metadata, "host"))
                .hasMessage("no column 'host'; available: run, name, time");
        assertThatThrownBy(() -> times.join(tableOf("run\n1"), "run"))
                .hasMessage("column 'run' is text in one table and whole in another");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "far", "real,flag", "whole,text", "flag,real,far"})
    void joinsEqualNestedLoops(String keys) {
        Table left = RandomTable.of(1, 200);
        Table right = RandomTable.of(2, 150);
        String[] on = keys.split(",");
        for (boolean keepUnmatched : new boolean[] {false, true}) {
            List<String> expected = nestedLoops(left, right, on, keepUnmatched);
            Table fewer = withKeys(right, on).rename("row", "other");
            Table found = keepUnmatched ? left.leftJoin(fewer, on) : left.join(fewer, on);
            List<String> pairs = new ArrayList<>();
            for (int row = 0; row < found.rows(); row++)
                pairs.add(found.column("row").text(row) + "-" + found.column("other").text(row));
            assertThat(pairs).isEqualTo(expected);
        }
    }

    private static Table withKeys(Table table, String[] on) {
        List<String> names = new ArrayList<>(List.of(on));
        names.add("row");
        return table.select(names.toArray(String[]::new));
    }

    private static List<String> nestedLoops(
            Table left, Table right, String[] on, boolean keepUnmatched) {
        List<String> pairs = new ArrayList<>();
        for (int row = 0; row < left.rows(); row++) {
            int before = pairs.size();
            for (int other = 0; other < right.rows(); other++)
                if (same(left, row, right, other, on)) pairs.add(row + "-" + other);
            if (keepUnmatched && pairs.size() == before) pairs.add(row + "-");
        }
        return pairs;
    }

    private static boolean same(Table left, int row, Table right, int other, String[] on) {
        for (String key : on)
            if (!RandomTable.cell(left, key, row).equals(RandomTable.cell(right, key, other)))
                return false;
        return true;
    }
}
