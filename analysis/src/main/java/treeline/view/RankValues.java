package treeline.view;

import treeline.array.IndexSort;
import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.model.Metric.Scope;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.numbers.Sample;

import java.util.Arrays;
import java.util.Optional;

/// The values of each rank (or thread, if there is one rank) at selected nodes, with outliers.
///
/// @param value one per location, NaN if it did not run the nodes
/// @param outliers the outlying locations, slowest first, see [Sample#outliers]
public record RankValues(
        Locations places,
        ImmutableDoubles value,
        Sample spread,
        ImmutableInts outliers,
        Optional<RankPeriod> period) {
    private static final int MAX_OUTLIERS = 1_000;

    /// The values of some nodes.
    ///
    /// @param nodes each once; their values are added up
    public static RankValues of(Numbers numbers, Scope scope, int[] nodes) {
        Locations places = numbers.places();
        return of(numbers, places, numbers.ofPlaces(places, scope, nodes));
    }

    /// What stands out in values that are known.
    ///
    /// @param value one per place, NaN where nothing was measured
    public static RankValues of(Numbers numbers, Locations places, double[] value) {
        Optional<RankPeriod> period = RankPeriod.of(places, value);
        return new RankValues(
                places,
                ImmutableDoubles.owning(value.clone()),
                Sample.ofPlaces(value, numbers.absentCounts(places)),
                ImmutableInts.owning(outliers(value, period)),
                period);
    }

    /// The ranks of a pattern are compared with each other only: all of them are slow, and which of
    /// them stands out is another question.
    private static int[] outliers(double[] value, Optional<RankPeriod> period) {
        int[] found =
                period.isEmpty()
                        ? Sample.outliers(value)
                        : IndexSort.descending(
                                java.util.stream.IntStream.concat(
                                                Arrays.stream(
                                                        Sample.outliers(
                                                                part(value, period.get(), true))),
                                                Arrays.stream(
                                                        Sample.outliers(
                                                                part(value, period.get(), false))))
                                        .toArray(),
                                place -> value[place]);
        return Arrays.copyOf(found, Math.min(found.length, MAX_OUTLIERS));
    }

    private static double[] part(double[] value, RankPeriod period, boolean inside) {
        double[] part = value.clone();
        Arrays.setAll(part, place -> period.holds(place) == inside ? value[place] : Double.NaN);
        return part;
    }
}
