package treeline.formats.otf2;

import treeline.array.Ints;
import treeline.array.Longs;
import treeline.formats.reading.PairIndex;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// One pass over the events of a location: its call tree with times, calls and metrics, and the
/// call stack at the start of each chunk, from which chunks are decoded later.
final class LocationCalls implements Otf2EventReader.EventVisitor {
    static final int NO_CALL = -1;

    private final Otf2Definitions definitions;
    private final PairIndex paths = new PairIndex(); // of caller + 1 and region
    private final Longs exclusive = new Longs();
    private final Longs calls = new Longs();
    private final Ints stack = new Ints();
    private long last;
    private int samples;
    private long events;
    private long unmatchedLeaves;
    private long earlyEvents;
    private final long[] others = new long[256];
    private final List<ChunkStart> chunks = new ArrayList<>();
    private final LocationMetrics metrics;

    /// The state at the start of a chunk.
    ///
    /// @param sample number of enters and leaves before it
    /// @param nanos time of the last event before it
    record ChunkStart(int sample, long nanos, List<Integer> stack) {}

    private LocationCalls(Otf2Definitions definitions) {
        this.definitions = definitions;
        this.metrics = new LocationMetrics(definitions);
    }

    static LocationCalls read(Otf2Chunks file, LocalDefinitions local, Otf2Definitions definitions)
            throws IOException {
        var calls = new LocationCalls(definitions);
        var reader = new Otf2EventReader(local, calls);
        long count = file.count();
        for (long chunk = 0; chunk < count; chunk++) {
            calls.chunks.add(
                    new ChunkStart(
                            calls.samples,
                            calls.last,
                            IntStream.of(calls.stack.toArray()).boxed().toList()));
            reader.read(file.read(chunk));
        }
        calls.events = reader.events();
        return calls;
    }

    private static int innermost(Ints stack) {
        return stack.isEmpty() ? NO_CALL : stack.last();
    }

    private void advance(long nanos) {
        long now = Math.max(nanos, last);
        if (nanos < 0) earlyEvents++;
        int path = innermost(stack);
        if (path != NO_CALL) exclusive.set(path, exclusive.at(path) + now - last);
        last = now;
        metrics.moveTo(path);
    }

    @Override
    public void enter(long nanos, int region) {
        advance(nanos);
        int path = paths.of(innermost(stack) + 1, region);
        exclusive.padTo(path + 1, 0);
        calls.padTo(path + 1, 0);
        calls.set(path, calls.at(path) + 1);
        stack.add(path);
        samples = Math.addExact(samples, 1);
    }

    /// Closes the innermost call. Score-P and the library do not check its region either.
    @Override
    public void leave(long nanos, int region) {
        advance(nanos);
        if (stack.isEmpty()) {
            unmatchedLeaves++;
            return;
        }
        stack.removeLast();
        samples = Math.addExact(samples, 1);
    }

    @Override
    public void metric(long nanos, int metric, byte[] types, long[] values) {
        metrics.read(nanos, metric, types, values);
    }

    @Override
    public void other(int type) {
        others[type]++;
    }

    int paths() {
        return paths.size();
    }

    /// The path of the caller, [#NO_CALL] if there is none. Callers precede their callees.
    int caller(int path) {
        return paths.first(path) - 1;
    }

    Otf2Definitions.Region region(int path) {
        return definitions.region(paths.second(path));
    }

    /// The path of a call that was seen before, by the calls that are open around it.
    int find(Ints open, int region) {
        return paths.find(innermost(open) + 1, region);
    }

    long exclusiveNanos(int path) {
        return exclusive.at(path);
    }

    long calls(int path) {
        return calls.at(path);
    }

    int samples() {
        return samples;
    }

    long lastNanos() {
        return last;
    }

    List<ChunkStart> chunks() {
        return chunks;
    }

    LocationMetrics metrics() {
        return metrics;
    }

    /// Events of all types.
    long events() {
        return events;
    }

    /// Leaves without an open call.
    long unmatchedLeaves() {
        return unmatchedLeaves;
    }

    /// Calls that are open at the end.
    int openCalls() {
        return stack.size();
    }

    /// Events before the start of the run.
    long earlyEvents() {
        return earlyEvents;
    }

    /// Events of a type that are not used.
    long others(int type) {
        return others[type];
    }
}
