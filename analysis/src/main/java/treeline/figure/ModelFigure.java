package treeline.figure;

import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeThreshold;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.plot.Caption;
import treeline.plot.ScalingLines;
import treeline.scaling.model.ModelPlot;
import treeline.scaling.model.ModelResult;
import treeline.scaling.model.NodeModel;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.DisplayNames;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Measured points, fitted models and prediction intervals, largest prediction first.
public final class ModelFigure {
    static final int DEFAULT_LINES = 3;

    private static final int MAX_FORMULAS = 10;

    private final ModelResult result;
    private final double[] at;
    private final List<NodeModel> models = new ArrayList<>();
    private final List<ModelPlot> plots;

    private ModelFigure(ModelResult result, Table rows, int count, double[] at) {
        this.result = result;
        this.at = at;
        for (int row = 0; row < count; row++)
            models.add(result.of((int) rows.whole("node").at(row)).orElseThrow());
        this.plots = result.plots(models, 0, at);
    }

    /// Measured values and the models through them, up to where they predict.
    ///
    /// @param ensemble the runs that were modelled
    /// @param at where to predict, a number for each parameter
    public static ScalingLines of(
            Ensemble ensemble, ModelResult result, FigureOptions shown, double... at) {
        shown.requireNoGroups("a model plot");
        Metric metric = result.modeling().metric();
        NodeThreshold nodes = NodeThreshold.of(ensemble, List.of(metric), shown.threshold());
        Table all = result.predictions(at);
        Table rows = all.filter(row -> nodes.contains((int) all.whole("node").at(row)));
        if (rows.rows() == 0)
            throw new IllegalArgumentException("no node has enough points for a model");
        int count = shown.count(rows.rows(), DEFAULT_LINES);
        return new ModelFigure(result, rows, count, at).figure(ensemble, rows.rows(), shown);
    }

    private ScalingLines figure(Ensemble ensemble, int all, FigureOptions shown) {
        Metric metric = result.modeling().metric();
        String parameter = result.modeling().parameters().getFirst();
        String others = others();
        return new ScalingLines(
                new Caption(
                        "Models by " + parameter,
                        Captions.of(metric, ensemble.runs() - result.runsWithout().size())
                                + (others.isEmpty() ? "" : ", " + others),
                        notes(all, shown)),
                parameter,
                DisplayNames.of(metric),
                metric.unit(),
                true,
                plots.stream().map(ModelFigure::line).toList());
    }

    private String others() {
        return plots.getFirst().others();
    }

    private List<String> notes(int all, FigureOptions shown) {
        int count = models.size();
        List<String> notes = new ArrayList<>(formulas());
        if (count > MAX_FORMULAS)
            notes.add(
                    "%d more formulas: %s"
                            .formatted(count - MAX_FORMULAS, shown.wording().allModels()));
        notes.add(
                "dots: measured; solid: model; dashed: beyond the measured range; band: %s %% prediction interval%s; dotted: ideal scaling, 1/%s if values decrease, otherwise constant"
                        .formatted(
                                Quantity.decimal(100 * result.modeling().level()),
                                count == 1 ? "" : " of " + plots.getFirst().path(),
                                plots.getFirst().parameter()));
        if (plots.stream().allMatch(plot -> plot.points().isEmpty()))
            notes.add("no points: no measurement at " + others());
        notes.addAll(shown.notesOfRest(count, all, "nodes", "the largest predicted"));
        if (result.refused().rows() > 0)
            notes.add(
                    "without a model, because they have too few points: "
                            + ContextSummary.counted(result.refused().rows(), "node"));
        if (shown.wording() == Wording.PROGRAM && !result.runsWithout().isEmpty())
            notes.add(
                    "omitted: %s without a number for %s: %s"
                            .formatted(
                                    ContextSummary.counted(result.runsWithout().size(), "run"),
                                    String.join(", ", result.modeling().parameters()),
                                    DisplayNames.some(result.runsWithout())));
        return notes;
    }

    private List<String> formulas() {
        List<String> formulas = new ArrayList<>();
        for (int i = 0; i < Math.min(models.size(), MAX_FORMULAS); i++)
            formulas.add(formula(models.get(i)));
        return formulas;
    }

    private String formula(NodeModel model) {
        var quantity = new Quantity(3, true);
        Unit unit = result.modeling().metric().unit();
        return "%s: %s"
                .formatted(
                        model.path(),
                        result.shortText(model, number -> quantity.text(number, unit), at));
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
