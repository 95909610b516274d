package treeline.bench.record.mpi;

import java.util.Arrays;
import java.util.List;

/// Times of the same work, in ascending order. On a busy machine the smallest is close to what the
/// work costs, the median is what one gets.
record Sample(List<Double> values) {
    private static final double IN_A_TAIL = 0.025;

    /// Standard deviations that leave so much in each tail.
    private static final double SURE = 1.96;

    /// With more values the chance that all are on one side is not a number any more.
    private static final int MANY = 500;

    Sample {
        if (values.isEmpty()) throw new IllegalArgumentException("a sample without values");
        values = values.stream().sorted().toList();
    }

    static Sample of(double... values) {
        return new Sample(Arrays.stream(values).boxed().toList());
    }

    double min() {
        return values.getFirst();
    }

    double median() {
        int middle = values.size() / 2;
        return values.size() % 2 == 1
                ? values.get(middle)
                : (values.get(middle - 1) + values.get(middle)) / 2;
    }

    /// How far the middle half of the values is apart: a difference below it is noise.
    double spread() {
        int quarter = values.size() / 4;
        return values.get(values.size() - 1 - quarter) - values.get(quarter);
    }

    /// Where the median of all such work lies, at 95 %: whatever the distribution, each value is as
    /// often above as below it, so the k smallest are all above it as seldom as k coins of n fall
    /// on one side (Thompson 1936). With fewer than six values nothing can be said that surely;
    /// then it is from the smallest to the largest.
    Interval medianInterval() {
        int left = values.size() > MANY ? leftOfMany() : leftOfFew();
        return new Interval(values.get(left), values.get(values.size() - 1 - left));
    }

    /// Many coins fall as the normal distribution says.
    private int leftOfMany() {
        return (int) ((values.size() - SURE * Math.sqrt(values.size())) / 2) - 1;
    }

    private int leftOfFew() {
        int left = 0;
        double chance = Math.pow(0.5, values.size()); // of at most `left` values below the median
        double ways = chance;
        while (true) {
            ways *= (double) (values.size() - left) / (left + 1);
            if (chance + ways > IN_A_TAIL) break;
            chance += ways;
            left++;
        }
        return left;
    }

    /// From the lower to the upper end.
    record Interval(double from, double to) {}
}
