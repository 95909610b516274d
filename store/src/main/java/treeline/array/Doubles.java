package treeline.array;

import java.util.Arrays;

/// A growing list of `double` values without boxing, which is a stack as well: columns of drafts,
/// open calls, whatever comes one by one. Not for several threads.
public final class Doubles {
    private double[] values;
    private int size;

    public Doubles() {
        this(16);
    }

    /// With room for a number of values before the first copy.
    public Doubles(int capacity) {
        values = new double[capacity];
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void add(double value) {
        if (size == values.length) grow(1);
        values[size++] = value;
    }

    public double at(int index) {
        if (index >= size) throw beyond(index);
        return values[index];
    }

    /// The values at some indexes, in their order.
    public double[] at(int[] indexes) {
        double[] some = new double[indexes.length];
        for (int i = 0; i < some.length; i++) some[i] = at(indexes[i]);
        return some;
    }

    public void set(int index, double value) {
        if (index >= size) throw beyond(index);
        values[index] = value;
    }

    /// Sets a value, with another one at every place between the end and a place behind it.
    public void put(int index, double value, double between) {
        padTo(index, between);
        if (index == size) add(value);
        else set(index, value);
    }

    /// Adds a value until there are so many.
    public void padTo(int wanted, double value) {
        if (wanted <= size) return;
        if (wanted > values.length) grow(wanted - size);
        Arrays.fill(values, size, wanted, value);
        size = wanted;
    }

    /// The last value.
    public double last() {
        return values[size - 1];
    }

    /// Takes the last value away.
    public double removeLast() {
        double last = last();
        size--;
        return last;
    }

    /// Leaves the first ones only.
    public void truncate(int wanted) {
        if (wanted < 0 || wanted > size) throw beyond(wanted);
        size = wanted;
    }

    public void clear() {
        size = 0;
    }

    /// A copy.
    public double[] toArray() {
        return Arrays.copyOf(values, size);
    }

    /// Of an index that the array may have; it refuses negative ones itself.
    private IndexOutOfBoundsException beyond(int index) {
        return new IndexOutOfBoundsException(index + " of " + size + " values");
    }

    private void grow(int more) {
        values = Arrays.copyOf(values, Capacity.grown(size, more));
    }
}
