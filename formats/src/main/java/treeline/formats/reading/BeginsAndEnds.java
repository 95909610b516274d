package treeline.formats.reading;

import java.util.Arrays;

/// Gives begins of a thread their ends. An end closes the innermost open slice of its name with all
/// that is open within it; without a name, the innermost one.
final class BeginsAndEnds {
    private final Slices slices;
    private final Tally log;
    private final int[] openOfName;
    private int[] open = new int[64];
    private int depth;

    BeginsAndEnds(Slices slices, Tally log) {
        this.slices = slices;
        this.log = log;
        this.openOfName = new int[slices.names()];
    }

    /// @param ofThread in the order of their times
    void pair(int[] ofThread) {
        double last = Double.NEGATIVE_INFINITY;
        for (int slice : ofThread) {
            last = Math.max(last, slices.begin(slice));
            switch (slices.phase(slice)) {
                case Slices.BEGIN -> open(slice);
                case Slices.END -> close(slice);
                default -> last = Math.max(last, slices.begin(slice) + slices.duration(slice));
            }
        }
        while (depth > 0) {
            log.note(
                    "a slice has no end and lasts until the last event of its thread", innermost());
            pop(last);
        }
    }

    private void open(int slice) {
        if (depth == open.length) open = Arrays.copyOf(open, depth * 2);
        open[depth++] = slice;
        openOfName[slices.name(slice)]++;
    }

    private void close(int end) {
        String name = slices.text(slices.name(end));
        boolean named = !name.isEmpty();
        if (depth == 0 || (named && openOfName[slices.name(end)] == 0)) {
            log.lost("an end without a begin is left out", name);
            return;
        }
        while (named && slices.name(open[depth - 1]) != slices.name(end)) {
            log.note("a slice has no end of its own and ends with its caller", innermost());
            pop(slices.begin(end));
        }
        pop(slices.begin(end));
    }

    private String innermost() {
        return slices.text(slices.name(open[depth - 1]));
    }

    private void pop(double at) {
        int slice = open[--depth];
        openOfName[slices.name(slice)]--;
        slices.end(slice, at);
    }
}
