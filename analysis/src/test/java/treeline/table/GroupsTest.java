package treeline.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.table.Aggregate.count;
import static treeline.table.Aggregate.deviation;
import static treeline.table.Aggregate.first;
import static treeline.table.Aggregate.max;
import static treeline.table.Aggregate.mean;
import static treeline.table.Aggregate.median;
import static treeline.table.Aggregate.min;
import static treeline.table.Aggregate.quantile;
import static treeline.table.Aggregate.sum;
import static treeline.table.TableDrawing.tableOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class GroupsTest {
    private final Table table =
            tableOf(
                    """
                    name   rank  time  slow
                    solve     1   2.0  false
                    main      0   1.0  true
                    solve     0   4.0  true
                    main      1     -  false
                    solve     2   9.0  false
                    """);

    @Test
    void groupsComeInTheOrderOfTheirFirstRow() {
        assertThat(table.groupBy("name").aggregate(count(), sum("time"), mean("time")))
                .isEqualTo(
                        tableOf(
                                """
                                name   count  time_sum  time_mean
                                solve      3      15.0        5.0
                                main       2       1.0        1.0
                                """));
    }

    @Test
    void everyAggregateHasItsNameAndType() {
        assertThat(
                        table.groupBy("name")
                                .aggregate(
                                        count("time"),
                                        sum("rank"),
                                        min("time"),
                                        max("rank"),
                                        median("time"),
                                        quantile("time", 0.25),
                                        deviation("rank"),
                                        first("rank"),
                                        mean("slow").as("slow share")))
                .hasToString(
                        """
                        name   time_count  rank_sum  time_min  rank_max  time_median  time_percentiles_25  rank_std  rank  slow share
                        solve           3         3         2         2            4                    3   1.00000     1     0.33333
                        main            1         1         1         1            1                    1   0.70711     0     0.50000
                        """);
    }

    @Test
    void extremesAreOfTheColumnsOwnType() {
        assertThat(table.groupBy("name").aggregate(min("slow"), max("slow"), sum("slow")))
                .isEqualTo(
                        tableOf(
                                """
                                name   slow_min  slow_max  slow_sum
                                solve  false     true             1
                                main   false     true             1
                                """));
        assertThat(table.groupBy("slow").aggregate(min("name"), max("name").as("last")))
                .isEqualTo(
                        tableOf(
                                """
                                slow   name_min  last
                                false  main      solve
                                true   main      solve
                                """));
    }

    @Test
    void severalKeysGroupByTheirCombination() {
        Table two =
                tableOf(
                        """
                        run  name  time
                        a    main     1
                        b    main     2
                        a    dot      4
                        a    main     8
                        """);
        assertThat(two.groupBy("run", "name").aggregate(sum("time")))
                .isEqualTo(
                        tableOf(
                                """
                                run  name  time_sum
                                a    main         9
                                b    main         2
                                a    dot          4
                                """));
    }

    @Test
    void missingIsAKeyAndAnAggregateOfNothingIsMissing() {
        Table holes =
                tableOf(
                        """
                        rank  time  count:whole  name:text
                        -     1.0             -  -
                        3       -             -  -
                        -     2.0             -  -
                        """);
        assertThat(
                        holes.groupBy("rank")
                                .aggregate(
                                        count(),
                                        count("time"),
                                        sum("time"),
                                        sum("count"),
                                        mean("time"),
                                        max("time"),
                                        min("count"),
                                        max("name"),
                                        median("time"),
                                        first("time"),
                                        deviation("count")))
                .isEqualTo(
                        tableOf(
                                """
                                rank  count  time_count  time_sum  count_sum:whole  time_mean  time_max  count_min:whole  name_max:text  time_median  time  count_std:real
                                -         2           2       3.0                -        1.5       2.0                -              -          1.5   1.0               -
                                3         1           0         -                -          -         -                -              -            -     -               -
                                """));
    }

    @Test
    void withoutAKeyAllRowsAreOneGroup() {
        assertThat(table.groupBy().aggregate(count(), max("time")))
                .isEqualTo(tableOf("count time_max\n5 9.0"));
        assertThat(tableOf("time:real").groupBy().aggregate(count(), max("time"), first("time")))
                .isEqualTo(tableOf("count time_max:real time:real\n0 - -"));
    }

    @Test
    void aTableWithoutRowsHasNoGroups() {
        Table empty = tableOf("name:text rank:whole");
        assertThat(empty.groupBy("name", "rank").aggregate(count()))
                .isEqualTo(tableOf("name:text rank:whole count:whole"));
    }

    @Test
    void bothZerosAreOneKey() {
        Table zeros = Table.of(Column.real("x", 0.0, -0.0));
        assertThat(zeros.groupBy("x").size()).isEqualTo(1);
    }

    @Test
    void rowsOfAGroupServeStatisticsOfOnesOwn() {
        Groups groups = table.groupBy("name");
        assertThat(groups.rows(0)).containsExactly(0, 2, 4);
        Table own = groups.keys().with(Column.whole("last", groups.size(), g -> groups.rows(g)[1]));
        assertThat(own).isEqualTo(tableOf("name last\nsolve 2\nmain 3"));
        assertThatThrownBy(() -> groups.rows(2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void quantilesInterpolateAsNumpyDoes() {
        // numpy 2.4.6: numpy.quantile([3, 1, 4, 1, 5, 9, 2.5], q)
        Table numbers = Table.of(Column.real("x", 3, 1, 4, 1, 5, 9, 2.5));
        double[] fractions = {0, 0.1, 0.25, 0.5, 0.9, 0.99, 1};
        double[] expected = {1.0, 1.0, 1.75, 3.0, 6.600000000000001, 8.759999999999998, 9.0};
        for (int i = 0; i < fractions.length; i++)
            assertThat(numbers.groupBy().aggregate(quantile("x", fractions[i]).as("q")).real("q"))
                    .isEqualTo(Column.real("q", expected[i]));
        assertThatThrownBy(() -> quantile("x", 1.5))
                .hasMessage("a quantile must be from 0 to 1, found 1.5");
        assertThatThrownBy(() -> quantile("x", Double.NaN))
                .hasMessage("a quantile must be from 0 to 1, found NaN");
    }

    @Test
    void aQuantileIsNamedByItsPercentage() {
        assertThat(quantile("x", 0.29).name()).isEqualTo("x_percentiles_29");
        assertThat(quantile("x", 0.999).name()).isEqualTo("x_percentiles_99.9");
        assertThat(quantile("x", 1).name()).isEqualTo("x_percentiles_100");
    }

    @Test
    void sumsDoNotLoseSmallValuesNextToLargeOnes() {
        Table numbers = Table.of(Column.real("x", 1, 1e100, 1, -1e100));
        assertThat(numbers.groupBy().aggregate(sum("x"))).isEqualTo(tableOf("x_sum\n2.0"));
        Table endless = Table.of(Column.real("x", 1, 1 / 0.0, 2));
        assertThat(endless.groupBy().aggregate(sum("x"))).isEqualTo(tableOf("x_sum\nInfinity"));
    }

    @Test
    void aSumOfWholeNumbersIsExactOrRefused() {
        Table large = Table.of(Column.whole("x", Long.MAX_VALUE - 1, 1));
        assertThat(large.groupBy().aggregate(sum("x")).whole("x_sum").at(0))
                .isEqualTo(Long.MAX_VALUE);
        Table tooLarge = Table.of(Column.whole("x", Long.MAX_VALUE, 1));
        assertThatThrownBy(() -> tooLarge.groupBy().aggregate(sum("x")))
                .isInstanceOf(ArithmeticException.class)
                .hasMessage("the sum of column 'x' exceeds 2^63");
        assertThat(tooLarge.groupBy().aggregate(mean("x")).real("x_mean").at(0)).isEqualTo(0x1p62);
    }

    @Test
    void theDeviationOfLargeNumbersCloseTogetherIsExact() {
        Table times = Table.of(Column.real("t", 1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16));
        assertThat(times.groupBy().aggregate(deviation("t")).real("t_std").at(0))
                .isCloseTo(Math.sqrt(30), within(1e-12));
    }

    @Test
    void textHasNoSum() {
        for (Aggregate aggregate :
                List.of(sum("name"), mean("name"), median("name"), deviation("name")))
            assertThatThrownBy(() -> table.groupBy("rank").aggregate(aggregate))
                    .hasMessage("column 'name' is text, not a number");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text",
                "whole",
                "far",
                "real",
                "flag",
                "text,whole",
                "far,flag",
                "real,text,far",
                "whole,flag,text,real,far"
            })
    void groupsEqualThoseOfAHashMap(String keys) {
        for (int rows : new int[] {0, 1, 50, 3000}) {
            Table random = RandomTable.of(7 + rows, rows);
            String[] names = keys.split(",");
            Map<String, List<Integer>> naive = naiveGroups(random, names);
            Groups groups = random.groupBy(names);
            assertThat(groups.size()).isEqualTo(naive.size());
            int group = 0;
            for (List<Integer> expected : naive.values())
                assertThat(groups.rows(group++))
                        .containsExactly(expected.stream().mapToInt(i -> i).toArray());
            checkAggregates(random.real("value"), groups, List.copyOf(naive.values()));
        }
    }

    private static Map<String, List<Integer>> naiveGroups(Table table, String[] keys) {
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        for (int row = 0; row < table.rows(); row++) {
            int at = row;
            String key =
                    String.join(
                            "|",
                            Arrays.stream(keys)
                                    .map(name -> RandomTable.cell(table, name, at))
                                    .toList());
            groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
        }
        return groups;
    }

    private static void checkAggregates(
            RealColumn value, Groups groups, List<List<Integer>> naive) {
        Table found =
                groups.aggregate(
                        count().as("n"),
                        count("value"),
                        sum("value"),
                        mean("value"),
                        min("value"),
                        max("value"),
                        median("value"),
                        deviation("value"),
                        first("value").as("first"));
        for (int group = 0; group < naive.size(); group++) {
            double[] inOrder =
                    naive.get(group).stream()
                            .mapToDouble(value::at)
                            .filter(each -> !Double.isNaN(each))
                            .toArray();
            assertThat(found.whole("n").at(group)).isEqualTo(naive.get(group).size());
            assertThat(found.whole("value_count").at(group)).isEqualTo(inOrder.length);
            if (inOrder.length == 0) continue;
            assertThat(found.real("first").at(group)).isEqualTo(inOrder[0]);
            checkStatistics(found, group, inOrder);
        }
    }

    private static void checkStatistics(Table found, int group, double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double mean = Arrays.stream(values).sum() / n;
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        assertThat(found.real("value_sum").at(group)).isCloseTo(mean * n, within(1e-9));
        assertThat(found.real("value_mean").at(group)).isCloseTo(mean, within(1e-12));
        assertThat(found.real("value_min").at(group)).isEqualTo(sorted[0]);
        assertThat(found.real("value_max").at(group)).isEqualTo(sorted[n - 1]);
        assertThat(found.real("value_median").at(group))
                .isCloseTo((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, within(1e-12));
        if (n > 1)
            assertThat(found.real("value_std").at(group))
                    .isCloseTo(Math.sqrt(squares / (n - 1)), within(1e-9));
        else assertThat(found.real("value_std").at(group)).isNaN();
    }

    @Test
    void aHundredThousandScatteredKeysAreToldApart() {
        int rows = 300_000;
        Table scattered =
                Table.of(Column.whole("key", rows, row -> (row % 100_000) * 0x9E37_79B9_7F4AL));
        Groups groups = scattered.groupBy("key");
        assertThat(groups.size()).isEqualTo(100_000);
        assertThat(groups.rows(99_999)).containsExactly(99_999, 199_999, 299_999);
    }

    @Test
    void moreKeysThanOneArrayHoldsAreRefused() {
        var coder = new KeyCoder(2);
        assertThat(coder.code(5)).isEqualTo(0);
        assertThat(coder.code(6)).isEqualTo(1);
        assertThat(coder.code(5)).isEqualTo(0);
        assertThatThrownBy(() -> coder.code(7)).hasMessage("more than 2 different keys");
    }
}
