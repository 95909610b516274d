package treeline.model;

import treeline.text.PathText;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;

/// A forest of call paths in three `int` columns, in depth-first order. A node is an index, a
/// subtree is an index range, and inclusive sums need one backward pass. It uses 12 bytes per node
/// and no node objects.
public final class CallTree implements Serializable {
    private static final long serialVersionUID = 1;
    public static final int NO_PARENT = -1;

    private final int[] parent;
    private final int[] subtreeEnd;
    private final int[] frame;
    private final List<Frame> frames;

    private CallTree(int[] parent, int[] subtreeEnd, int[] frame, List<Frame> frames) {
        this.parent = parent;
        this.subtreeEnd = subtreeEnd;
        this.frame = frame;
        this.frames = frames;
    }

    /// Creates a tree from its columns and validates them: nodes in depth-first order, frame
    /// indices within `frames`.
    public static CallTree of(int[] parents, int[] frameOfNode, List<Frame> frames) {
        if (parents.length != frameOfNode.length)
            throw new IllegalArgumentException(
                    "%d parents but %d frames of nodes"
                            .formatted(parents.length, frameOfNode.length));
        int[] parent = parents.clone();
        int[] subtreeEnd = new int[parent.length];
        for (int node = 0; node < parent.length; node++) {
            if (frameOfNode[node] < 0 || frameOfNode[node] >= frames.size())
                throw new IllegalArgumentException(
                        "node %d has frame %d of %d"
                                .formatted(node, frameOfNode[node], frames.size()));
            closeUpTo(parent, subtreeEnd, node);
        }
        for (int node = 0; node < parent.length; node++)
            if (subtreeEnd[node] == 0) subtreeEnd[node] = parent.length;
        return new CallTree(parent, subtreeEnd, frameOfNode.clone(), List.copyOf(frames));
    }

    /// Ends the subtrees that `node` no longer belongs to; amortised constant, each subtree ends
    /// once.
    private static void closeUpTo(int[] parent, int[] subtreeEnd, int node) {
        int open = node - 1;
        while (open != parent[node]) {
            if (open < 0)
                throw new IllegalArgumentException(
                        "node %d has parent %d, which is not on the path of the node before it"
                                .formatted(node, parent[node]));
            subtreeEnd[open] = node;
            open = parent[open];
        }
    }

    public int size() {
        return parent.length;
    }

    public int parent(int node) {
        return parent[node];
    }

    /// One past the last descendant of `node`. Nodes are stored depth-first, so a subtree is the
    /// range `[node, subtreeEnd(node))`: containment is two comparisons and pruning is a jump.
    public int subtreeEnd(int node) {
        return subtreeEnd[node];
    }

    public boolean isLeaf(int node) {
        return subtreeEnd[node] == node + 1;
    }

    /// The index of the node's frame in [#frames()].
    public int frameIndex(int node) {
        return frame[node];
    }

    public Frame frame(int node) {
        return frames.get(frame[node]);
    }

    public String name(int node) {
        return frame(node).name();
    }

    public List<Frame> frames() {
        return frames;
    }

    /// Distance to the root, which has depth 0.
    public int depth(int node) {
        int depth = 0;
        for (int up = parent[node]; up != NO_PARENT; up = parent[up]) depth++;
        return depth;
    }

    /// The depth of every node in one pass.
    public int[] depths() {
        int[] depth = new int[parent.length];
        for (int node = 0; node < depth.length; node++)
            depth[node] = parent[node] == NO_PARENT ? 0 : depth[parent[node]] + 1;
        return depth;
    }

    /// The names of the frames from the root to the node.
    public List<String> path(int node) {
        Deque<String> names = new ArrayDeque<>();
        for (int at = node; at != NO_PARENT; at = parent[at]) names.addFirst(name(at));
        return List.copyOf(names);
    }

    /// The children of a node in order, found by skipping subtrees; those of [#NO_PARENT] are the
    /// roots.
    public int[] children(int node) {
        int end = node == NO_PARENT ? parent.length : subtreeEnd[node];
        int count = 0;
        for (int child = node + 1; child < end; child = subtreeEnd[child]) count++;
        int[] children = new int[count];
        int child = node + 1;
        for (int i = 0; i < count; i++, child = subtreeEnd[child]) children[i] = child;
        return children;
    }

    /// The node of a path such as `main/solve`, as [PathText] writes it.
    public int at(String path) {
        return at(PathText.names(path));
    }

    /// The node of a call path, given as frame names from the root.
    public int at(List<String> path) {
        int node = NO_PARENT;
        for (String name : path) {
            int within = node;
            node =
                    Arrays.stream(children(within))
                            .filter(child -> name(child).equals(name))
                            .findFirst()
                            .orElseThrow(() -> noSuchPath(path, name, within));
        }
        return node;
    }

    private IllegalArgumentException noSuchPath(List<String> path, String missing, int within) {
        List<String> there = new ArrayList<>();
        for (int child : children(within)) if (there.size() < 8) there.add(name(child));
        return new IllegalArgumentException(
                "no node '%s' on path %s; available: %s"
                        .formatted(
                                missing,
                                path.stream()
                                        .map(PathText::escaped)
                                        .collect(Collectors.joining("/")),
                                String.join(", ", there)));
    }

    /// Equal shape and frames; the order of frames is irrelevant.
    @Override
    public boolean equals(Object other) {
        if (!(other instanceof CallTree that) || !Arrays.equals(parent, that.parent)) return false;
        for (int node = 0; node < parent.length; node++)
            if (!frame(node).equals(that.frame(node))) return false;
        return true;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(parent);
    }

    @Override
    public String toString() {
        return "CallTree of %d nodes, %d frames".formatted(size(), frames.size());
    }
}
