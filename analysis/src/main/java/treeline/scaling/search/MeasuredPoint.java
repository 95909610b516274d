package treeline.scaling.search;

import treeline.model.ImmutableDoubles;
import treeline.numbers.Sample;

/// What was measured at one combination of parameters.
///
/// @param at a number for each parameter
/// @param value what a model is made from: a statistic of the samples
/// @param samples every repetition that has a value, ascending
public record MeasuredPoint(ImmutableDoubles at, double value, ImmutableDoubles samples) {

    /// How far the mean of so many samples may be from the truth, as a variance.
    double varianceOfMean() {
        int count = samples.size();
        return count < 2 ? 0 : Sample.of(samples.toArray()).variance() / count;
    }
}
