package treeline.formats.slices;

import java.util.Arrays;

/// Computes the durations of buffered slices, including begin and end events.
final class KeptSlices implements BeginEndMatcher.Opened {
    private final Slices slices;
    private int[] open = new int[8];
    private int depth;

    KeptSlices(Slices slices) {
        this.slices = slices;
    }

    void pair(BeginEndMatcher pairs, boolean cut) {
        double last = Double.NEGATIVE_INFINITY;
        for (int slice : slices.inOrder()) {
            last = Math.max(last, slices.begin(slice));
            switch (slices.phase(slice)) {
                case Lane.BEGIN -> {
                    enter(slice);
                    pairs.begin(slices.name(slice));
                }
                case Lane.END -> pairs.end(slices.name(slice), slices.begin(slice));
                default -> last = Math.max(last, slices.begin(slice) + slices.duration(slice));
            }
        }
        pairs.finish(last, cut);
    }

    private void enter(int slice) {
        if (depth == open.length) open = Arrays.copyOf(open, depth * 2);
        open[depth++] = slice;
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public int name() {
        return slices.name(open[depth - 1]);
    }

    @Override
    public void leave(double end) {
        slices.end(open[--depth], end);
    }

    @Override
    public void abandon(double last) {
        leave(last);
        slices.setPhase(open[depth], Lane.ABANDONED);
    }
}
