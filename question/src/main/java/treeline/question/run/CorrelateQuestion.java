package treeline.question.run;

import treeline.figure.CorrelationFigure;
import treeline.figure.ScatterFigure;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.single.Correlation;
import treeline.single.Regression;
import treeline.statement.Argument;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.util.List;

/// The correlation matrix of metrics, or the regression line of two metrics and its outliers.
public record CorrelateQuestion(RunOptions options) {
    public static final Parameter<Correlation.Method> METHOD =
            Parameter.of(
                    "method",
                    ParameterType.choice(Correlation.Method.class),
                    "correlation coefficient to use (default: spearman)");
    public static final Parameter<String> WITH =
            Parameter.of(
                            "with",
                            ParameterType.text("METRIC"),
                            "a metric to compare (default: all); two metrics give the regression"
                                    + " line over all nodes")
                    .severalTimes();
    private static final Parameter<Double> AT_LEAST =
            Parameter.of(
                    "at-least",
                    ParameterType.real("SIZE", 0, 1),
                    "list pairs with at least this absolute coefficient instead of the matrix");
    public static final Parameter<Boolean> LOG =
            Parameter.flag(
                    "log",
                    "use a logarithmic scale, on which small nodes count as much as large ones");
    private static final int PAIR = 2;

    public Question question() {
        return Question.ofRun(
                        "correlate",
                        "correlate metrics and list outlier nodes",
                        options.choosing(WITH, METHOD, AT_LEAST, LOG, RunOptions.OF, RowLimit.TOP),
                        this::answer)
                .example("treeline correlate run.tldb --at-least 0.9", "strong pairs only")
                .example(
                        "treeline correlate run.tldb --with time --with bytes --log",
                        "nodes that take longer than expected from their bytes");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        List<String> names = arguments.all(WITH);
        MetricCorrelation correlation =
                names.size() == PAIR
                        ? MetricCorrelation.ofLine()
                        : MetricCorrelation.ofMatrix(arguments);
        RunOptions.Run run = correlation.load(options, arguments, session);
        return names.size() == PAIR
                ? regression(run, metrics(run, names), arguments)
                : matrix(run, correlation, arguments);
    }

    /// The metrics that a user named, among those that are known of a run.
    public static List<Metric> metrics(RunOptions.Run run, List<String> names) {
        return metrics(run.path(), run.values().simple(), names);
    }

    static List<Metric> metrics(String path, Outline outline, List<String> names) {
        if (names.isEmpty()) {
            if (outline.metrics().size() < PAIR)
                throw new IllegalArgumentException(
                        "%s has one metric; a correlation needs two".formatted(path));
            return outline.metrics();
        }
        if (names.size() == 1)
            throw new UsageException(
                    "--with is required at least twice",
                    "without --with, all metrics are compared");
        return names.stream().map(outline::metric).toList();
    }

    private static Answer.Builder data(RunOptions.Run run, Table rows) {
        return new Answer.Builder("correlate", rows)
                .run("run", run)
                .combined(run)
                .with(json -> Answer.writeNotes(run.report(), json));
    }

    private static Answer matrix(
            RunOptions.Run run, MetricCorrelation correlation, Arguments arguments) {
        Table matrix = correlation.matrix(run);
        Correlation.Method method = correlation.method();
        boolean pairs = arguments.has(AT_LEAST);
        Table rows = pairs ? Correlation.strongest(matrix, arguments.value(AT_LEAST, 0.0)) : matrix;
        List<Context> contexts = run.values().simple().contexts();
        List<String> known = Correlation.known(matrix);
        var answer =
                data(run, rows)
                        .text("method", ParameterType.nameOf(method))
                        .title(CorrelationFigure.subtitle(method, contexts));
        if (!known.isEmpty()) answer.figure(() -> CorrelationFigure.of(matrix, method, contexts));
        if (pairs)
            return answer.add(
                            Section.of(rows)
                                    .columns("correlation", "first", "second")
                                    .top(RowLimit.top(arguments)))
                    .build();
        if (!known.isEmpty()) answer.add(section(matrix, known));
        int without = matrix.rows() - known.size();
        if (without > 0)
            answer.add(
                    Statement.omission(
                            "{metrics} omitted: without a correlation with any other metric (no"
                                    + " values in common, or all values are equal)",
                            Argument.name(ContextSummary.counted(without, "metric"))));
        return answer.build();
    }

    private static Section section(Table matrix, List<String> known) {
        Column metric = matrix.column("metric");
        var section = Section.of(matrix.filter(row -> known.contains(metric.text(row))));
        known.forEach(name -> section.columns(name));
        return section.column("metric", "").all();
    }

    private static Answer regression(
            RunOptions.Run run, List<Metric> metrics, Arguments arguments) {
        Metric on = metrics.getLast();
        Metric of = metrics.getFirst();
        Regression line = Regression.of(run.profile(), of, on, run.over(), arguments.has(LOG));
        Column outlier = line.nodes().column("outlier");
        return data(run, line.nodes())
                .number("slope", line.slope())
                .number("intercept", line.intercept())
                .number("r_squared", line.rSquare())
                .figure(() -> ScatterFigure.of(line, of, on, run.contextsText()))
                .add(
                        Statement.finding(
                                "{metric} on {other}{scale} over {nodes}: {line}",
                                Argument.name(of.toString()),
                                Argument.name(on.toString()),
                                Argument.name(line.logarithmic() ? " (logarithms)" : ""),
                                Argument.name(ContextSummary.counted(line.nodes().rows(), "node")),
                                Argument.clause(ScatterFigure.lineText(line, of, on))))
                .add(
                        Section.of(line.nodes())
                                .columns(of.toString(), "predicted", on.toString(), "deviations")
                                .computed(
                                        "",
                                        false,
                                        (row, _) -> outlier.number(row) == 1 ? "outlier" : "")
                                .columns("path")
                                .top(RowLimit.top(arguments)))
                .build();
    }
}
