package treeline.scaling.model;

import org.jspecify.annotations.Nullable;

import treeline.cores.Ranges;
import treeline.model.CallTree;
import treeline.model.ImmutableDoubles;
import treeline.scaling.search.Backtest;
import treeline.scaling.search.GoodnessOfFit;
import treeline.scaling.search.Prediction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/// Bottom-up hierarchical predictions for every node of a call tree.
///
/// The inclusive prediction of a node is the sum of its exclusive model and of the predictions of
/// its callees, so no node is cheaper than its callees. If that sum fits the measured points worse
/// than a model of the inclusive values, the inclusive model is used instead. Both are compared by
/// [#error].
///
/// The prediction interval of a sum combines the intervals of its summands. Half-widths of
/// independent errors are added in quadrature, those of fully correlated errors linearly; the
/// correlation of the residuals at the measured points interpolates between the two.
final class BottomUpPredictions {
    /// A sum is no worse if its error is at most this many times that of the model: smaller
    /// differences are noise.
    private static final double NO_WORSE = 1.1;

    /// In percent: errors of functions that fit all points.
    private static final double ROUNDING = 1e-9;

    private final CallTree tree;
    private final List<ImmutableDoubles> settings;
    private final @Nullable NodeModel[] direct;
    private final @Nullable NodeModel[] exclusive;
    private final boolean[] hasNoValue;
    private final boolean[] hasNoExclusive;
    private final boolean[] isSum;
    private final double[] correlation;
    private final double[] error;
    private final double[][] leftOut;
    private final double[][] fitted;

    /// @param whole the models of the values that are predicted
    /// @param own the models without callees; the same if callees do not count
    /// @param settings of the runs, ascending
    BottomUpPredictions(
            CallTree tree, ModelResult whole, ModelResult own, List<ImmutableDoubles> settings) {
        int nodes = tree.size();
        this.tree = tree;
        this.settings = settings;
        this.direct = byNode(whole, nodes);
        this.exclusive = byNode(own, nodes);
        this.hasNoValue = withoutValues(whole, nodes);
        this.hasNoExclusive = withoutValues(own, nodes);
        this.isSum = new boolean[nodes];
        this.correlation = new double[nodes];
        this.error = new double[nodes];
        this.leftOut = new double[nodes][];
        this.fitted = new double[nodes][];
        boolean hasCallees = whole != own;
        for (int node = nodes - 1; node >= 0; node--) choose(node, hasCallees);
    }

    private static @Nullable NodeModel[] byNode(ModelResult models, int nodes) {
        NodeModel[] byNode = new NodeModel[nodes];
        for (NodeModel model : models.models()) byNode[model.node()] = model;
        return byNode;
    }

    private static boolean[] withoutValues(ModelResult models, int nodes) {
        boolean[] without = new boolean[nodes];
        for (int node : models.withoutValues()) without[node] = true;
        return without;
    }

    /// Children always follow their parent, so those of a node have been chosen before it.
    private void choose(int node, boolean hasCallees) {
        NodeModel model = direct[node];
        double[] alone = model == null ? new double[0] : atSettings(model, model.leftOut());
        double[] function = model == null ? new double[0] : atSettings(model, new double[0]);
        error[node] = model == null ? Double.NaN : error(model, alone, function);
        leftOut[node] = alone;
        fitted[node] = function;
        if (!hasCallees || tree.subtreeEnd(node) == node + 1 || !isKnown(node)) return;
        double[] sum = new double[settings.size()];
        double[] sumOfFitted = new double[settings.size()];
        for (double[] each : summands(node, leftOut, NodeModel::leftOut)) add(sum, each);
        for (double[] each : summands(node, fitted, _ -> new double[0])) add(sumOfFitted, each);
        double errorOfSum = model == null ? Double.NaN : error(model, sum, sumOfFitted);
        if (model != null && !(errorOfSum <= NO_WORSE * error[node] + ROUNDING)) return;
        isSum[node] = true;
        correlation[node] = correlation(node);
        error[node] = errorOfSum;
        leftOut[node] = sum;
        fitted[node] = sumOfFitted;
    }

