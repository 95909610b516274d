package treeline.plot.draw;

import java.util.List;

/// Detection of lines that cover each other, such as those of nodes with equal values. The lower
/// line is drawn wider, so that it shows on both sides.
public final class HiddenLines {
    private static final double SAME = 1.5;
    private static final double WIDER = 3;
    private static final int MAX_NAMED = 3;

    private HiddenLines() {}

    /// How thick a line must be that lies below those before it.
    ///
    /// @param lines where each is from top to bottom, at the same places; NaN in gaps
    public static double thickness(List<double[]> lines, int index, double usual) {
        long above =
                lines.subList(0, index).stream()
                        .filter(each -> isSame(each, lines.get(index)))
                        .count();
        return usual + WIDER * Math.min(MAX_NAMED, above);
    }

    private static boolean isSame(double[] one, double[] other) {
        if (one.length != other.length) return false;
        for (int i = 0; i < one.length; i++)
            if (Double.isNaN(one[i]) != Double.isNaN(other[i])
                    || Math.abs(one[i] - other[i]) > SAME) return false;
        return true;
    }
}
