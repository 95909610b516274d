package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.figure.CorrelationFigure;
import treeline.figure.ScatterFigure;
import treeline.model.Metric;
import treeline.plot.CorrelationMatrix;
import treeline.plot.Scatter;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.UsageException;
import treeline.question.run.CorrelateQuestion;
import treeline.question.run.MetricCorrelation;
import treeline.single.Correlation;
import treeline.single.Regression;
import treeline.table.Table;

import java.io.IOException;
import java.util.List;

/// `treeline plot correlation` and `plot scatter`: what `correlate` prints.
final class CorrelationPlot {
    private static final int PAIR = 2;

    private CorrelationPlot() {}

    static Command matrix(RunOptions options) {
        return PlotKind.command(
                "correlation",
                "which metrics go together, as a matrix of colours",
                RunOptions.PATH,
                options.choosing(CorrelateQuestion.WITH, CorrelateQuestion.METHOD),
                "run.tldb -o metrics.svg",
                "which metrics go together",
                (arguments, console) -> matrix(options, arguments, console));
    }

    static Command scatter(RunOptions options) {
        return PlotKind.command(
                "scatter",
                "two metrics of all nodes with the line through them",
                RunOptions.PATH,
                options.choosing(CorrelateQuestion.WITH, CorrelateQuestion.LOG, RunOptions.OF),
                "run.tldb --with time --with bytes --log -o bytes.svg",
                "nodes that take longer than their bytes explain",
                (arguments, console) -> scatter(options, arguments, console));
    }

    private static CorrelationMatrix matrix(
            RunOptions options, Arguments arguments, Console console) throws IOException {
        MetricCorrelation correlation = MetricCorrelation.ofMatrix(arguments);
        RunOptions.Run run = correlation.load(options, arguments, console);
        Table matrix = correlation.matrix(run);
        if (Correlation.known(matrix).isEmpty())
            throw new IllegalArgumentException(
                    run.path() + ": " + CorrelationFigure.leftOut(matrix.rows()));
        return CorrelationFigure.of(matrix, correlation.method(), run.values().simple().contexts());
    }

    private static Scatter scatter(RunOptions options, Arguments arguments, Console console)
            throws IOException {
        if (arguments.all(CorrelateQuestion.WITH).size() != PAIR)
            throw new UsageException(
                    "--with is needed twice", "name two metrics; the first is explained");
        RunOptions.Run run = MetricCorrelation.ofLine().load(options, arguments, console);
        List<Metric> metrics =
                CorrelateQuestion.metrics(run, arguments.all(CorrelateQuestion.WITH));
        Metric of = metrics.getFirst();
        Metric on = metrics.getLast();
        Regression line =
                Regression.of(
                        run.profile(), of, on, run.over(), arguments.has(CorrelateQuestion.LOG));
        return ScatterFigure.of(line, of, on, run.contextsText());
    }
}