    /// Whether the exclusive value and every callee have a prediction, or no value in any run.
    private boolean isKnown(int node) {
        if (exclusive[node] == null && !hasNoExclusive[node]) return false;
        for (int child = node + 1; child < tree.subtreeEnd(node); child = tree.subtreeEnd(child))
            if (leftOut[child].length == 0 && !hasNoValue[child]) return false;
        return true;
    }

    /// Of the exclusive value of a node and of its callees, at all settings.
    private List<double[]> summands(
            int node, double[][] ofCallees, Function<NodeModel, double[]> own) {
        List<double[]> summands = new ArrayList<>();
        NodeModel model = exclusive[node];
        if (model != null) summands.add(atSettings(model, own.apply(model)));
        for (int child = node + 1; child < tree.subtreeEnd(node); child = tree.subtreeEnd(child))
            if (!hasNoValue[child]) summands.add(ofCallees[child]);
        return summands;
    }

    /// @param atPoints values at the points of the model; the function is used at other settings
    private double[] atSettings(NodeModel model, double[] atPoints) {
        double[] values = new double[settings.size()];
        int point = 0;
        for (int setting = 0; setting < values.length; setting++) {
            ImmutableDoubles at = settings.get(setting);
            boolean isPoint = point < atPoints.length && model.points().get(point).at().equals(at);
            values[setting] = isPoint ? atPoints[point++] : model.expected(at.toArray());
        }
        return values;
    }

    private static void add(double[] sum, double[] other) {
        for (int i = 0; i < sum.length; i++) sum[i] += other[i];
    }

    /// The symmetric mean absolute percentage error of predicting each measured point from the
    /// others, and at least that of the fitted values: so no fitted value is farther from its
    /// measurement than this error times the number of points.
    private double error(NodeModel model, double[] left, double[] fit) {
        double[] measured = measured(model);
        return Math.max(smape(left, measured), smape(fit, measured));
    }

    private static double smape(double[] predicted, double[] measured) {
        double sum = 0;
        int points = 0;
        for (int i = 0; i < measured.length; i++) {
            if (Double.isNaN(measured[i])) continue;
            sum += GoodnessOfFit.difference(predicted[i], measured[i]);
            points++;
        }
        return sum / points;
    }

    private double[] measured(NodeModel model) {
        return settings.stream().mapToDouble(at -> model.measured(at.toArray())).toArray();
    }

    /// The intraclass correlation of the errors of the summands: 0 if their squares add up, 1 if
    /// they do themselves.
    private double correlation(int node) {
        double[] together = new double[settings.size()];
        double squares = 0;
        double deviations = 0;
        for (double[] errors : errorsOfSummands(node)) {
            add(together, errors);
            squares += square(errors);
            deviations += Math.sqrt(square(errors));
        }
        double most = deviations * deviations - squares;
        return most <= 0 ? 0 : Math.clamp((square(together) - squares) / most, 0, 1);
    }

    private List<double[]> errorsOfSummands(int node) {
        List<double[]> errors = new ArrayList<>();
        NodeModel model = exclusive[node];
        if (model != null) errors.add(errors(atSettings(model, model.leftOut()), measured(model)));
        for (int child = node + 1; child < tree.subtreeEnd(node); child = tree.subtreeEnd(child)) {
            NodeModel callee = direct[child];
            if (callee != null) errors.add(errors(leftOut[child], measured(callee)));
        }
        return errors;
    }

    private static double[] errors(double[] predicted, double[] measured) {
        double[] errors = new double[measured.length];
        Arrays.setAll(errors, i -> Double.isNaN(measured[i]) ? 0 : predicted[i] - measured[i]);
        return errors;
    }

    private static double square(double[] values) {
        double sum = 0;
        for (double value : values) sum += value * value;
        return sum;
    }

