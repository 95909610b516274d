package treeline.dashboard.time;

import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.Status;
import treeline.dashboard.runs.OpenRun;
import treeline.model.CallTree;
import treeline.model.Outline;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.trace.TimeWindow;
import treeline.trace.TracePart;
import treeline.view.TreeArrays;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The trace of an open run, indexed by context, so that a tile of few rows does not look at the
/// others.
final class OpenTrace {
    private final OpenRun run;
    private final Traces traces;
    private final SequencedMap<Integer, List<TraceLine>> linesOf = new TreeMap<>();
    private final int[] depths;
    private final int[] shown; // empty if the browser has all nodes

    private OpenTrace(OpenRun run, Traces traces, int[] shown) {
        this.run = run;
        this.traces = traces;
        this.shown = shown;
        this.depths = run.outline().tree().depths();
        for (TraceLine line : traces.lines())
            linesOf.computeIfAbsent(line.context(), _ -> new ArrayList<>()).add(line);
    }

    static OpenTrace of(OpenRun run) throws IOException {
        return new OpenTrace(run, run.traces(), shown(run));
    }

    /// By node: the node itself if the browser has a row for it, else its nearest such ancestor.
    private static int[] shown(OpenRun run) throws IOException {
        CallTree tree = run.outline().tree();
        if (tree.size() <= OpenRun.MAX_ROWS || run.traces().isEmpty()) return new int[0];
        var rows = new BitSet(tree.size());
        run.rows(TreeArrays.WHOLE_FOREST).node().stream().forEach(rows::set);
        int[] shown = new int[tree.size()];
        for (int node = 0; node < shown.length; node++)
            shown[node] = rows.get(node) || tree.parent(node) < 0 ? node : shown[tree.parent(node)];
        return shown;
    }

    Traces traces() {
        return traces;
    }

    Outline outline() {
        return run.outline();
    }

    OpenRun run() {
        return run;
    }

    /// The traced contexts, ascending.
    int[] contexts() {
        return linesOf.keySet().stream().mapToInt(Integer::intValue).toArray();
    }

    List<TraceLine> linesOf(int context) {
        return linesOf.getOrDefault(context, List.of());
    }

    /// Whether a context sent a message. A trace may record collective operations, thread teams or
    /// kernels and no messages. The search ends at the first message.
    boolean hasMessages() {
        Interactions interactions = traces.interactions();
        if (!interactions.isRecorded()) return false;
        return linesOf.keySet().stream().map(interactions::of).anyMatch(OpenTrace::hasSend);
    }

    private static boolean hasSend(Operations operations) {
        return IntStream.range(0, operations.size())
                .anyMatch(i -> operations.kind(i) == OperationKind.SEND);
    }

    /// The node that the browser has a row for; negative ones stay.
    int shown(int node) {
        return node < 0 || shown.length == 0 ? node : shown[node];
    }

    /// By node, 0 for roots.
    int[] depths() {
        return depths;
    }

    long end() {
        return Math.max(1, traces.endNanos());
    }

    OpenTrace required() {
        if (traces.isEmpty())
            throw new RefusedRequest(
                    Status.UNPROCESSABLE,
                    "the run has no trace, which records activity over time",
                    "record one, for example with the option 'trace'");
        return this;
    }

    TracePart part(Selection contexts, TimeWindow window) {
        List<TraceLine> lines =
                linesOf.entrySet().stream()
                        .filter(each -> contexts.contains(each.getKey()))
                        .flatMap(each -> each.getValue().stream())
                        .toList();
        return new TracePart(outline(), lines, window, window.toNanos() >= end(), ReadReport.CLEAN);
    }
}
