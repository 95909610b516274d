package treeline.model;

import java.io.Serializable;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;

/// An immutable `int` array with value equality, for record components.
public final class ImmutableInts implements Serializable {
    private static final long serialVersionUID = 1;
    private final int[] values;

    private ImmutableInts(int[] values) {
        this.values = values;
    }

    /// Takes over an array that its maker gives away: millions of values are not copied.
    public static ImmutableInts owning(int... values) {
        return new ImmutableInts(values);
    }

    public int size() {
        return values.length;
    }

    public int at(int index) {
        return values[index];
    }

    /// Where a number is among numbers that ascend, below 0 where it is not.
    public int find(int wanted) {
        return Arrays.binarySearch(values, wanted);
    }

    public IntStream stream() {
        return Arrays.stream(values);
    }

    /// A copy, for what works on arrays.
    public int[] toArray() {
        return values.clone();
    }

    /// Writes them behind what is there.
    public void putInto(IntBuffer out) {
        out.put(values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ImmutableInts that && Arrays.equals(values, that.values);
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
