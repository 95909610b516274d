package treeline.source.trace;

import treeline.array.Doubles;
import treeline.array.IndexSort;
import treeline.array.Longs;
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
        private final Longs nanos = new Longs();
        private final Doubles values = new Doubles();

        public void add(long time, double value) {
            nanos.add(time);
            values.add(value);
        }

        public Counter build(String name, Unit unit, int context) {
            int[] order =
                    IndexSort.of(
                            nanos.size(),
                            (one, other) -> Long.compare(nanos.at(one), nanos.at(other)));
            return new Counter(name, unit, context, nanos.at(order), values.at(order));
        }
    }
}
