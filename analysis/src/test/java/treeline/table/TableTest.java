package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.table.TableDrawing.tableOf;

import org.junit.jupiter.api.Test;

import java.util.List;

class TableTest {
    private final Table table =
            tableOf(
                    """
                    name   rank  time  slow
                    main      0   1.5  false
                    solve     1     -  true
                    -         -   4.0  -
                    """);

    @Test
    void aTableIsItsColumnsInOrder() {
        Table built =
                Table.of(
                        Column.text("name", "main", "solve", null),
                        Column.whole("rank", 0, 1, WholeColumn.MISSING),
                        Column.real("time", 1.5, Double.NaN, 4.0),
                        table.flag("slow"));
        assertThat(built).isEqualTo(table).hasSameHashCodeAs(table);
        assertThat(built.names()).containsExactly("name", "rank", "time", "slow");
        assertThat(Column.real("x", 1)).isNotEqualTo(Column.real("x", 2));
        assertThat(Column.flag("x", true, false).at(0)).isTrue();
        assertThat(Column.flag("x", true, false).at(1)).isFalse();
        assertThat(built.rows()).isEqualTo(3);
    }

    @Test
    void valuesAreReadByRowFromATypedColumn() {
        assertThat(table.text("name").at(1)).isEqualTo("solve");
        assertThat(table.whole("rank").at(1)).isEqualTo(1);
        assertThat(table.real("time").at(0)).isEqualTo(1.5);
        assertThat(table.flag("slow").at(1)).isTrue();
    }

    @Test
    void aMissingValueIsNeutralAndSaysThatItIsMissing() {
        assertThat(table.text("name").at(2)).isEmpty();
        assertThat(table.whole("rank").at(2)).isEqualTo(WholeColumn.MISSING);
        assertThat(table.real("time").at(1)).isNaN();
        assertThat(table.flag("slow").at(2)).isFalse();
        assertThat(table.columns()).extracting(column -> column.isMissing(0)).containsOnly(false);
        assertThat(table.column("name").isMissing(2)).isTrue();
        assertThat(table.column("rank").isMissing(2)).isTrue();
        assertThat(table.column("time").isMissing(1)).isTrue();
        assertThat(table.column("slow").isMissing(2)).isTrue();
        assertThat(table.column("time").text(1)).isEmpty();
        assertThat(table.column("slow").text(2)).isEmpty();
    }

    @Test
    void everyColumnButTextGivesNumbers() {
        assertThat(table.column("rank").numbers()).containsExactly(0, 1, Double.NaN);
        assertThat(table.column("time").numbers()).containsExactly(1.5, Double.NaN, 4);
        assertThat(table.column("slow").numbers()).containsExactly(0, 1, Double.NaN);
        assertThatThrownBy(() -> table.column("name").numbers())
                .hasMessage("column 'name' is text, not a number");
    }

    @Test
    void arraysAreCopiedInAndOut() {
        double[] given = {1, 2};
        RealColumn column = Column.real("time", given);
        given[0] = 9;
        column.numbers()[1] = 9;
        assertThat(column.numbers()).containsExactly(1, 2);
        long[] ranks = {1, 2};
        WholeColumn rank = Column.whole("rank", ranks);
        ranks[0] = 9;
        assertThat(rank.at(0)).isEqualTo(1);
        boolean[] flags = {true};
        FlagColumn slow = Column.flag("slow", flags);
        flags[0] = false;
        assertThat(slow.at(0)).isTrue();
    }

    @Test
    void textMayComeCodedWithADictionaryThatRepeats() {
        var dictionary = List.of("main", "solve", "main");
        int[] codes = {2, 1, 0, -1};
        assertThat(Column.text("name", codes, dictionary))
                .isEqualTo(Column.text("name", "main", "solve", "main", null));
        assertThatThrownBy(() -> Column.text("name", new int[] {0, 3}, dictionary))
                .hasMessage("row 1 of column 'name' has code 3 of a dictionary of 3");
    }

