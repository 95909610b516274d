package treeline.formats.chrometrace;

import java.util.Arrays;

/// Slices of a thread in columns, in the order of the file, in 26 bytes each.
final class Slices {
    /// Begins and ends that still have to find each other, and slices that are whole.
    static final byte BEGIN = 0;

    static final byte END = 1;
    static final byte WHOLE = 2;

    private static final Category[] CATEGORIES = Category.values();

    private int[] name = new int[4];
    private int[] correlation = new int[4];
    private double[] begin = new double[4];
    private double[] duration = new double[4];
    private byte[] phase = new byte[4];
    private byte[] category = new byte[4];
    private int size;

    void add(TraceEvent event, int nameAt, byte phaseOfEvent, Category of) {
        if (size == name.length) grow();
        name[size] = nameAt;
        correlation[size] = event.correlation;
        begin[size] = event.begin;
        duration[size] = Double.isNaN(event.duration) ? 0 : event.duration;
        phase[size] = phaseOfEvent;
        category[size++] = (byte) of.ordinal();
    }

    private void grow() {
        int capacity = size + (size >> 1);
        name = Arrays.copyOf(name, capacity);
        correlation = Arrays.copyOf(correlation, capacity);
        begin = Arrays.copyOf(begin, capacity);
        duration = Arrays.copyOf(duration, capacity);
        phase = Arrays.copyOf(phase, capacity);
        category = Arrays.copyOf(category, capacity);
    }

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    int name(int slice) {
        return name[slice];
    }

    int correlation(int slice) {
        return correlation[slice];
    }

    double begin(int slice) {
        return begin[slice];
    }

    double duration(int slice) {
        return duration[slice];
    }

    byte phase(int slice) {
        return phase[slice];
    }

    Category category(int slice) {
        return CATEGORIES[category[slice]];
    }

    void end(int slice, double at) {
        duration[slice] = at - begin[slice];
    }

    /// All slices in the order of their begins and, where these are equal, of the file.
    int[] inOrder() {
        int[] slices = new int[size];
        Arrays.setAll(slices, slice -> slice);
        SliceOrder.sort(slices, (one, other) -> Double.compare(begin[one], begin[other]));
        return slices;
    }

    /// Those that are no ends; of one begin, the longest first, which the others lie within.
    int[] outerFirst() {
        int[] slices = new int[size];
        int count = 0;
        for (int slice = 0; slice < size; slice++) if (phase[slice] != END) slices[count++] = slice;
        int[] wanted = Arrays.copyOf(slices, count);
        SliceOrder.sort(wanted, this::outerFirst);
        return wanted;
    }

    private int outerFirst(int one, int other) {
        int byBegin = Double.compare(begin[one], begin[other]);
        return byBegin != 0 ? byBegin : Double.compare(duration[other], duration[one]);
    }
}
