package treeline.store.text.rows;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.ProfileBuilder;

import java.util.Arrays;
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

    private int[] path = new int[16];
    private int[] nodeOnPath = new int[16];
    private int depth;

    /// @param frames by code, which count from 0; may grow while paths come
    public PathTree(List<Frame> frames) {
        this.frames = frames;
    }

    /// The newest node of a path, made if there is none. So are the nodes above it.
    public int node(int[] codes, int length) {
        int shared = 0;
        while (shared < length && shared < depth && codes[shared] == path[shared]) shared++;
        if (path.length < length) {
            path = Arrays.copyOf(path, codes.length);
            nodeOnPath = Arrays.copyOf(nodeOnPath, codes.length);
        }
        depth = length;
        for (int step = shared; step < length; step++) {
            path[step] = codes[step];
            Integer known = childOf.get(key(step));
            nodeOnPath[step] = known != null ? known : newChild(step);
        }
        return nodeOnPath[length - 1];
    }

    /// Another node of the path that was asked for last: a sibling of the same frame.
    public int sibling() {
        nodeOnPath[depth - 1] = newChild(depth - 1);
        return nodeOnPath[depth - 1];
    }

    private int newChild(int step) {
        int node = nodes.newChild(parentOf(step), frames.get(path[step]));
        childOf.put(key(step), node);
        return node;
    }

    private int parentOf(int step) {
        return step == 0 ? ProfileBuilder.ROOT : nodeOnPath[step - 1];
    }

    private long key(int step) {
        return ((long) parentOf(step) << 32) | path[step];
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
