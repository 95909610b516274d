package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.commands.input.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.output.DataAnswer;
import treeline.app.terminal.TextWidth;
import treeline.ensemble.Ensemble;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.scaling.Backtest;
import treeline.scaling.Form;
import treeline.scaling.ModelResult;
import treeline.scaling.Modeling;
import treeline.scaling.NodeModel;
import treeline.scaling.Prediction;
import treeline.table.Column;
import treeline.table.JsonWriter;
import treeline.table.Order;
import treeline.table.Table;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What models of nodes say: a table, which node will dominate, and how far all that can be
/// trusted.
final class ModelVerdict {
    private static final int MOST_NODES = 3;
    private static final double NOTABLE = 0.01;

    private final Ensemble ensemble;
    private final ModelResult result;
    private final Modeling modeling;
    private final double[] at;
    private final Arguments arguments;
    private final ShownRows shown;
    private final ModelResult own;
    private final Quantity quantity = new Quantity(3, true);

    ModelVerdict(Ensemble ensemble, ModelResult result, double[] at, Arguments arguments) {
        this.ensemble = ensemble;
        this.result = result;
        this.modeling = result.modeling();
        this.at = at;
        this.arguments = arguments;
        Metric metric = modeling.metric();
        this.shown = ShownRows.of(ensemble, List.of(metric), arguments);
        this.own = result.own();
    }

    String title() {
        return "models of %s, %s, by %s"
                .formatted(
                        RunOptions.metricText(modeling.metric()),
                        ContextSummary.counted(ensemble.runs(), "run"),
                        String.join(", ", modeling.parameters()));
    }

    void addTo(Answer answer) {
        answer.with(this::addFacts);
        answer.add(rows(), DataAnswer.isAsked(arguments) ? List.of() : notes());
    }

    private void addFacts(JsonWriter json) {
        json.name("at").object();
        for (int each = 0; each < at.length; each++)
            json.name(modeling.parameters().get(each)).value(at[each]);
        json.end();
        json.name("confidence").value(modeling.level());
        json.name("dominates");
        List<NodeModel> first = dominating(own, at);
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
        List<String> values = List.of("at_largest", "predicted", "lower", "upper");
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
        columns.add(new Measured(table.column("at_largest"), where(largest()), unit));
        columns.add(new Measured(table.column("predicted"), where(at), unit));
        columns.add(new Measured(table.column("lower"), "from", unit));
        columns.add(new Measured(table.column("upper"), "to", unit));
        columns.add(Measured.plain(table.column("growth")));
        columns.add(
                Measured.plain(
                        Column.text(
                                "error",
                                rows,
                                row ->
                                        Quantity.percent(
                                                table.real("leave_one_out").at(row) / 100))));
        columns.add(Measured.plain(Column.text("model", rows, row -> shortModel(table, row))));
        return columns;
    }

    private String shortModel(Table table, int row) {
        NodeModel model = result.of((int) table.whole("node").at(row)).orElseThrow();
        return model.function()
                .shortText(modeling.parameters(), number -> quantity.text(number, Unit.COUNT));
    }

    private double[] largest() {
        return result.largestMeasured();
    }

    private static String where(double[] parameters) {
        List<String> numbers = new ArrayList<>();
        for (double each : parameters) numbers.add(Quantity.decimal(each));
        return String.join(", ", numbers);
    }

    private String named(double[] parameters) {
        List<String> texts = new ArrayList<>();
        for (int each = 0; each < parameters.length; each++)
            texts.add(modeling.parameters().get(each) + " = " + Quantity.decimal(parameters[each]));
        return String.join(", ", texts);
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>(shown.notes());
        notes.addAll(refusals());
        notes.add("");
        notes.add(
                "from and to: where %s %% of measurements are expected; error: each point predicted from"
                                .formatted(Quantity.decimal(100 * modeling.level()))
                        + " the others");
        forms().ifPresent(notes::add);
        backtests().ifPresent(notes::add);
        distance().ifPresent(notes::add);
        sums().ifPresent(notes::add);
        negative().ifPresent(notes::add);
        missing().ifPresent(notes::add);
        notes.add(
                "at %s most own %s is in %s; at %s in %s"
                        .formatted(
                                named(largest()),
                                modeling.metric().name(),
                                shares(largest()),
                                named(at),
                                shares(at)));
        return notes;
    }

    /// Nodes without a model, each with its number of points.
    private List<String> refusals() {
        Table refused = result.refused();
        if (refused.rows() == 0) return List.of();
        List<String> nodes = new ArrayList<>();
        for (int row = 0; row < refused.rows(); row++) {
            List<String> counts = new ArrayList<>();
            for (int column = 2; column < refused.columns().size(); column++)
                counts.add(refused.columns().get(column).text(row));
            nodes.add(
                    "%s (%s)"
                            .formatted(
                                    TextWidth.printable(refused.column("path").text(row)),
                                    String.join(", ", counts)));
        }
        return List.of(
                "no model of %s with fewer than %d values of a parameter: %s"
                        .formatted(
                                ContextSummary.counted(refused.rows(), "node"),
                                Modeling.LEAST_POINTS,
                                RunFacts.some(nodes)));
    }

