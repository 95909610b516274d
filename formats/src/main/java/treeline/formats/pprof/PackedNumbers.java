package treeline.formats.pprof;

import treeline.array.Capacity;

/// A reusable list of varints in encoded form, decoded on demand.
final class PackedNumbers {
    private byte[] bytes = new byte[256];
    private int size;

    void clear() {
        size = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    byte at(int index) {
        return bytes[index];
    }

    /// Makes room for more bytes; they are written to [#array] from the place that this returns.
    int extend(int more) {
        int place = size;
        bytes = Capacity.withRoom(bytes, size, more);
        size += more;
        return place;
    }

    byte[] array() {
        return bytes;
    }
}
