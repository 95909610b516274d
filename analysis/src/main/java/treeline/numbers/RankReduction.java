package treeline.numbers;

import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Reduction of a node's values over ranks, for the whole run or per repetition.
///
/// @param point whether values are point readings, of which only existing ones count
record RankReduction(Reduction over, boolean point) {

    /// @param ofRanks NaN where a rank did not run the node
    double of(double[] ofRanks) {
        Moments moments = Moments.of(ofRanks, !point);
        return switch (over) {
            case MEAN -> moments.mean();
            case MIN -> moments.min();
            case MAX -> moments.max();
            case SUM -> Numbers.summed(new int[ofRanks.length], 1, ofRanks)[0];
        };
    }

    /// One value for each repetition, of the ranks that do not lack it.
    ///
    /// @param ofContexts what each context has at the node
    double[] ofRepetitions(LocationColumns places, int node, double[] ofContexts) {
        int ranks = places.ranks().size();
        int count = places.repetitions().count();
        double[] ofUnits = ofUnits(places.units(), ranks * count, ofContexts);
        double[] values = new double[count];
        for (int index = 0; index < count; index++) {
            int at = index;
            double[] ran =
                    IntStream.range(0, ranks)
                            .mapToDouble(rank -> ofUnits[rank * count + at])
                            .filter(value -> !Double.isNaN(value))
                            .toArray();
            double[] all = Arrays.copyOf(ran, Math.max(ran.length, places.ranksIn(node, index)));
            Arrays.fill(all, ran.length, all.length, Double.NaN);
            values[index] = of(all);
        }
        return values;
    }

    /// What each rank has in each repetition.
    private double[] ofUnits(int[] unitOf, int count, double[] ofContexts) {
        if (!point) return Numbers.summed(unitOf, count, ofContexts);
        double[] largest = new double[count];
        Arrays.fill(largest, Double.NaN);
        for (int i = 0; i < ofContexts.length; i++)
            if (!Double.isNaN(ofContexts[i]) && !(largest[unitOf[i]] >= ofContexts[i]))
                largest[unitOf[i]] = ofContexts[i];
        return largest;
    }
}
