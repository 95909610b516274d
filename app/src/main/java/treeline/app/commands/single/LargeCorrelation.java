package treeline.app.commands.single;

import treeline.aggregate.PearsonCorrelation;
import treeline.app.terminal.Console;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.question.input.AggregationPlan;
import treeline.question.input.RunOptions;
import treeline.question.input.RunValues;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.ParameterType;
import treeline.single.Correlation;
import treeline.table.Table;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// How metrics go together in a run that may not fit into memory. Pearson's coefficient follows
/// from sums over parts, and a line through nodes from one value per node; orders of all cells do
/// not.
final class LargeCorrelation implements AggregationPlan {
    private final Optional<Correlation.Method> matrix;
    private List<String> names = List.of();
    private String path = "";
    private Optional<PearsonCorrelation> question = Optional.empty();

    private LargeCorrelation(Optional<Correlation.Method> matrix) {
        this.matrix = matrix;
    }

    static LargeCorrelation ofALine() {
        return new LargeCorrelation(Optional.empty());
    }

    static LargeCorrelation ofMatrix(Arguments arguments) {
        return new LargeCorrelation(
                Optional.of(arguments.value(CorrelateCommand.METHOD, Correlation.Method.SPEARMAN)));
    }

    RunOptions.Run load(RunOptions options, Arguments arguments, Console console)
            throws IOException {
        names = arguments.all(CorrelateCommand.WITH);
        path = arguments.one(RunOptions.PATH);
        return options.load(arguments, RunOptions.Part.ALL_METRICS, Scope.INCLUSIVE, this, console);
    }

    @Override
    public Optional<String> needsAllValues() {
        return matrix.filter(each -> each != Correlation.Method.PEARSON)
                .map(
                        each ->
                                "--method %s (pearson does not)"
                                        .formatted(ParameterType.nameOf(each)));
    }

    @Override
    public Pass pass(RunValues values, Metric metric) {
        List<Metric> metrics = CorrelateCommand.metrics(path, values.simple(), names);
        if (matrix.filter(each -> each == Correlation.Method.PEARSON).isEmpty()) return Pass.NONE;
        var asked = new PearsonCorrelation(metrics).after(values.simpler());
        question = Optional.of(asked);
        return Pass.ofRanks(asked);
    }

    Correlation.Method method() {
        return matrix.orElseThrow();
    }

    Table matrix(RunOptions.Run run) {
        List<Metric> metrics = CorrelateCommand.metrics(run, names);
        return question.map(asked -> Correlation.table(metrics, run.values().answer(asked)))
                .orElseGet(() -> Correlation.of(run.profile(), metrics, method()));
    }
}