    boolean isSum(int node) {
        return isSum[node];
    }

    /// In percent; NaN without a model.
    double error(int node) {
        return error[node];
    }

    /// The predicted value per node; NaN for nodes without a model.
    double[] values(double... at) {
        double[] values = new double[tree.size()];
        for (int node = values.length - 1; node >= 0; node--) {
            NodeModel model = used(node);
            values[node] = model != null ? model.expected(at) : isSum[node] ? 0 : Double.NaN;
            for (int child = node + 1;
                    isSum[node] && child < tree.subtreeEnd(node);
                    child = tree.subtreeEnd(child))
                if (!hasNoValue[child]) values[node] += values[child];
        }
        return values;
    }

    /// The model of inclusive values, or of exclusive values for a sum.
    private @Nullable NodeModel used(int node) {
        return isSum[node] ? exclusive[node] : direct[node];
    }

    /// Predictions by node, of the nodes in these ranges and of those that they are sums of.
    @Nullable Prediction[] at(boolean[] isWanted, double... at) {
        return sums(isWanted, model -> model.at(at));
    }

    /// The backtests of all nodes: sums if the prediction is one.
    @Nullable Backtest[] backtests() {
        boolean[] all = new boolean[tree.size()];
        Arrays.fill(all, true);
        @Nullable Backtest[] tests = new @Nullable Backtest[tree.size()];
        @Nullable Prediction[] predicted =
                sums(all, model -> model.backtest().map(Backtest::predicted).orElse(null));
        for (int node = 0; node < tests.length; node++) {
            NodeModel model = direct[node];
            Prediction prediction = predicted[node];
            if (model != null && prediction != null)
                tests[node] = model.backtest().map(own -> own.with(prediction)).orElse(null);
        }
        return tests;
    }

    private @Nullable Prediction[] sums(
            boolean[] isWanted, Function<NodeModel, @Nullable Prediction> ofModel) {
        @Nullable Prediction[] predictions = new @Nullable Prediction[tree.size()];
        Ranges.map(
                tree.size(),
                Modeling.NODES_PER_TASK,
                (from, to) -> {
                    for (int node = from; node < to; node++) {
                        NodeModel model = used(node);
                        if (isWanted[node] && model != null)
                            predictions[node] = ofModel.apply(model);
                        else if (isSum[node] || hasNoValue[node])
                            predictions[node] = Prediction.ZERO;
                    }
                    return to - from;
                });
        for (int node = predictions.length - 1; node >= 0; node--)
            if (isSum[node] && isWanted[node]) predictions[node] = sum(node, predictions);
        return predictions;
    }

    private @Nullable Prediction sum(int node, @Nullable Prediction[] predictions) {
        List<Prediction> summands = new ArrayList<>();
        Prediction own = predictions[node];
        if (own == null) return null;
        summands.add(own);
        for (int child = node + 1; child < tree.subtreeEnd(node); child = tree.subtreeEnd(child)) {
            Prediction callee = predictions[child];
            if (callee == null) return null;
            summands.add(callee);
        }
        double value = summands.stream().mapToDouble(Prediction::value).sum();
        double below =
                halfWidth(node, summands.stream().mapToDouble(each -> each.value() - each.lower()));
        double above =
                halfWidth(node, summands.stream().mapToDouble(each -> each.upper() - each.value()));
        double least = summands.stream().mapToDouble(Prediction::lower).sum();
        double beyond = summands.stream().mapToDouble(Prediction::beyond).max().orElse(1);
        return new Prediction(value, Math.max(least, value - below), value + above, beyond);
    }

    private double halfWidth(int node, DoubleStream ofSummands) {
        double[] each = ofSummands.toArray();
        double sum = Arrays.stream(each).sum();
        double share = correlation[node];
        if (sum == Double.POSITIVE_INFINITY) return sum;
        return Math.sqrt((1 - share) * square(each) + share * sum * sum);
    }
}
