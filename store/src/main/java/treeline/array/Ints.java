package treeline.array;

import java.util.Arrays;

/// A growing list of `int` values without boxing, which is a stack as well: columns of drafts, open
/// calls, whatever comes one by one. Not for several threads.
public final class Ints {
    private int[] values;
    private int size;

    public Ints() {
        this(16);
    }

    /// With room for a number of values before the first copy.
    public Ints(int capacity) {
        values = new int[capacity];
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void add(int value) {
        if (size == values.length) grow(1);
        values[size++] = value;
    }

    public int at(int index) {
        if (index >= size) throw beyond(index);
        return values[index];
    }

    /// The values at some indexes, in their order.
    public int[] at(int[] indexes) {
        int[] some = new int[indexes.length];
        for (int i = 0; i < some.length; i++) some[i] = at(indexes[i]);
        return some;
    }

    public void set(int index, int value) {
        if (index >= size) throw beyond(index);
        values[index] = value;
    }

    /// Sets a value, with another one at every place between the end and a place behind it.
    public void put(int index, int value, int between) {
        padTo(index, between);
        if (index == size) add(value);
        else set(index, value);
    }

    /// Adds a value until there are so many.
    public void padTo(int wanted, int value) {
        if (wanted <= size) return;
        if (wanted > values.length) grow(wanted - size);
        Arrays.fill(values, size, wanted, value);
        size = wanted;
    }

    /// The last value.
    public int last() {
        return values[size - 1];
    }

    /// Takes the last value away.
    public int removeLast() {
        int last = last();
        size--;
        return last;
    }

    /// Leaves the first ones only.
    public void truncate(int wanted) {
        if (wanted < 0 || wanted > size) throw beyond(wanted);
        size = wanted;
    }

    /// The index of a value among ascending ones, as [Arrays#binarySearch] gives it.
    public int find(int value) {
        return Arrays.binarySearch(values, 0, size, value);
    }

    public void sort() {
        Arrays.sort(values, 0, size);
    }

    public void clear() {
        size = 0;
    }

    /// Gives back the room for more values.
    public void trim() {
        if (size < values.length) values = toArray();
    }

    /// A copy.
    public int[] toArray() {
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
