package treeline.query;

import treeline.model.CallTree;

import java.util.BitSet;
import java.util.stream.IntStream;

/// An immutable set of nodes of a call tree. Set operations require sets of the same tree,
/// identified by its size.
public final class NodeSet {
    private final BitSet nodes;
    private final int treeSize;

    private NodeSet(BitSet nodes, int treeSize) {
        this.nodes = nodes;
        this.treeSize = treeSize;
    }

    /// A copy of the bits as a set.
    ///
    /// @param treeSize how many nodes the tree has
    public static NodeSet of(BitSet nodes, int treeSize) {
        if (nodes.length() > treeSize)
            throw new IllegalArgumentException(
                    "node %d is not in a tree of %d nodes".formatted(nodes.length() - 1, treeSize));
        return new NodeSet((BitSet) nodes.clone(), treeSize);
    }

    public static NodeSet all(CallTree tree) {
        var nodes = new BitSet();
        nodes.set(0, tree.size());
        return new NodeSet(nodes, tree.size());
    }

    public int size() {
        return nodes.cardinality();
    }

    public boolean isEmpty() {
        return nodes.isEmpty();
    }

    public boolean contains(int node) {
        return nodes.get(node);
    }

    /// Ascending: callers before callees.
    public IntStream stream() {
        return nodes.stream();
    }

    /// A copy, for code that works with bits.
    public BitSet toBitSet() {
        return (BitSet) nodes.clone();
    }

    public NodeSet and(NodeSet other) {
        BitSet both = ofSameTree(other).toBitSet();
        both.and(nodes);
        return new NodeSet(both, treeSize);
    }

    public NodeSet or(NodeSet other) {
        BitSet either = ofSameTree(other).toBitSet();
        either.or(nodes);
        return new NodeSet(either, treeSize);
    }

    public NodeSet xor(NodeSet other) {
        BitSet one = ofSameTree(other).toBitSet();
        one.xor(nodes);
        return new NodeSet(one, treeSize);
    }

    public NodeSet negated() {
        BitSet rest = toBitSet();
        rest.flip(0, treeSize);
        return new NodeSet(rest, treeSize);
    }

    /// The nodes and all their callers: what a tree needs to show them.
    public NodeSet withCallers(CallTree tree) {
        BitSet shown = toBitSet();
        for (int node = treeSize - 1; node >= 0; node--) {
            int parent = tree.parent(node);
            if (parent != CallTree.NO_PARENT && shown.get(node)) shown.set(parent);
        }
        return new NodeSet(shown, treeSize);
    }

    private NodeSet ofSameTree(NodeSet other) {
        if (treeSize != other.treeSize)
            throw new IllegalArgumentException(
                    "sets of two trees, of %d and of %d nodes".formatted(treeSize, other.treeSize));
        return other;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeSet that
                && treeSize == that.treeSize
                && nodes.equals(that.nodes);
    }

    @Override
    public int hashCode() {
        return nodes.hashCode();
    }

    @Override
    public String toString() {
        return "%d of %d nodes".formatted(size(), treeSize);
    }
}
