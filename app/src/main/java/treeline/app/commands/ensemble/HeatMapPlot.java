package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.view.ContextSummary;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.model.Metric;
import treeline.plot.HeatMap;
import treeline.table.Column;
import treeline.table.TextColumn;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// `treeline plot heatmap`: the table of `ensemble stats` as colours.
final class HeatMapPlot {
    private HeatMapPlot() {}

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "heatmap",
                "statistics of nodes over runs as colours",
                options.choosingValues(
                        EnsembleOptions.METRICS,
                        StatisticColumns.STATISTIC,
                        ComparedPair.WITH,
                        ComparedPair.BETWEEN,
                        ShownRows.THRESHOLD,
                        PlotKind.TOP),
                "'runs/*.cali' --statistic mean --statistic std -o spread.svg",
                "which nodes differ from run to run",
                HeatMapPlot::figure);
    }

    private static HeatMap figure(Ensemble ensemble, Arguments arguments, Console console) {
        List<Metric> metrics = EnsembleOptions.metrics(ensemble, arguments);
        Ensemble runs = RunChecks.complete(ensemble, metrics, arguments, console);
        if (!arguments.has(ComparedPair.BETWEEN))
            RunChecks.warnOfSettingsWithoutGroups(runs, console);
        StatisticColumns statistics = StatisticColumns.of(runs, arguments);
        ShownRows shown = ShownRows.of(statistics.ensemble(), statistics.metrics(), arguments);
        List<Measured> rows = StatsQuestion.rows(statistics, shown);
        PlotRows drawn = PlotRows.of(rows.getFirst().column().rows(), "nodes", arguments);
        List<String> notes = new ArrayList<>(drawn.notes());
        notes.addAll(shown.notes());
        List<HeatMap.Column> columns = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (Measured each : rows.subList(2, rows.size()))
            if (each.column() instanceof TextColumn) texts.add(each.heading());
            else columns.add(column(each, drawn.count()));
        if (!texts.isEmpty())
            notes.add("not drawn, because they are texts: " + String.join(", ", texts));
        Column paths = rows.get(1).column();
        return new HeatMap(
                PlotKind.caption(
                        "Statistics of nodes over runs",
                        "%s of %s"
                                .formatted(
                                        PlotRows.metricNames(metrics),
                                        ContextSummary.counted(runs.runs(), "run")),
                        notes,
                        arguments),
                IntStream.range(0, drawn.count()).mapToObj(paths::text).toList(),
                columns);
    }

    private static HeatMap.Column column(Measured measured, int rows) {
        return new HeatMap.Column(
                measured.heading(), measured.unit(), PlotRows.numbers(measured.column(), rows));
    }
}
