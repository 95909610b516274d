package treeline.scaling.model;

import treeline.model.ImmutableDoubles;
import treeline.scaling.search.Backtest;
import treeline.scaling.search.Fitted;
import treeline.scaling.search.Form;
import treeline.scaling.search.GoodnessOfFit;
import treeline.scaling.search.LazyValue;
import treeline.scaling.search.MeasuredPoint;
import treeline.scaling.search.Points;
import treeline.scaling.search.Prediction;
import treeline.scaling.search.ScalingFunction;
import treeline.scaling.search.SearchSettings;
import treeline.scaling.search.Searches;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The performance model of one node, with its measurements, its goodness of fit and its
/// predictions.
public final class NodeModel {
    private final int node;
    private final String path;
    private final Modeling modeling;
    private final NodeMeasurements samples;
    private final Fitted fitted;
    private final LazyValue<Optional<Tested>> backtest;

    /// Backtests of the model.
    ///
    /// @param asked the backtest at the confidence level of the request
    /// @param miss the backtest at the default confidence level, so that intervals of different
    ///   levels are nested
    private record Tested(Backtest asked, double miss) {}

    NodeModel(
            int node,
            String path,
            Modeling modeling,
            SearchSettings rules,
            NodeMeasurements samples,
            Searches searches) {
        this.node = node;
        this.path = path;
        this.modeling = modeling;
        this.samples = samples;
        this.fitted = Fitted.of(Points.of(samples.points()), rules, searches.whole());
        this.backtest = new LazyValue<>(() -> fitted.beforeLargest(searches).map(this::tested));
    }

    private Tested tested(Fitted before) {
        return new Tested(
                fitted.backtest(before),
                fitted.backtest(before.atLevel(Modeling.DEFAULT_LEVEL)).miss());
    }

    public int node() {
        return node;
    }

    public String path() {
        return path;
    }

    /// What it was made from, ascending by the parameters.
    public List<MeasuredPoint> points() {
        return samples.points();
    }

    /// How many runs have the parameters, but no finite value at this node.
    public int missing() {
        return samples.missing();
    }

    public Form form() {
        return fitted.choice().form();
    }

    /// Why the model has this form.
    public String reason() {
        return fitted.choice().reason();
    }

    /// Leave-one-out errors in percent of the forms that were compared; empty if only one was
    /// fitted.
    public Map<Form, Double> errorsOfForms() {
        return fitted.choice().errors();
    }

    public ScalingFunction function() {
        return fitted.function();
    }

    /// The function with all digits, as Extra-P writes it.
    public String text() {
        return function().text(modeling.parameters());
    }

    /// Of the points in the form that was chosen.
    public GoodnessOfFit quality() {
        return fitted.choice().found().quality();
    }

    /// The prediction interval of a measurement made like the others; 0 if [#isAbsent]. If the
    /// backtest at the default confidence level missed, the interval is longer on both sides by as
    /// large a share of its length: functions that turn, such as those that level off, are not
    /// among the candidates.
    public Prediction at(double... parameters) {
        return isAbsent(parameters)
                ? Prediction.ZERO
                : fitted.widened(backtest.get().map(Tested::miss).orElse(0.0), parameters);
    }

    /// The value of the function, but 0 if that is below 0 and no measurement is, or if
    /// [#isAbsent]; NaN if the function is infinite there.
    public double expected(double... parameters) {
        return isAbsent(parameters) ? 0 : fitted.value(parameters);
    }

    /// Whether the runs at these parameters do not call the node: there are runs at the parameters,
    /// or between them and the measured range of the node, and none of them has it. Such a node
    /// counts as 0, as MPI calls do on one rank.
    public boolean isAbsent(double... parameters) {
        if (samples.absent().isEmpty()) return false;
        if (samples.absent().contains(ImmutableDoubles.owning(parameters.clone()))) return true;
        for (int each = 0; each < parameters.length; each++) {
            double[] measured = fitted.points().distinct(each);
            for (ImmutableDoubles setting : samples.absent()) {
                double there = setting.at(each);
                if (there < measured[0] && parameters[each] <= there) return true;
                if (there > measured[measured.length - 1] && parameters[each] >= there) return true;
            }
        }
        return false;
    }

    /// The value that was measured at these parameters; NaN if none was.
    public double measured(double... parameters) {
        return points().stream()
                .filter(point -> Arrays.equals(point.at().toArray(), parameters))
                .mapToDouble(MeasuredPoint::value)
                .findFirst()
                .orElse(Double.NaN);
    }

    /// Each point as the model predicts it from the other points.
    double[] leftOut() {
        return fitted.leftOut();
    }

    /// Of this model alone; [ModelResult#backtest] is of the value that is predicted. Empty if too
    /// few points are left without the largest.
    public Optional<Backtest> backtest() {
        return backtest.get().map(Tested::asked);
    }

    /// How many times farther than measured it is, by the parameter that goes farthest.
    double beyond(double... parameters) {
        return fitted.beyond(parameters);
    }

    /// The largest measured value of each parameter.
    double[] largest() {
        return fitted.largest();
    }
}
