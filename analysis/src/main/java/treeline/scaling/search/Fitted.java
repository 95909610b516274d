package treeline.scaling.search;

import java.util.Arrays;
import java.util.Optional;

/// A fitted model in the form chosen for its points.
///
/// @param outlook the posterior predictive distribution
public record Fitted(
        Points points,
        SearchSettings rules,
        FormChoice choice,
        LazyValue<PosteriorPredictive> outlook) {
    private static final int MIN_FOR_BACKTEST = 4;

    /// Fits a model to points.
    ///
    /// @param plan of these points
    public static Fitted of(Points points, SearchSettings rules, ExperimentDesign plan) {
        return new Fitted(
                points,
                rules,
                FormChoice.of(points, rules, plan),
                new LazyValue<>(() -> PosteriorPredictive.of(points, plan)));
    }

    private boolean isTotal() {
        return choice.form() == Form.TOTAL;
    }

    public ScalingFunction function() {
        ScalingFunction found = choice.found().function();
        return isTotal() ? found.perUnitOf(choice.parameter()) : found;
    }

    public double[] largest() {
        double[] largest = new double[points.parameters()];
        Arrays.setAll(largest, each -> Arrays.stream(points.of(each)).max().orElseThrow());
        return largest;
    }

    /// The function, but 0 if that is below 0 and no measurement is; NaN if the function is
    /// infinite.
    public double value(double... parameters) {
        double value = measured(choice.found().function().at(parameters), parameters);
        return Double.isFinite(value) ? possible(value) : Double.NaN;
    }

    /// From the values that the form models to those that were measured.
    private double measured(double modelled, double... parameters) {
        return isTotal() ? modelled / parameters[choice.parameter()] : modelled;
    }

    private double possible(double value) {
        boolean neverNegative = Arrays.stream(points.values()).allMatch(each -> each >= 0);
        return neverNegative ? Math.max(0, value) : value;
    }

    /// Each point as the model predicts it from the other points.
    public double[] leftOut() {
        double[] predicted = choice.found().best().leftOut();
        for (int point = 0; point < predicted.length; point++)
            predicted[point] = possible(measured(predicted[point], points.at(point)));
        return predicted;
    }

    public Fitted atLevel(double level) {
        return new Fitted(points, rules.atLevel(level), choice, outlook);
    }

    /// The interval is that of the outlook. If the prediction is outside of it, the interval is
    /// extended to hold the prediction interval of the function itself on that side. An extension
    /// is kept at higher confidence levels, so that intervals of different levels are nested.
    Prediction at(double... parameters) {
        double value = value(parameters);
        double beyond = beyond(parameters);
        if (Double.isNaN(value)) return new Prediction(value, value, value, beyond);
        StudentMixture mixture = outlook.get().at(parameters);
        double tail = (1 - rules.level()) / 2;
        double lower = mixture.isEmpty() ? Double.NEGATIVE_INFINITY : mixture.quantile(tail);
        double upper = mixture.isEmpty() ? Double.POSITIVE_INFINITY : mixture.quantile(1 - tail);
        if (mixture.isEmpty()) return new Prediction(value, possible(lower), upper, beyond);
        double offCentre = 2 * mixture.probability(value) - 1;
        double level = Math.min(rules.level(), Math.abs(offCentre));
        double own = measured(choice.found().best().halfWidth(level, parameters), parameters);
        if (offCentre <= 0) lower = Math.min(lower, value - own);
        if (offCentre >= 0) upper = Math.max(upper, value + own);
        return new Prediction(
                value, possible(Math.min(lower, value)), Math.max(upper, value), beyond);
    }

    /// The same with an interval that is longer on both sides, by a share of its length.
    public Prediction widened(double share, double... parameters) {
        Prediction narrow = at(parameters);
        double more = share == 0 ? 0 : share * (narrow.upper() - narrow.lower());
        return new Prediction(
                narrow.value(),
                possible(narrow.lower() - more),
                narrow.upper() + more,
                narrow.beyond());
    }

    public double beyond(double... parameters) {
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

    /// The model of all points but the largest; empty if too few are left.
    public Optional<Fitted> beforeLargest(Searches searches) {
        Points smaller = withoutLargest(points);
        return MultiParameterSearch.hasValues(smaller, MIN_FOR_BACKTEST)
                ? Optional.of(of(smaller, rules, searches.shorter()))
                : Optional.empty();
    }

    /// The prediction of the largest point by a model of the smaller ones.
    public Backtest backtest(Fitted before) {
        int last = points.size() - 1;
        return new Backtest(
                points.coordinates(last), points.value(last), before.at(points.at(last)));
    }
}
