package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ProcessCount;
import treeline.ensemble.RunGroup;
import treeline.model.Metric;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.scaling.Scaling;
import treeline.view.ContextSummary;
import treeline.view.Names;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// `treeline ensemble speedup`: how each node scales, and what stops it.
final class SpeedupQuestion {
    static final Parameter<String> PROCESSES =
            Parameter.of(
                    "processes",
                    ParameterType.text("METADATA"),
                    "the number of processes (default: the first of %s)"
                            .formatted(String.join(", ", ProcessCount.USUAL)));
    private static final Parameter<String> SETTING =
            Parameter.of(
                    "setting",
                    ParameterType.text("METADATA"),
                    "compare runs by this instead of processes, such as compiler");
    private static final Parameter<Scaling.Kind> KIND =
            Parameter.of(
                    "kind",
                    ParameterType.choice(Scaling.Kind.class),
                    "how runs scale (default: speedup)");
    static final Parameter<String> BASELINE =
            Parameter.of(
                    "baseline",
                    ParameterType.text("VALUE"),
                    "the processes or setting to compare with (default: the first)");

    private final Ensemble ensemble;
    private final Scaling scaling;
    private final Arguments arguments;
    private final Console console;

    private SpeedupQuestion(
            Ensemble ensemble, Scaling scaling, Arguments arguments, Console console) {
        this.ensemble = ensemble;
        this.scaling = scaling;
        this.arguments = arguments;
        this.console = console;
    }

    static Command command(EnsembleOptions options) {
        return options.question(
                "speedup",
                "show how each node scales with processes or another setting, and what stops it",
                options.choosingValues(
                        RunOptions.METRIC,
                        KIND,
                        PROCESSES,
                        SETTING,
                        BASELINE,
                        Groups.GROUP_BY,
                        ShownRows.THRESHOLD,
                        Sheet.TOP,
                        Sheet.JSON,
                        Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline ensemble speedup 'runs/*.cali' --kind strong_efficiency",
                                "how well each node scales"),
                        new Command.Example(
                                "treeline ensemble speedup 'runs/*.cali' --setting compiler"
                                        + " --baseline gcc --group-by ranks",
                                "how much faster other compilers are than gcc, by rank count"),
                        new Command.Example(
                                "treeline ensemble speedup 'runs/*.cali' --from-name"
                                        + " '-(?<cores>\\d+)-' --processes cores",
                                "runs whose files do not say how many processes there were")),
                SpeedupQuestion::answer);
    }

    private static int answer(Ensemble runs, Arguments arguments, Console console)
            throws IOException {
        if (arguments.has(SETTING) && arguments.has(PROCESSES))
            throw new IllegalArgumentException("--setting and --processes exclude each other");
        Metric metric = EnsembleOptions.metric(runs, arguments);
        Ensemble all = RunChecks.complete(runs, List.of(metric), arguments, console);
        String asked =
                arguments
                        .value(SETTING)
                        .orElseGet(
                                () ->
                                        ProcessCount.of(
                                                all, arguments.value(PROCESSES), "--processes"));
        String column = ProcessCount.named(all, asked);
        Scaling scaling =
                Scaling.of(arguments.value(KIND, Scaling.Kind.SPEEDUP), metric, column)
                        .above(ShownRows.threshold(arguments));
        return new SpeedupQuestion(
                        told(all, column, console),
                        arguments.value(BASELINE).map(scaling::from).orElse(scaling),
                        arguments,
                        console)
                .print();
    }

    private int print() throws IOException {
        List<RunGroup> settings = ensemble.groupBy(scaling.column());
        warnOfOneSetting(settings);
        String title =
                "%s of %s, %s, by %s"
                        .formatted(
                                ParameterType.nameOf(scaling.kind()),
                                RunOptions.metricText(scaling.metric()),
                                ContextSummary.counted(ensemble.runs(), "run"),
                                scaling.column());
        List<String> columns = settings.stream().map(RunGroup::label).toList();
        boolean counts = !arguments.has(SETTING) || scaling.kind() != Scaling.Kind.SPEEDUP;
        var answer = new Answer("speedup", title, "path").metric(scaling.metric());
        if (!Groups.areAsked(arguments)) {
            var verdict = new ScalingVerdict(scaling, ensemble, columns, counts, arguments);
            RunChecks.warnOfSettings(settings, console);
            verdict.warn("", console);
            verdict.addTo(answer);
            return answer.print(arguments, console);
        }
        Groups groups = Groups.of(ensemble, arguments);
        for (RunGroup group : groups.all()) add(answer, group, groups, columns, counts);
        RunChecks.warnOfSettings(repetitions(), console);
        return answer.print(arguments, console);
    }

    /// The runs that have the setting; a warning names the others.
    private static Ensemble told(Ensemble runs, String column, Console console) {
        for (RunGroup group : runs.groupBy(column)) {
            if (group.key().getFirst().isPresent()) continue;
            console.warn(
                    "left out: %s without '%s': %s"
                            .formatted(
                                    ContextSummary.counted(group.members().size(), "run"),
                                    column,
                                    Names.some(
                                            group.members().stream()
                                                    .map(run -> runs.keys().get(run))
                                                    .toList())));
            return runs.withRuns(run -> !group.members().contains(run));
        }
        return runs;
    }

    /// All values are 1 if there is only the baseline.
    private void warnOfOneSetting(List<RunGroup> settings) {
        if (settings.size() > 1) return;
        console.warn(
                "%s %s %s = %s: a speedup compares runs with different values of %s"
                        .formatted(
                                ContextSummary.counted(ensemble.runs(), "run"),
                                ensemble.runs() == 1 ? "has" : "have",
                                scaling.column(),
                                settings.getFirst().label(),
                                scaling.column()));
    }

    /// Runs that are equal in setting and group count by their mean.
    private List<RunGroup> repetitions() {
        List<String> by = new ArrayList<>(arguments.all(Groups.GROUP_BY));
        by.add(scaling.column());
        return ensemble.groupBy(by.toArray(String[]::new));
    }

    private void add(
            Answer answer, RunGroup group, Groups groups, List<String> columns, boolean counts) {
        Ensemble runs = group.ensemble();
        List<String> there =
                group.members().stream()
                        .flatMap(run -> ensemble.metadata(run).get(scaling.column()).stream())
                        .map(Object::toString)
                        .distinct()
                        .toList();
        if (there.isEmpty()) return;
        if (arguments.has(BASELINE) && !there.contains(arguments.value(BASELINE).orElseThrow())) {
            console.warn(
                    "left out, because no run of it has %s = %s: %s"
                            .formatted(
                                    scaling.column(),
                                    arguments.value(BASELINE).orElseThrow(),
                                    group.label()));
            return;
        }
        var verdict = new ScalingVerdict(scaling, runs, columns, counts, arguments);
        verdict.warn(group.label() + ": ", console);
        Set<String> taken =
                verdict.rows().stream()
                        .map(each -> each.column().name())
                        .collect(Collectors.toSet());
        answer.add(
                groups.keys(group, verdict.rows().getFirst().column().rows(), taken),
                groups.heading(group),
                verdict.rows(),
                verdict.notes());
    }
}
