package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.table.Aggregate.count;
import static treeline.table.Aggregate.first;
import static treeline.table.Aggregate.mean;
import static treeline.table.Aggregate.sum;
import static treeline.table.Order.ascending;
import static treeline.table.TableDrawing.tableOf;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class PivotTest {
    private final Table runs =
            tableOf(
                    """
                    name   ranks  tool  time
                    main      64  hpc    1.0
                    solve     64  hpc    2.0
                    main     256  hpc    4.0
                    main     128  tau    8.0
                    solve    128  tau   16.0
                    solve    128  tau   32.0
                    """);

    @Test
    void rowsKeepTheirOrderAndHeadingsAscend() {
        assertThat(runs.pivot("name", "ranks", sum("time")))
                .isEqualTo(
                        tableOf(
                                """
                                name    64   128  256
                                main   1.0   8.0  4.0
                                solve  2.0  48.0    -
                                """));
    }

    @Test
    void cellsMayBeAnyAggregateOfAnyType() {
        assertThat(runs.pivot("ranks", "name", first("tool")))
                .isEqualTo(
                        tableOf(
                                """
                                ranks  main  solve
                                64     hpc   hpc
                                256    hpc   -
                                128    tau   tau
                                """));
        assertThat(runs.pivot("tool", "name", count()))
                .isEqualTo(tableOf("tool main solve\nhpc 2 1\ntau 1 2"));
    }

    @Test
    void severalColumnsMayBeTheIndex() {
        assertThat(runs.groupBy("tool", "name").pivot("ranks", mean("time")))
                .isEqualTo(
                        tableOf(
                                """
                                tool  name    64   128  256
                                hpc   main   1.0     -  4.0
                                hpc   solve  2.0     -    -
                                tau   main     -   8.0    -
                                tau   solve    -  24.0    -
                                """));
    }

    @Test
    void aMissingKeyHasARowAndALastColumn() {
        Table holes = tableOf("name ranks time\nmain - 1\n- 64 2\nmain 64 4");
        Table pivot = holes.pivot("name", "ranks", sum("time"));
        assertThat(pivot.names()).containsExactly("name", "64", "-");
        assertThat(pivot.rename("-", "none")).isEqualTo(tableOf("name 64 none\nmain 4 1\n- 2 -"));
    }

    @Test
    void aHeadingThatIsTheIndexIsRefused() {
        Table table = tableOf("name kind time\nmain name 1");
        assertThatThrownBy(() -> table.pivot("name", "kind", sum("time")))
                .hasMessage("two columns are called 'name'");
    }

    @Test
    void aPivotTakenApartGivesTheGroupsBack() {
        Table random = RandomTable.of(3, 2000);
        random = random.filter(keeping(random));
        Table cells = random.groupBy("whole", "text").aggregate(sum("value"), count());
        Table pivot = random.pivot("whole", "text", sum("value"));

        List<Table> apart = new ArrayList<>();
        for (String heading : pivot.names().subList(1, pivot.names().size()))
            apart.add(
                    pivot.select("whole", heading)
                            .rename(heading, "value_sum")
                            .with(Column.text("text", pivot.rows(), _ -> heading)));
        assertThat(sorted(Table.concat(apart))).isEqualTo(sorted(cells));
    }

    /// Rows with keys and a value: other cells would be missing in the pivot and absent here.
    private static java.util.function.IntPredicate keeping(Table table) {
        List<Column> columns = table.select("whole", "text", "value").columns();
        return row -> columns.stream().noneMatch(column -> column.isMissing(row));
    }

    private static Table sorted(Table cells) {
        return cells.select("whole", "text", "value_sum")
                .sort(ascending("whole"), ascending("text"));
    }
}
