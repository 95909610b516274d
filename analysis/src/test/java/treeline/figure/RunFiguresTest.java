package treeline.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.compare.Trend;
import treeline.ensemble.Drawn;
import treeline.ensemble.Ensemble;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.plot.CorrelationMatrix;
import treeline.plot.Histogram;
import treeline.plot.Scatter;
import treeline.plot.StackedBars;
import treeline.single.Correlation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Pictures of one run, of top-down shares and of a history.
class RunFiguresTest {
    private static final Profile RUN =
            profileOf(
                    """
                    metric time s exclusive
                    path       rank0  rank1  rank2  rank3
                    main           1      1      1      1
                    main/solve     1      2      3     10
                    main/io        2      2      2      4

                    metric bytes B exclusive
                    path       rank0  rank1  rank2  rank3
                    main          10     10     10     10
                    main/solve    10     20     30    100
                    main/io       20     20     20     40
                    """);

    @Test
    void ranksAreThoseOfTheNodesThatLoseMost() {
        Histogram histogram = Figures.ranks(RUN);
        assertThat(histogram.caption().title()).isEqualTo("Distribution over ranks");
        assertThat(histogram.caption().subtitle()).isEqualTo("time (exclusive) among 4 ranks");
        assertThat(histogram.panels().stream().map(Histogram.Panel::name))
                .containsExactly("main/solve", "main/io");
        assertThat(histogram.panels().getFirst().largest()).isEqualTo(10);
        assertThat(histogram.panels().getFirst().median()).isEqualTo(2.5);
        assertThat(
                        Figures.ranks(
                                        RUN,
                                        RUN.outline().metric("bytes:exclusive"),
                                        FigureOptions.defaults().top(1))
                                .caption()
                                .notes())
                .containsExactly("1 of 2 nodes, largest loss first; top(2) draws all");
    }

    @Test
    void balancedRunsHaveNothingToDraw() {
        assertThatThrownBy(() -> Figures.ranks(profileOf("path rank0 rank1\nmain 1 1")))
                .hasMessage("all nodes are balanced over the whole run: no node to draw");
        assertThatThrownBy(() -> Figures.ranks(profileOf("path rank0\nmain 1")))
                .hasMessage("the run: cannot compare ranks: 1 found, at least 2 required");
    }

    @Test
    void metricsThatGoTogetherAreOne() {
        CorrelationMatrix matrix = Figures.correlation(RUN);
        assertThat(matrix.names()).containsExactly("time:exclusive", "bytes:exclusive");
        assertThat(matrix.values().getFirst()).containsExactly(1.0, 1.0);
        assertThat(matrix.caption().subtitle())
                .isEqualTo("spearman correlation over nodes and 4 ranks");
        assertThatThrownBy(
                        () ->
                                Figures.correlation(
                                        RUN,
                                        RUN.metrics().subList(0, 1),
                                        Correlation.Method.PEARSON))
                .hasMessage("two metrics are compared, not 1");
    }

    @Test
    void aScatterHasTheLineThroughAllNodes() {
        Metric time = RUN.metrics().getFirst();
        Metric bytes = RUN.metrics().getLast();
        Scatter scatter = Figures.scatter(RUN, time, bytes, false);
        assertThat(scatter.dots()).hasSize(3);
        assertThat(scatter.line().orElseThrow().slope()).isCloseTo(0.1, within(1e-12));
        assertThat(scatter.caption().subtitle())
                .startsWith("3 nodes, mean of 4 ranks; line: slope 100 ms per B");
        assertThat(Figures.scatter(RUN, time, bytes, true).caption().subtitle())
                .contains("; line through logarithms: slope 1");
    }

    @Test
    void topDownSharesAreBarsOfNodesAndGroups() {
        Ensemble runs =
                Ensemble.of(List.of(topDown("a", "cc=gcc", 0.5), topDown("b", "cc=icc", 0.9)));
        StackedBars bars = Figures.topDown(runs, FigureOptions.defaults().by("cc"));
        assertThat(bars.bars()).containsExactly("main, cc = gcc", "main, cc = icc");
        assertThat(bars.shares()).isTrue();
        assertThat(bars.caption().notes())
                .containsExactly(
                        "cc = icc: 1 node with percentages that add up to more than 100 % as"
                                + " recorded: main has 140.0 %; such counters are estimates");
        assertThat(Figures.topDown(runs).bars()).containsExactly("main");
    }

    private static treeline.ensemble.Run topDown(String key, String metadata, double retiring) {
        return Drawn.drawn(
                key,
                metadata,
                """
                metric retiring %% point
                path  whole
                main  %s

                metric frontend_bound %% point
                path  whole
                main  0.1

                metric backend_bound %% point
                path  whole
                main  0.3

                metric bad_speculation %% point
                path  whole
                main  0.1
                """
                        .formatted(retiring));
    }

    @Test
    void aHistoryHasTheCommitsAndWhereItChanged() {
        Metric time = new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE);
        List<Trend.Point> points = new ArrayList<>();
        List<TrendFigure.Dated> runs = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            String name = "run" + i;
            String commit = "0123456789%02d".formatted(i);
            runs.add(new TrendFigure.Dated(name, commit));
            if (i != 3)
                points.add(
                        new Trend.Point(
                                name,
                                Instant.ofEpochSecond(i),
                                "main",
                                commit,
                                (i < 12 ? 10 : 20) + 0.01 * (i % 3)));
        }
        treeline.plot.TrendLines figure =
                TrendFigure.of(List.of(Trend.of("main", time, points)), time, runs);
        assertThat(figure.x()).isEqualTo("commit");
        assertThat(figure.runs().getFirst()).isEqualTo("01234567");
        assertThat(figure.lines().getFirst().values().get(3)).isNaN();
        assertThat(figure.lines().getFirst().segments()).hasSize(2);
        assertThat(figure.lines().getFirst().segments().getLast().from()).isEqualTo(12);
        assertThat(figure.caption().notes().getFirst()).isEqualTo("main: 1 run without a value");
        assertThat(figure.caption().notes().get(1)).startsWith("main: +99.9 % since 012345678912");
    }
}
