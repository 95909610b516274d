package treeline.question.screen;

import treeline.numbers.Moments;

import java.util.Arrays;

/// A series as one line of characters. If there are more values than columns, each column shows its
/// maximum, so that no peak is lost.
public final class Sparkline {
    private static final String BLOCKS = "▁▂▃▄▅▆▇█";
    private static final String ASCII = ".:-=+*#@";
    private static final int LEVEL = 3;

    private Sparkline() {}

    /// The line; values that differ by less than is worth a word are all at one level.
    ///
    /// @param columns the most that the line may take
    public static String of(double[] values, int columns, Screen screen) {
        double[] shown = columns < values.length ? peaks(values, columns) : values;
        double min = Arrays.stream(shown).min().orElse(0);
        double max = Arrays.stream(shown).max().orElse(0);
        double mean = Arrays.stream(shown).average().orElse(0);
        boolean level = !(max - min > Moments.FLOOR * Math.abs(mean));
        String marks = screen.unicode() ? BLOCKS : ASCII;
        var line = new StringBuilder();
        for (double value : shown) {
            int height = (int) ((value - min) / (max - min) * marks.length());
            line.append(marks.charAt(level ? LEVEL : Math.min(height, marks.length() - 1)));
        }
        return line.toString();
    }

    private static double[] peaks(double[] values, int columns) {
        double[] peaks = new double[columns];
        for (int column = 0; column < columns; column++) {
            int from = (int) ((long) values.length * column / columns);
            int to = (int) ((long) values.length * (column + 1) / columns);
            peaks[column] = Arrays.stream(values, from, to).max().orElseThrow();
        }
        return peaks;
    }
}