    @Test
    void aColumnThatIsNotThereSaysWhichAre() {
        assertThatThrownBy(() -> table.column("tme"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no column 'tme'; available: name, rank, time, slow");
    }

    @Test
    void aColumnOfAnotherTypeSaysWhichItIs() {
        assertThatThrownBy(() -> table.text("rank")).hasMessage("column 'rank' is whole, not text");
        assertThatThrownBy(() -> table.whole("time"))
                .hasMessage("column 'time' is real, not whole");
        assertThatThrownBy(() -> table.real("slow")).hasMessage("column 'slow' is flag, not real");
        assertThatThrownBy(() -> table.flag("name")).hasMessage("column 'name' is text, not flag");
    }

    @Test
    void columnsThatDoNotFitAreRefused() {
        assertThatThrownBy(() -> Table.of(Column.real("a", 1, 2), Column.real("b", 1)))
                .hasMessage("column 'b' has 1 rows, but 'a' has 2");
        assertThatThrownBy(() -> Table.of(Column.real("a", 1), Column.whole("a", 1)))
                .hasMessage("two columns are called 'a'");
        assertThatThrownBy(() -> table.rename("rank", "time"))
                .hasMessage("two columns are called 'time'");
        assertThatThrownBy(() -> Table.checkedRows(1L << 31))
                .hasMessage("a table of 2147483648 rows exceeds the maximum of 2^31");
    }

    @Test
    void tablesDifferByNameTypeOrValue() {
        Table one = tableOf("a\n1");
        assertThat(one).isNotEqualTo(tableOf("b\n1")).isNotEqualTo(tableOf("a:real\n1"));
        assertThat(one).isNotEqualTo(tableOf("a\n2")).isNotEqualTo(tableOf("a\n1\n1"));
        assertThat(tableOf("a:text\n''")).isNotEqualTo(tableOf("a:text\n-"));
        assertThat(tableOf("a:flag\nfalse")).isNotEqualTo(tableOf("a:flag\n-"));
    }

    @Test
    void selectKeepsColumnsInTheOrderAsked() {
        assertThat(table.select("time", "name").names()).containsExactly("time", "name");
        assertThat(table.select("time").column("time")).isSameAs(table.column("time"));
    }

    @Test
    void withReplacesAColumnInItsPlaceOrAddsALastOne() {
        RealColumn time = table.real("time");
        Column doubled = Column.real("time", table.rows(), row -> 2 * time.at(row));
        assertThat(table.with(doubled))
                .isEqualTo(
                        tableOf(
                                """
                                name   rank  time  slow
                                main      0   3.0  false
                                solve     1     -  true
                                -         -   8.0  -
                                """));
        assertThat(table.with(doubled.renamed("twice")).names()).endsWith("slow", "twice");
    }

    @Test
    void renameKeepsThePlace() {
        assertThat(table.rename("rank", "process").names())
                .containsExactly("name", "process", "time", "slow");
    }

    @Test
    void filterKeepsTheRowsThatPass() {
        RealColumn time = table.real("time");
        assertThat(table.filter(row -> time.at(row) > 1))
                .isEqualTo(
                        tableOf(
                                """
                                name   rank  time  slow
                                main      0   1.5  false
                                -         -   4.0  -
                                """));
        assertThat(table.filter(_ -> true)).isSameAs(table);
    }

    @Test
    void aFewRowsOfALargeDictionaryKeepTheirTexts() {
        Table large = Table.of(Column.text("name", 10_000, row -> "f" + row));
        assertThat(large.filter(row -> row % 5_000 == 7)).isEqualTo(tableOf("name\nf7\nf5007"));
    }

    @Test
    void headIsTheFirstRows() {
        assertThat(table.select("rank").head(2)).isEqualTo(tableOf("rank\n0\n1"));
        assertThat(table.head(9)).isSameAs(table);
        assertThatThrownBy(() -> table.head(-1)).hasMessage("head of -1 rows");
    }

    @Test
    void describeGivesTheStatisticsOfEveryNumber() {
        Table numbers =
                tableOf(
                        """
                        name  rank  time
                        a        1     -
                        b        2   0.5
                        c        3   2.5
                        d        4   1.5
                        """);
        assertThat(numbers.describe().with(rounded(numbers.describe().real("std"))))
                .isEqualTo(
                        tableOf(
                                """
                                column  count  mean    std  min:real   25%  50%   75%  max:real
                                rank        4   2.5  1.291         1  1.75  2.5  3.25         4
                                time        3   1.5  1.000       0.5   1.0  1.5   2.0       2.5
                                """));
    }

    private static Column rounded(RealColumn column) {
        return Column.real(
                column.name(), column.rows(), row -> Math.rint(column.at(row) * 1000) / 1000);
    }

    @Test
    void aDrawingThatIsNotATableIsRefused() {
        assertThatThrownBy(() -> tableOf("a b\n1"))
                .hasMessage("a drawing with 2 headings has a line of 1: 1");
        assertThatThrownBy(() -> tableOf("a:int\n1")).hasMessage("no type 'int'");
    }

    @Test
    void columnsAndGroupsSayWhatTheyAre() {
        assertThat(table.column("rank")).hasToString("rank:whole of 3 rows");
        assertThat(table.groupBy("slow")).hasToString("3 groups of [slow] over 3 rows");
    }
}
