package treeline.question.runs;

import treeline.ensemble.Ensemble;
import treeline.ensemble.RunGroup;
import treeline.ensemble.statistics.NamedStatistics;
import treeline.figure.HeatMapFigure;
import treeline.model.Metric;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunChecks;
import treeline.question.runs.input.RunGrouping;
import treeline.question.runs.input.StatisticOptions;
import treeline.question.runs.input.ThresholdOption;
import treeline.view.ContextSummary;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// `ensemble stats`: statistics of each node over the runs.
final class EnsembleStats {
    private EnsembleStats() {}

    static Question question(EnsembleOptions options) {
        return options.question(
                        "ensemble stats",
                        "show statistics of each node over the runs, or compare two groups of runs",
                        options.choosingValues(
                                EnsembleOptions.METRICS,
                                StatisticOptions.STATISTIC,
                                RunGrouping.GROUP_BY,
                                StatisticOptions.WITH,
                                StatisticOptions.BETWEEN,
                                ThresholdOption.THRESHOLD,
                                RowLimit.TOP),
                        EnsembleStats::answer)
                .example(
                        "treeline ensemble stats 'runs/*.tldb' --where 'ranks >= 64' --group-by"
                                + " compiler",
                        "mean, deviation and extremes of each node, by compiler")
                .example(
                        "treeline ensemble stats 'runs/*.tldb' --statistic p90 --statistic box",
                        "percentiles and quartiles")
                .example(
                        "treeline ensemble stats 'runs/*.tldb' --between compiler --statistic"
                                + " preference",
                        "which of two compilers is significantly faster");
    }

    private static Answer answer(Ensemble ensemble, Arguments arguments, Session session) {
        if (RunGrouping.isAsked(arguments) && arguments.has(StatisticOptions.BETWEEN))
            throw new IllegalArgumentException("--group-by and --between cannot be combined");
        List<Metric> metrics = EnsembleOptions.metrics(ensemble, arguments);
        List<Statement> warnings = new ArrayList<>();
        Ensemble runs = RunChecks.complete(ensemble, metrics, arguments, warnings::add);
        var table = new GroupedTable("path", arguments);
        if (RunGrouping.isAsked(arguments)) {
            RunGrouping grouping = RunGrouping.of(runs, arguments);
            for (RunGroup group : grouping.all())
                table.add(grouping, group, rows(group.ensemble(), arguments));
            RunChecks.warnOfSettings(grouping.all(), warnings::add);
        } else {
            table.add(rows(runs, arguments));
            warnOfSettings(runs, arguments, warnings);
        }
        var answer = table.answer("ensemble stats", title(runs, metrics), warnings);
        if (!RunGrouping.isAsked(arguments))
            answer.figure(
                    () ->
                            HeatMapFigure.of(
                                    StatisticOptions.of(runs, arguments),
                                    ThresholdOption.selection(arguments)));
        if (metrics.size() == 1) answer.metric(metrics.getFirst());
        return answer.build();
    }

    private static String title(Ensemble runs, List<Metric> metrics) {
        return "%s of %s"
                .formatted(
                        metrics.stream()
                                .map(RunOptions::metricText)
                                .collect(Collectors.joining(", ")),
                        ContextSummary.counted(runs.runs(), "run"));
    }

    private static void warnOfSettings(
            Ensemble runs, Arguments arguments, List<Statement> warnings) {
        if (arguments.has(StatisticOptions.BETWEEN))
            RunChecks.warnOfSettings(
                    runs.groupBy(arguments.value(StatisticOptions.BETWEEN).orElseThrow()),
                    warnings::add);
        else RunChecks.warnOfSettings(runs, warnings::add);
    }

    private static GroupedTable.Rows rows(Ensemble runs, Arguments arguments) {
        NamedStatistics statistics = StatisticOptions.of(runs, arguments);
        ThresholdOption shown = ThresholdOption.forReaders(statistics, arguments);
        return new GroupedTable.Rows(
                statistics.rows(shown.nodes()),
                shown.footnote(),
                List.of(),
                () ->
                        statistics.rows(
                                ThresholdOption.forPrograms(
                                        statistics.ensemble(), statistics.metrics(), arguments)));
    }
}
