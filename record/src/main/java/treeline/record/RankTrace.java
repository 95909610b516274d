package treeline.record;

import treeline.model.Metadata;
import treeline.record.events.TraceBuffer;
import treeline.record.ranks.Communicator;
import treeline.store.trace.ClockReading;
import treeline.store.trace.ThreadTrace;
import treeline.store.trace.TraceFileWriter;
import treeline.store.trace.TraceGroup;
import treeline.store.trace.TracedRecording;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The trace of a rank: the offsets of its clock from that of rank 0, and the trace file.
final class RankTrace {
    private final RankEvents events;
    private final Start start;
    private final long startNanos;
    private final ClockOffset first;
    private long errorNanos;

    /// Collective.
    ///
    /// @param ranks of the recorder
    RankTrace(RankEvents events, Start start, Communicator ranks) {
        this.events = events;
        this.start = start;
        this.first = ClockOffset.measured(ranks, events::now);
        this.startNanos = events.now();
        this.errorNanos = first.largestErrorNanos();
        events.communicator.observe(new TracedCollectives());
    }

    /// Writes the trace file. Collective, because the clocks are compared again.
    void write(Path folder, Communicator ranks) throws IOException {
        ClockOffset last = ClockOffset.measured(ranks, events::now);
        errorNanos = Math.max(errorNanos, last.largestErrorNanos());
        List<ClockReading> clock = new ArrayList<>();
        clock.add(reading(first));
        if (last.atNanos() > first.atNanos()) clock.add(reading(last));
        new TraceFileWriter(
                        start.name(),
                        ranks.rank(),
                        ranks.size(),
                        ChronoUnit.NANOS.between(Instant.EPOCH, start.instant()),
                        Math.max(0, events.now() - startNanos),
                        clock,
                        ranks.size() == 1 ? List.of() : List.of(world(ranks.size())))
                .write(folder, threads());
    }

    private ClockReading reading(ClockOffset offset) {
        return new ClockReading(
                offset.atNanos() - startNanos,
                startNanos - start.zeroNanos() - offset.offsetNanos(),
                offset.errorNanos());
    }

    private static TraceGroup world(int ranks) {
        return new TraceGroup("all ranks", 1, IntStream.range(0, ranks).boxed().toList());
    }

    private List<ThreadTrace> threads() {
        List<ThreadTrace> all = new ArrayList<>();
        for (ThreadEvents each : events.threads()) {
            TraceBuffer buffer = each.trace;
            if (buffer != null) all.add(new OfThread(each, buffer, startNanos));
        }
        return all;
    }

    /// On rank 0, after [#write].
    Metadata in(Metadata metadata) {
        return metadata.with(TracedRecording.FILES, TraceFileWriter.names(start.name()))
                .with("trace.clock.error.ns", errorNanos);
    }

    /// The trace of a thread with its call paths.
    private record OfThread(ThreadEvents events, TraceBuffer buffer, long startNanos)
            implements ThreadTrace {
        @Override
        public int number() {
            return events.number;
        }

        @Override
        public long dropped() {
            return buffer.dropped();
        }

        @Override
        public int paths() {
            return events.nodeCount();
        }

        @Override
        public int parent(int path) {
            PathNode parent = events.node(path).parent;
            return parent == null ? -1 : parent.index;
        }

        @Override
        public String name(int path) {
            return events.node(path).name;
        }

        @Override
        public void writeTo(Sink sink) {
            buffer.writeTo(sink, startNanos);
        }
    }
}
