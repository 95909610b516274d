package treeline.scaling.model;

import org.jspecify.annotations.Nullable;

import treeline.model.ImmutableDoubles;
import treeline.scaling.search.Form;
import treeline.scaling.search.Prediction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;

/// Curves of models along one parameter, for plots. They follow [ModelResult#predictions]; the
/// bottom-up sums of inclusive metrics are computed once for all nodes.
final class ModelCurves {
    private static final int STEPS = 100;

    private final ModelResult result;
    private final int parameter;
    private final double[] at;
    private final List<NodeModel> some;
    private final Map<Double, @Nullable Prediction[]> predicted = new HashMap<>();

    /// @param some the models that are plotted
    /// @param at where the curve leads; the other parameters stay there
    ModelCurves(ModelResult result, List<NodeModel> some, int parameter, double... at) {
        this.result = result;
        this.some = List.copyOf(some);
        this.parameter = parameter;
        this.at = at.clone();
    }

    ModelPlot of(NodeModel model) {
        List<ModelPlot.Point> points = points(model);
        double[] x = steps(model, points);
        List<Prediction> curve = Arrays.stream(x).mapToObj(each -> at(model, each)).toList();
        double start = points.isEmpty() ? curve.getFirst().value() : points.getFirst().value();
        boolean falls = model.form() != Form.MEASURED;
        Modeling modeling = result.modeling();
        return new ModelPlot(
                model.path(),
                modeling.metric(),
                modeling.parameters().get(parameter),
                others(modeling),
                model.text(),
                points,
                ImmutableDoubles.owning(x),
                ImmutableDoubles.owning(curve.stream().mapToDouble(Prediction::value).toArray()),
                ImmutableDoubles.owning(curve.stream().mapToDouble(Prediction::lower).toArray()),
                ImmutableDoubles.owning(curve.stream().mapToDouble(Prediction::upper).toArray()),
                ImmutableDoubles.owning(
                        Arrays.stream(x)
                                .map(each -> falls ? start * x[0] / each : start)
                                .toArray()),
                model.largest()[parameter],
                modeling.level());
    }

    private Prediction at(NodeModel model, double x) {
        double[] there = moved(at, x);
        @Nullable Prediction[] all =
                predicted.computeIfAbsent(x, _ -> result.predicted(some, there));
        return Objects.requireNonNull(all[model.node()], model.path());
    }

    /// From the smallest measurement to the prediction or to the largest measurement, with the
    /// prediction itself among them.
    private double[] steps(NodeModel model, List<ModelPlot.Point> points) {
        double from =
                points.isEmpty()
                        ? model.points().stream()
                                .mapToDouble(point -> point.at().at(parameter))
                                .min()
                                .orElseThrow()
                        : points.getFirst().x();
        double first = Math.min(from, at[parameter]);
        double last = Math.max(at[parameter], model.largest()[parameter]);
        double[] steps = new double[STEPS + 1];
        Arrays.setAll(steps, step -> between(first, last, (double) step / STEPS));
        return DoubleStream.concat(DoubleStream.of(at[parameter]), DoubleStream.of(steps))
                .sorted()
                .distinct()
                .toArray();
    }

    /// By equal factors, where there are some: small parameters need as many points as large ones.
    private static double between(double from, double to, double share) {
        if (share == 0) return from;
        if (share == 1) return to;
        return from > 0 ? from * Math.pow(to / from, share) : from + (to - from) * share;
    }

    private double[] moved(double[] from, double to) {
        double[] moved = from.clone();
        moved[parameter] = to;
        return moved;
    }

    /// What was measured where the other parameters are as they are here.
    private List<ModelPlot.Point> points(NodeModel model) {
        return model.points().stream()
                .filter(point -> Arrays.equals(moved(point.at().toArray(), 0), moved(at, 0)))
                .map(
                        point ->
                                new ModelPlot.Point(
                                        point.at().at(parameter), point.value(), point.samples()))
                .toList();
    }

    private String others(Modeling modeling) {
        List<String> others = new ArrayList<>();
        for (int other = 0; other < at.length; other++)
            if (other != parameter)
                others.add(
                        String.format(
                                Locale.ROOT,
                                "%s = %s",
                                modeling.parameters().get(other),
                                number(at[other])));
        return String.join(", ", others);
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.6g", value);
    }
}
