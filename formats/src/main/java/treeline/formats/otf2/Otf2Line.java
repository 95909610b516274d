package treeline.formats.otf2;

import treeline.array.Ints;
import treeline.store.trace.BlockLine;

import java.io.IOException;
import java.io.UncheckedIOException;

/// The calls of a location; a chunk of its file is a block.
final class Otf2Line extends BlockLine {
    private final Otf2Source.TracedLocation location;

    Otf2Line(int context, Otf2Source.TracedLocation location) {
        super(
                context,
                location.calls().samples(),
                location.calls().lastNanos(),
                location.calls().chunks().stream()
                        .mapToInt(LocationCalls.ChunkStart::sample)
                        .toArray(),
                location.calls().chunks().stream()
                        .mapToLong(LocationCalls.ChunkStart::nanos)
                        .toArray());
        this.location = location;
    }

    @Override
    protected Samples decode(int chunk) {
        try {
            var events = new Events(location.calls().chunks().get(chunk));
            new Otf2EventReader(location.local(), events).read(location.file().read(chunk));
            return events.samples;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// The events of a chunk.
    private final class Events implements Otf2EventReader.EventVisitor {
        private final Samples samples;
        private final Ints stack = new Ints();
        private long last;

        Events(LocationCalls.ChunkStart start) {
            samples = new Samples(start.sample(), 1024);
            last = start.nanos();
            start.stack().forEach(stack::add);
        }

        @Override
        public void enter(long time, int region) {
            stack.add(location.calls().find(stack, region));
            add(time);
        }

        @Override
        public void leave(long time, int region) {
            if (stack.isEmpty()) return;
            stack.removeLast();
            add(time);
        }

        private void add(long time) {
            last = Math.max(time, last);
            samples.add(last, stack.isEmpty() ? NO_NODE : location.nodeOf()[stack.last()]);
        }
    }
}
