package treeline.scaling.model;

import org.jspecify.annotations.Nullable;

import treeline.ensemble.Ensemble;
import treeline.model.CallTree;
import treeline.model.Unit;
import treeline.scaling.search.Backtest;
import treeline.scaling.search.GoodnessOfFit;
import treeline.scaling.search.LazyValue;
import treeline.scaling.search.Prediction;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.table.WholeColumn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// The fitted models of all nodes, and the nodes that cannot be modelled.
public final class ModelResult {
    /// The coverage of intervals was measured up to this many times beyond the measured range.
    public static final double CALIBRATED_DISTANCE = 4;

    private static final double SAME = 0.01;

    /// Begins the names of columns of [#refused()] that count the values of a parameter.
    public static final String VALUES_OF = "values of ";

    private final Modeling modeling;
    private final List<NodeModel> models;
    private final List<Refused> refused;
    private final List<String> without;
    private final CallTree tree;
    private final Optional<ModelResult> own;
    private final LazyValue<BottomUpPredictions> predictions;
    private final LazyValue<@Nullable Backtest[]> backtests;

    sealed interface Outcome {}

    record Modelled(NodeModel model) implements Outcome {}

    /// A node with too few points to fit a model.
    record Refused(int node, String path, NodeMeasurements samples) implements Outcome {}

