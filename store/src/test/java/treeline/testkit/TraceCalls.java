package treeline.testkit;

import treeline.model.CallTree;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.trace.TraceLine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Calls and inclusive times of a recording, from its trace and from its profile: `main/step 0 10
/// 5000` are 10 calls and 5,000 ns in context 0.
public final class TraceCalls {
    private final CallTree tree;
    private final long[] calls;
    private final long[] nanos;

    private TraceCalls(CallTree tree) {
        this.tree = tree;
        this.calls = new long[tree.size()];
        this.nanos = new long[tree.size()];
    }

    public static List<String> ofTrace(ProfileSource source) {
        Outline outline = source.outline();
        List<String> rows = new ArrayList<>();
        for (TraceLine line : source.traces().lines()) {
            var sums = new TraceCalls(outline.tree());
            sums.add(line);
            for (int node = 0; node < sums.calls.length; node++)
                if (sums.calls[node] > 0)
                    rows.add(
                            row(
                                    outline.tree(),
                                    node,
                                    line.context(),
                                    sums.calls[node],
                                    sums.nanos[node]));
        }
        return rows;
    }

    private void add(TraceLine line) {
        int[] nodes = new int[line.samples() + 1];
        long[] starts = new long[line.samples() + 1];
        int depth = 0;
        int before = TraceLine.NO_NODE;
        for (int sample = 0; sample < line.samples(); sample++) {
            int node = line.node(sample);
            if (isBegin(before, node)) {
                nodes[depth] = node;
                starts[depth++] = line.nanos(sample);
            } else {
                depth--;
                calls[nodes[depth]]++;
                nanos[nodes[depth]] += line.nanos(sample) - starts[depth];
            }
            before = node;
        }
        for (; depth > 0; depth--) {
            calls[nodes[depth - 1]]++;
            nanos[nodes[depth - 1]] += line.endNanos() - starts[depth - 1];
        }
    }

    private boolean isBegin(int before, int node) {
        return node != TraceLine.NO_NODE
                && (before == TraceLine.NO_NODE || tree.parent(node) == before);
    }

    public static List<String> ofProfile(ProfileSource source) throws IOException {
        Profile profile = source.load(Slice.everything());
        var calls = Objects.requireNonNull(profile.column("calls")).byContext();
        var time = Objects.requireNonNull(profile.column("time")).byContext();
        List<String> rows = new ArrayList<>();
        for (int context = 0; context < profile.contexts().size(); context++)
            for (int node = 0; node < profile.tree().size(); node++) {
                int cell = calls.find(context, node);
                if (cell < 0) continue;
                double nanos = time.value(time.find(context, node));
                rows.add(
                        row(profile.tree(), node, context, (long) calls.value(cell), (long) nanos));
            }
        return rows;
    }

    private static String row(CallTree tree, int node, int context, long calls, long nanos) {
        return "%s %d %d %d".formatted(String.join("/", tree.path(node)), context, calls, nanos);
    }
}
