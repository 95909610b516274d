package treeline.scaling;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A model of some points, in the form that was chosen for them.
///
/// @param plausible all models in that form that describe the points about as well
record Fitted(Points points, FormChoice choice, List<Fit> plausible, Likelihood likelihood) {
    Fitted {
        plausible = List.copyOf(plausible);
    }

    static final int LEAST_FOR_BACKTEST = 4;

    static Fitted of(Points points, Rules rules, Map<Form, SingleSearch> searches) {
        FormChoice choice = FormChoice.of(points, rules, searches);
        return new Fitted(points, choice, choice.found().plausible().get(), rules.likelihood());
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

    Prediction at(double... parameters) {
        double divisor = isTotal() ? parameters[choice.parameter()] : 1;
        Points fittedTo = isTotal() ? points.times(choice.parameter()) : points;
        Likelihood.Range range = likelihood.range(plausible, fittedTo, parameters);
        boolean neverNegative = Arrays.stream(points.values()).allMatch(value -> value >= 0);
        double value = choice.found().function().at(parameters) / divisor;
        double lower = range.lower() / divisor;
        return new Prediction(
                value,
                Math.min(value, neverNegative ? Math.max(0, lower) : lower),
                Math.max(value, range.upper() / divisor),
                beyond(parameters));
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
    Optional<Backtest> backtest(Rules rules, Searches searches) {
        Points smaller = withoutLargest(points);
        if (!SeveralSearch.hasValues(smaller, LEAST_FOR_BACKTEST)) return Optional.empty();
        Fitted before = of(smaller, rules, searches.shorter());
        int last = points.size() - 1;
        return Optional.of(
                new Backtest(
                        points.coordinates(last), points.value(last), before.at(points.at(last))));
    }
}
