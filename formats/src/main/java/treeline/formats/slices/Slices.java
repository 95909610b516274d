package treeline.formats.slices;

import java.util.Arrays;

/// The slices of a thread as columns, in file order, at 26 bytes each.
final class Slices {
    private int[] name = new int[4];
    private int[] launch = new int[4];
    private double[] begin = new double[4];
    private double[] duration = new double[4];
    private byte[] phase = new byte[4];
    private byte[] kind = new byte[4];
    private int size;

    private int[] movers = {};
    private double[] moved = {};
    private int moves;

    void add(int nameAt, int kindAt, byte phaseOfSlice, double begins, double lasts, int launchAt) {
        if (size == name.length) grow();
        name[size] = nameAt;
        launch[size] = launchAt;
        begin[size] = begins;
        duration[size] = Double.isNaN(lasts) ? 0 : lasts;
        phase[size] = phaseOfSlice;
        kind[size++] = (byte) kindAt;
    }

    private void grow() {
        int capacity = size + (size >> 1);
        name = Arrays.copyOf(name, capacity);
        launch = Arrays.copyOf(launch, capacity);
        begin = Arrays.copyOf(begin, capacity);
        duration = Arrays.copyOf(duration, capacity);
        phase = Arrays.copyOf(phase, capacity);
        kind = Arrays.copyOf(kind, capacity);
    }

    /// The last slice moved so many bytes.
    void moves(double bytes) {
        if (moves == movers.length) {
            movers = Arrays.copyOf(movers, moves * 2 + 4);
            moved = Arrays.copyOf(moved, moves * 2 + 4);
        }
        movers[moves] = size - 1;
        moved[moves++] = bytes;
    }

    void clear() {
        size = 0;
        moves = 0;
    }

    /// Whether all slices have their ends.
    boolean isWhole() {
        for (int slice = 0; slice < size; slice++) if (phase[slice] != Lane.WHOLE) return false;
        return true;
    }

    /// Removes end events, once their slices have their durations.
    void dropEnds() {
        int kept = 0;
        int mover = 0;
        for (int slice = 0; slice < size; slice++) {
            while (mover < moves && movers[mover] < slice) mover++;
            if (phase[slice] == Lane.END) continue;
            if (mover < moves && movers[mover] == slice) movers[mover] = kept;
            name[kept] = name[slice];
            launch[kept] = launch[slice];
            begin[kept] = begin[slice];
            duration[kept] = duration[slice];
            phase[kept] = phase[slice];
            kind[kept++] = kind[slice];
        }
        size = kept;
    }

    int size() {
        return size;
    }

    int name(int slice) {
        return name[slice];
    }

    int launch(int slice) {
        return launch[slice];
    }

    void setLaunch(int slice, int launchAt) {
        launch[slice] = launchAt;
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

    void setPhase(int slice, byte other) {
        phase[slice] = other;
    }

    int kind(int slice) {
        return kind[slice];
    }

    /// How many bytes a slice moved, 0 where it was not said.
    double moved(int slice) {
        int at = Arrays.binarySearch(movers, 0, moves, slice);
        return at < 0 ? 0 : moved[at];
    }

    void end(int slice, double at) {
        duration[slice] = at - begin[slice];
    }

    /// All slices in the order of their begins and, where these are equal, of the file.
    int[] inOrder() {
        int[] slices = new int[size];
        Arrays.setAll(slices, slice -> slice);
        return SliceOrder.sorted(slices, (one, other) -> Double.compare(begin[one], begin[other]));
    }

    /// Those that are no ends; of one begin, the longest first, which the others lie within.
    int[] outerFirst() {
        int[] slices = new int[size];
        int count = 0;
        for (int slice = 0; slice < size; slice++)
            if (phase[slice] != Lane.END) slices[count++] = slice;
        return SliceOrder.sorted(Arrays.copyOf(slices, count), this::outerFirst);
    }

    private int outerFirst(int one, int other) {
        int byBegin = Double.compare(begin[one], begin[other]);
        return byBegin != 0 ? byBegin : Double.compare(duration[other], duration[one]);
    }
}
