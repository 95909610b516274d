package treeline.view;

import treeline.model.Doubles;
import treeline.model.Ints;
import treeline.model.Metric.Scope;
import treeline.numbers.Numbers;
import treeline.numbers.Places;
import treeline.numbers.Spread;

import java.util.Arrays;
import java.util.Optional;

/// What each rank (or thread, where there is one rank) has at some nodes together, and what stands
/// out in it.
///
/// @param value one per place, NaN where it did not run them
/// @param outliers places that stand out, see [Spread#outliers], slowest first
public record RankValues(
        Places places, Doubles value, Spread spread, Ints outliers, Optional<RankPeriod> period) {
    private static final int MOST_OUTLIERS = 1_000;

    /// The values of some nodes.
    ///
    /// @param nodes each once; their values are added up
    public static RankValues of(Numbers numbers, Scope scope, int[] nodes) {
        Places places = numbers.places();
        return of(numbers, places, numbers.ofPlaces(places, scope, nodes));
    }

    /// What stands out in values that are known.
    ///
    /// @param value one per place, NaN where nothing was measured
    public static RankValues of(Numbers numbers, Places places, double[] value) {
        Optional<RankPeriod> period = RankPeriod.of(places, value);
        return new RankValues(
                places,
                Doubles.owning(value.clone()),
                Spread.of(numbers, places, value),
                Ints.owning(outliers(value, period)),
                period);
    }

    /// The ranks of a pattern are compared with each other only: all of them are slow, and which of
    /// them stands out is another question.
    private static int[] outliers(double[] value, Optional<RankPeriod> period) {
        int[] found =
                period.isEmpty()
                        ? Spread.outliers(value)
                        : java.util.stream.IntStream.concat(
                                        Arrays.stream(
                                                Spread.outliers(part(value, period.get(), true))),
                                        Arrays.stream(
                                                Spread.outliers(part(value, period.get(), false))))
                                .boxed()
                                .sorted((a, b) -> Double.compare(value[b], value[a]))
                                .mapToInt(Integer::intValue)
                                .toArray();
        return Arrays.copyOf(found, Math.min(found.length, MOST_OUTLIERS));
    }

    private static double[] part(double[] value, RankPeriod period, boolean inside) {
        double[] part = value.clone();
        Arrays.setAll(part, place -> period.holds(place) == inside ? value[place] : Double.NaN);
        return part;
    }
}
