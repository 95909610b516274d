package treeline.numbers;

import java.util.ArrayList;
import java.util.List;

/// Compact notation of rank numbers in the syntax of `--rank`: `0-15,32-47`, or `0-4092:4` for
/// every fourth rank.
public final class RankRanges {
    /// Fewer numbers with the same distance are no pattern.
    private static final int MIN_RANGE = 3;

    /// More ranges do not fit into a sentence.
    private static final int MAX_RANGES = 8;

    private RankRanges() {}

    /// The text of some numbers in a sentence: `0, 2` or `0-3, 7`, the first ranges if there are
    /// many.
    ///
    /// @param ascending different numbers
    public static String text(int... ascending) {
        List<String> ranges = ranges(ascending);
        return ranges.size() <= MAX_RANGES
                ? String.join(", ", ranges)
                : "%s, ... up to %d"
                        .formatted(
                                String.join(", ", ranges.subList(0, MAX_RANGES)),
                                ascending[ascending.length - 1]);
    }

    /// The text of some numbers.
    ///
    /// @param ascending different numbers
    public static String of(int... ascending) {
        return String.join(",", ranges(ascending));
    }

    private static List<String> ranges(int... ascending) {
        List<String> ranges = new ArrayList<>();
        int at = 0;
        while (at < ascending.length) {
            int end = end(ascending, at);
            ranges.add(range(ascending, at, end));
            at = end + 1;
        }
        return ranges;
    }

    /// The last of the numbers that follow at the same distance; two are enough only for
    /// neighbours.
    private static int end(int[] numbers, int from) {
        if (from + 1 == numbers.length) return from;
        int step = numbers[from + 1] - numbers[from];
        int end = from + 1;
        while (end + 1 < numbers.length && numbers[end + 1] - numbers[end] == step) end++;
        return step == 1 || end - from + 1 >= MIN_RANGE ? end : from;
    }

    private static String range(int[] numbers, int from, int to) {
        if (from == to) return Integer.toString(numbers[from]);
        int step = numbers[from + 1] - numbers[from];
        String ends = numbers[from] + "-" + numbers[to];
        return step == 1 ? ends : ends + ":" + step;
    }
}
