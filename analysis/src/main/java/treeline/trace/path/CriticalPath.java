package treeline.trace.path;

import treeline.array.BinarySearch;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.trace.communication.OperationSet;
import treeline.trace.waiting.WaitStates;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// The critical path: the chain of work, through waits, that determines the length of a run, after
/// Böhme et al., "Scalable critical-path based performance analysis" (IPDPS 2012).
///
/// It is followed backwards from the last event. On each context it goes back to the end of the
/// latest wait and continues at that moment on the context that was waited for. A thread's piece
/// ends at the start of its team, from where the thread that forked the team continues. Exactly one
/// context is on the path at any time, so the path is as long as the run.
///
/// @param segments in time order, without gaps
public record CriticalPath(List<Segment> segments) {

    /// A stretch of the path on one context.
    public record Segment(int context, long beginNanos, long endNanos) {}

    public CriticalPath {
        segments = List.copyOf(segments);
    }

    /// The critical path of a run.
    ///
    /// @param waits those that the path follows
    public static CriticalPath of(Traces traces, OperationSet operations, WaitStates waits) {
        return new Search(traces, operations, waits).path();
    }

    public long nanos() {
        return segments.isEmpty()
                ? 0
                : segments.getLast().endNanos() - segments.getFirst().beginNanos();
    }

    /// The time on the path by node; the last element is the time outside all nodes.
    public long[] nanosByNode(Traces traces, int nodes) {
        long[] nanos = new long[nodes + 1];
        List<List<TraceLine>> lines = linesByContext(traces);
        for (Segment segment : segments)
            for (TraceLine line : lines.get(segment.context()))
                line.between(
                        segment.beginNanos(),
                        segment.endNanos(),
                        (begin, end, node) ->
                                nanos[node == TraceLine.NO_NODE ? nodes : node] += end - begin);
        return nanos;
    }

    private static List<List<TraceLine>> linesByContext(Traces traces) {
        List<List<TraceLine>> lines = new ArrayList<>();
        for (TraceLine line : traces.lines()) {
            while (lines.size() <= line.context()) lines.add(new ArrayList<>());
            lines.get(line.context()).add(line);
        }
        return lines;
    }

    /// The backward search.
    private static final class Search {
        private final OperationSet operations;
        private final WaitStates waits;
        private final long begin;
        private long time;
        private int context;
        private final List<Segment> backwards = new ArrayList<>();
        private final boolean[] visited; // at the present moment

        Search(Traces traces, OperationSet operations, WaitStates waits) {
            this.operations = operations;
            this.waits = waits;
            long first = Long.MAX_VALUE;
            long last = Long.MIN_VALUE;
            for (TraceLine line : traces.lines()) {
                if (line.samples() == 0) continue;
                first = Math.min(first, line.nanos(0));
                if (line.endNanos() > last) {
                    last = line.endNanos();
                    context = line.context();
                }
            }
            begin = first;
            time = last;
            visited = new boolean[operations.contexts()];
        }

        CriticalPath path() {
            while (time > begin) {
                int wait = waits.lastEndingBy(context, visited[context] ? time - 1 : time);
                long from = wait < 0 ? begin : Math.max(begin, waits.endNanos(wait));
                int next = wait < 0 ? context : waits.cause(wait);
                int start = teamStart(from);
                if (start >= 0) {
                    from = operations.of(context).beginNanos(start);
                    next = operations.of(context).peer(start);
                } else if (wait < 0) {
                    from = begin;
                }
                visited[context] = true;
                if (from < time) {
                    backwards.add(new Segment(context, from, time));
                    Arrays.fill(visited, false);
                }
                time = from;
                context = next;
            }
            Collections.reverse(backwards);
            return new CriticalPath(backwards);
        }

        /// The latest start of the context's team after a time, -1 if there is none.
        private int teamStart(long after) {
            Operations mine = operations.of(context);
            int found = -1;
            int next = BinarySearch.end(0, mine.size(), each -> mine.endNanos(each) <= time);
            for (int i = next - 1; i >= 0 && mine.endNanos(i) >= after && found < 0; i--)
                if (mine.kind(i) == OperationKind.TEAM_START
                        && mine.peer(i) != context
                        && mine.peer(i) >= 0
                        && mine.beginNanos(i) < time) found = i;
            return found;
        }
    }
}
