package treeline.question.screen;

import java.util.Arrays;

/// Widths of the columns of a table that must fit a screen.
public final class ColumnWidths {
    private ColumnWidths() {}

    /// The widths, with the widest of those that may be narrower made so until they fit together,
    /// as far as they can.
    ///
    /// @param least below which a column is not of use
    public static int[] fitted(int[] natural, int[] least, int room) {
        int[] widths = new int[natural.length];
        for (int i = 0; i < widths.length; i++)
            widths[i] = Math.clamp(natural[i], least[i], Math.max(least[i], room));
        for (long excess = sum(widths) - room; excess > 0; excess--) {
            int widest = widest(widths, least);
            if (widest < 0) break;
            widths[widest]--;
        }
        return widths;
    }

    private static long sum(int[] widths) {
        return Arrays.stream(widths).asLongStream().sum();
    }

    private static int widest(int[] widths, int[] least) {
        int widest = -1;
        for (int i = 0; i < widths.length; i++)
            if (widths[i] > least[i] && (widest < 0 || widths[i] > widths[widest])) widest = i;
        return widest;
    }
}
