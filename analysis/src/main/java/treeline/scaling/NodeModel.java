package treeline.scaling;

import java.util.List;
import java.util.Optional;

/// How the value of a node depends on parameters, what it was made from and how far it can be
/// trusted.
public final class NodeModel {
    private final int node;
    private final String path;
    private final Modeling modeling;
    private final Samples samples;
    private final Fitted fitted;
    private final Lazy<Optional<Backtest>> backtest;

    NodeModel(
            int node,
            String path,
            Modeling modeling,
            Rules rules,
            Samples samples,
            Searches searches) {
        this.node = node;
        this.path = path;
        this.modeling = modeling;
        this.samples = samples;
        this.fitted = Fitted.of(Points.of(samples.points()), rules, searches.whole());
        this.backtest = new Lazy<>(() -> fitted.backtest(searches));
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

    public ScalingFunction function() {
        return fitted.function();
    }

    /// The function with all digits, as Extra-P writes it.
    public String text() {
        return function().text(modeling.parameters());
    }

    /// Of the points in the form that was chosen.
    public Quality quality() {
        return fitted.choice().found().quality();
    }

    /// What a measurement made like the others is expected to be. Where the backtest missed, the
    /// interval is longer on both sides by as large a share of its length.
    public Prediction at(double... parameters) {
        return fitted.widened(backtest().map(Backtest::miss).orElse(0.0), parameters);
    }

    /// What the function says, but 0 where that is below 0 and no measurement is.
    public double expected(double... parameters) {
        double value = function().at(parameters);
        return value < 0 && points().stream().allMatch(point -> point.value() >= 0) ? 0 : value;
    }

    /// Empty where too few points are left without the largest.
    public Optional<Backtest> backtest() {
        return backtest.get();
    }

    /// The largest measured value of each parameter.
    double[] largest() {
        return fitted.largest();
    }
}
