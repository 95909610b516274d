package treeline.formats.slices;

/// Stable sort of slice indexes without boxing; sorted input costs one pass.
final class SliceOrder {
    private SliceOrder() {}

    /// How two slices compare.
    @FunctionalInterface
    interface Comparison {
        int compare(int one, int other);
    }

    /// The slices in order; the array that is given may be used for it.
    static int[] sorted(int[] slices, Comparison by) {
        int[] from = slices;
        int[] into = new int[slices.length];
        for (int width = 1; width < slices.length; width *= 2) {
            if (isSorted(from, by)) break;
            for (int at = 0; at < slices.length; at += 2 * width) merge(from, into, at, width, by);
            int[] swapped = from;
            from = into;
            into = swapped;
        }
        return from;
    }

    private static boolean isSorted(int[] slices, Comparison by) {
        for (int i = 1; i < slices.length; i++)
            if (by.compare(slices[i - 1], slices[i]) > 0) return false;
        return true;
    }

    private static void merge(int[] from, int[] into, int start, int width, Comparison by) {
        int middle = Math.min(start + width, from.length);
        int end = Math.min(middle + width, from.length);
        int left = start;
        int right = middle;
        for (int at = start; at < end; at++) {
            boolean takeLeft =
                    right == end || (left < middle && by.compare(from[left], from[right]) <= 0);
            into[at] = takeLeft ? from[left++] : from[right++];
        }
    }
}
