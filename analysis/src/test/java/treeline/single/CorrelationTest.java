package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import treeline.model.Profile;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.util.List;

class CorrelationTest {
    private static final Profile RUN =
            profileOf(
                    """
                    metric time s exclusive
                    path  rank0  rank1
                    a         1      2
                    b         3      4
                    c         5      -

                    metric misses B exclusive
                    path  rank0  rank1
                    a        10     20
                    b        30    400
                    c         -      7

                    metric idle s exclusive
                    path  rank0  rank1
                    a         4      3
                    b         2      1
                    c         0      0

                    metric same B exclusive
                    path  rank0  rank1
                    a         4      4
                    b         4      4
                    c         4      4
                    """);

    @ParameterizedTest
    @EnumSource
    void twoMetricsAreComparedOverTheCellsThatHaveBoth(Correlation.Method method) {
        Table matrix = Correlation.of(RUN, RUN.metrics(), method);
        assertThat(matrix.names())
                .containsExactly(
                        "metric",
                        "time:exclusive",
                        "misses:exclusive",
                        "idle:exclusive",
                        "same:exclusive");
        assertThat(matrix.real("time:exclusive").at(0)).isEqualTo(1);
        assertThat(matrix.real("time:exclusive").at(2)).isEqualTo(-1);
        double misses = matrix.real("time:exclusive").at(1);
        if (method == Correlation.Method.PEARSON) assertThat(misses).isBetween(0.7, 0.9);
        else assertThat(misses).isEqualTo(1);
    }

    /// Only a and d are left in both ranks: time 1, 2, 5, 9 and misses 2, 4, 10, 18.
    @ParameterizedTest
    @EnumSource
    void aCellThatLacksOneOfTheTwoIsNoPair(Correlation.Method method) {
        Profile holes =
                profileOf(
                        """
                        metric time s exclusive
                        path  rank0  rank1
                        a         1      5
                        b       NaN      6
                        c         3    NaN
                        d         2      9
                        e         8      -

                        metric misses - exclusive
                        path  rank0  rank1
                        a         2     10
                        b        50    NaN
                        c         -     70
                        d         4     18
                        e       NaN      1
                        """);
        Table matrix = Correlation.of(holes, holes.metrics(), method);
        assertThat(matrix.real("misses:exclusive").at(0)).isCloseTo(1, within(1e-15));
        assertThat(matrix.text("metric").text(1)).isEqualTo("misses:exclusive");
    }

    @Test
    void twoCellsAreALineAndOneSaysNothing() {
        double[] none = {};
        double[] one = {1};
        for (Correlation.Method method : Correlation.Method.values()) {
            assertThat(Correlation.of(none, none, method)).isNaN();
            assertThat(Correlation.of(one, new double[] {2}, method)).isNaN();
            assertThat(Correlation.of(new double[] {1, 2}, new double[] {9, 3}, method))
                    .isEqualTo(-1);
        }
    }

    @Test
    void whatNeverChangesCorrelatesWithNothing() {
        Table matrix = Correlation.of(RUN, RUN.metrics(), Correlation.Method.KENDALL);
        for (int row = 0; row < 4; row++) assertThat(matrix.real("same:exclusive").at(row)).isNaN();
    }

    /// Ranks are merged: their means must stay exact.
    @Test
    void whatIsTheSameInAllRanksIsOnNoLine() {
        Profile same =
                profileOf(
                        """
                        metric time s exclusive
                        path  rank0  rank1  rank2
                        a         1      2      7
                        b         3      4      -
                        c         5      6      -

                        metric tenth s exclusive
                        path  rank0  rank1  rank2
                        a       0.1    0.1    0.1
                        b       0.1    0.1      -
                        c       0.1    0.1      -
                        """);
        Table matrix = Correlation.of(same, same.metrics(), Correlation.Method.PEARSON);
        assertThat(matrix.real("time:exclusive").at(1)).isNaN();
        assertThat(matrix.real("time:exclusive").at(0)).isEqualTo(1);
        assertThat(matrix.real("tenth:exclusive").at(1)).isNaN();
    }

    @Test
    void squaresThatOverflowAreStillOnALine() {
        double[] large = {1e150, 2e150, 4e150};
        double[] falling = {-3e150, -6e150, -12e150};
        assertThat(Correlation.of(large, falling, Correlation.Method.PEARSON))
                .isCloseTo(-1, within(1e-15));
    }

    @Test
    void pairsHaveTwoValues() {
        assertThatThrownBy(
                        () ->
                                Correlation.of(
                                        new double[] {1, 2},
                                        new double[] {1, 2, 3},
                                        Correlation.Method.PEARSON))
                .hasMessage("cannot pair 2 with 3 values");
    }

    @Test
    void strongPairsAreListedStrongestFirst() {
        Table matrix = Correlation.of(RUN, RUN.metrics().subList(0, 3), Correlation.Method.PEARSON);
        Table strong = Correlation.strongest(matrix, 0.75);
        assertThat(strong.names()).containsExactly("first", "second", "correlation");
        assertThat(strong.text("first").text(0)).isEqualTo("time:exclusive");
        assertThat(strong.text("second").text(0)).isEqualTo("idle:exclusive");
        assertThat(strong.real("correlation").at(0)).isEqualTo(-1);
        assertThat(Correlation.strongest(matrix, 1).rows()).isEqualTo(1);
        assertThat(Correlation.strongest(matrix, 1.1).rows()).isZero();
    }

