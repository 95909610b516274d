package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.commands.input.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.plot.ScalingLines;
import treeline.scaling.ModelPlot;
import treeline.scaling.ModelResult;
import treeline.scaling.NodeModel;
import treeline.table.Table;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// `treeline plot model`: what was measured, the models of `ensemble model` and how far they reach.
final class ModelLines {
    private static final int USUAL_LINES = 3;
    private static final int MOST_FORMULAS = 10;
    private static final double ROUNDING = 1e-9;
    private static final double SAME_LINE = 0.03;
    private static final Option<Integer> LINES =
            Option.of(
                            "top",
                            Value.whole("N", 1, Integer.MAX_VALUE),
                            "how many nodes to draw, the largest predicted first (default: 3)")
                    .letter('n');

    private ModelLines() {}

    static Command command(EnsembleOptions options) {
        return PlotKind.command(
                "model",
                "measured values, the model through them and its interval",
                EnsembleOptions.PATHS,
                ModelQuestion.choosing(options, LINES),
                "'jacobi/*.cali' --parameter ranks --at 4096 -o models.svg",
                "what the largest nodes will take at 4096 ranks",
                (arguments, console) ->
                        figure(options.samples(arguments, console), arguments, console));
    }

    private static ScalingLines figure(Ensemble runs, Arguments arguments, Console console)
            throws IOException {
        return ModelQuestion.modelled(
                runs,
                arguments,
                console,
                (ensemble, result, at) -> figure(ensemble, result, at, arguments));
    }

    private static ScalingLines figure(
            Ensemble ensemble, ModelResult result, double[] at, Arguments arguments) {
        Metric metric = result.modeling().metric();
        ShownRows shown = ShownRows.of(ensemble, List.of(metric), arguments);
        Table all = result.predictions(at);
        Table rows = all.filter(row -> shown.contains((int) all.whole("node").at(row)));
        if (rows.rows() == 0)
            throw new IllegalArgumentException("no node has enough points for a model");
        int count = Math.min(rows.rows(), arguments.value(LINES, USUAL_LINES));
        List<String> notes = new ArrayList<>();
        List<NodeModel> models = new ArrayList<>();
        for (int row = 0; row < count; row++)
            models.add(result.of((int) rows.whole("node").at(row)).orElseThrow());
        List<ModelPlot> plots = result.plots(models, 0, at);
        String others = plots.getFirst().others();
        List<ScalingLines.Line> lines = plots.stream().map(ModelLines::line).toList();
        double[] totals = result.totals(at);
        for (int i = 0; i < Math.min(count, MOST_FORMULAS); i++)
            notes.add(
                    formula(
                                    models.get(i),
                                    isSum(models.get(i), totals, at),
                                    result.modeling().parameters())
                            + (isIdeal(plots.get(i)) ? " (as ideal)" : ""));
        if (count > MOST_FORMULAS)
            notes.add("%d more formulas: treeline ensemble model".formatted(count - MOST_FORMULAS));
        notes.add(
                "solid: model; dashed: beyond what was measured; band: %s %% interval%s; dotted: ideal"
                        .formatted(
                                Quantity.decimal(100 * result.modeling().level()),
                                count == 1 ? "" : " of " + lines.getFirst().name()));
        if (plots.stream().allMatch(plot -> plot.points().isEmpty()))
            notes.add("no points: nothing was measured at " + others);
        if (count < rows.rows())
            notes.add(
                    "%d of %d nodes, the largest predicted; --top %d draws all"
                            .formatted(count, rows.rows(), rows.rows()));
        if (result.refused().rows() > 0)
            notes.add(
                    "without a model, because they have too few points: "
                            + ContextSummary.counted(result.refused().rows(), "node"));
        return new ScalingLines(
                PlotKind.caption(
                        "Models by " + result.modeling().parameters().getFirst(),
                        "%s of %s%s"
                                .formatted(
                                        RunOptions.metricText(metric),
                                        ContextSummary.counted(ensemble.runs(), "run"),
                                        others.isEmpty() ? "" : ", " + others),
                        notes,
                        arguments),
                result.modeling().parameters().getFirst(),
                RunOptions.metricText(metric),
                metric.unit(),
                true,
                lines);
    }

    /// Whether its curve is not its own model, but the sum of those below it.
    private static boolean isSum(NodeModel model, double[] totals, double[] at) {
        double alone = model.expected(at);
        return Math.abs(totals[model.node()] - alone) > ROUNDING * Math.abs(alone);
    }

    /// Whether the line of ideal scaling cannot be seen beside the curve.
    private static boolean isIdeal(ModelPlot plot) {
        return IntStream.range(0, plot.x().size())
                .allMatch(
                        step ->
                                Math.abs(plot.curve().at(step) / plot.ideal().at(step) - 1)
                                        < SAME_LINE);
    }

    private static String formula(NodeModel model, boolean isSum, List<String> parameters) {
        var quantity = new Quantity(3, true);
        return "%s: %s%s"
                .formatted(
                        model.path(),
                        isSum ? "sum of the models without callees; alone " : "",
                        model.function()
                                .shortText(
                                        parameters, number -> quantity.text(number, Unit.COUNT)));
    }

    private static ScalingLines.Line line(ModelPlot plot) {
        List<ScalingLines.Point> points = new ArrayList<>();
        List<ScalingLines.At> repetitions = new ArrayList<>();
        for (ModelPlot.Point point : plot.points()) {
            points.add(new ScalingLines.Point(point.x(), point.value(), Double.NaN, Double.NaN));
            if (point.samples().size() > 1)
                for (int i = 0; i < point.samples().size(); i++)
                    repetitions.add(new ScalingLines.At(point.x(), point.samples().at(i)));
        }
        List<ScalingLines.Point> curve = new ArrayList<>();
        List<ScalingLines.At> ideal = new ArrayList<>();
        for (int i = 0; i < plot.x().size(); i++) {
            curve.add(
                    new ScalingLines.Point(
                            plot.x().at(i),
                            plot.curve().at(i),
                            plot.lower().at(i),
                            plot.upper().at(i)));
            ideal.add(new ScalingLines.At(plot.x().at(i), plot.ideal().at(i)));
        }
        return new ScalingLines.Line(
                plot.path(),
                points,
                repetitions,
                Optional.of(new ScalingLines.Fit(plot.model(), curve, plot.largestMeasured())),
                ideal);
    }
}
