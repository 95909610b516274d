package treeline.formats.otf2;

import org.jspecify.annotations.Nullable;

import treeline.array.Ints;
import treeline.array.Longs;
import treeline.source.trace.TraceLine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// The calls of a location, decoded one chunk at a time. The last decoded chunk is kept.
final class Otf2Line implements TraceLine {
    private final int context;
    private final Otf2Chunks file;
    private final LocalDefinitions local;
    private final LocationCalls calls;
    private final int[] nodeOf;
    private volatile @Nullable Decoded decoded;

    /// @param nodeOf node of each path of the location
    Otf2Line(
            int context,
            Otf2Chunks file,
            LocalDefinitions local,
            LocationCalls calls,
            int[] nodeOf) {
        this.context = context;
        this.file = file;
        this.local = local;
        this.calls = calls;
        this.nodeOf = nodeOf;
    }

    @Override
    public int context() {
        return context;
    }

    @Override
    public int samples() {
        return calls.samples();
    }

    @Override
    public long endNanos() {
        return calls.lastNanos();
    }

    @Override
    public long nanos(int sample) {
        Decoded chunk = chunkOf(sample);
        return chunk.nanos.at(sample - chunk.first);
    }

    @Override
    public int node(int sample) {
        Decoded chunk = chunkOf(sample);
        return chunk.nodes.at(sample - chunk.first);
    }

    /// Chunks are searched by the times at their starts, and only one of them is decoded.
    @Override
    public int firstFrom(long nanos) {
        List<LocationCalls.ChunkStart> chunks = calls.chunks();
        int low = 0;
        int high = chunks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (chunks.get(middle).nanos() < nanos) low = middle + 1;
            else high = middle;
        }
        int chunk = low - 1;
        if (chunk < 0) return 0;
        int next = chunk + 1 < chunks.size() ? chunks.get(chunk + 1).sample() : samples();
        int from = chunks.get(chunk).sample();
        while (from < next) {
            int middle = (from + next) >>> 1;
            if (nanos(middle) < nanos) from = middle + 1;
            else next = middle;
        }
        return from;
    }

    private Decoded chunkOf(int sample) {
        Decoded kept = decoded;
        if (kept != null && kept.contains(sample)) return kept;
        Decoded made = decode(chunkAt(sample));
        decoded = made;
        return made;
    }

    private int chunkAt(int sample) {
        List<LocationCalls.ChunkStart> chunks = calls.chunks();
        int low = 0;
        int high = chunks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (chunks.get(middle).sample() <= sample) low = middle + 1;
            else high = middle;
        }
        return low - 1;
    }

    private Decoded decode(int chunk) {
        try {
            var made = new Decoded(calls.chunks().get(chunk));
            new Otf2EventReader(local, made).read(file.read(chunk));
            return made;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// The samples of a chunk.
    private final class Decoded implements Otf2EventReader.EventVisitor {
        private final int first;
        private final Longs nanos = new Longs(1024);
        private final Ints nodes = new Ints(1024);
        private final Ints stack = new Ints();
        private long last;

        Decoded(LocationCalls.ChunkStart start) {
            first = start.sample();
            last = start.nanos();
            start.stack().forEach(stack::add);
        }

        boolean contains(int sample) {
            return sample >= first && sample - first < nanos.size();
        }

        @Override
        public void enter(long time, int region) {
            int path = calls.find(stack.isEmpty() ? LocationCalls.NO_CALL : stack.last(), region);
            stack.add(path);
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
            nanos.add(last);
            nodes.add(stack.isEmpty() ? NO_NODE : nodeOf[stack.last()]);
        }
    }
}
