package treeline.store.text.rows;

import treeline.array.Ints;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.ProfileBuilder;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Converts call paths to nodes, in any order. Paths are frame codes; consecutive paths mostly
/// share a prefix, so only the difference is looked up. Nodes are handles until the tree is built.
public final class PathTree {
    private final List<Frame> frames;
    private final ProfileBuilder nodes = new ProfileBuilder();

    /// The newest child of a parent and frame code.
    private final Map<Long, Integer> childOf = new HashMap<>();

    private final Ints path = new Ints();
    private final Ints nodeOnPath = new Ints();

    /// @param frames by code, which count from 0; may grow while paths come
    public PathTree(List<Frame> frames) {
        this.frames = frames;
    }

    /// The newest node of a path, made if there is none. So are the nodes above it.
    public int node(Ints codes) {
        int shared = 0;
        int most = Math.min(codes.size(), path.size());
        while (shared < most && codes.at(shared) == path.at(shared)) shared++;
        path.truncate(shared);
        nodeOnPath.truncate(shared);
        for (int step = shared; step < codes.size(); step++) {
            long key = key(codes.at(step));
            Integer known = childOf.get(key);
            int node = known != null ? known : newChild(key);
            path.add(codes.at(step));
            nodeOnPath.add(node);
        }
        return nodeOnPath.last();
    }

    /// Another node of the path that was asked for last: a sibling of the same frame.
    public int sibling() {
        nodeOnPath.removeLast();
        nodeOnPath.add(newChild(key(path.last())));
        return nodeOnPath.last();
    }

    private int newChild(long key) {
        int node = nodes.newChild(innermost(), frames.get((int) key));
        childOf.put(key, node);
        return node;
    }

    private int innermost() {
        return nodeOnPath.isEmpty() ? ProfileBuilder.ROOT : nodeOnPath.last();
    }

    /// Of a child of the innermost node.
    private long key(int code) {
        return ((long) innermost() << 32) | code;
    }

    public int size() {
        return nodes.nodes();
    }

    /// Where each node stands in the tree.
    public int[] placeOfNode() {
        return nodes.depthFirstPlaces();
    }

    public CallTree tree() {
        return nodes.build().tree();
    }
}
