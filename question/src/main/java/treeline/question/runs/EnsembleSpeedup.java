package treeline.question.runs;

import treeline.ensemble.Ensemble;
import treeline.ensemble.ProcessCount;
import treeline.ensemble.RunGroup;
import treeline.figure.ScalingFigure;
import treeline.model.Metric;
import treeline.plot.Figure;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunChecks;
import treeline.question.runs.input.RunGrouping;
import treeline.question.runs.input.ThresholdOption;
import treeline.scaling.Scaling;
import treeline.statement.Argument;
import treeline.view.ContextSummary;

import java.util.ArrayList;
import java.util.List;

/// `ensemble speedup`: speedup or efficiency of each node by process count or another setting.
public final class EnsembleSpeedup {
    public static final Parameter<String> PROCESSES =
            Parameter.of(
                    "processes",
                    ParameterType.text("METADATA"),
                    "metadata with the process count (default: the first of %s)"
                            .formatted(String.join(", ", ProcessCount.DEFAULT)));
    private static final Parameter<String> SETTING =
            Parameter.of(
                    "setting",
                    ParameterType.text("METADATA"),
                    "compare runs by this instead of processes, such as compiler");
    private static final Parameter<Scaling.Kind> KIND =
            Parameter.of(
                    "kind",
                    ParameterType.choice(Scaling.Kind.class),
                    "the measure of scaling (default: speedup)");
    public static final Parameter<String> BASELINE =
            Parameter.of(
                    "baseline",
                    ParameterType.text("VALUE"),
                    "the process count or setting to compare with (default: the first)");

    private final Ensemble ensemble;
    private final Scaling scaling;
    private final Arguments arguments;
    private final List<Statement> warnings;

    private EnsembleSpeedup(
            Ensemble ensemble, Scaling scaling, Arguments arguments, List<Statement> warnings) {
        this.ensemble = ensemble;
        this.scaling = scaling;
        this.arguments = arguments;
        this.warnings = warnings;
    }

    static Question question(EnsembleOptions options) {
        return options.question(
                        "ensemble speedup",
                        "show the speedup or efficiency of each node, and what limits scaling",
                        options.choosingValues(
                                RunOptions.METRIC,
                                KIND,
                                PROCESSES,
                                SETTING,
                                BASELINE,
                                RunGrouping.GROUP_BY,
                                ThresholdOption.THRESHOLD,
                                RowLimit.TOP),
                        EnsembleSpeedup::answer)
                .example(
                        "treeline ensemble speedup 'runs/*.tldb' --kind strong_efficiency",
                        "the parallel efficiency of each node")
                .example(
                        "treeline ensemble speedup 'runs/*.tldb' --setting compiler --baseline gcc"
                                + " --group-by ranks",
                        "how much faster other compilers are than gcc, by rank count")
                .example(
                        "treeline ensemble speedup 'runs/*.tldb' --from-name '-(?<cores>\\d+)-'"
                                + " --processes cores",
                        "runs whose files lack the process count");
    }

    private static Answer answer(Ensemble runs, Arguments arguments, Session session) {
        if (arguments.has(SETTING) && arguments.has(PROCESSES))
            throw new IllegalArgumentException("--setting and --processes cannot be combined");
        Metric metric = EnsembleOptions.metric(runs, arguments);
        List<Statement> warnings = new ArrayList<>();
        Ensemble all = RunChecks.complete(runs, List.of(metric), arguments, warnings::add);
        String setting =
                arguments
                        .value(SETTING)
                        .orElseGet(
                                () ->
                                        ProcessCount.of(
                                                all, arguments.value(PROCESSES), "--processes"));
        String column = ProcessCount.named(all, setting);
        Scaling scaling = Scaling.of(arguments.value(KIND, Scaling.Kind.SPEEDUP), metric, column);
        return new EnsembleSpeedup(
                        withSetting(all, column, warnings),
                        arguments.value(BASELINE).map(scaling::from).orElse(scaling),
                        arguments,
                        warnings)
                .answer();
    }

