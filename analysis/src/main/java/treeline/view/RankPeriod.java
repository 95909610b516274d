package treeline.view;

import treeline.numbers.Locations;
import treeline.numbers.Moments;

import java.util.Arrays;
import java.util.Optional;

/// A periodic pattern over ranks: the ranks `offset`, `offset + every`, … take longer than all
/// others, such as the first rank of each host, one socket, or a border of the domain.
///
/// @param share the share of the variance between ranks that the pattern explains, from 0 to 1
/// @param ratio the mean of these ranks over the mean of the others; infinite if the others did not
///   run the node
public record RankPeriod(int every, int offset, double share, double ratio) {
    private static final int MAX_PERIOD = 256;

    /// Fewer slow ranks may be chance.
    private static final int MIN_RANKS = 4;

    /// The variation must be mostly this pattern, and far from chance (the square of Student's t).
    private static final double MIN_SHARE = 0.5;

    private static final double MIN_CERTAINTY = 30;

    /// Multiples of a period explain nearly as much; a longer one must be clearly better.
    private static final double BETTER = 0.02;

    /// @param value one per place, NaN where it did not run the node
    static Optional<RankPeriod> of(Locations places, double[] value) {
        if (!areAllRanks(places)) return Optional.empty();
        double[] byRank = Arrays.stream(value).map(each -> Double.isNaN(each) ? 0 : each).toArray();
        double mean = mean(byRank);
        double variation = 0;
        for (double each : byRank) variation += (each - mean) * (each - mean);
        RankPeriod best = new RankPeriod(1, 0, 0, 1);
        for (int every = 2; every <= Math.min(MAX_PERIOD, byRank.length / MIN_RANKS); every++) {
            RankPeriod found = slowest(byRank, every, mean, variation);
            if (found.share > best.share + BETTER) best = found;
        }
        double certainty = best.share / (1 - best.share) * (byRank.length - 2);
        boolean worthAWord = best.ratio - 1 > Moments.FLOOR;
        return best.share >= MIN_SHARE && certainty >= MIN_CERTAINTY && worthAWord
                ? Optional.of(best)
                : Optional.empty();
    }

    /// Whether a place is one of these ranks.
    boolean holds(int place) {
        return place % every == offset;
    }

    /// What these ranks take in the mean; one that did not run the node takes nothing.
    double meanOf(double[] value) {
        double sum = 0;
        int count = 0;
        for (int place = offset; place < value.length; place += every) {
            if (!Double.isNaN(value[place])) sum += value[place];
            count++;
        }
        return sum / count;
    }

    /// Ranks 0, 1, 2, …: a pattern needs all of them.
    private static boolean areAllRanks(Locations places) {
        return places.by() == Locations.By.RANK
                && places.size() > 0
                && places.place(places.size() - 1).rank() == places.size() - 1;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double each : values) sum += each;
        return sum / values.length;
    }

    /// The ranks of one offset against all others: what the difference of their means explains.
    private static RankPeriod slowest(double[] value, int every, double mean, double variation) {
        double[] sum = new double[every];
        for (int rank = 0; rank < value.length; rank++) sum[rank % every] += value[rank];
        RankPeriod best = new RankPeriod(every, 0, 0, 1);
        double whole = mean * value.length;
        for (int offset = 0; offset < every; offset++) {
            int members = (value.length - offset + every - 1) / every;
            double above = sum[offset] / members - mean;
            double between = above * above * members * value.length / (value.length - members);
            if (above > 0 && variation > 0 && between / variation > best.share)
                best =
                        new RankPeriod(
                                every,
                                offset,
                                Math.min(1, between / variation),
                                sum[offset]
                                        / members
                                        / ((whole - sum[offset]) / (value.length - members)));
        }
        return best;
    }
}
