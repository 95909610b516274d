package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.figure.CorrelationFigure;
import treeline.figure.ScatterFigure;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.single.Correlation;
import treeline.single.Regression;
import treeline.table.Table;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// `treeline correlate`: which metrics go together, and which nodes do not fit.
public final class CorrelateCommand {
    static final Parameter<Correlation.Method> METHOD =
            Parameter.of(
                    "method",
                    ParameterType.choice(Correlation.Method.class),
                    "correlation coefficient to use (default: spearman)");
    static final Parameter<String> WITH =
            Parameter.of(
                            "with",
                            ParameterType.text("METRIC"),
                            "a metric to compare (default: all); two of them give the line through"
                                    + " all nodes")
                    .severalTimes();
    private static final Parameter<Double> AT_LEAST =
            Parameter.of(
                    "at-least",
                    ParameterType.real("SIZE", 0, 1),
                    "list the pairs that are at least so strong instead of the matrix");
    static final Parameter<Boolean> LOG =
            Parameter.flag("log", "on logarithmic scale, where small nodes count as much");
    private static final int PAIR = 2;

    private final RunOptions options;

    public CorrelateCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "correlate",
                "find metrics that go together, and the nodes that do not fit",
                List.of(RunOptions.PATH),
                options.choosing(
                        WITH,
                        METHOD,
                        AT_LEAST,
                        LOG,
                        RunOptions.OF,
                        Sheet.TOP,
                        Sheet.JSON,
                        Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline correlate run.tldb --at-least 0.9", "strong pairs only"),
                        new Command.Example(
                                "treeline correlate run.tldb --with time --with bytes --log",
                                "nodes that take longer than their bytes explain")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        List<String> names = arguments.all(WITH);
        LargeCorrelation inParts =
                names.size() == PAIR
                        ? LargeCorrelation.ofALine()
                        : LargeCorrelation.ofMatrix(arguments);
        RunOptions.Run run = inParts.load(options, arguments, console);
        if (names.size() == PAIR) regression(run, metrics(run, names), arguments, console);
        else matrix(run, inParts.matrix(run), inParts.method(), arguments, console);
        return ExitCode.SUCCESS;
    }

    static List<Metric> metrics(RunOptions.Run run, List<String> names) {
        return metrics(run.path(), outline(run), names);
    }

    /// In parts more scopes may be known than the file has.
    static Outline outline(RunOptions.Run run) {
        return run.values().simple();
    }

    static List<Metric> metrics(String path, Outline outline, List<String> names) {
        if (names.isEmpty()) {
            if (outline.metrics().size() < PAIR)
                throw new IllegalArgumentException(
                        "%s has one metric only, and two are compared".formatted(path));
            return outline.metrics();
        }
        if (names.size() == 1)
            throw new UsageException(
                    "--with is needed twice at least", "without it all metrics are compared");
        return names.stream().map(outline::metric).toList();
    }

    private static DataAnswer data(RunOptions.Run run, Table rows) {
        return new DataAnswer("correlate", rows)
                .run("run", run)
                .combined(run)
                .with(json -> Notes.write(run.report(), json));
    }

    private static void matrix(
            RunOptions.Run run,
            Table matrix,
            Correlation.Method method,
            Arguments arguments,
            Console console)
            throws IOException {
        Table shown =
                arguments.has(AT_LEAST)
                        ? Correlation.strongest(matrix, arguments.value(AT_LEAST, 0.0))
                        : matrix;
        if (data(run, shown).text("method", ParameterType.nameOf(method)).wrote(arguments, console))
            return;
        Notes.print(run.report(), console);
        console.out().println(CorrelationFigure.subtitle(method, outline(run).contexts()) + "\n");
        if (arguments.has(AT_LEAST))
            new Sheet(shown, console.screen())
                    .number("correlation", "correlation")
                    .text("first", "metric")
                    .text("second", "and")
                    .print(Sheet.top(arguments), console);
        else {
            List<String> names = Correlation.known(matrix);
            var rows =
                    new Sheet(
                            matrix.filter(row -> names.contains(matrix.column("metric").text(row))),
                            console.screen());
            names.forEach(name -> rows.number(name, name));
            if (!names.isEmpty()) rows.text("metric", "").print(Integer.MAX_VALUE, console);
            int without = matrix.rows() - names.size();
            if (without > 0) console.out().println(CorrelationFigure.leftOut(without));
        }
    }

    private static void regression(
            RunOptions.Run run, List<Metric> metrics, Arguments arguments, Console console)
            throws IOException {
        Metric on = metrics.getLast();
        Metric of = metrics.getFirst();
        Regression line = Regression.of(run.profile(), of, on, run.over(), arguments.has(LOG));
        DataAnswer data =
                data(run, line.nodes())
                        .unit(on.toString(), on.unit())
                        .unit(of.toString(), of.unit())
                        .unit("predicted", of.unit())
                        .number("slope", line.slope())
                        .number("intercept", line.intercept())
                        .number("r_squared", line.rSquare());
        if (data.wrote(arguments, console)) return;
        Notes.print(run.report(), console);
        console.out()
                .println(
                        "%s on %s%s over %s: %s\n"
                                .formatted(
                                        of.toString(),
                                        on.toString(),
                                        line.logarithmic() ? " (logarithms)" : "",
                                        ContextSummary.counted(line.nodes().rows(), "node"),
                                        ScatterFigure.lineText(line, of, on)));
        var outlier = line.nodes().flag("outlier");
        new Sheet(line.nodes(), console.screen())
                .value(of.toString(), "is", of.unit())
                .value("predicted", "predicted", of.unit())
                .value(on.toString(), "at", on.unit())
                .value("deviations", "deviations", Unit.COUNT)
                .computed("", false, row -> outlier.number(row) == 1 ? "outlier" : "")
                .text("path", "call path")
                .print(Sheet.top(arguments), console);
    }
}
