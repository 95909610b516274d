package treeline.scaling;

import java.util.Arrays;
import java.util.Optional;

/// A model of some points, in the form that was chosen for them.
///
/// @param outlook what else the points may mean
record Fitted(Points points, Rules rules, FormChoice choice, Lazy<Outlook> outlook) {
    private static final int LEAST_FOR_BACKTEST = 4;

    /// @param plan of these points
    static Fitted of(Points points, Rules rules, Plan plan) {
        return new Fitted(
                points,
                rules,
                FormChoice.of(points, rules, plan),
                new Lazy<>(() -> Outlook.of(points, plan)));
    }

    private boolean isTotal() {
        return choice.form() == Form.TOTAL;
    }

    ScalingFunction function() {
        ScalingFunction found = choice.found().function();
        return isTotal() ? found.perUnitOf(choice.parameter()) : found;
    }

    double[] largest() {
        double[] largest = new double[points.parameters()];
        Arrays.setAll(largest, each -> Arrays.stream(points.of(each)).max().orElseThrow());
        return largest;
    }

    private double value(double... parameters) {
        double value = choice.found().function().at(parameters);
        return isTotal() ? value / parameters[choice.parameter()] : value;
    }

    /// The interval is that of the outlook, and holds the prediction.
    Prediction at(double... parameters) {
        double value = value(parameters);
        StudentMixture mixture = outlook.get().at(parameters);
        double lower = mixture.isEmpty() ? Double.NEGATIVE_INFINITY : mixture.quantile(tail());
        double upper = mixture.isEmpty() ? Double.POSITIVE_INFINITY : mixture.quantile(1 - tail());
        return prediction(value, lower, upper, beyond(parameters));
    }

    private double tail() {
        return (1 - rules.level()) / 2;
    }

    /// The same with an interval that is longer on both sides, by a share of its length.
    Prediction widened(double share, double... parameters) {
        Prediction narrow = at(parameters);
        double more = share == 0 ? 0 : share * (narrow.upper() - narrow.lower());
        return prediction(
                narrow.value(), narrow.lower() - more, narrow.upper() + more, narrow.beyond());
    }

    private Prediction prediction(double value, double lower, double upper, double beyond) {
        boolean neverNegative = Arrays.stream(points.values()).allMatch(each -> each >= 0);
        return new Prediction(
                value,
                Math.min(value, neverNegative ? Math.max(0, lower) : lower),
                Math.max(value, upper),
                beyond);
    }

    private double beyond(double... parameters) {
        double beyond = 1;
        for (int each = 0; each < parameters.length; each++) {
            double[] measured = points.distinct(each);
            beyond = Math.max(beyond, parameters[each] / measured[measured.length - 1]);
            if (parameters[each] > 0) beyond = Math.max(beyond, measured[0] / parameters[each]);
        }
        return beyond;
    }

    /// What is left without the largest value of the first parameter.
    static Points withoutLargest(Points points) {
        double largest = Arrays.stream(points.of(0)).max().orElseThrow();
        return points.where(point -> points.at(point)[0] < largest);
    }

    /// Of the largest point.
    Optional<Backtest> backtest(Searches searches) {
        Points smaller = withoutLargest(points);
        if (!SeveralSearch.hasValues(smaller, LEAST_FOR_BACKTEST)) return Optional.empty();
        Fitted before = of(smaller, rules, searches.shorter());
        int last = points.size() - 1;
        return Optional.of(
                new Backtest(
                        points.coordinates(last), points.value(last), before.at(points.at(last))));
    }
}
