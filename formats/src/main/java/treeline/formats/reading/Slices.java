package treeline.formats.reading;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The slices of a trace in columns, in the order of the file: events need not be sorted, so all
/// are kept until the file ends, in 30 bytes each.
public final class Slices {
    /// The phase of begins that still have to find their ends.
    public static final byte BEGIN = 0;

    /// The phase of ends.
    public static final byte END = 1;

    /// The phase of slices that are whole.
    public static final byte WHOLE = 2;

    /// The launch of slices that launched nothing and were not launched.
    static final int NO_LAUNCH = -1;

    private final List<SliceKind> kinds;
    private int[] thread = new int[64];
    private int[] name = new int[64];
    private int[] launch = new int[64];
    private double[] begin = new double[64];
    private double[] duration = new double[64];
    private byte[] phase = new byte[64];
    private byte[] kind = new byte[64];
    private int size;

    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> nameIndex = new HashMap<>();
    private final PairIndex launches = new PairIndex();

    private int[] movers = new int[16];
    private double[] moved = new double[16];
    private int moves;

    /// @param kinds at most 128
    public Slices(List<? extends SliceKind> kinds) {
        this.kinds = List.copyOf(kinds);
    }

    /// Adds a slice; returns its number.
    ///
    /// @param kindAt which of the kinds it is of
    /// @param lasts NaN for begins and ends, of which nobody knows it yet
    public int add(
            int threadAt, int kindAt, String text, byte phaseOfEvent, double begins, double lasts) {
        if (size == thread.length) grow();
        thread[size] = threadAt;
        name[size] = nameOf(text);
        launch[size] = NO_LAUNCH;
        begin[size] = begins;
        duration[size] = Double.isNaN(lasts) ? 0 : lasts;
        phase[size] = phaseOfEvent;
        kind[size] = (byte) kindAt;
        return size++;
    }

    /// Says which launch a call of the host is, or which one brought work to a device.
    ///
    /// @param process whose launches have such numbers
    public void launch(int slice, int process, int number) {
        launch[slice] = launches.of(process, number);
    }

    /// Says how many bytes the last slice moved.
    public void moves(double bytes) {
        if (moves == movers.length) {
            movers = Arrays.copyOf(movers, moves * 2);
            moved = Arrays.copyOf(moved, moves * 2);
        }
        movers[moves] = size - 1;
        moved[moves++] = bytes;
    }

    private int nameOf(String text) {
        Integer known = nameIndex.get(text);
        if (known != null) return known;
        nameIndex.put(text, names.size());
        names.add(text);
        return names.size() - 1;
    }

    private void grow() {
        int capacity = size + (size >> 1);
        thread = Arrays.copyOf(thread, capacity);
        name = Arrays.copyOf(name, capacity);
        launch = Arrays.copyOf(launch, capacity);
        begin = Arrays.copyOf(begin, capacity);
        duration = Arrays.copyOf(duration, capacity);
        phase = Arrays.copyOf(phase, capacity);
        kind = Arrays.copyOf(kind, capacity);
    }

    public int size() {
        return size;
    }

    int names() {
        return names.size();
    }

    int kinds() {
        return kinds.size();
    }

    int launches() {
        return launches.size();
    }

    String text(int nameAt) {
        return names.get(nameAt);
    }

    int name(int slice) {
        return name[slice];
    }

    int launch(int slice) {
        return launch[slice];
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

    int kindAt(int slice) {
        return kind[slice];
    }

    SliceKind kind(int slice) {
        return kinds.get(kind[slice]);
    }

    /// How many bytes a slice moved, 0 where it was not said.
    double moved(int slice) {
        int at = Arrays.binarySearch(movers, 0, moves, slice);
        return at < 0 ? 0 : moved[at];
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
