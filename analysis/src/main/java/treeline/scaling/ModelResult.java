package treeline.scaling;

import treeline.ensemble.Ensemble;
import treeline.model.CallTree;
import treeline.model.Ranges;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/// The models of all nodes, and the nodes of which none can be made.
public final class ModelResult {
    /// Begins the names of columns of [#refused()] that count the values of a parameter.
    private static final double USUAL_DISTANCE = 4;

    public static final String VALUES_OF = "values of ";

    private final Modeling modeling;
    private final List<NodeModel> models;
    private final List<Refused> refused;
    private final List<String> without;
    private final CallTree tree;
    private final Optional<ModelResult> own;

    sealed interface Outcome {}

    record Modelled(NodeModel model) implements Outcome {}

    /// A node with too few points.
    record Refused(int node, String path, Samples samples) implements Outcome {}

    /// @param own the models without callees; empty where these are
    ModelResult(
            Modeling modeling,
            List<Outcome> outcomes,
            List<String> without,
            CallTree tree,
            Optional<ModelResult> own) {
        this.modeling = modeling;
        this.without = List.copyOf(without);
        this.tree = tree;
        this.own = own;
        List<NodeModel> made = new ArrayList<>();
        List<Refused> notMade = new ArrayList<>();
        for (Outcome outcome : outcomes)
            switch (outcome) {
                case Modelled modelled -> made.add(modelled.model());
                case Refused tooFew -> notMade.add(tooFew);
            }
        this.models = List.copyOf(made);
        this.refused = List.copyOf(notMade);
    }

    public Modeling modeling() {
        return modeling;
    }

    /// In the order of the nodes.
    public List<NodeModel> models() {
        return models;
    }

    /// The models of what nodes take without their callees; these themselves where callees do not
    /// count.
    public ModelResult own() {
        return own.orElse(this);
    }

    /// The nodes that have no value in any run.
    List<Integer> withoutValues() {
        return refused.stream()
                .filter(node -> node.samples().points().isEmpty())
                .map(Refused::node)
                .toList();
    }

    /// What each node is expected to take, by node; NaN of those without a model. With callees it
    /// is the sum of what the models of [#own()] say of a node and of all below it, so that none
    /// takes less than its callees.
    public double[] totals(double... at) {
        requireParameters(at);
        return sums(at);
    }

    private double[] sums(double... at) {
        return own.isPresent()
                ? TreeTotals.of(tree, this, own.get(), at)
                : TreeTotals.values(tree, this, at);
    }

    /// The model of a node, empty where it has too few points.
    public Optional<NodeModel> of(int node) {
        return models.stream().filter(model -> model.node() == node).findFirst();
    }

    /// The runs that do not count, because a parameter is missing or no number.
    public List<String> runsWithout() {
        return without;
    }

