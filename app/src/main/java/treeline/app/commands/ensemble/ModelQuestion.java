package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ProcessCount;
import treeline.ensemble.Statistic;
import treeline.model.Metric;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.scaling.Form;
import treeline.scaling.ModelResult;
import treeline.scaling.Modeling;
import treeline.view.ContextSummary;
import treeline.view.Names;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `treeline ensemble model`: how each node grows with parameters of the runs, and what it will
/// take where nobody has measured.
final class ModelQuestion {
    private static final Parameter<String> PARAMETER =
            Parameter.of(
                            "parameter",
                            ParameterType.text("METADATA"),
                            "what values depend on, or NAME=REGEX to take it from the names of runs"
                                    + " (default: the number of processes)")
                    .severalTimes();
    private static final Parameter<String> AT =
            Parameter.of(
                            "at",
                            ParameterType.text("VALUE"),
                            "where to predict: 4096, or size=30 with several parameters (default: 4"
                                    + " times the largest measured)")
                    .severalTimes();
    private static final Parameter<Repetitions> REPETITIONS =
            Parameter.of(
                    "repetitions",
                    ParameterType.choice(Repetitions.class),
                    "what repetitions count by (default: mean)");
    private static final Parameter<Form> FORM =
            Parameter.of(
                    "form",
                    ParameterType.choice(Form.class),
                    "model values as measured, times the parameter (total), or with terms that fall"
                            + " (default: by what values do)");
    private static final Parameter<Double> CONFIDENCE =
            Parameter.of(
                    "confidence",
                    ParameterType.real("PERCENT", 1, 99.9),
                    "confidence level of the prediction intervals, in percent (default: 95)");
    static final Parameter<RowOrder> ORDER =
            Parameter.of(
                    "order",
                    ParameterType.choice(RowOrder.class),
                    "which nodes come first: the largest predicted, or those that grow most"
                            + " (default: predicted)");
    private static final Pattern NAME_AND_REGEX =
            Pattern.compile("([A-Za-z_][A-Za-z0-9_.-]*)=(.*\\(.*)");

    /// What repetitions may count by.
    enum Repetitions {
        MEAN,
        MEDIAN,
        MIN,
        MAX;

        Statistic statistic() {
            return switch (this) {
                case MEAN -> Statistic.MEAN;
                case MEDIAN -> Statistic.MEDIAN;
                case MIN -> Statistic.MIN;
                case MAX -> Statistic.MAX;
            };
        }
    }

    /// By which column rows are sorted.
    enum RowOrder {
        PREDICTED,
        GROWTH
    }

    private ModelQuestion() {}

