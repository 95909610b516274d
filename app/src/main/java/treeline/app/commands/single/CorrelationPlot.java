package treeline.app.commands.single;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.UsageException;
import treeline.app.cli.Value;
import treeline.view.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.model.Metric;
import treeline.plot.CorrelationMatrix;
import treeline.plot.Scatter;
import treeline.single.Correlation;
import treeline.single.Regression;
import treeline.table.FlagColumn;
import treeline.table.Table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `treeline plot correlation` and `plot scatter`: what `correlate` prints.
final class CorrelationPlot {
    private static final int PAIR = 2;

    /// As many of the nodes that fit least are named as there are outliers, and at least these.
    private static final int NAMED = 5;

    private CorrelationPlot() {}

    static Command matrix(RunOptions options) {
        return PlotKind.command(
                "correlation",
                "which metrics go together, as a matrix of colours",
                RunOptions.PATH,
                options.choosing(CorrelateCommand.WITH, CorrelateCommand.METHOD),
                "run.tldb -o metrics.svg",
                "which metrics go together",
                (arguments, console) -> matrix(options, arguments, console));
    }

    static Command scatter(RunOptions options) {
        return PlotKind.command(
                "scatter",
                "two metrics of all nodes with the line through them",
                RunOptions.PATH,
                options.choosing(CorrelateCommand.WITH, CorrelateCommand.LOG, RunOptions.OF),
                "run.tldb --with time --with bytes --log -o bytes.svg",
                "nodes that take longer than their bytes explain",
                (arguments, console) -> scatter(options, arguments, console));
    }

    private static CorrelationMatrix matrix(
            RunOptions options, Arguments arguments, Console console) throws IOException {
        LargeCorrelation inParts = LargeCorrelation.ofMatrix(arguments);
        RunOptions.Run run = inParts.load(options, arguments, console);
        Table matrix = inParts.matrix(run);
        List<String> all = matrix.names().subList(1, matrix.names().size());
        List<String> names = Correlation.known(matrix);
        if (names.isEmpty())
            throw new IllegalArgumentException(
                    run.path() + ": " + CorrelateCommand.leftOut(all.size()));
        List<List<Double>> values = new ArrayList<>();
        for (String row : names) {
            int at = all.indexOf(row);
            values.add(names.stream().map(name -> matrix.real(name).at(at)).toList());
        }
        return new CorrelationMatrix(
                PlotKind.caption(
                        "Which metrics go together",
                        "%s correlation over nodes and %s"
                                .formatted(
                                        Value.nameOf(inParts.method()),
                                        ContextSummary.of(
                                                CorrelateCommand.outline(run).contexts())),
                        names.size() == all.size()
                                ? List.of()
                                : List.of(CorrelateCommand.leftOut(all.size() - names.size())),
                        arguments),
                names,
                values);
    }

    private static Scatter scatter(RunOptions options, Arguments arguments, Console console)
            throws IOException {
        if (arguments.all(CorrelateCommand.WITH).size() != PAIR)
            throw new UsageException(
                    "--with is needed twice", "name two metrics; the first is explained");
        RunOptions.Run run = LargeCorrelation.ofALine().load(options, arguments, console);
        List<Metric> metrics = CorrelateCommand.metrics(run, arguments.all(CorrelateCommand.WITH));
        Metric of = metrics.getFirst();
        Metric on = metrics.getLast();
        Regression line =
                Regression.of(
                        run.profile(), of, on, run.over(), arguments.has(CorrelateCommand.LOG));
        return new Scatter(
                PlotKind.caption(
                        "%s on %s".formatted(of.toString(), on.toString()),
                        "%s, %s; line%s: %s"
                                .formatted(
                                        ContextSummary.counted(line.nodes().rows(), "node"),
                                        run.contextsText(),
                                        line.logarithmic() ? " through logarithms" : "",
                                        CorrelateCommand.lineText(line, of, on)),
                        List.of("named: outliers and the nodes that are farthest from the line"),
                        arguments),
                new Scatter.Side(RunOptions.metricText(on), on.unit()),
                new Scatter.Side(RunOptions.metricText(of), of.unit()),
                line.logarithmic(),
                List.of(),
                dots(line.nodes(), of, on),
                Double.isNaN(line.slope())
                        ? Optional.empty()
                        : Optional.of(
                                new Scatter.Line(line.slope(), line.intercept(), line.rSquare())));
    }

    /// Farthest first.
    private static List<Scatter.Dot> dots(Table nodes, Metric of, Metric on) {
        FlagColumn outlier = nodes.flag("outlier");
        List<Scatter.Dot> dots = new ArrayList<>();
        for (int row = 0; row < nodes.rows(); row++)
            dots.add(
                    new Scatter.Dot(
                            nodes.column("path").text(row),
                            nodes.real(on.toString()).at(row),
                            nodes.real(of.toString()).at(row),
                            -1,
                            row < NAMED || outlier.number(row) == 1));
        return dots;
    }
}
