package treeline.single;

import java.io.Serializable;
import java.util.Arrays;

/// The few places with the largest values, largest first; of equal values, the one that was added
/// first. Insertion: the list is short and mostly stays as it is.
public final class Largest implements Serializable {
    private static final long serialVersionUID = 1;
    private final double[] values;
    private final int[] places;
    private int count;

    public Largest(int most) {
        values = new double[most];
        places = new int[most];
    }

    public void add(int place, double value) {
        int at = count;
        while (at > 0 && values[at - 1] < value) at--;
        if (at == values.length) return;
        int moved = Math.min(count, values.length - 1) - at;
        System.arraycopy(values, at, values, at + 1, moved);
        System.arraycopy(places, at, places, at + 1, moved);
        values[at] = value;
        places[at] = place;
        count = Math.min(count + 1, values.length);
    }

    public void addAll(Largest other) {
        for (int i = 0; i < other.count; i++) add(other.places[i], other.values[i]);
    }

    public int[] places() {
        return Arrays.copyOf(places, count);
    }
}
