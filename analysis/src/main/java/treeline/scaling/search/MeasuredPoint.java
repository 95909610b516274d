package treeline.scaling.search;

import treeline.model.ImmutableDoubles;
import treeline.numbers.Sample;

/// The measurements at one combination of parameter values.
///
/// @param at the value of each parameter
/// @param value the statistic of the samples that models are fitted to
/// @param samples all repetitions with a value, ascending
public record MeasuredPoint(ImmutableDoubles at, double value, ImmutableDoubles samples) {

    /// How far the mean of so many samples may be from the truth, as a variance.
    double varianceOfMean() {
        int count = samples.size();
        return count < 2 ? 0 : Sample.of(samples.toArray()).variance() / count;
    }
}
