package treeline.scaling.search;

/// Goodness of fit in Extra-P's measures. For a single parameter and a model with a term, SMAPE and
/// RSS are computed from leave-one-out predictions; for constants and for several parameters, from
/// the residuals of the fit.
///
/// @param smape the symmetric mean absolute percentage error, from 0 (perfect) to 200
/// @param rss the residual sum of squares
/// @param r2 the coefficient of determination of the fit
/// @param adjustedR2 R² adjusted for the number of coefficients, from `rss`; 1 for a constant by
///   definition
/// @param leaveOneOut the leave-one-out SMAPE in percent, also for constants; models are selected
///   by it
public record GoodnessOfFit(
        double smape, double rss, double r2, double adjustedR2, double leaveOneOut) {

    /// 200 |a - b| / (|a| + |b|), 0 where both are 0.
    public static double difference(double predicted, double measured) {
        double sum = Math.abs(predicted) + Math.abs(measured);
        return sum == 0 ? 0 : 200 * Math.abs(predicted - measured) / sum;
    }

    static double smape(double[] predicted, double[] measured) {
        double sum = 0;
        for (int point = 0; point < measured.length; point++)
            sum += difference(predicted[point], measured[point]) / measured.length;
        return sum;
    }

    static double smape(ScalingFunction function, Points points) {
        double sum = 0;
        for (int point = 0; point < points.size(); point++)
            sum += difference(function.at(points.at(point)), points.value(point)) / points.size();
        return sum;
    }

    /// What is left of the variation by a constant.
    static double variation(Points points) {
        double mean = points.mean();
        double squares = 0;
        for (double value : points.values()) squares += (value - mean) * (value - mean);
        return squares;
    }
}
