package treeline.formats.slices;

import treeline.array.Ints;

/// Computes the durations of buffered slices, including begin and end events.
final class KeptSlices implements BeginEndMatcher.Opened {
    private final Slices slices;
    private final Ints open = new Ints(8);

    KeptSlices(Slices slices) {
        this.slices = slices;
    }

    void pair(BeginEndMatcher pairs, boolean cut) {
        double last = Double.NEGATIVE_INFINITY;
        for (int slice : slices.inOrder()) {
            last = Math.max(last, slices.begin(slice));
            switch (slices.phase(slice)) {
                case Lane.BEGIN -> {
                    open.add(slice);
                    pairs.begin(slices.name(slice));
                }
                case Lane.END -> pairs.end(slices.name(slice), slices.begin(slice));
                default -> last = Math.max(last, slices.begin(slice) + slices.duration(slice));
            }
        }
        pairs.finish(last, cut);
    }

    @Override
    public int depth() {
        return open.size();
    }

    @Override
    public int name() {
        return slices.name(open.last());
    }

    @Override
    public void leave(double end) {
        slices.end(open.removeLast(), end);
    }

    @Override
    public void abandon(double last) {
        slices.setPhase(open.last(), Lane.ABANDONED);
        leave(last);
    }
}