    /// @param grid the settings of the runs
    /// @param own the models without callees; empty if these are
    ModelResult(
            Modeling modeling,
            List<Outcome> outcomes,
            ParameterGrid grid,
            CallTree tree,
            Optional<ModelResult> own) {
        this.modeling = modeling;
        this.without = grid.without();
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
        this.predictions =
                new LazyValue<>(
                        () -> new BottomUpPredictions(tree, this, own.orElse(this), grid.points()));
        this.backtests = new LazyValue<>(() -> predictions.get().backtests());
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

    /// The predicted value of each node; NaN of nodes without a model. See [#isSum].
    public double[] totals(double... at) {
        requireParameters(at);
        return predictions.get().values(at);
    }

    /// Whether a node is predicted by its exclusive model and the predictions of its callees, so
    /// that it takes no less than they do. Otherwise its own model fits the measured points better,
    /// or a callee has no model: then the callees may add up to more.
    public boolean isSum(int node) {
        return predictions.get().isSum(node);
    }

    /// The function of a node as text, or that its prediction is a sum, if the function differs
    /// from that sum by 1 % or more at the largest measured parameters or at others.
    ///
    /// @param number formats a coefficient, with its unit
    public String shortText(NodeModel model, DoubleFunction<String> number, double... at) {
        return isSum(model.node()) && (differs(model, at) || differs(model, largestMeasured()))
                ? "sum over callees"
                : model.function().shortText(modeling.parameters(), number);
    }

    private boolean differs(NodeModel model, double... at) {
        double sum = totals(at)[model.node()];
        return Math.abs(model.expected(at) - sum) >= SAME * Math.abs(sum);
    }

    /// The symmetric mean absolute percentage error of what is predicted for a node, if each
    /// measured point is predicted from the others; at least that of the fitted values.
    public double error(int node) {
        return predictions.get().error(node);
    }

    /// The prediction of a node with its interval; empty if it has no model.
    public Optional<Prediction> prediction(int node, double... at) {
        requireParameters(at);
        boolean[] isWanted = new boolean[tree.size()];
        Arrays.fill(isWanted, node, tree.subtreeEnd(node), true);
        return Optional.ofNullable(predictions.get().at(isWanted, at)[node]);
    }

    /// The backtest of what is predicted for a node; empty if too few points are left without the
    /// largest.
    public Optional<Backtest> backtest(int node) {
        return Optional.ofNullable(backtests.get()[node]);
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
    /// measured (`values of ranks`) where [Modeling#MIN_POINTS] are needed.
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

    /// The prediction of each node at these parameters, the largest first:
    ///
    /// - `node`, `path`;
    /// - `model`: the function of the node's own values;
    /// - `basis`: `model`, or `callees` if the prediction is a sum ([#isSum]);
    /// - `measured` and `at_largest`: measurement and prediction at the largest measured
    ///   parameters;
    /// - `predicted`, `lower` and `upper`: the prediction and its interval;
    /// - `growth`: `predicted` over `at_largest`;
    /// - `error`: of the predicted values, in percent ([#error]);
    /// - `form`, `smape`, `rss`, `r2`, `adjusted_r2`, `leave_one_out`: of the function in `model`
    ///   ([GoodnessOfFit]);
    /// - `backtest`: the relative error of predicting the largest measurement from the smaller
    ///   ones;
    /// - `points`, `samples`, `missing` and `reason`.
    public Table predictions(double... at) {
        requireParameters(at);
        List<Prediction> predicted = predicted(at);
        double[] largest = largestMeasured();
        double[] atLargest = predictions.get().values(largest);
        int rows = models.size();
        Unit unit = modeling.metric().unit();
        List<Column> columns = new ArrayList<>();
        columns.add(Column.whole(Ensemble.NODE, rows, row -> models.get(row).node()));
        columns.add(text(Ensemble.PATH, NodeModel::path));
        columns.add(text("model", NodeModel::text).in(unit));
        columns.add(text("basis", model -> isSum(model.node()) ? "callees" : "model"));
        columns.add(real("measured", model -> model.measured(largest)).in(unit));
        columns.add(real("at_largest", model -> atLargest[model.node()]).in(unit).headed("fitted"));
        columns.add(Column.real("predicted", rows, row -> predicted.get(row).value()).in(unit));
        columns.add(
                Column.real("lower", rows, row -> predicted.get(row).lower())
                        .in(unit)
                        .headed("from"));
        columns.add(
                Column.real("upper", rows, row -> predicted.get(row).upper())
                        .in(unit)
                        .headed("to"));
        columns.add(
                Column.real(
                        "growth",
                        rows,
                        row -> predicted.get(row).value() / atLargest[models.get(row).node()]));
        columns.add(real("error", model -> error(model.node())));
        columns.addAll(qualities());
        return Table.of(columns).sort(Order.descending("predicted"));
    }

    /// Pictures of some models along a parameter, the other parameters as they are in `at`. Curves
    /// go through what [#predictions] says there.
    public List<ModelPlot> plots(List<NodeModel> some, int parameter, double... at) {
        requireParameters(at);
        var curves = new ModelCurves(this, some, parameter, at);
        return some.stream().map(curves::of).toList();
    }

    private List<Prediction> predicted(double... at) {
        boolean[] all = new boolean[tree.size()];
        Arrays.fill(all, true);
        @Nullable Prediction[] byNode = predictions.get().at(all, at);
        List<Prediction> predicted = new ArrayList<>();
        for (NodeModel model : models)
            predicted.add(Objects.requireNonNull(byNode[model.node()], model.path()));
        return predicted;
    }

    /// Predictions by node, of those that some nodes need.
    @Nullable Prediction[] predicted(List<NodeModel> some, double... at) {
        boolean[] isWanted = new boolean[tree.size()];
        for (NodeModel model : some)
            Arrays.fill(isWanted, model.node(), tree.subtreeEnd(model.node()), true);
        return predictions.get().at(isWanted, at);
    }

    private List<Column> qualities() {
        return List.of(
                text("form", model -> model.form().name().toLowerCase(java.util.Locale.ROOT)),
                real("smape", model -> model.quality().smape()),
                real("rss", model -> model.quality().rss()),
                real("r2", model -> model.quality().r2()),
                real("adjusted_r2", model -> model.quality().adjustedR2()),
                real("leave_one_out", model -> model.quality().leaveOneOut()),
                real(
                        "backtest",
                        model -> backtest(model.node()).map(Backtest::error).orElse(Double.NaN)),
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
                        "prediction parameters must be positive, found " + each);
    }

    /// Where no node has a model, says what is lacking.
    ///
    /// @throws IllegalArgumentException with how many values of each parameter there are
    public void requireModels() {
        if (!models().isEmpty()) return;
        Table refused = refused();
        List<String> parameters = modeling.parameters();
        if (parameters.stream().allMatch(each -> most(refused, each) >= Modeling.MIN_POINTS))
            throw new IllegalArgumentException(
                    "%s change together: a model needs runs in which one parameter changes and the others are constant"
                            .formatted(String.join(" and ", parameters)));
        List<String> most = new ArrayList<>();
        for (String parameter : parameters)
            most.add("%d of %s".formatted(most(refused, parameter), parameter));
        throw new IllegalArgumentException(
                "a model needs %d values of each parameter; nodes have at most %s"
                        .formatted(Modeling.MIN_POINTS, String.join(", ", most)));
    }

    private static long most(Table refused, String parameter) {
        WholeColumn values = refused.whole(VALUES_OF + parameter);
        return IntStream.range(0, refused.rows()).mapToLong(values::at).max().orElse(0);
    }

    /// How many times farther than measured a setting is, by the parameter that goes farthest; 1
    /// within the measured range.
    public double beyond(double... at) {
        double beyond = 1;
        for (NodeModel model : models) {
            double here = model.beyond(at);
            beyond = model == models.getFirst() ? here : Math.min(beyond, here);
        }
        return beyond;
    }

    /// Where to predict unless somebody says where: at four times the largest measured value of the
    /// first parameter, and the largest of the others.
    public double[] defaultPoint() {
        double[] at = largestMeasured();
        at[0] *= CALIBRATED_DISTANCE;
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
