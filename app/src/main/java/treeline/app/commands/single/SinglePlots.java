package treeline.app.commands.single;

import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.figure.CorrelationFigure;
import treeline.figure.FigureOptions;
import treeline.figure.RanksFigure;
import treeline.figure.ScatterFigure;
import treeline.figure.Wording;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.plot.Figure;
import treeline.question.input.Needs;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.UsageException;
import treeline.question.run.CorrelateQuestion;
import treeline.question.run.ImbalanceAggregations;
import treeline.question.run.ImbalanceQuestion;
import treeline.question.run.MetricCorrelation;
import treeline.single.Correlation;
import treeline.single.LoadImbalance;
import treeline.single.Regression;
import treeline.table.Table;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/// The plots of one run, each of the numbers that `imbalance` or `correlate` answers with.
public record SinglePlots(RunOptions options) {
    private static final Parameter<Integer> PANELS = PlotKind.panels("largest loss");
    private static final int PAIR = 2;

    public List<PlotKind> all() {
        return List.of(
                new PlotKind(
                        "ranks",
                        "distribution over ranks at the nodes that lose most time to imbalance",
                        RunOptions.PATH,
                        options.choosing(
                                RunOptions.EXCLUSIVE,
                                ImbalanceQuestion.BY,
                                ImbalanceQuestion.THRESHOLD,
                                RunOptions.WAITING,
                                PANELS),
                        "run.tldb -o ranks.svg",
                        "whether a few ranks are slow or all ranks differ",
                        this::ranks),
                new PlotKind(
                        "correlation",
                        "correlation of metrics as a matrix of colours",
                        RunOptions.PATH,
                        options.choosing(CorrelateQuestion.WITH, CorrelateQuestion.METHOD),
                        "run.tldb -o metrics.svg",
                        "pairs of correlated metrics",
                        this::correlation),
                new PlotKind(
                        "scatter",
                        "two metrics of all nodes with their regression line",
                        RunOptions.PATH,
                        options.choosing(
                                CorrelateQuestion.WITH, CorrelateQuestion.LOG, RunOptions.OF),
                        "run.tldb --with time --with bytes --log -o bytes.svg",
                        "nodes that take longer than expected from their bytes",
                        this::scatter));
    }

    private Figure ranks(Arguments arguments, Console console) throws IOException {
        var plan =
                new ImbalanceAggregations(
                        outline -> ImbalanceQuestion.places(outline, arguments),
                        arguments.all(RunOptions.WAITING));
        RunOptions.Run run =
                options.load(arguments, Needs.SCOPES.in(Scope.EXCLUSIVE).with(plan), console);
        LoadImbalance imbalance =
                plan.answers(run, console).imbalance(ImbalanceQuestion.threshold(arguments));
        if (imbalance.nodes().length == 0)
            throw new IllegalArgumentException(run.path() + ": " + RanksFigure.BALANCED);
        return RanksFigure.of(
                imbalance,
                run.profile().tree(),
                run.partText(),
                new FigureOptions(
                        arguments.value(PANELS).map(OptionalInt::of).orElseGet(OptionalInt::empty),
                        FigureOptions.DEFAULT_PERCENT,
                        List.of(),
                        Wording.COMMAND_LINE));
    }

    private Figure correlation(Arguments arguments, Console console) throws IOException {
        MetricCorrelation correlation = MetricCorrelation.ofMatrix(arguments);
        RunOptions.Run run = correlation.load(options, arguments, console);
        Table matrix = correlation.matrix(run);
        if (Correlation.known(matrix).isEmpty())
            throw new IllegalArgumentException(
                    run.path() + ": " + CorrelationFigure.leftOut(matrix.rows()));
        return CorrelationFigure.of(matrix, correlation.method(), run.values().simple().contexts());
    }

    private Figure scatter(Arguments arguments, Console console) throws IOException {
        if (arguments.all(CorrelateQuestion.WITH).size() != PAIR)
            throw new UsageException(
                    "--with is required twice", "name two metrics; the first is explained");
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
