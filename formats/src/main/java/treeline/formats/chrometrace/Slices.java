package treeline.formats.chrometrace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The slices of a trace in columns, in the order of the file: events need not be sorted, so all
/// are kept until the file ends, in 30 bytes each.
final class Slices {
    /// Begins and ends that still have to find each other, and slices that are whole.
    static final byte BEGIN = 0;

    static final byte END = 1;
    static final byte WHOLE = 2;

    private static final Category[] CATEGORIES = Category.values();

    private int[] thread = new int[64];
    private int[] name = new int[64];
    private int[] correlation = new int[64];
    private double[] begin = new double[64];
    private double[] duration = new double[64];
    private byte[] phase = new byte[64];
    private byte[] category = new byte[64];
    private int size;

    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> nameIndex = new HashMap<>();

    void add(TraceEvent event, int threadAt, byte phaseOfEvent, Category of) {
        if (size == thread.length) grow();
        thread[size] = threadAt;
        name[size] = nameOf(event.name);
        correlation[size] = event.correlation;
        begin[size] = event.begin;
        duration[size] = Double.isNaN(event.duration) ? 0 : event.duration;
        phase[size] = phaseOfEvent;
        category[size++] = (byte) of.ordinal();
    }

    private int nameOf(String text) {
        Integer known = nameIndex.putIfAbsent(text, names.size());
        if (known != null) return known;
        names.add(text);
        return names.size() - 1;
    }

    private void grow() {
        int capacity = size + (size >> 1);
        thread = Arrays.copyOf(thread, capacity);
        name = Arrays.copyOf(name, capacity);
        correlation = Arrays.copyOf(correlation, capacity);
        begin = Arrays.copyOf(begin, capacity);
        duration = Arrays.copyOf(duration, capacity);
        phase = Arrays.copyOf(phase, capacity);
        category = Arrays.copyOf(category, capacity);
    }

    int size() {
        return size;
    }

    int names() {
        return names.size();
    }

    String text(int nameAt) {
        return names.get(nameAt);
    }

    int thread(int slice) {
        return thread[slice];
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

    /// The slices of each thread, in the order of their begins and, where these are equal, of the
    /// file.
    int[][] byThread(int threads) {
        int[] count = new int[threads];
        for (int slice = 0; slice < size; slice++) count[thread[slice]]++;
        int[][] grouped = new int[threads][];
        for (int each = 0; each < threads; each++) grouped[each] = new int[count[each]];
        for (int slice = size - 1; slice >= 0; slice--)
            grouped[thread[slice]][--count[thread[slice]]] = slice;
        for (int[] slices : grouped)
            SliceOrder.sort(slices, (one, other) -> Double.compare(begin[one], begin[other]));
        return grouped;
    }
}
