package treeline.question.runs;

import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeThreshold;
import treeline.figure.ModelFigure;
import treeline.question.answer.Answer;
import treeline.question.answer.Block;
import treeline.question.answer.Heading;
import treeline.question.answer.Statement;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.runs.input.ThresholdOption;
import treeline.scaling.model.ModelResult;
import treeline.scaling.model.Modeling;
import treeline.scaling.model.NodeModel;
import treeline.table.Column;
import treeline.table.JsonWriter;
import treeline.table.Order;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;

/// The predictions of all nodes, with [ModelStatements] about them.
final class ModelTable {
    private static final int DIGITS = 3;

    private final Ensemble ensemble;
    private final ModelResult result;
    private final Modeling modeling;
    private final double[] at;
    private final Arguments arguments;
    private final Quantity quantity = new Quantity(DIGITS, true);

    /// @param at the parameter values of the prediction
    ModelTable(Ensemble ensemble, ModelResult result, double[] at, Arguments arguments) {
        this.ensemble = ensemble;
        this.result = result;
        this.modeling = result.modeling();
        this.at = at;
        this.arguments = arguments;
    }

    Answer answer(List<Statement> warnings) {
        ThresholdOption shown =
                ThresholdOption.forReaders(ensemble, List.of(modeling.metric()), arguments);
        NodeThreshold exported =
                ThresholdOption.forPrograms(ensemble, List.of(modeling.metric()), arguments);
        var statements = new ModelStatements(ensemble, result, at);
        List<Block> below = new ArrayList<>();
        statements.refusals().ifPresent(below::add);
        below.add(Heading.NONE);
        below.addAll(statements.all());
        Table all = predictions();
        List<Column> complete = rows(all, exported).columns();
        var table = new GroupedTable("path", arguments);
        table.add(
                new GroupedTable.Rows(
                        brief(rows(all, shown.nodes())), shown.footnote(), below, () -> complete));
        return table.answer("ensemble model", title(), warnings)
                .metric(modeling.metric())
                .with(this::addFacts)
                .figure(
                        () ->
                                ModelFigure.of(
                                        ensemble, result, ThresholdOption.selection(arguments), at))
                .build();
    }

    private String title() {
        return "models of %s, %s, by %s; measured and fitted at %s"
                .formatted(
                        RunOptions.metricText(modeling.metric()),
                        ContextSummary.counted(ensemble.runs(), "run"),
                        String.join(", ", modeling.parameters()),
                        point(result.largestMeasured()));
    }

    private void addFacts(JsonWriter json) {
        json.name("at").object();
        for (int each = 0; each < at.length; each++)
            json.name(modeling.parameters().get(each)).value(at[each]);
        json.end();
        json.name("confidence").value(modeling.level());
        json.name("dominates");
        List<NodeModel> first = ModelStatements.dominating(result.own(), at);
        if (first.isEmpty()) json.nullValue();
        else json.value(first.getFirst().path());
        json.name("refused").array();
        Table refused = result.refused();
        for (int row = 0; row < refused.rows(); row++) json.value(refused.column("path").text(row));
        json.end();
    }

    private Table predictions() {
        boolean predicted =
                arguments.value(EnsembleModel.ORDER, EnsembleModel.RowOrder.PREDICTED)
                        == EnsembleModel.RowOrder.PREDICTED;
        return result.predictions(at).sort(Order.descending(predicted ? "predicted" : "growth"));
    }

    private static Table rows(Table all, NodeThreshold nodes) {
        return all.filter(row -> nodes.contains((int) all.whole("node").at(row)));
    }

    /// The columns that fit a screen, with the model last, because it may be long.
    private List<Column> brief(Table table) {
        int rows = table.rows();
        List<Column> columns = new ArrayList<>();
        for (String name : List.of("path", "measured", "at_largest"))
            columns.add(table.column(name));
        columns.add(table.column("predicted").headed(point(at)));
        for (String name : List.of("lower", "upper", "growth")) columns.add(table.column(name));
        columns.add(
                Column.text(
                        "error", rows, row -> Quantity.percent(table.real("error").at(row) / 100)));
        columns.add(Column.text("model", rows, row -> shortModel(table, row)));
        return columns;
    }

    private String shortModel(Table table, int row) {
        NodeModel model = result.of((int) table.whole("node").at(row)).orElseThrow();
        return result.shortText(model, this::inUnit, at);
    }

    private String inUnit(double value) {
        return quantity.text(value, modeling.metric().unit());
    }

    private static String point(double[] parameters) {
        List<String> numbers = new ArrayList<>();
        for (double each : parameters) numbers.add(Quantity.decimal(each));
        return String.join(", ", numbers);
    }
}
