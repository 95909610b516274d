package treeline.question.runs;

import treeline.ensemble.Ensemble;
import treeline.ensemble.ProcessCount;
import treeline.ensemble.Statistic;
import treeline.model.Metric;
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
import treeline.question.runs.input.MetadataOptions;
import treeline.question.runs.input.RunChecks;
import treeline.question.runs.input.ThresholdOption;
import treeline.scaling.model.ModelResult;
import treeline.scaling.model.Modeling;
import treeline.scaling.search.Form;
import treeline.statement.Argument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `ensemble model`: performance models of each node over parameters of the runs, after Extra-P,
/// and their predictions.
public final class EnsembleModel {
    private static final Parameter<String> PARAMETER =
            Parameter.of(
                            "parameter",
                            ParameterType.text("METADATA"),
                            "the parameter of the models, or NAME=REGEX to take it from the names"
                                    + " of runs (default: the process count)")
                    .severalTimes();
    private static final Parameter<String> AT =
            Parameter.of(
                            "at",
                            ParameterType.text("VALUE"),
                            "parameter value to predict at: 4096, or size=30 with several"
                                    + " parameters (default: 4 times the largest measured)")
                    .severalTimes();
    private static final Parameter<Repetitions> REPETITIONS =
            Parameter.of(
                    "repetitions",
                    ParameterType.choice(Repetitions.class),
                    "the statistic of repetitions to model (default: mean)");
    private static final Parameter<Form> FORM =
            Parameter.of(
                    "form",
                    ParameterType.choice(Form.class),
                    "model values as measured, times the parameter (total), or with decreasing"
                            + " terms (default: selected per node)");
    private static final Parameter<Double> CONFIDENCE =
            Parameter.of(
                    "confidence",
                    ParameterType.real("PERCENT", 1, 99.9),
                    "confidence level of the prediction intervals, in percent (default: 95)");
    static final Parameter<RowOrder> ORDER =
            Parameter.of(
                    "order",
                    ParameterType.choice(RowOrder.class),
                    "list the largest predictions first, or the nodes that grow most (default:"
                            + " predicted)");
    private static final Pattern NAME_AND_REGEX =
            Pattern.compile("([A-Za-z_][A-Za-z0-9_.-]*)=(.*\\(.*)");

    /// The statistics of repetitions that can be modelled.
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

    /// The columns that rows can be sorted by.
    enum RowOrder {
        PREDICTED,
        GROWTH
    }

    private EnsembleModel() {}

    static Question question(EnsembleOptions options) {
        return options.questionAboutSamples(
                        "ensemble model",
                        "fit a scaling model to each node and predict larger runs",
                        choosing(options, ORDER, RowLimit.TOP),
                        EnsembleModel::answer)
                .example(
                        "treeline ensemble model 'scaling/*.tldb' --parameter ranks --at 4096",
                        "which node will dominate at 4096 ranks")
                .example(
                        "treeline ensemble model 'scaling/*.tldb' --repetitions median --order"
                                + " growth",
                        "which node grows most, from the median of repetitions");
    }

    /// The parameters of a question or figure about models.
    public static List<Parameter<?>> choosing(EnsembleOptions options, Parameter<?>... own) {
        List<Parameter<?>> all =
                new ArrayList<>(
                        List.of(
                                RunOptions.METRIC,
                                PARAMETER,
                                AT,
                                REPETITIONS,
                                FORM,
                                CONFIDENCE,
                                ThresholdOption.THRESHOLD));
        all.addAll(List.of(own));
        return options.choosingValues(all.toArray(Parameter<?>[]::new));
    }

    /// The models of an ensemble.
    ///
    /// @param ensemble the runs that have all parameters
    /// @param at the parameter values of the prediction
    public record Models(Ensemble ensemble, ModelResult result, List<Double> at) {
        public Models {
            at = List.copyOf(at);
        }

        public double[] point() {
            return at.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }

    private static Answer answer(Ensemble runs, Arguments arguments, Session session) {
        List<Statement> warnings = new ArrayList<>();
        Models models = models(runs, arguments, session, warnings::add);
        return new ModelTable(models.ensemble(), models.result(), models.point(), arguments)
                .answer(warnings);
    }

    /// Fits the models that the arguments select.
    public static Models models(
            Ensemble runs, Arguments arguments, Session session, Consumer<Statement> warnings) {
        Metric metric = EnsembleOptions.metric(runs, arguments);
        Ensemble ensemble = RunChecks.complete(runs, List.of(metric), arguments, warnings);
        List<String> parameters = new ArrayList<>();
        for (String asked : arguments.all(PARAMETER)) {
            Matcher fromName = NAME_AND_REGEX.matcher(asked);
            if (fromName.matches())
                ensemble =
                        MetadataOptions.named(
                                "--parameter",
                                fromName.group(1),
                                fromName.group(2),
                                ensemble,
                                session);
            parameters.add(
                    fromName.matches() ? fromName.group(1) : ProcessCount.named(ensemble, asked));
        }
        if (parameters.isEmpty())
            parameters.add(ProcessCount.of(ensemble, Optional.empty(), "--parameter"));
        return fitted(modeling(metric, parameters, arguments), ensemble, arguments, warnings);
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

    private static Models fitted(
            Modeling modeling, Ensemble all, Arguments arguments, Consumer<Statement> warnings) {
        ModelResult first = modeling.on(all);
        List<String> without = first.runsWithout();
        if (!without.isEmpty()) warnings.accept(leftOut(without, modeling));
        Ensemble ensemble =
                without.isEmpty()
                        ? all
                        : all.withRuns(run -> !without.contains(all.keys().get(run)));
        ModelResult result = without.isEmpty() ? first : modeling.on(ensemble);
        result.requireModels();
        double[] at = at(result, modeling.parameters(), arguments.all(AT));
        RunChecks.warnOfSettings(
                ensemble.groupBy(modeling.parameters().toArray(String[]::new)),
                "separate such runs with --where",
                warnings);
        return new Models(ensemble, result, Arrays.stream(at).boxed().toList());
    }

    private static Statement leftOut(List<String> runs, Modeling modeling) {
        return Statement.warning(
                "omitted: {runs} "
                        + (runs.size() == 1 ? "run" : "runs")
                        + " without a number for {parameters}: {names}",
                Argument.count(runs.size()),
                Argument.names(modeling.parameters()),
                Argument.names(runs));
    }

    /// One value per parameter. Parameters that `--at` does not name keep their largest measured
    /// value.
    private static double[] at(ModelResult result, List<String> parameters, List<String> asked) {
        if (asked.isEmpty()) return result.defaultPoint();
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
                        "--at: %s is given twice".formatted(parameters.get(parameter)));
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
            // reported below, as are numbers that are not above 0
        }
        throw new IllegalArgumentException(
                "--at %s: expected a number above 0, found %s".formatted(option, text));
    }
}
