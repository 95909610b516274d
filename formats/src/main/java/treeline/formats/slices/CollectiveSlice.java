package treeline.formats.slices;

import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.TraceLine;

import java.util.BitSet;

/// The part of a thread or stream in a collective operation. Readers find it among the slices of a
/// file, because a library may execute the operation on a thread of its own while another waits.
///
/// @param thread that waits for the operation: the stream of its kernel, or the thread of the host
///   that started it
/// @param executor the thread or stream that executes the operation
/// @param group the process group, by a name that all of its ranks use
/// @param sequence the number of the operation in its group, negative if unknown
/// @param issued when the thread started the operation, in the unit of the slices
/// @param begin when the rank joined the operation
public record CollectiveSlice(
        int thread,
        int executor,
        OperationKind kind,
        String group,
        int sequence,
        double issued,
        double begin,
        double end) {

    /// Adds the operation. Its thread waits from the last change of its innermost slice, unless it
    /// works when the operation ends. The slice in which it started the operation may wait for it.
    ///
    /// @param line of the thread
    /// @param working nodes in which a thread works
    void addTo(
            Operations.Builder operations,
            int groupAt,
            TraceLine line,
            BitSet working,
            LineClock clock) {
        long started = clock.nanos(begin);
        long finished = Math.max(started, clock.nanos(end));
        int sample = line.sampleAt(finished - 1);
        int node = sample < 0 ? TraceLine.NO_NODE : line.node(sample);
        long waits = sample < 0 ? started : Math.min(finished, line.nanos(sample));
        int around = line.sampleAt(clock.nanos(issued) - 1);
        boolean isAround = around >= 0 && line.node(around) == node;
        if (node >= 0 && working.get(node) && !isAround) waits = finished;
        operations.add(kind, node, Operations.ABSENT, groupAt, sequence);
        operations.call(started, waits, finished);
        operations.within(started, finished);
        operations.bytes(Operations.ABSENT, Operations.ABSENT);
    }
}