    static Command command(EnsembleOptions options) {
        return options.questionAboutSamples(
                "model",
                "model how each node grows with processes or other parameters, and predict it",
                choosing(options, ORDER, Sheet.TOP, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline ensemble model 'jacobi/*.cali' --parameter ranks --at"
                                        + " 4096",
                                "which node will dominate at 4096 ranks"),
                        new Command.Example(
                                "treeline ensemble model 'jacobi/*.cali' --repetitions median"
                                        + " --order growth",
                                "which node grows most, from the median of repetitions")),
                ModelQuestion::answer);
    }

    /// How a picture of models chooses them, as the table does.
    static List<Parameter<?>> choosing(EnsembleOptions options, Parameter<?>... own) {
        List<Parameter<?>> all =
                new ArrayList<>(
                        List.of(
                                RunOptions.METRIC,
                                PARAMETER,
                                AT,
                                REPETITIONS,
                                FORM,
                                CONFIDENCE,
                                ShownRows.THRESHOLD));
        all.addAll(List.of(own));
        return options.choosingValues(all.toArray(Parameter<?>[]::new));
    }

    /// What becomes of models.
    @FunctionalInterface
    interface Use<T> {
        T of(Ensemble ensemble, ModelResult result, double[] at) throws IOException;
    }

    private static int answer(Ensemble runs, Arguments arguments, Console console)
            throws IOException {
        return modelled(
                runs,
                arguments,
                console,
                (ensemble, result, at) -> {
                    var verdict = new ModelVerdict(ensemble, result, at, arguments);
                    var answer =
                            new Answer("model", verdict.title(), "path")
                                    .metric(result.modeling().metric());
                    verdict.addTo(answer);
                    return answer.print(arguments, console);
                });
    }

    /// Models what the arguments ask for.
    static <T> T modelled(Ensemble runs, Arguments arguments, Console console, Use<T> use)
            throws IOException {
        Metric metric = EnsembleOptions.metric(runs, arguments);
        Ensemble ensemble = RunChecks.complete(runs, List.of(metric), arguments, console);
        List<String> parameters = new ArrayList<>();
        for (String asked : arguments.all(PARAMETER)) {
            Matcher fromName = NAME_AND_REGEX.matcher(asked);
            if (fromName.matches())
                ensemble =
                        RunFacts.named(
                                "--parameter",
                                fromName.group(1),
                                fromName.group(2),
                                ensemble,
                                console);
            parameters.add(
                    fromName.matches() ? fromName.group(1) : ProcessCount.named(ensemble, asked));
        }
        if (parameters.isEmpty())
            parameters.add(ProcessCount.of(ensemble, Optional.empty(), "--parameter"));
        Modeling modeling = modeling(metric, parameters, arguments);
        return modelled(modeling, ensemble, arguments, console, use);
    }

    private static Modeling modeling(Metric metric, List<String> parameters, Arguments arguments) {
        Modeling modeling =
                Modeling.of(metric, parameters.toArray(String[]::new))
                        .by(arguments.value(REPETITIONS, Repetitions.MEAN).statistic());
        if (arguments.has(FORM)) modeling = modeling.as(arguments.value(FORM).orElseThrow());
        return arguments.has(CONFIDENCE)
                ? modeling.confident(arguments.value(CONFIDENCE).orElseThrow() / 100)
                : modeling;
    }

    private static <T> T modelled(
            Modeling modeling, Ensemble ensemble, Arguments arguments, Console console, Use<T> use)
            throws IOException {
        ModelResult result = modeling.on(ensemble);
        List<String> without = result.runsWithout();
        if (!without.isEmpty()) {
            console.warn(
                    "left out: %s without a number for %s: %s"
                            .formatted(
                                    ContextSummary.counted(without.size(), "run"),
                                    String.join(", ", modeling.parameters()),
                                    Names.some(without)));
            Ensemble all = ensemble;
            return modelled(
                    modeling,
                    all.withRuns(run -> !without.contains(all.keys().get(run))),
                    arguments,
                    console,
                    use);
        }
        result.requireModels();
        double[] at = at(result, modeling.parameters(), arguments.all(AT));
        RunChecks.warnOfSettings(
                ensemble.groupBy(modeling.parameters().toArray(String[]::new)),
                "--where keeps such runs apart",
                console);
        return use.of(ensemble, result, at);
    }

    /// A number for each parameter; those that are not named stay at their largest measured value.
    private static double[] at(ModelResult result, List<String> parameters, List<String> asked) {
        if (asked.isEmpty()) return result.usualPoint();
        double[] at = result.largestMeasured();
        boolean[] met = new boolean[at.length];
        for (String each : asked) {
            int mark = each.lastIndexOf('=');
            int parameter = mark < 0 ? 0 : parameters.indexOf(each.substring(0, mark));
            if (parameter < 0 || (mark < 0 && parameters.size() > 1))
                throw new IllegalArgumentException(
                        "--at %s: expected NAME=VALUE with one of %s"
                                .formatted(each, String.join(", ", parameters)));
            if (met[parameter])
                throw new IllegalArgumentException(
                        "--at names %s twice".formatted(parameters.get(parameter)));
            met[parameter] = true;
            at[parameter] = number(each, each.substring(mark + 1));
        }
        return at;
    }

    private static double number(String option, String text) {
        try {
            double number = Double.parseDouble(text);
            if (number > 0 && number < Double.POSITIVE_INFINITY) return number;
        } catch (NumberFormatException _) {
            // reported below, as what is not above 0
        }
        throw new IllegalArgumentException(
                "--at %s: expected a number above 0, found %s".formatted(option, text));
    }
}
