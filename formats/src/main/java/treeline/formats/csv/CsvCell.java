package treeline.formats.csv;

import org.jspecify.annotations.Nullable;

import treeline.model.Context;
import treeline.model.ProfileBuilder;

import java.util.Arrays;

/// The lines of one node and context, collected until the next cell starts: plain values, or the
/// iterations of a series.
final class CsvCell {
    /// The iteration of a line that has none.
    static final int PLAIN = -1;

    /// A loop that starts at this iteration or later has no lines for those before.
    static final int LATE = 1 << 16;

    private final ProfileBuilder builder;
    private final double[] plain;
    private final boolean[] hasPlain;
    private final double[][] series;
    private final int[] first;
    private final int[] length;
    private @Nullable Context context;
    private int node = ProfileBuilder.ROOT;
    private int last;

    CsvCell(ProfileBuilder builder, int metrics) {
        this.builder = builder;
        plain = new double[metrics];
        hasPlain = new boolean[metrics];
        series = new double[metrics][0];
        first = new int[metrics];
        length = new int[metrics];
    }

    /// Takes a line; false if it does not come behind the one before it. Every iteration has a
    /// line, unless a loop starts at [#LATE] or later.
    boolean add(int ofNode, Context ofContext, int iteration, double[] values, boolean[] there) {
        if (context == null || ofNode != node || !ofContext.equals(context)) {
            boolean behind = context == null || ofNode != node || ofContext.compareTo(context) > 0;
            if (!behind || (iteration > 0 && iteration < LATE)) return false;
            flush();
            node = ofNode;
            context = ofContext;
        } else if (iteration != last + 1 && (last != PLAIN || iteration < LATE)) return false;
        last = iteration;
        for (int m = 0; m < values.length; m++) if (there[m]) set(m, iteration, values[m]);
        return true;
    }

    private void set(int metric, int iteration, double value) {
        if (iteration == PLAIN) {
            plain[metric] = value;
            hasPlain[metric] = true;
            return;
        }
        if (length[metric] == 0) first[metric] = iteration;
        int at = iteration - first[metric];
        if (series[metric].length <= at)
            series[metric] = Arrays.copyOf(series[metric], Math.max(16, at + (at >> 1) + 1));
        Arrays.fill(series[metric], length[metric], at, Double.NaN);
        series[metric][at] = value;
        length[metric] = at + 1;
    }

    /// Forgets what was gathered.
    void drop() {
        Arrays.fill(hasPlain, false);
        Arrays.fill(length, 0);
    }

    /// Gives what was gathered to the builder.
    void flush() {
        if (context != null) {
            int at = builder.context(context);
            for (int m = 0; m < plain.length; m++) {
                if (length[m] > 0)
                    builder.addSeries(m, at, node, first[m], series[m], 0, length[m]);
                else if (hasPlain[m]) builder.add(m, at, node, plain[m]);
            }
        }
        drop();
    }
}
