package treeline.scaling.search;

/// How well a model describes what was measured, in Extra-P's measures. With one parameter, those
/// of a model with a term are of predictions of each point from all others; those of a constant,
/// and with several parameters, are of the points that the model was made from.
///
/// @param smape the symmetric mean absolute percentage error: 0 is perfect, 200 the worst
/// @param rss the sum of squares of the errors
/// @param r2 the share of the variation that the model explains, at the points it was made from
/// @param adjustedR2 the same by `rss`, less what so many coefficients explain by chance; 1 of a
///   constant by definition
/// @param leaveOneOut the symmetric error of predicting each point from all others, in percent, of
///   constants too: the measure by which models compare
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
