package treeline.question.runs.input;

import treeline.ensemble.Ensemble;
import treeline.ensemble.RunGroup;
import treeline.ensemble.statistics.DifferingSetting;
import treeline.ensemble.statistics.MetricCoverage;
import treeline.model.Metric;
import treeline.question.answer.Statement;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.screen.TextWidth;
import treeline.statement.Argument;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Warnings before runs are averaged: settings in which they differ, and runs that lack the metric.
public final class RunChecks {
    public static final Parameter<Boolean> SKIP_INCOMPLETE =
            Parameter.flag(
                    "skip-incomplete",
                    "skip runs that were only partly read or lack a selected metric");

    /// As many as fit into a few lines.
    private static final int MAX_SETTINGS = 3;

    private static final int MAX_SETTING_LENGTH = 100;
    private static final int MIN_VALUES_LENGTH = 20;
    private static final String DIFFERS = " differs: ";
    private static final String APART = "separate such runs with --where or --group-by";
    private static final String WITHOUT_GROUPS = "separate such runs with --where";

    private RunChecks() {}

    /// The runs without those that lack one of the metrics, if `--skip-incomplete` is given. A
    /// warning names them in either case.
    public static Ensemble complete(
            Ensemble ensemble,
            List<Metric> metrics,
            Arguments arguments,
            Consumer<Statement> warnings) {
        Set<Integer> lacking = new HashSet<>();
        for (Metric metric : metrics) {
            MetricCoverage coverage = MetricCoverage.of(ensemble, metric);
            if (coverage.isComplete()) continue;
            lacking.addAll(coverage.without());
            if (RunGrouping.isAsked(arguments)) warnOfGroups(ensemble, metric, arguments, warnings);
            if (!coverage.isEmpty()) warnings.accept(warning(ensemble, coverage, arguments));
        }
        if (!arguments.has(SKIP_INCOMPLETE) || lacking.isEmpty()) return ensemble;
        return ensemble.withRuns(run -> !lacking.contains(run));
    }

    private static Statement warning(
            Ensemble ensemble, MetricCoverage coverage, Arguments arguments) {
        List<String> names =
                coverage.without().stream().map(run -> ensemble.keys().get(run)).toList();
        String instead = coverage.insteadText();
        var warning =
                Statement.builder(Statement.Kind.WARNING)
                        .text(arguments.has(SKIP_INCOMPLETE) ? "skipped: " : "")
                        .argument("runs", Argument.count(names.size()))
                        .text(names.size() == 1 ? " run " : " runs ");
        if (coverage.isInAnotherUnit())
            warning.text("with ")
                    .argument("metric", Argument.name(instead))
                    .text(", which cannot be combined with ")
                    .argument(
                            "unit",
                            Argument.name(MetricCoverage.unitText(coverage.metric().unit())));
        else {
            warning.text("without '")
                    .argument("metric", Argument.name(coverage.metric().name()))
                    .text("'");
            if (!instead.isEmpty())
                warning.text(", but with ").argument("instead", Argument.name(instead));
        }
        return warning.text(": ").argument("names", Argument.names(names)).build();
    }

    private static void warnOfGroups(
            Ensemble ensemble, Metric metric, Arguments arguments, Consumer<Statement> warnings) {
        for (RunGroup group : RunGrouping.of(ensemble, arguments).all()) {
            MetricCoverage coverage = MetricCoverage.of(group, metric);
            if (coverage.isEmpty())
                warnings.accept(
                        Statement.warning(
                                "{message}", Argument.name(coverage.message(group.label()))));
        }
    }

    /// Settings in which averaged runs differ, for questions with `--group-by`.
    public static void warnOfSettings(Ensemble ensemble, Consumer<Statement> warnings) {
        warn(DifferingSetting.of(ensemble), APART, warnings);
    }

    /// The same for questions without `--group-by`.
    public static void warnOfSettingsWithoutGroups(
            Ensemble ensemble, Consumer<Statement> warnings) {
        warn(DifferingSetting.of(ensemble), WITHOUT_GROUPS, warnings);
    }

    /// Settings in which runs of one group differ.
    public static void warnOfSettings(List<RunGroup> groups, Consumer<Statement> warnings) {
        warnOfSettings(groups, APART, warnings);
    }

    /// Settings in which runs of one group differ, with advice.
    ///
    /// @param apart advice on how to separate such runs
    public static void warnOfSettings(
            List<RunGroup> groups, String apart, Consumer<Statement> warnings) {
        warn(DifferingSetting.within(groups), apart, warnings);
    }

    /// The shortest first: a version fits into a line, the options of a compiler do not.
    private static void warn(
            List<DifferingSetting> settings, String apart, Consumer<Statement> warnings) {
        List<DifferingSetting> ordered =
                settings.stream()
                        .sorted(Comparator.comparingInt(each -> each.toString().length()))
                        .toList();
        List<Statement.Builder> lines = new ArrayList<>();
        for (DifferingSetting each : ordered.subList(0, Math.min(MAX_SETTINGS, ordered.size())))
            lines.add(
                    Statement.builder(Statement.Kind.WARNING)
                            .argument("setting", Argument.name(each.name()))
                            .text(DIFFERS)
                            .argument("values", Argument.name(values(each))));
        if (ordered.size() > MAX_SETTINGS)
            lines.add(
                    Statement.builder(Statement.Kind.WARNING)
                            .text("also differ: ")
                            .argument("settings", Argument.name(namesAfterFirst(ordered))));
        if (!lines.isEmpty()) lines.getLast().text("; " + apart);
        lines.forEach(line -> warnings.accept(line.build()));
    }

    private static String values(DifferingSetting setting) {
        int before = setting.name().length() + DIFFERS.length();
        return TextWidth.cutAtEnd(
                TextWidth.printable(setting.toString().substring(before)),
                Math.max(MIN_VALUES_LENGTH, MAX_SETTING_LENGTH - before),
                "…");
    }

    private static String namesAfterFirst(List<DifferingSetting> settings) {
        return settings.stream()
                .skip(MAX_SETTINGS)
                .map(DifferingSetting::name)
                .collect(Collectors.joining(", "));
    }
}
