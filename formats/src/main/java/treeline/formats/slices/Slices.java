package treeline.formats.slices;

import treeline.array.Doubles;
import treeline.array.IndexSort;
import treeline.array.Ints;

/// The slices of a thread as columns, in file order, at 28 bytes each.
final class Slices {
    private static final int KIND_SHIFT = 8;

    private final Ints name = new Ints(4);
    private final Ints launch = new Ints(4);
    private final Doubles begin = new Doubles(4);
    private final Doubles duration = new Doubles(4);
    private final Ints phaseAndKind = new Ints(4);
    private final Ints movers = new Ints(0);
    private final Doubles moved = new Doubles(0);

    void add(int nameAt, int kindAt, byte phaseOfSlice, double begins, double lasts, int launchAt) {
        name.add(nameAt);
        launch.add(launchAt);
        begin.add(begins);
        duration.add(Double.isNaN(lasts) ? 0 : lasts);
        phaseAndKind.add(kindAt << KIND_SHIFT | phaseOfSlice);
    }

    /// The last slice moved so many bytes.
    void moves(double bytes) {
        movers.add(size() - 1);
        moved.add(bytes);
    }

    void clear() {
        truncate(0);
        movers.clear();
        moved.clear();
    }

    private void truncate(int wanted) {
        name.truncate(wanted);
        launch.truncate(wanted);
        begin.truncate(wanted);
        duration.truncate(wanted);
        phaseAndKind.truncate(wanted);
    }

    /// Whether all slices have their ends.
    boolean isWhole() {
        for (int slice = 0; slice < size(); slice++) if (phase(slice) != Lane.WHOLE) return false;
        return true;
    }

    /// Removes end events, once their slices have their durations.
    void dropEnds() {
        int kept = 0;
        int mover = 0;
        for (int slice = 0; slice < size(); slice++) {
            while (mover < movers.size() && movers.at(mover) < slice) mover++;
            if (phase(slice) == Lane.END) continue;
            if (mover < movers.size() && movers.at(mover) == slice) movers.set(mover, kept);
            name.set(kept, name.at(slice));
            launch.set(kept, launch.at(slice));
            begin.set(kept, begin.at(slice));
            duration.set(kept, duration.at(slice));
            phaseAndKind.set(kept++, phaseAndKind.at(slice));
        }
        truncate(kept);
    }

    int size() {
        return name.size();
    }

    int name(int slice) {
        return name.at(slice);
    }

    int launch(int slice) {
        return launch.at(slice);
    }

    void setLaunch(int slice, int launchAt) {
        launch.set(slice, launchAt);
    }

    double begin(int slice) {
        return begin.at(slice);
    }

    double duration(int slice) {
        return duration.at(slice);
    }

    byte phase(int slice) {
        return (byte) phaseAndKind.at(slice);
    }

    void setPhase(int slice, byte other) {
        phaseAndKind.set(slice, kind(slice) << KIND_SHIFT | other);
    }

    int kind(int slice) {
        return phaseAndKind.at(slice) >> KIND_SHIFT;
    }

    /// How many bytes a slice moved, 0 where it was not said.
    double moved(int slice) {
        int at = movers.find(slice);
        return at < 0 ? 0 : moved.at(at);
    }

    void end(int slice, double at) {
        duration.set(slice, at - begin(slice));
    }

    /// All slices in the order of their begins and, where these are equal, of the file.
    int[] inOrder() {
        return IndexSort.of(size(), (one, other) -> Double.compare(begin(one), begin(other)));
    }

    /// Those that are no ends; of one begin, the longest first, which the others lie within.
    int[] outerFirst() {
        var slices = new Ints(size());
        for (int slice = 0; slice < size(); slice++)
            if (phase(slice) != Lane.END) slices.add(slice);
        int[] sorted = slices.toArray();
        IndexSort.sort(sorted, 0, sorted.length, this::outerFirst);
        return sorted;
    }

    private int outerFirst(int one, int other) {
        int byBegin = Double.compare(begin(one), begin(other));
        return byBegin != 0 ? byBegin : Double.compare(duration(other), duration(one));
    }
}
