package treeline.formats.pprof;

import java.util.Arrays;

/// A reusable list for the values of a repeated field.
final class LongList {
    private long[] values = new long[16];
    private int size;

    void add(long value) {
        if (size == values.length) values = Arrays.copyOf(values, size + (size >> 1));
        values[size++] = value;
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    long at(int index) {
        return values[index];
    }
}
