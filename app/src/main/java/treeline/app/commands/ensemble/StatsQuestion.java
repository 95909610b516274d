package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Measured;
import treeline.ensemble.NamedStatistics;
import treeline.ensemble.RunGroup;
import treeline.model.Metric;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// `treeline ensemble stats`: a row for each node with the statistics that the user asked for.
final class StatsQuestion {
    private static final String PATH = "path";

    private final Ensemble ensemble;
    private final List<Metric> metrics;
    private final Arguments arguments;

    private StatsQuestion(Ensemble ensemble, List<Metric> metrics, Arguments arguments) {
        this.ensemble = ensemble;
        this.metrics = metrics;
        this.arguments = arguments;
    }

    static Command command(EnsembleOptions options) {
        return options.question(
                "stats",
                "show statistics of each node over the runs, or compare two groups of runs",
                options.choosingValues(
                        EnsembleOptions.METRICS,
                        StatisticColumns.STATISTIC,
                        Groups.GROUP_BY,
                        StatisticColumns.WITH,
                        StatisticColumns.BETWEEN,
                        ShownRows.THRESHOLD,
                        Sheet.TOP,
                        Sheet.JSON,
                        Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline ensemble stats 'runs/*.cali' --where 'ranks >= 64'"
                                        + " --group-by compiler",
                                "mean, deviation and extremes of each node, by compiler"),
                        new Command.Example(
                                "treeline ensemble stats 'runs/*.cali' --statistic p90 --statistic"
                                        + " box",
                                "percentiles and quartiles"),
                        new Command.Example(
                                "treeline ensemble stats 'runs/*.cali' --between compiler"
                                        + " --statistic preference",
                                "which of two compilers is faster, if that is no chance")),
                (ensemble, arguments, console) -> {
                    List<Metric> metrics = EnsembleOptions.metrics(ensemble, arguments);
                    Ensemble runs = RunChecks.complete(ensemble, metrics, arguments, console);
                    return new StatsQuestion(runs, metrics, arguments).answer(console);
                });
    }

    private int answer(Console console) throws IOException {
        String title =
                "%s of %s"
                        .formatted(
                                metrics.stream()
                                        .map(RunOptions::metricText)
                                        .collect(Collectors.joining(", ")),
                                ContextSummary.counted(ensemble.runs(), "run"));
        var answer = new Answer("stats", title, PATH);
        if (metrics.size() == 1) answer.metric(metrics.getFirst());
        if (!Groups.areAsked(arguments)) {
            add(answer, ensemble);
            warnOfSettings(console);
        } else {
            if (arguments.has(StatisticColumns.BETWEEN))
                throw new IllegalArgumentException("--group-by and --between exclude each other");
            Groups groups = Groups.of(ensemble, arguments);
            for (RunGroup group : groups.all()) add(answer, group, groups);
            RunChecks.warnOfSettings(groups.all(), console);
        }
        return answer.print(arguments, console);
    }

    private void warnOfSettings(Console console) {
        if (arguments.has(StatisticColumns.BETWEEN))
            RunChecks.warnOfSettings(
                    ensemble.groupBy(arguments.value(StatisticColumns.BETWEEN).orElseThrow()),
                    console);
        else RunChecks.warnOfSettings(ensemble, console);
    }

    private void add(Answer answer, Ensemble runs) {
        NamedStatistics statistics = StatisticColumns.of(runs, arguments);
        ShownRows shown = ShownRows.of(statistics, arguments);
        answer.add(statistics.rows(shown.nodes()), shown.notes());
    }

    private void add(Answer answer, RunGroup group, Groups groups) {
        NamedStatistics statistics = StatisticColumns.of(group.ensemble(), arguments);
        ShownRows shown = ShownRows.of(statistics, arguments);
        List<Measured> rows = statistics.rows(shown.nodes());
        Set<String> taken =
                rows.stream().map(each -> each.column().name()).collect(Collectors.toSet());
        answer.add(
                groups.keys(group, rows.getFirst().column().rows(), taken),
                groups.heading(group),
                rows,
                shown.notes());
    }
}