    @Test
    void aMetricIsNamedOnce() {
        assertThatThrownBy(
                        () ->
                                Correlation.of(
                                        RUN,
                                        List.of(RUN.metrics().get(0), RUN.metrics().get(0)),
                                        Correlation.Method.PEARSON))
                .hasMessage("duplicate metric");
    }

    private static Regression line(String drawing, boolean logarithmic) {
        Profile profile = profileOf(drawing);
        return Regression.of(
                profile,
                profile.metrics().get(1),
                profile.metrics().get(0),
                Reduction.SUM,
                logarithmic);
    }

    @Test
    void aLineSaysWhatOneMetricExplainsOfAnother() {
        Regression line =
                line(
                        """
                        metric calls B exclusive
                        path  whole
                        a         1
                        b         2
                        c         3
                        d         0
                        e         9

                        metric time s exclusive
                        path  whole
                        a         3
                        b         5
                        c         7
                        d        99
                        e         0
                        """,
                        false);
        assertThat(line.slope()).isEqualTo(2);
        assertThat(line.intercept()).isEqualTo(1);
        assertThat(line.rSquare()).isEqualTo(1);
        assertThat(line.nodes().rows()).isEqualTo(3);
        for (int row = 0; row < 3; row++) {
            assertThat(line.nodes().real("deviations").at(row)).isZero();
            assertThat(line.nodes().flag("outlier").text(row)).isEqualTo("false");
        }
    }

    @Test
    void onLogarithmicScaleTheLineIsAPowerLaw() {
        Regression line =
                line(
                        """
                        metric size B exclusive
                        path  whole
                        a         1
                        b        10
                        c       100

                        metric time s exclusive
                        path  whole
                        a         5
                        b       500
                        c     50000
                        """,
                        true);
        assertThat(line.slope()).isCloseTo(2, within(1e-12));
        assertThat(line.nodes().real("predicted").at(0))
                .isCloseTo(
                        line.nodes().real("time:exclusive").at(0),
                        org.assertj.core.api.Assertions.withinPercentage(1e-6));
    }

    @Test
    void aNodeFarFromTheLineIsNamed() {
        var size = new StringBuilder("metric size B exclusive\npath whole\n");
        var time = new StringBuilder("\nmetric time s exclusive\npath whole\n");
        for (int i = 1; i <= 30; i++) {
            size.append("n%d %d\n".formatted(i, i));
            time.append("n%d %d\n".formatted(i, i == 17 ? 90 : 2 * i + i % 2));
        }
        Regression line = line(size.toString() + time, false);
        assertThat(line.nodes().text("path").text(0)).isEqualTo("n17");
        assertThat(line.nodes().flag("outlier").text(0)).isEqualTo("true");
        assertThat(line.nodes().flag("outlier").text(1)).isEqualTo("false");
        assertThat(line.logarithmic()).isFalse();
    }

    /// The line is 2 * size. Four of six nodes are 2 away from it: 16 over 6 - 2 nodes is 4, a
    /// standard deviation of 2.
    @Test
    void distancesAreCountedInStandardDeviationsOverAllNodesButTwo() {
        Regression line =
                line(
                        """
                        metric size B exclusive
                        path  whole
                        a         1
                        b         2
                        c         3
                        d         4
                        e         5
                        f         6

                        metric time s exclusive
                        path  whole
                        a         4
                        b         2
                        c         4
                        d        10
                        e        10
                        f        12
                        """,
                        false);
        assertThat(line.slope()).isEqualTo(2);
        assertThat(line.intercept()).isZero();
        Table nodes = line.nodes();
        assertThat(nodes.column("path"))
                .isEqualTo(Column.text("path", "a", "b", "c", "d", "e", "f"));
        assertThat(nodes.column("size:exclusive").numbers()).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(nodes.column("time:exclusive").numbers()).containsExactly(4, 2, 4, 10, 10, 12);
        assertThat(nodes.column("predicted").numbers()).containsExactly(2, 4, 6, 8, 10, 12);
        assertThat(nodes.column("distance").numbers()).containsExactly(2, -2, -2, 2, 0, 0);
        assertThat(nodes.column("deviations").numbers()).containsExactly(1, 1, 1, 1, 0, 0);
    }

    @Test
    void roundingIsNoDeviation() {
        Regression line =
                line(
                        """
                        metric size B exclusive
                        path     whole
                        a      1000000
                        b      3000000
                        c      7000000

                        metric time s exclusive
                        path     whole
                        a     100000.3
                        b     300000.3
                        c     700000.3
                        """,
                        false);
        assertThat(line.nodes().column("distance").numbers()).isNotEqualTo(new double[3]);
        assertThat(line.nodes().column("deviations").numbers()).containsExactly(0, 0, 0);
    }

    @Test
    void aLineNeedsTwoMetrics() {
        assertThatThrownBy(
                        () ->
                                Regression.of(
                                        RUN,
                                        RUN.metrics().get(0),
                                        RUN.metrics().get(0),
                                        Reduction.SUM,
                                        false))
                .hasMessage(
                        "a regression line needs two different metrics, found 'time:exclusive'"
                                + " twice");
    }
}
