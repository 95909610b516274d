package treeline.array;

/// The indexes of rows in an order of their own, without boxing: a stable merge sort.
public final class IndexSort {
    private static final int RUN = 8;

    private IndexSort() {}

    /// Compares two rows by their indexes.
    @FunctionalInterface
    public interface Comparison {
        int compare(int row, int other);
    }

    /// The indexes `[0, count)` in the order of a comparison; equal rows keep their order.
    public static int[] of(int count, Comparison comparison) {
        int[] rows = new int[count];
        for (int i = 0; i < count; i++) rows[i] = i;
        sort(rows, comparison);
        return rows;
    }

    /// Indexes by ascending keys. NaN is last.
    public static int[] ascending(double[] keys) {
        return of(keys.length, (row, other) -> Double.compare(keys[row], keys[other]));
    }

    /// Indexes by descending keys. NaN is first.
    public static int[] descending(double[] keys) {
        return of(keys.length, (row, other) -> Double.compare(keys[other], keys[row]));
    }

    /// Puts row indexes in the order of a comparison; equal rows keep their order.
    public static void sort(int[] rows, Comparison comparison) {
        for (int from = 0; from < rows.length; from += RUN)
            insert(rows, from, Math.min(from + RUN, rows.length), comparison);
        int[] source = rows;
        int[] target = new int[rows.length];
        for (long width = RUN; width < rows.length; width *= 2) {
            for (long from = 0; from < rows.length; from += 2 * width)
                merge(source, target, (int) from, width, comparison);
            int[] swapped = source;
            source = target;
            target = swapped;
        }
        if (source != rows) System.arraycopy(source, 0, rows, 0, rows.length);
    }

    private static void insert(int[] rows, int from, int to, Comparison comparison) {
        for (int i = from + 1; i < to; i++) {
            int row = rows[i];
            int at = i;
            for (; at > from && comparison.compare(rows[at - 1], row) > 0; at--)
                rows[at] = rows[at - 1];
            rows[at] = row;
        }
    }

    private static void merge(
            int[] source, int[] target, int from, long width, Comparison comparison) {
        int middle = (int) Math.min(from + width, source.length);
        int end = (int) Math.min(from + 2 * width, source.length);
        int left = from;
        int right = middle;
        for (int at = from; at < end; at++) {
            boolean takesLeft =
                    right >= end
                            || (left < middle
                                    && comparison.compare(source[left], source[right]) <= 0);
            target[at] = takesLeft ? source[left++] : source[right++];
        }
    }
}
