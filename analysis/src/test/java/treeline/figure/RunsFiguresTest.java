package treeline.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.ensemble.Drawn.drawn;
import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.cluster.ClusterSearch;
import treeline.ensemble.Ensemble;
import treeline.ensemble.statistics.NamedStatistics;
import treeline.model.Metric;
import treeline.plot.Boxes;
import treeline.plot.HeatMap;
import treeline.plot.Histogram;
import treeline.plot.ParallelCoordinates;
import treeline.plot.ScalingLines;
import treeline.plot.Scatter;
import treeline.plot.StackedBars;
import treeline.scaling.model.Modeling;
import treeline.single.Grouping;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// Pictures of many runs by typed calls, with the defaults of the command line.
class RunsFiguresTest {
    private static final Ensemble RUNS =
            Ensemble.of(
                    List.of(
                            run("r/a", "ranks=1 cc=gcc", "main=60", "main/io=10", "main/tiny=0.1"),
                            run("r/b", "ranks=2 cc=gcc", "main=31", "main/io=11", "main/tiny=0.1"),
                            run("r/c", "ranks=4 cc=icc", "main=16", "main/io=12")));

    private static Metric time() {
        return RUNS.metric("time");
    }

    @Test
    void aHeatMapHasTheUsualStatisticsLargestFirst() {
        HeatMap map = Figures.heatMap(RUNS);
        assertThat(map.rows()).containsExactly("main", "main/io");
        assertThat(map.columns().stream().map(HeatMap.Column::name))
                .containsExactly("mean", "median", "std", "min", "max");
        assertThat(map.columns().getFirst().values()).containsExactly(107 / 3.0, 11.0);
        assertThat(map.caption().title()).isEqualTo("Statistics of nodes over runs");
        assertThat(map.caption().subtitle()).isEqualTo("time (inclusive) of 3 runs");
        assertThat(map.caption().notes())
                .containsExactly("1 of 3 nodes are below 1 %: above(0) shows them");
    }

    @Test
    void notesNameWhatWouldShowMore() {
        assertThat(
                        Figures.heatMap(RUNS, FigureOptions.defaults().above(0).top(1))
                                .caption()
                                .notes())
                .containsExactly("1 of 3 nodes, the largest; top(3) draws all");
        var asked = new FigureOptions(OptionalInt.of(1), 1, List.of(), Wording.COMMAND_LINE);
        assertThat(Figures.heatMap(RUNS, asked).caption().notes())
                .containsExactly(
                        "1 of 2 nodes, the largest; --top 2 draws all",
                        "1 of 3 nodes are below 1 %: --threshold 0 shows them");
    }

    @Test
    void twoGroupsOfRunsAreCompared() {
        HeatMap map =
                HeatMapFigure.of(
                        NamedStatistics.between(
                                "cc",
                                RUNS,
                                List.of(time()),
                                List.of("mean", "score", "preference")),
                        FigureOptions.defaults());
        assertThat(map.columns().stream().map(HeatMap.Column::name))
                .contains("gcc mean", "icc mean");
        assertThat(map.caption().notes()).anyMatch(note -> note.startsWith("omitted, because"));
    }

    @Test
    void aHistogramHasAPanelForEachOfTheLargestNodes() {
        Histogram histogram = Figures.histogram(RUNS);
        assertThat(histogram.panels().stream().map(Histogram.Panel::name))
                .containsExactly("main", "main/io", "main/tiny");
        assertThat(histogram.panels().getFirst().median()).isEqualTo(31);
        assertThat(Figures.histogram(RUNS, FigureOptions.defaults().top(1)).caption().notes())
                .containsExactly("1 of 3 nodes, the largest; top(3) draws all");
    }

    @Test
    void fourPanelsAreUsual() {
        String[] paths =
                IntStream.range(0, 6)
                        .mapToObj(i -> "n%d=%d".formatted(i, i))
                        .toArray(String[]::new);
        assertThat(Figures.histogram(Ensemble.of(List.of(run("a", "", paths)))).panels())
                .hasSize(4);
    }

