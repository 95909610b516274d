package treeline.source.trace;

import treeline.model.Unit;

import java.util.Arrays;

/// The values of a quantity over time, such as the memory in use. A value holds until the next one.
public final class Counter {
    /// The context of a counter of the whole run.
    public static final int WHOLE_RUN = -1;

    private final String name;
    private final Unit unit;
    private final int context;
    private final long[] nanos;
    private final double[] values;

    private Counter(String name, Unit unit, int context, long[] nanos, double[] values) {
        this.name = name;
        this.unit = unit;
        this.context = context;
        this.nanos = nanos;
        this.values = values;
    }

    public String name() {
        return name;
    }

    public Unit unit() {
        return unit;
    }

    /// The context that the quantity belongs to, [#WHOLE_RUN] if it belongs to no single one.
    public int context() {
        return context;
    }

    public int size() {
        return nanos.length;
    }

    /// Times ascend.
    public long nanos(int index) {
        return nanos[index];
    }

    public double value(int index) {
        return values[index];
    }

    /// The same values of a context in another numbering, at later times.
    public Counter mapped(int otherContext, long laterNanos) {
        return new Counter(
                name,
                unit,
                otherContext,
                Arrays.stream(nanos).map(time -> time + laterNanos).toArray(),
                values);
    }

    /// Collects the values of one counter in any order.
    public static final class Builder {
        private long[] nanos = new long[16];
        private double[] values = new double[16];
        private int size;
        private boolean ordered = true;

        public void add(long time, double value) {
            if (size == nanos.length) {
                nanos = Arrays.copyOf(nanos, size * 2);
                values = Arrays.copyOf(values, size * 2);
            }
            ordered &= size == 0 || nanos[size - 1] <= time;
            nanos[size] = time;
            values[size++] = value;
        }

        public Counter build(String name, Unit unit, int context) {
            if (ordered)
                return new Counter(
                        name,
                        unit,
                        context,
                        Arrays.copyOf(nanos, size),
                        Arrays.copyOf(values, size));
            Integer[] order = new Integer[size];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> Long.compare(nanos[a], nanos[b]));
            long[] sortedNanos = new long[size];
            double[] sortedValues = new double[size];
            for (int i = 0; i < size; i++) {
                sortedNanos[i] = nanos[order[i]];
                sortedValues[i] = values[order[i]];
            }
            return new Counter(name, unit, context, sortedNanos, sortedValues);
        }
    }
}