    /// The nodes without a model: `node`, `path`, and of each parameter how many values were
    /// measured (`values of ranks`) where [Modeling#LEAST_POINTS] are needed.
    public Table refused() {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.whole(Ensemble.NODE, refused.size(), row -> refused.get(row).node()));
        columns.add(Column.text(Ensemble.PATH, refused.size(), row -> refused.get(row).path()));
        for (int parameter = 0; parameter < modeling.parameters().size(); parameter++) {
            int each = parameter;
            columns.add(
                    Column.whole(
                            VALUES_OF + modeling.parameters().get(parameter),
                            refused.size(),
                            row -> values(refused.get(row), each)));
        }
        return Table.of(columns);
    }

    private static long values(Refused node, int parameter) {
        return node.samples().points().stream()
                .mapToDouble(point -> point.at().at(parameter))
                .distinct()
                .count();
    }

    /// What each node will take at these parameters, the largest first: `node`, `path`, `model`,
    /// `at_largest` and `predicted` ([#totals]), `lower` and `upper` (the interval), `growth`
    /// (predicted over largest measured), `form`, the errors of [Quality], `backtest` (the error of
    /// predicting the largest measurement from the smaller ones), `points`, `samples`, `missing`
    /// and `reason`.
    public Table predictions(double... at) {
        requireParameters(at);
        List<Prediction> predicted = predicted(at);
        double[] ofLargest = sums(largestMeasured());
        List<Double> after = predicted.stream().map(Prediction::value).toList();
        List<Double> before = models.stream().map(model -> ofLargest[model.node()]).toList();
        int rows = models.size();
        List<Column> columns = new ArrayList<>();
        columns.add(Column.whole(Ensemble.NODE, rows, row -> models.get(row).node()));
        columns.add(text(Ensemble.PATH, NodeModel::path));
        columns.add(text("model", NodeModel::text));
        columns.add(Column.real("at_largest", rows, before::get));
        columns.add(Column.real("predicted", rows, after::get));
        columns.add(Column.real("lower", rows, row -> predicted.get(row).lower()));
        columns.add(Column.real("upper", rows, row -> predicted.get(row).upper()));
        columns.add(Column.real("growth", rows, row -> after.get(row) / before.get(row)));
        columns.addAll(qualities());
        return Table.of(columns).sort(Order.descending("predicted"));
    }

    /// Pictures of some models along a parameter, the other parameters as they are in `at`. Curves
    /// go through what [#predictions] says there.
    public List<ModelPlot> plots(List<NodeModel> some, int parameter, double... at) {
        requireParameters(at);
        var curves = new ModelCurves(this, parameter, at);
        return some.stream().map(curves::of).toList();
    }

    private List<Prediction> predicted(double... at) {
        double[] totals = sums(at);
        List<Prediction> predicted = new ArrayList<>();
        for (List<Prediction> some :
                Ranges.map(
                        models.size(),
                        Modeling.NODES_PER_TASK,
                        (from, to) ->
                                models.subList(from, to).stream()
                                        .map(model -> model.at(at).as(totals[model.node()]))
                                        .toList())) predicted.addAll(some);
        return predicted;
    }

    private List<Column> qualities() {
        return List.of(
                text("form", model -> model.form().name().toLowerCase(java.util.Locale.ROOT)),
                real("smape", model -> model.quality().smape()),
                real("rss", model -> model.quality().rss()),
                real("r2", model -> model.quality().r2()),
                real("adjusted_r2", model -> model.quality().adjustedR2()),
                real("leave_one_out", model -> model.quality().leaveOneOut()),
                real("backtest", model -> model.backtest().map(Backtest::error).orElse(Double.NaN)),
                Column.whole("points", models.size(), row -> models.get(row).points().size()),
                Column.whole("samples", models.size(), row -> samples(models.get(row))),
                Column.whole("missing", models.size(), row -> models.get(row).missing()),
                text("reason", NodeModel::reason));
    }

    private static long samples(NodeModel model) {
        return model.points().stream().mapToLong(point -> point.samples().size()).sum();
    }

    private Column text(String name, Function<NodeModel, String> value) {
        return Column.text(name, models.size(), row -> value.apply(models.get(row)));
    }

    private Column real(String name, ToDoubleFunction<NodeModel> value) {
        return Column.real(name, models.size(), row -> value.applyAsDouble(models.get(row)));
    }

    private void requireParameters(double... at) {
        if (at.length != modeling.parameters().size())
            throw new IllegalArgumentException(
                    "expected a number for each of %s, found %d"
                            .formatted(modeling.parameters(), at.length));
        for (double each : at)
            if (!(each > 0 && each < Double.POSITIVE_INFINITY))
                throw new IllegalArgumentException(
                        "a prediction is at parameters above 0, not at " + each);
    }

    /// Where to predict unless somebody says where: at four times the largest measured value of the
    /// first parameter, and the largest of the others.
    public double[] usualPoint() {
        double[] at = largestMeasured();
        at[0] *= USUAL_DISTANCE;
        return at;
    }

    /// The largest values of all parameters that were measured.
    public double[] largestMeasured() {
        double[] largest = new double[modeling.parameters().size()];
        for (NodeModel model : models)
            for (int each = 0; each < largest.length; each++)
                largest[each] = Math.max(largest[each], model.largest()[each]);
        return largest;
    }
}
