package treeline.model;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/// An immutable `double` array with value equality, for record components.
public final class ImmutableDoubles {
    private final double[] values;

    private ImmutableDoubles(double[] values) {
        this.values = values;
    }

    /// Takes over an array that its maker gives away: millions of values are not copied.
    public static ImmutableDoubles owning(double... values) {
        return new ImmutableDoubles(values);
    }

    public int size() {
        return values.length;
    }

    public double at(int index) {
        return values[index];
    }

    public DoubleStream stream() {
        return Arrays.stream(values);
    }

    /// A copy, for what works on arrays.
    public double[] toArray() {
        return values.clone();
    }

    /// Writes them behind what is there.
    public void putInto(DoubleBuffer out) {
        out.put(values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ImmutableDoubles that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