    @Test
    void boxesAreOfAllRunsOrOfGroups() {
        Boxes boxes = Figures.boxes(RUNS);
        assertThat(boxes.violins()).isFalse();
        assertThat(boxes.spreads().stream().map(Boxes.Spread::name))
                .containsExactly("main", "main/io");
        assertThat(boxes.spreads().getFirst().median()).isEqualTo(31);
        Boxes violins = Figures.violins(RUNS, FigureOptions.defaults().by("cc").top(1));
        assertThat(violins.violins()).isTrue();
        assertThat(violins.spreads().stream().map(Boxes.Spread::name))
                .containsExactly("main", "main");
        assertThat(violins.spreads().stream().map(Boxes.Spread::group))
                .containsExactly("cc = gcc", "cc = icc");
        assertThat(violins.spreads().getLast().values()).containsExactly(16.0);
    }

    @Test
    void scalingIsOfValuesOverTheNumberOfProcesses() {
        ScalingLines lines = Figures.scaling(RUNS);
        assertThat(lines.caption().title()).isEqualTo("Scaling with ranks");
        assertThat(lines.logarithmic()).isTrue();
        assertThat(lines.lines().getFirst().points())
                .extracting(ScalingLines.Point::value)
                .containsExactly(60.0, 31.0, 16.0);
        assertThat(lines.lines().getFirst().ideal().getLast().value()).isEqualTo(15);
    }

    @Test
    void efficiencyIsThatOfTheTable() {
        ScalingLines lines =
                Figures.scaling(
                        RUNS, ScalingFigure.Kind.STRONG_EFFICIENCY, FigureOptions.defaults());
        assertThat(lines.y()).isEqualTo("strong efficiency");
        assertThat(lines.caption().title()).isEqualTo("Strong efficiency by ranks");
        ScalingLines.Line main =
                lines.lines().stream()
                        .filter(line -> line.name().equals("main"))
                        .findFirst()
                        .orElseThrow();
        assertThat(main.points())
                .extracting(ScalingLines.Point::value)
                .containsExactly(1.0, 60 / 31.0 / 2, 60 / 16.0 / 4);
        assertThat(lines.caption().notes()).contains("dotted: ideal scaling");
    }

