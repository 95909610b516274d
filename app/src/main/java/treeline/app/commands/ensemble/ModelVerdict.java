package treeline.app.commands.ensemble;

import treeline.app.commands.output.DataAnswer;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Measured;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.scaling.ModelResult;
import treeline.scaling.Modeling;
import treeline.scaling.NodeModel;
import treeline.table.Column;
import treeline.table.JsonWriter;
import treeline.table.Order;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;

/// The answer of `ensemble model`: a table of predictions, with [ModelNotes] below it.
final class ModelVerdict {
    private final Ensemble ensemble;
    private final ModelResult result;
    private final Modeling modeling;
    private final double[] at;
    private final Arguments arguments;
    private final ShownRows shown;
    private final Quantity quantity = new Quantity(3, true);

    ModelVerdict(Ensemble ensemble, ModelResult result, double[] at, Arguments arguments) {
        this.ensemble = ensemble;
        this.result = result;
        this.modeling = result.modeling();
        this.at = at;
        this.arguments = arguments;
        Metric metric = modeling.metric();
        this.shown = ShownRows.of(ensemble, List.of(metric), arguments);
    }

    String title() {
        return "models of %s, %s, by %s; measured and fitted at %s"
                .formatted(
                        RunOptions.metricText(modeling.metric()),
                        ContextSummary.counted(ensemble.runs(), "run"),
                        String.join(", ", modeling.parameters()),
                        where(largest()));
    }

    void addTo(Answer answer) {
        answer.with(this::addFacts);
        answer.add(
                rows(),
                DataAnswer.isAsked(arguments)
                        ? List.of()
                        : new ModelNotes(ensemble, result, at).all(shown.notes()));
    }

    private void addFacts(JsonWriter json) {
        json.name("at").object();
        for (int each = 0; each < at.length; each++)
            json.name(modeling.parameters().get(each)).value(at[each]);
        json.end();
        json.name("confidence").value(modeling.level());
        json.name("dominates");
        List<NodeModel> first = ModelNotes.dominating(result.own(), at);
        if (first.isEmpty()) json.nullValue();
        else json.value(first.getFirst().path());
        json.name("refused").array();
        Table refused = result.refused();
        for (int row = 0; row < refused.rows(); row++) json.value(refused.column("path").text(row));
        json.end();
    }

    private List<Measured> rows() {
        String order =
                arguments.value(ModelQuestion.ORDER, ModelQuestion.RowOrder.PREDICTED)
                                == ModelQuestion.RowOrder.PREDICTED
                        ? "predicted"
                        : "growth";
        Table all = result.predictions(at).sort(Order.descending(order));
        Table table = all.filter(row -> shown.contains((int) all.whole("node").at(row)));
        return DataAnswer.isAsked(arguments) ? complete(table) : brief(table);
    }

    /// Programs get every column.
    private List<Measured> complete(Table table) {
        List<String> values =
                List.of("model", "measured", "at_largest", "predicted", "lower", "upper");
        return table.columns().stream()
                .map(
                        column ->
                                values.contains(column.name())
                                        ? new Measured(
                                                column, column.name(), modeling.metric().unit())
                                        : Measured.plain(column))
                .toList();
    }

    /// People get what fits a screen, with the model last: it may be long.
    private List<Measured> brief(Table table) {
        Unit unit = modeling.metric().unit();
        int rows = table.rows();
        List<Measured> columns = new ArrayList<>();
        columns.add(Measured.plain(table.column("path")));
        columns.add(new Measured(table.column("measured"), "measured", unit));
        columns.add(new Measured(table.column("at_largest"), "fitted", unit));
        columns.add(new Measured(table.column("predicted"), where(at), unit));
        columns.add(new Measured(table.column("lower"), "from", unit));
        columns.add(new Measured(table.column("upper"), "to", unit));
        columns.add(Measured.plain(table.column("growth")));
        columns.add(
                Measured.plain(
                        Column.text(
                                "error",
                                rows,
                                row -> Quantity.percent(table.real("error").at(row) / 100))));
        columns.add(Measured.plain(Column.text("model", rows, row -> shortModel(table, row))));
        return columns;
    }

    private String shortModel(Table table, int row) {
        NodeModel model = result.of((int) table.whole("node").at(row)).orElseThrow();
        return result.shortText(model, this::inUnit, at);
    }

    private String inUnit(double value) {
        return quantity.text(value, modeling.metric().unit());
    }

    private double[] largest() {
        return result.largestMeasured();
    }

    private static String where(double[] parameters) {
        List<String> numbers = new ArrayList<>();
        for (double each : parameters) numbers.add(Quantity.decimal(each));
        return String.join(", ", numbers);
    }
}
