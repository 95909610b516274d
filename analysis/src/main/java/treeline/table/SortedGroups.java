package treeline.table;

import treeline.array.Percentiles;

import java.util.Arrays;

/// The sorted values of each group without missing values, for quantiles.
final class SortedGroups {
    private final int[] start;
    private final int[] end;
    private final double[] values;

    private SortedGroups(int[] start, int[] end, double[] values) {
        this.start = start;
        this.end = end;
        this.values = values;
    }

    static SortedGroups of(double[] numbers, GroupIndex buckets) {
        int groups = buckets.start().length - 1;
        int[] start = Arrays.copyOf(buckets.start(), groups);
        int[] end = new int[groups];
        double[] values = new double[numbers.length];
        for (int group = 0; group < groups; group++) {
            int next = start[group];
            for (int i = start[group]; i < buckets.start()[group + 1]; i++) {
                double number = numbers[buckets.rows()[i]];
                if (!Double.isNaN(number)) values[next++] = number;
            }
            end[group] = next;
            Arrays.sort(values, start[group], next);
        }
        return new SortedGroups(start, end, values);
    }

    /// See [Percentiles].
    double quantile(int group, double fraction) {
        return Percentiles.ofSorted(values, start[group], end[group], fraction);
    }
}
