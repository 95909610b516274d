package treeline.aggregate;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Outline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// An outline in which only the names of some nodes matter, so that libraries are looked up for few
/// frames.
final class SparseNames {
    private SparseNames() {}

    /// The outline with one placeholder for every frame that is neither of these nodes nor above
    /// them. The activity of a node depends on its callers only, and matching names against all
    /// known libraries takes longer than reading a small sample.
    static Outline of(IntStream nodes, Outline outline) {
        CallTree tree = outline.tree();
        List<Frame> frames = new ArrayList<>();
        frames.add(Frame.region("-"));
        int[] parents = new int[tree.size()];
        int[] frameOfNode = new int[tree.size()];
        int[] known = new int[tree.frames().size()];
        Arrays.setAll(parents, tree::parent);
        for (int each : nodes.toArray())
            for (int node = each;
                    node != CallTree.NO_PARENT && frameOfNode[node] == 0;
                    node = parents[node]) {
                int frame = tree.frameIndex(node);
                if (known[frame] == 0) {
                    known[frame] = frames.size();
                    frames.add(tree.frames().get(frame));
                }
                frameOfNode[node] = known[frame];
            }
        return outline.withTree(CallTree.of(parents, frameOfNode, frames), outline.labels());
    }
}