    private Answer answer() {
        List<RunGroup> groups = ensemble.groupBy(scaling.column());
        warnOfOneSetting(groups);
        List<String> settings = groups.stream().map(RunGroup::label).toList();
        boolean counts = !arguments.has(SETTING) || scaling.kind() != Scaling.Kind.SPEEDUP;
        var table = new GroupedTable("path", arguments);
        if (RunGrouping.isAsked(arguments)) {
            RunGrouping grouping = RunGrouping.of(ensemble, arguments);
            for (RunGroup group : grouping.all()) add(table, group, grouping, settings, counts);
            RunChecks.warnOfSettings(repetitions(), warnings::add);
            return answer(table).build();
        }
        var verdict = new ScalingStatements(scaling, ensemble, settings, counts, arguments);
        RunChecks.warnOfSettings(groups, warnings::add);
        verdict.warn("", warnings::add);
        table.add(verdict.rows());
        Answer.Builder answer = answer(table);
        verdict.addFirstBelow(answer);
        return answer.build();
    }

    private Answer.Builder answer(GroupedTable table) {
        String title =
                "%s of %s, %s, by %s"
                        .formatted(
                                ParameterType.nameOf(scaling.kind()),
                                RunOptions.metricText(scaling.metric()),
                                ContextSummary.counted(ensemble.runs(), "run"),
                                scaling.column());
        Answer.Builder answer = table.answer("ensemble speedup", title, warnings);
        if (!arguments.has(SETTING)) answer.figure(this::figure);
        return answer.metric(scaling.metric());
    }

    private Figure figure() {
        return ScalingFigure.of(
                        ensemble,
                        scaling.metric(),
                        scaling.column(),
                        ScalingFigure.Kind.valueOf(scaling.kind().name()),
                        arguments.value(BASELINE),
                        ThresholdOption.selection(arguments))
                .figure();
    }

    /// The runs that have the setting; a warning names the others.
    private static Ensemble withSetting(Ensemble runs, String column, List<Statement> warnings) {
        for (RunGroup group : runs.groupBy(column)) {
            if (group.key().getFirst().isPresent()) continue;
            List<String> names = group.members().stream().map(run -> runs.keys().get(run)).toList();
            warnings.add(
                    Statement.warning(
                            "omitted: {runs} "
                                    + (names.size() == 1 ? "run" : "runs")
                                    + " without '{setting}': {names}",
                            Argument.count(names.size()),
                            Argument.name(column),
                            Argument.names(names)));
            return runs.withRuns(run -> !group.members().contains(run));
        }
        return runs;
    }

    /// All values are 1 if there is only the baseline.
    private void warnOfOneSetting(List<RunGroup> settings) {
        if (settings.size() > 1) return;
        warnings.add(
                Statement.warning(
                        (ensemble.runs() == 1 ? "{runs} run has" : "{runs} runs have")
                                + " {setting} = {value}: a speedup compares runs with different"
                                + " values of {parameter}",
                        Argument.count(ensemble.runs()),
                        Argument.name(scaling.column()),
                        Argument.name(settings.getFirst().label()),
                        Argument.name(scaling.column())));
    }

    /// Runs with the same setting in the same group, which are averaged.
    private List<RunGroup> repetitions() {
        List<String> by = new ArrayList<>(arguments.all(RunGrouping.GROUP_BY));
        by.add(scaling.column());
        return ensemble.groupBy(by.toArray(String[]::new));
    }

    private void add(
            GroupedTable table,
            RunGroup group,
            RunGrouping grouping,
            List<String> settings,
            boolean counts) {
        List<String> present =
                group.members().stream()
                        .flatMap(run -> ensemble.metadata(run).get(scaling.column()).stream())
                        .map(Object::toString)
                        .distinct()
                        .toList();
        if (present.isEmpty()) return;
        if (arguments.has(BASELINE) && !present.contains(arguments.value(BASELINE).orElseThrow())) {
            warnings.add(
                    Statement.warning(
                            "omitted, because it has no run with {setting} = {baseline}: {group}",
                            Argument.name(scaling.column()),
                            Argument.name(arguments.value(BASELINE).orElseThrow()),
                            Argument.name(group.label())));
            return;
        }
        var verdict = new ScalingStatements(scaling, group.ensemble(), settings, counts, arguments);
        verdict.warn(group.label() + ": ", warnings::add);
        table.add(grouping, group, verdict.rows());
    }
}
