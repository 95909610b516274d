package treeline.scaling;

import treeline.model.Doubles;

/// What was measured at one combination of parameters.
///
/// @param at a number for each parameter
/// @param value what a model is made from: a statistic of the samples
/// @param samples every repetition that has a value, ascending
public record MeasuredPoint(Doubles at, double value, Doubles samples) {

    /// How far the mean of so many samples may be from the truth, as a variance.
    double varianceOfMean() {
        int count = samples.size();
        if (count < 2) return 0;
        double mean = samples.stream().average().orElseThrow();
        double squares = samples.stream().map(each -> (each - mean) * (each - mean)).sum();
        return squares / (count - 1) / count;
    }
}