    @Test
    void runsWithoutANumberOfProcessesAreNoted() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                run("a", "ranks=1", "main=2"),
                                run("b", "ranks=2", "main=1"),
                                run("c", "ranks=all", "main=9")));
        assertThat(Figures.scaling(runs).caption().notes())
                .contains("omitted, because its ranks is not a positive number: c");
        assertThatThrownBy(
                        () ->
                                ScalingFigure.of(
                                        runs,
                                        runs.metric("time"),
                                        "ranks",
                                        ScalingFigure.Kind.VALUE,
                                        Optional.of("1"),
                                        FigureOptions.defaults()))
                .hasMessage("a baseline requires a speedup or an efficiency");
    }

    @Test
    void runsWithoutTheMetricAreNoted() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                run("a", "", "main=2"),
                                drawn("b", "", "metric bytes B inclusive\npath whole\nmain 7\n")));
        assertThat(Figures.boxes(runs).caption().notes()).contains("1 run without 'time': b");
        assertThat(Figures.heatMap(runs).caption().notes()).contains("1 run without 'time': b");
        assertThat(Figures.histogram(runs).caption().notes()).contains("1 run without 'time': b");
    }

    @Test
    void modelsAreDrawnToFourTimesTheLargestRun() {
        Ensemble runs =
                Ensemble.of(
                        IntStream.of(1, 2, 4, 8, 16)
                                .mapToObj(p -> run("p" + p, "ranks=" + p, "main=" + (3 + 2 * p)))
                                .toList());
        ScalingLines lines = Figures.model(runs);
        assertThat(lines.caption().title()).isEqualTo("Models by ranks");
        assertThat(lines.caption().notes())
                .first()
                .asString()
                .isEqualTo("main: 3.00 s + 2.00 s * ranks");
        ScalingLines.Fit fit = lines.lines().getFirst().fit().orElseThrow();
        assertThat(fit.curve().getLast().x()).isEqualTo(64);
        assertThat(fit.measuredTo()).isEqualTo(16);
        assertThat(
                        Figures.model(
                                        runs,
                                        Modeling.of(runs.metric("time"), "ranks").on(runs),
                                        FigureOptions.defaults())
                                .lines())
                .isEqualTo(lines.lines());
        assertThatThrownBy(() -> Figures.model(RUNS))
                .hasMessage(
                        "a model needs 5 values of each parameter; nodes have at most 3 of ranks");
        assertThatThrownBy(() -> Figures.scaling(Ensemble.of(List.of(run("a", "", "main=1")))))
                .hasMessageStartingWith("the process count of the runs is unknown");
    }

    @Test
    void barsOfRunsAreExclusiveAndSlowestFirst() {
        StackedBars bars = Figures.runs(RUNS);
        assertThat(bars.axis()).isEqualTo("time (exclusive)");
        assertThat(bars.bars()).containsExactly("a", "b", "c");
        assertThat(bars.total(0)).isEqualTo(60);
        assertThat(bars.parts().getFirst().name()).isEqualTo("main");
        assertThat(bars.parts().getFirst().values().getLast()).isEqualTo(4);
        assertThat(Figures.runs(RUNS, "cc").bars()).containsExactly("gcc", "icc");
        assertThat(RunsFigure.of(RUNS, time(), Grouping.NAME, List.of()).axis())
                .isEqualTo("time (inclusive)");
    }

    @Test
    void moreThanEightPartsAreSeven() {
        String[] paths =
                IntStream.range(1, 11)
                        .mapToObj(i -> "n%d=%d".formatted(i, i))
                        .toArray(String[]::new);
        List<StackedBars.Part> parts =
                Figures.runs(Ensemble.of(List.of(run("a", "", paths)))).parts();
        assertThat(parts).hasSize(8);
        assertThat(parts.getLast().name()).isEqualTo("3 others");
        assertThat(parts.getLast().values()).containsExactly(6.0);
    }

    @Test
    void clustersAreOfRuns() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                run("a", "", "f=1", "g=9"),
                                run("b", "", "f=1.1", "g=9"),
                                run("c", "", "f=7", "g=2"),
                                run("d", "", "f=7.1", "g=2", "h=1")));
        Scatter scatter = Figures.clusters(runs);
        assertThat(scatter.groups()).containsExactly("cluster 0 (2)", "cluster 1 (2)");
        assertThat(scatter.caption().subtitle()).startsWith("4 runs in 2 clusters, silhouette ");
        assertThat(scatter.caption().notes())
                .contains("omitted: 1 node without a value in every run");
        assertThat(scatter.dots().getFirst()).isEqualTo(new Scatter.Dot("a", 1, 9, 0, true));
        assertThat(Figures.clusters(runs, ClusterSearch.withDefaults().in(3)).groups()).hasSize(3);
        assertThatThrownBy(
                        () ->
                                ClusterSearch.withDefaults()
                                        .of(ClusterSearch.Rows.NODES)
                                        .by(List.of(), List.of("ranks"))
                                        .on(RUNS))
                .hasMessage(
                        "nodes have no metadata such as 'ranks'; use it to cluster runs or values");
    }

    @Test
    void linesOfRunsGoOverWhatDiffers() {
        ParallelCoordinates lines = Figures.parallel(RUNS);
        assertThat(lines.sides().stream().map(ParallelCoordinates.Side::name))
                .containsExactly("cc", "ranks", "time (inclusive)");
        assertThat(lines.sides().getFirst().texts()).containsExactly("gcc", "icc");
        assertThat(lines.runs()).containsExactly("a", "b", "c");
        assertThat(Figures.parallel(RUNS, "ranks").sides()).hasSize(2);
        assertThatThrownBy(
                        () ->
                                ParallelFigure.of(
                                        RUNS,
                                        time(),
                                        List.of("ranks"),
                                        Optional.of("cc"),
                                        Wording.PROGRAM))
                .hasMessage("the colour cc is not one of the axes: [ranks]");
    }

    @Test
    void whatIsNotShownIsNotIgnored() {
        assertThatThrownBy(() -> Figures.histogram(RUNS, FigureOptions.defaults().by("cc")))
                .hasMessage("a histogram shows all runs together and cannot group by cc");
        assertThatThrownBy(() -> FigureOptions.defaults().top(0))
                .hasMessage("a figure shows at least 1 node, found 0");
        assertThatThrownBy(() -> FigureOptions.defaults().above(101))
                .hasMessage("a percentage must be from 0 to 100, found 101.0");
    }

    @Test
    void aFigureDrawsItselfInLightAndDark() {
        assertThat(Figures.scaling(RUNS).svg())
                .startsWith("<svg ")
                .contains("fill=\"#ffffff\"/>", ">Scaling with ranks</text>");
        assertThat(Figures.scaling(RUNS).titled("A < B").darkSvg())
                .contains("fill=\"#15181c\"/>", "A &lt; B");
    }
}
