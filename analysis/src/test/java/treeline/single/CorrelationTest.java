package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import treeline.model.Profile;
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

    @Test
    void whatNeverChangesCorrelatesWithNothing() {
        Table matrix = Correlation.of(RUN, RUN.metrics(), Correlation.Method.KENDALL);
        for (int row = 0; row < 4; row++) assertThat(matrix.real("same:exclusive").at(row)).isNaN();
    }

    @Test
    void strongPairsAreListedStrongestFirst() {
        Table matrix = Correlation.of(RUN, RUN.metrics().subList(0, 3), Correlation.Method.PEARSON);
        Table strong = Correlation.strongest(matrix, 0.75);
        assertThat(strong.names()).containsExactly("first", "second", "correlation");
        assertThat(strong.text("first").text(0)).isEqualTo("time:exclusive");
        assertThat(strong.text("second").text(0)).isEqualTo("idle:exclusive");
        assertThat(strong.real("correlation").at(0)).isEqualTo(-1);
        assertThat(Correlation.strongest(matrix, 2).rows()).isZero();
    }

    @Test
    void aMetricIsNamedOnce() {
        assertThatThrownBy(
                        () ->
                                Correlation.of(
                                        RUN,
                                        List.of(RUN.metrics().get(0), RUN.metrics().get(0)),
                                        Correlation.Method.PEARSON))
                .hasMessage("a metric is named twice");
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

                        metric time s exclusive
                        path  whole
                        a         3
                        b         5
                        c         7
                        d        99
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
        assertThat(line.slope()).isCloseTo(2, org.assertj.core.api.Assertions.within(1e-12));
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
                .hasMessage("a line needs two metrics, not 'time:exclusive' twice");
    }
}
