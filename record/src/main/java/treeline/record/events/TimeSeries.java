package treeline.record.events;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/// The times of a loop by iteration number, as nanoseconds + 1 and 0 for none: in ints until an
/// iteration exceeds two seconds. Arrays are replaced by longer ones, so who holds an array keeps
/// the values that it had when it was replaced.
final class TimeSeries {
    /// A series has room for as many iterations as that of the repetition before from the start, if
    /// they are no more than this.
    private static final int MAX_EXPECTED = 64;

    private static final int[] NO_INTS = {};

    private final int expected;

    /// The iteration number of the first word.
    private int base;

    private int[] narrow = NO_INTS;
    private long @Nullable [] wide;

    /// One more than the last word in use.
    private int used;

    /// How many iterations have a value.
    private int ran;

    /// @param before the capacity of the series of the repetition before
    TimeSeries(int before) {
        this.expected = before <= MAX_EXPECTED ? before : 0;
    }

    int ran() {
        return ran;
    }

    int capacity() {
        long[] longs = wide;
        return longs == null ? narrow.length : longs.length;
    }

    /// How many iterations the series would span with this one.
    long spanWith(int iteration) {
        if (ran == 0) return 1;
        return Math.max((long) iteration + 1, (long) base + used) - Math.min(iteration, base);
    }

    /// Adds to an iteration if there is room for it; the common case.
    boolean addWithin(int iteration, long elapsed) {
        int[] words = narrow;
        int place = iteration - base;
        if (place < 0 || place >= words.length) return false;
        int before = words[place];
        if (before == 0) {
            if (elapsed >= Integer.MAX_VALUE) return false;
            words[place] = (int) elapsed + 1;
            count(place);
            return true;
        }
        long after = before + elapsed;
        if (after > Integer.MAX_VALUE) return false;
        words[place] = (int) after;
        return true;
    }

    private void count(int place) {
        ran++;
        if (place >= used) used = place + 1;
    }

    /// Adds to an iteration, with more room if necessary.
    void add(int iteration, long elapsed) {
        if (capacity() == 0) base = Bases.of(iteration);
        if (iteration < base) lowerTo(Bases.lowered(iteration, base, capacity()));
        int place = iteration - base;
        if (wide == null && place >= narrow.length)
            narrow = Arrays.copyOf(narrow, lengthFor(place));
        if (addWithin(iteration, elapsed)) return;
        long[] words = wideUpTo(place);
        long before = words[place];
        words[place] = before == 0 ? elapsed + 1 : before + elapsed;
        if (before == 0) count(place);
    }

    private int lengthFor(int place) {
        return Math.max(Math.max(4, expected), Integer.highestOneBit(place) << 1);
    }

    private long[] wideUpTo(int place) {
        long[] words = wide;
        if (words != null && place < words.length) return words;
        long[] grown = new long[Math.max(lengthFor(place), capacity())];
        for (int i = 0; i < used; i++) grown[i] = wordAt(i);
        wide = grown;
        narrow = NO_INTS;
        return grown;
    }

    private void lowerTo(int lower) {
        int shift = base - lower;
        long[] longs = wide;
        if (longs == null) {
            int[] grown = new int[Math.addExact(used, shift)];
            System.arraycopy(narrow, 0, grown, shift, used);
            narrow = grown;
        } else {
            long[] grown = new long[Math.addExact(used, shift)];
            System.arraycopy(longs, 0, grown, shift, used);
            wide = grown;
        }
        base = lower;
        used += shift;
    }

    private long wordAt(int place) {
        long[] longs = wide;
        return longs == null ? narrow[place] : longs[place];
    }

    /// For the thread that writes the series.
    long word(int iteration) {
        int place = iteration - base;
        return place < 0 || place >= capacity() ? 0 : wordAt(place);
    }

    /// A view of the values up to now, from the first that ran on.
    EachCell.Stored stored() {
        int from = 0;
        while (from < used && wordAt(from) == 0) from++;
        return new EachCell.Stored(base + from, narrow, wide, from, used);
    }
}
