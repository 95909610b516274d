package treeline.query;

import treeline.model.CallTree;

import java.util.BitSet;
import java.util.List;

/// Matches paths in two passes over the tree, without recursion. The downward pass computes the
/// automaton states that can have consumed each node; the upward pass keeps those that lead to a
/// complete match below. Nodes with remaining states are on a matching path. Time and memory are
/// linear in the number of nodes times the words of a state set.
final class PathMatch {
    private final CallTree tree;
    private final Automaton automaton;
    private final int words;
    private long steps;

    private PathMatch(CallTree tree, Automaton automaton) {
        this.tree = tree;
        this.automaton = automaton;
        this.words = automaton.words();
    }

    static BitSet nodes(CallTree tree, Automaton automaton, PredicateNodes predicates) {
        return new PathMatch(tree, automaton).nodes(predicates);
    }

    /// How many words of positions a match moves, for tests of how its work grows.
    static long stepsOf(CallTree tree, Automaton automaton, PredicateNodes predicates) {
        var match = new PathMatch(tree, automaton);
        match.nodes(predicates);
        return match.steps;
    }

    private BitSet nodes(PredicateNodes predicates) {
        if ((long) tree.size() * words > Integer.MAX_VALUE - 8)
            throw new IllegalArgumentException(
                    "a path of %d consecutive nodes is too long for a tree of %d nodes"
                            .formatted(automaton.positions().size(), tree.size()));
        long[] sets = fulfilled(predicates);
        keepReached(sets);
        return keepComplete(sets);
    }

    /// Which positions may consume each node as far as the node itself is concerned.
    private long[] fulfilled(PredicateNodes predicates) {
        List<BitSet> nodesOf = automaton.predicates().stream().map(predicates::of).toList();
        long[] sets = new long[tree.size() * words];
        List<Automaton.Position> positions = automaton.positions();
        for (int i = 0; i < positions.size(); i++) {
            int word = i / Long.SIZE;
            long bit = 1L << i;
            BitSet nodes = nodesFor(positions.get(i), nodesOf);
            for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1)) {
                sets[node * words + word] |= bit;
                steps++;
            }
        }
        return sets;
    }

    private static BitSet nodesFor(Automaton.Position position, List<BitSet> nodesOf) {
        BitSet nodes = nodesOf.get(position.predicate());
        if (position.unless() < 0) return nodes;
        BitSet without = (BitSet) nodes.clone();
        without.andNot(nodesOf.get(position.unless()));
        return without;
    }

    /// Down: a position counts where a path may start with it, or where the caller's positions lead
    /// to it.
    private void keepReached(long[] sets) {
        long[] next = new long[words];
        for (int node = 0; node < tree.size(); node++) {
            int parent = tree.parent(node);
            if (parent == CallTree.NO_PARENT) java.util.Arrays.fill(next, 0);
            else System.arraycopy(sets, parent * words, next, 0, words);
            automaton.advance(next, 0);
            for (int word = 0; word < words; word++)
                sets[node * words + word] &= next[word] | automaton.start(word);
            steps += words;
        }
    }

    /// Up: a position counts where the path is complete with it, or where positions of a callee
    /// that count follow it.
    private BitSet keepComplete(long[] sets) {
        long[] below = new long[tree.size() * words];
        var found = new BitSet(tree.size());
        for (int node = tree.size() - 1; node >= 0; node--) {
            int at = node * words;
            Automaton.set(below, at, automaton.positions().size());
            automaton.retreat(below, at);
            long left = 0;
            int parent = tree.parent(node);
            for (int word = 0; word < words; word++) {
                long counted = sets[at + word] & below[at + word];
                left |= counted;
                if (parent != CallTree.NO_PARENT) below[parent * words + word] |= counted;
            }
            if (left != 0) found.set(node);
            steps += words;
        }
        return found;
    }
}
