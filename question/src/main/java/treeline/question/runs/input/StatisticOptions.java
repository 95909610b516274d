package treeline.question.runs.input;

import treeline.ensemble.Ensemble;
import treeline.ensemble.statistics.NamedStatistics;
import treeline.model.Metric;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;

import java.util.List;

/// Parameters that select statistics of one metric, or of two metrics or groups that are compared.
public final class StatisticOptions {
    public static final Parameter<String> STATISTIC =
            Parameter.of(
                            "statistic",
                            ParameterType.text("NAME"),
                            "mean, median, std, var, min, max, sum, count, p0 to p100, confidence,"
                                    + " box, outliers or normality; of two metrics or groups also"
                                    + " pearson, spearman, kendall, bhattacharyya, hellinger, score"
                                    + " or preference")
                    .severalTimes();
    public static final Parameter<String> WITH =
            Parameter.of(
                    "with",
                    ParameterType.text("METRIC"),
                    "a second metric to compare the first with");
    public static final Parameter<String> BETWEEN =
            Parameter.of(
                    "between",
                    ParameterType.text("METADATA"),
                    "compare two groups of runs, split by this metadata key");

    private StatisticOptions() {}

    public static NamedStatistics of(Ensemble runs, Arguments arguments) {
        List<Metric> metrics = EnsembleOptions.metrics(runs, arguments);
        boolean pair = arguments.has(WITH) || arguments.has(BETWEEN);
        List<String> names =
                arguments.has(STATISTIC)
                        ? arguments.all(STATISTIC)
                        : pair ? NamedStatistics.DEFAULT_OF_PAIR : NamedStatistics.DEFAULT;
        if (arguments.has(WITH) && arguments.has(BETWEEN))
            throw new IllegalArgumentException("--with and --between cannot be combined");
        if (arguments.has(WITH))
            return NamedStatistics.with(
                    runs.metric(arguments.value(WITH).orElseThrow()), runs, metrics, names);
        if (arguments.has(BETWEEN))
            return NamedStatistics.between(
                    arguments.value(BETWEEN).orElseThrow(), runs, metrics, names);
        return NamedStatistics.of(runs, metrics, names);
    }
}