    private Optional<String> forms() {
        long total = count(Form.TOTAL);
        long falling = count(Form.FALLING);
        if (total + falling == 0 || modeling.form().isPresent()) return Optional.empty();
        NodeModel largest =
                result.models().stream()
                        .filter(model -> model.form() != Form.MEASURED)
                        .max(Comparator.comparingDouble(model -> model.points().getFirst().value()))
                        .orElseThrow();
        return Optional.of(
                "values of %s fall: %d modelled times the parameter, %d with terms that fall; %s: %s"
                        .formatted(
                                ContextSummary.counted(total + falling, "node"),
                                total,
                                falling,
                                TextWidth.printable(ensemble.tree().name(largest.node())),
                                largest.reason()));
    }

    private long count(Form form) {
        return result.models().stream().filter(model -> model.form() == form).count();
    }

    /// How good the same predictions would have been for the largest measurement.
    private Optional<String> backtests() {
        List<Backtest> tests =
                result.models().stream().flatMap(model -> model.backtest().stream()).toList();
        if (tests.isEmpty()) return Optional.empty();
        double[] errors =
                tests.stream()
                        .mapToDouble(test -> Math.abs(test.error()))
                        .filter(Double::isFinite)
                        .sorted()
                        .toArray();
        long held = tests.stream().filter(Backtest::holds).count();
        return Optional.of(
                "predicted from smaller runs alone, %s is off by %s in the median node, and within its interval in %d of %d"
                        .formatted(
                                named(tests.getFirst().at().toArray()),
                                errors.length == 0
                                        ? "-"
                                        : Quantity.percent(errors[errors.length / 2]),
                                held,
                                tests.size()));
    }

    private Optional<String> distance() {
        Prediction prediction = result.models().getFirst().at(at);
        if (!prediction.isExtrapolated()) return Optional.empty();
        return Optional.of(
                "%s is %s times beyond what was measured"
                        .formatted(named(at), quantity.text(prediction.beyond(), Unit.COUNT)));
    }

    /// Models of one node by itself say something else of it than the sum.
    private Optional<String> sums() {
        double[] totals = result.totals(at);
        Optional<NodeModel> farthest =
                result.models().stream()
                        .filter(model -> apart(model, totals) >= NOTABLE)
                        .max(Comparator.comparingDouble(model -> apart(model, totals)));
        return farthest.map(
                model ->
                        "what a node takes with its callees is the sum of the models without them; that of %s alone says %s"
                                .formatted(
                                        TextWidth.printable(ensemble.tree().name(model.node())),
                                        quantity.text(
                                                model.expected(at), modeling.metric().unit())));
    }

    private double apart(NodeModel model, double[] totals) {
        double total = totals[model.node()];
        return total == 0 ? 0 : Math.abs(model.expected(at) / total - 1);
    }

    private Optional<String> negative() {
        long nodes = own.models().stream().filter(this::isBelowZero).count();
        return nodes == 0
                ? Optional.empty()
                : Optional.of(
                        "%s below 0 there and counts as 0: what was measured never is, so these models do"
                                        .formatted(
                                                ContextSummary.counted(nodes, "node")
                                                        + (nodes == 1 ? " is" : " are"))
                                + " not reach so far; --form falling or total may");
    }

    private boolean isBelowZero(NodeModel model) {
        return model.function().at(at) < model.expected(at);
    }

    private Optional<String> missing() {
        long values = result.models().stream().mapToLong(NodeModel::missing).sum();
        long nodes = result.models().stream().filter(model -> model.missing() > 0).count();
        return values == 0
                ? Optional.empty()
                : Optional.of(
                        "%d values are missing, of %s"
                                .formatted(values, ContextSummary.counted(nodes, "node")));
    }

    /// The nodes that take most without their callees.
    private static List<NodeModel> dominating(ModelResult own, double[] parameters) {
        return own.models().stream()
                .sorted(
                        Comparator.comparingDouble((NodeModel model) -> model.expected(parameters))
                                .reversed())
                .limit(MOST_NODES)
                .toList();
    }

    private String shares(double[] parameters) {
        double sum =
                own.models().stream()
                        .mapToDouble(model -> Math.max(0, model.expected(parameters)))
                        .sum();
        List<String> texts = new ArrayList<>();
        for (NodeModel model : dominating(own, parameters)) {
            double value = model.expected(parameters);
            if (value > 0)
                texts.add(
                        "%s (%s, %s)"
                                .formatted(
                                        TextWidth.printable(ensemble.tree().name(model.node())),
                                        quantity.text(value, modeling.metric().unit()),
                                        Quantity.percent(value / sum)));
        }
        return texts.isEmpty() ? "no node" : String.join(", ", texts);
    }
}
