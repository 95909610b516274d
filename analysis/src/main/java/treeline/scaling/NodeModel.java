package treeline.scaling;

import treeline.model.Doubles;
import treeline.model.Metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How the value of a node depends on parameters, what it was made from and how far it can be
/// trusted.
public final class NodeModel {
    private static final int CURVE_STEPS = 200;

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

    /// A picture along a parameter, the others at the largest values that were measured.
    ///
    /// @param to how far the curve goes
    public ModelPlot plot(int parameter, double to) {
        double[] corner = largest();
        List<ModelPlot.Point> points = along(parameter, corner);
        double from = points.getFirst().x();
        double end = Math.max(to, corner[parameter]);
        double[] x = new double[CURVE_STEPS + 1];
        Arrays.setAll(x, step -> between(from, end, (double) step / CURVE_STEPS));
        List<Prediction> curve = new ArrayList<>();
        for (double each : x) curve.add(at(moved(corner, parameter, each)));
        double start = points.getFirst().value();
        boolean falls = form() != Form.MEASURED;
        Metric metric = modeling.metric();
        return new ModelPlot(
                path,
                metric,
                modeling.parameters().get(parameter),
                others(parameter, corner),
                text(),
                points,
                Doubles.owning(x),
                Doubles.owning(curve.stream().mapToDouble(Prediction::value).toArray()),
                Doubles.owning(curve.stream().mapToDouble(Prediction::lower).toArray()),
                Doubles.owning(curve.stream().mapToDouble(Prediction::upper).toArray()),
                Doubles.owning(
                        Arrays.stream(x)
                                .map(each -> falls ? start * from / each : start)
                                .toArray()),
                corner[parameter],
                modeling.level());
    }

    /// By equal factors, where there are some: small parameters need as many points as large ones.
    private static double between(double from, double to, double share) {
        if (share == 1) return to;
        return from > 0 ? from * Math.pow(to / from, share) : from + (to - from) * share;
    }

    private static double[] moved(double[] corner, int parameter, double to) {
        double[] moved = corner.clone();
        moved[parameter] = to;
        return moved;
    }

    private List<ModelPlot.Point> along(int parameter, double[] corner) {
        return points().stream()
                .filter(
                        point ->
                                Arrays.equals(
                                        moved(point.at().toArray(), parameter, 0),
                                        moved(corner, parameter, 0)))
                .map(
                        point ->
                                new ModelPlot.Point(
                                        point.at().at(parameter), point.value(), point.samples()))
                .toList();
    }

    private String others(int parameter, double[] corner) {
        List<String> others = new ArrayList<>();
        for (int other = 0; other < corner.length; other++)
            if (other != parameter)
                others.add(
                        String.format(
                                Locale.ROOT,
                                "%s = %.6g",
                                modeling.parameters().get(other),
                                corner[other]));
        return String.join(", ", others);
    }
}
