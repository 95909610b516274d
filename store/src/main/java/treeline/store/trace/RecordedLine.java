package treeline.store.trace;

import treeline.store.trace.RecordedInteractions.Traced;

/// The calls of a thread in a trace file.
final class RecordedLine extends BlockLine {
    private final Traced traced;

    RecordedLine(int context, Traced traced) {
        super(
                context,
                traced.thread().samples(),
                traced.endNanos(),
                traced.thread().blocks().stream()
                        .mapToInt(TraceThread.Block::firstSample)
                        .toArray(),
                traced.thread().blocks().stream()
                        .mapToLong(block -> traced.runNanos(block.nanos()))
                        .toArray());
        this.traced = traced;
    }

    @Override
    protected Samples decode(int number) {
        TraceThread.Block block = traced.thread().blocks().get(number);
        var samples = new Samples(block.firstSample(), block.samples());
        traced.read(
                block,
                new BlockReader.Visitor() {
                    @Override
                    public void begin(long time, int path) {
                        samples.add(traced.runNanos(time), traced.node(path));
                    }

                    @Override
                    public void end(long time, int path) {
                        samples.add(traced.runNanos(time), path < 0 ? NO_NODE : traced.node(path));
                    }
                });
        return samples;
    }
}
