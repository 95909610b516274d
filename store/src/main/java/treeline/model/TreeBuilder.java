package treeline.model;

import treeline.array.DepthFirst;
import treeline.array.Ints;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Builds a call tree from nodes in any order, parents before their children. Handles are local to
/// the builder: [#build()] arranges nodes in depth-first order (siblings keep their insertion
/// order), and [#places()] maps handles to nodes. Not thread-safe.
public final class TreeBuilder {
    /// The parent of roots.
    public static final int ROOT = CallTree.NO_PARENT;

    private final Ints parent = new Ints();
    private final Ints frameOfNode = new Ints();
    private final LongIntMap childOf = new LongIntMap();
    private final Map<Frame, Integer> frameIndex = new HashMap<>();
    private final List<Frame> frames = new ArrayList<>();

    /// The node of a frame under a parent, made if there is none yet: paths that repeat are one
    /// node.
    public int child(int parentNode, Frame frame) {
        return child(parentNode, frame(frame));
    }

    /// A new node even where the parent already has a child of this frame; for formats in which
    /// siblings of one name are different calls.
    public int newChild(int parentNode, Frame frame) {
        return append(parentNode, frame(frame));
    }

    /// Adds another tree's paths to those already here and returns the handle of each of its nodes.
    /// Siblings that share a frame in the other tree become one.
    public int[] unite(CallTree tree) {
        int[] handle = new int[tree.size()];
        int[] frameAt = new int[tree.frames().size()];
        Arrays.setAll(frameAt, frame -> frame(tree.frames().get(frame)));
        for (int node = 0; node < handle.length; node++) {
            int up = tree.parent(node) == CallTree.NO_PARENT ? ROOT : handle[tree.parent(node)];
            handle[node] = child(up, frameAt[tree.frameIndex(node)]);
        }
        return handle;
    }

    /// The same for a frame whose handle is known, which is found much faster.
    public int child(int parentNode, int frameAt) {
        int known = childOf.get(LongIntMap.pair(parentNode, frameAt));
        if (known >= 0) return known;
        int node = append(parentNode, frameAt);
        childOf.put(LongIntMap.pair(parentNode, frameAt), node);
        return node;
    }

    /// The handle of a frame, for callers that meet the same ones again and again.
    public int frame(Frame frame) {
        Integer known = frameIndex.putIfAbsent(frame, frames.size());
        if (known != null) return known;
        frames.add(frame);
        return frames.size() - 1;
    }

    private int append(int parentNode, int frameAt) {
        if (parentNode != ROOT) java.util.Objects.checkIndex(parentNode, nodes());
        java.util.Objects.checkIndex(frameAt, frames.size());
        parent.add(parentNode);
        frameOfNode.add(frameAt);
        return nodes() - 1;
    }

    int nodes() {
        return parent.size();
    }

    /// Where each handle's node stands in the tree.
    public int[] places() {
        return DepthFirst.places(nodes(), parent::at);
    }

    public CallTree build() {
        return build(places());
    }

    /// The tree for places that are already known.
    CallTree build(int[] places) {
        int nodes = nodes();
        int[] treeParent = new int[nodes];
        int[] treeFrame = new int[nodes];
        for (int handle = 0; handle < nodes; handle++) {
            int up = parent.at(handle);
            treeParent[places[handle]] = up == ROOT ? CallTree.NO_PARENT : places[up];
            treeFrame[places[handle]] = frameOfNode.at(handle);
        }
        return CallTree.of(treeParent, treeFrame, frames);
    }
}
