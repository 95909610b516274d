package treeline.trace.pattern;

import treeline.model.CallTree;
import treeline.source.trace.TraceLine;

import java.util.Arrays;

/// The direct calls of one function on one context, in time order.
final class CallSequence {
    private int size;
    private int[] nodes = new int[64];
    private long[] begins = new long[64];
    private long[] ends = new long[64];

    /// The calls of a node's direct callees, or of the roots for [CallTree#NO_PARENT]. A binary
    /// search among the callees for each sample, however deep it is.
    static CallSequence of(CallTree tree, TraceLine line, int caller) {
        var sequence = new CallSequence();
        int[] callees = tree.children(caller);
        int open = TraceLine.NO_NODE;
        int samples = line.samples();
        for (int sample = 0; sample <= samples; sample++) {
            int node = sample == samples ? TraceLine.NO_NODE : line.node(sample);
            long time = sample == samples ? line.endNanos() : line.nanos(sample);
            int callee = callee(tree, callees, node);
            if (callee == open) continue;
            if (open != TraceLine.NO_NODE) sequence.end(time);
            if (callee != TraceLine.NO_NODE) sequence.begin(callee, time);
            open = callee;
        }
        return sequence;
    }

    /// The callee whose subtree a node is in: the last one that does not follow it.
    private static int callee(CallTree tree, int[] callees, int node) {
        int found = Arrays.binarySearch(callees, node);
        int last = found >= 0 ? found : -found - 2;
        if (last < 0 || node >= tree.subtreeEnd(callees[last])) return TraceLine.NO_NODE;
        return callees[last];
    }

    private void begin(int node, long time) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, size * 2);
            begins = Arrays.copyOf(begins, size * 2);
            ends = Arrays.copyOf(ends, size * 2);
        }
        nodes[size] = node;
        begins[size] = time;
        ends[size++] = time;
    }

    private void end(long time) {
        ends[size - 1] = time;
    }

    int size() {
        return size;
    }

    int node(int call) {
        return nodes[call];
    }

    long begin(int call) {
        return begins[call];
    }

    long end(int call) {
        return ends[call];
    }
}
