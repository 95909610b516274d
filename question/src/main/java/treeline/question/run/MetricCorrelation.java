package treeline.question.run;

import treeline.aggregate.PearsonCorrelation;
import treeline.model.Metric;
import treeline.numbers.Locations;
import treeline.question.input.AggregationPlan;
import treeline.question.input.Needs;
import treeline.question.input.RunOptions;
import treeline.question.input.RunValues;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.single.Correlation;
import treeline.table.Table;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The correlation of metrics over nodes and contexts. Pearson's coefficient is computed from sums
/// over parts and a regression line from one value per node. Rank correlations (Spearman, Kendall)
/// need all values in memory, or those of sampled ranks.
public final class MetricCorrelation implements AggregationPlan {
    private final Optional<Correlation.Method> matrix;
    private List<String> names = List.of();
    private String path = "";
    private Optional<Supplier<double[][]>> question = Optional.empty();

    private MetricCorrelation(Optional<Correlation.Method> matrix) {
        this.matrix = matrix;
    }

    public static MetricCorrelation ofLine() {
        return new MetricCorrelation(Optional.empty());
    }

    public static MetricCorrelation ofMatrix(Arguments arguments) {
        return new MetricCorrelation(
                Optional.of(
                        arguments.value(CorrelateQuestion.METHOD, Correlation.Method.SPEARMAN)));
    }

    public RunOptions.Run load(RunOptions options, Arguments arguments, Session session)
            throws IOException {
        names = arguments.all(CorrelateQuestion.WITH);
        path = arguments.one(RunOptions.PATH);
        return options.load(arguments, Needs.ALL_METRICS.with(this), session);
    }

    @Override
    public boolean takesSample() {
        return matrix.isPresent() && method() != Correlation.Method.PEARSON;
    }

    @Override
    public void ask(RunValues values, Metric metric) {
        List<Metric> metrics = CorrelateQuestion.metrics(path, values.simple(), names);
        question =
                matrix.filter(each -> each == Correlation.Method.PEARSON)
                        .map(_ -> values.ask(new PearsonCorrelation(metrics), Locations.By.RANK));
    }

    public Correlation.Method method() {
        return matrix.orElseThrow();
    }

    public Table matrix(RunOptions.Run run) {
        List<Metric> metrics = CorrelateQuestion.metrics(run, names);
        return question.map(asked -> Correlation.table(metrics, asked.get()))
                .orElseGet(() -> Correlation.of(run.profile(), metrics, method()));
    }
}
