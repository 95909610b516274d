package treeline.formats.hpctoolkit.metrics;

import java.util.Arrays;

/// The requested metric ids of a load, with their columns.
public final class MetricIds {
    private static final int NOT_WANTED = -1;

    private final int[] ids;
    private final int[] columnOf;

    public MetricIds(int... ids) {
        this.ids = Arrays.stream(ids).distinct().toArray();
        columnOf = new int[1 + Arrays.stream(ids).max().orElse(0)];
        Arrays.fill(columnOf, NOT_WANTED);
        for (int column = 0; column < this.ids.length; column++)
            columnOf[this.ids[column]] = column;
    }

    public int size() {
        return ids.length;
    }

    /// The column of an id, negative where it is not wanted.
    public int column(int id) {
        return id < columnOf.length ? columnOf[id] : NOT_WANTED;
    }
}
