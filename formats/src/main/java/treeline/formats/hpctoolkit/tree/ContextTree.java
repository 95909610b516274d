package treeline.formats.hpctoolkit.tree;

import treeline.array.Ints;
import treeline.array.Longs;
import treeline.formats.hpctoolkit.files.DatabaseFile;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout.Tree;
import treeline.model.CallTree;
import treeline.model.Label;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The call tree of `meta.db` and the mapping of its nodes to context ids. The ids are not in tree
/// order and have gaps, and some ids with values are not in the tree.
public final class ContextTree {
    /// The label that tells calls from inlined calls; what is nested in its parent has none.
    public static final String RELATION = "relation";

    public static final int NOT_IN_TREE = -1;

    private final CallTree tree;
    private final Label relation;

    /// The context id of every node.
    private final int[] contextOf;

    /// The node of every context id, [#NOT_IN_TREE] where there is none.
    private final int[] nodeOf;

    /// Of every node, through which scopes its values are part of its parent's.
    private final int[] propagation;

    private ContextTree(
            CallTree tree, Label relation, int[] contextOf, int[] nodeOf, int[] propagation) {
        this.tree = tree;
        this.relation = relation;
        this.contextOf = contextOf;
        this.nodeOf = nodeOf;
        this.propagation = propagation;
    }

    public static ContextTree read(DatabaseFile meta) {
        return new Walk(meta).read();
    }

    public CallTree tree() {
        return tree;
    }

    public Label relation() {
        return relation;
    }

    public int contextOf(int node) {
        return contextOf[node];
    }

    /// The node of a context id, which may be any number.
    public int nodeOf(int context) {
        return context >= 0 && context < nodeOf.length ? nodeOf[context] : NOT_IN_TREE;
    }

    /// Whether the values of a node count in its parent's, in the scope of this propagation bit.
    public boolean propagates(int node, int bit) {
        return bit < Short.SIZE && (propagation[node] >> bit & 1) != 0;
    }

    /// Depth-first traversal of the records with an explicit stack, because call paths can be
    /// deeper than a thread's stack.
    private static final class Walk {
        private static final String[] RELATIONS = {"", "call", "inlined call"};

        private final DatabaseFile meta;
        private final FrameTable frames;
        private final long mostNodes;
        private final Ints parent = new Ints();
        private final Ints frame = new Ints();
        private final Ints context = new Ints();
        private final Ints propagation = new Ints();
        private final Ints relation = new Ints();

        /// The lists of children that are being read: where the next record of each is, where the
        /// list ends, and whose children they are.
        private final Longs next = new Longs();

        private final Longs end = new Longs();
        private final Ints owner = new Ints();

        Walk(DatabaseFile meta) {
            this.meta = meta;
            this.frames = new FrameTable(meta, new SymbolTables(meta));
            this.mostNodes = meta.size() / Tree.CONTEXT_BYTES;
        }

        ContextTree read() {
            long header = meta.section(HpctoolkitLayout.CONTEXT_TREE, Tree.ENTRY_BYTES_AT + 1);
            int entries = meta.u16(header + Tree.ENTRY_COUNT_AT);
            long strideAt = header + Tree.ENTRY_BYTES_AT;
            int stride = meta.stride(meta.u8(strideAt), Tree.ENTRY_BYTES, strideAt, "entry points");
            long first = meta.array(header + Tree.ENTRIES_AT, entries, stride, "entry points");
            for (int entry = 0; entry < entries; entry++) {
                long at = first + (long) entry * stride;
                append(at, CallTree.NO_PARENT, frames.entry(meta.text(at + Tree.ENTRY_NAME_AT)));
                readOpenLists();
            }
            return finish();
        }

        private void readOpenLists() {
            while (!next.isEmpty()) {
                int top = next.size() - 1;
                if (next.last() == end.last()) {
                    next.removeLast();
                    end.removeLast();
                    owner.removeLast();
                } else next.set(top, readContext(next.last(), end.last(), owner.last()));
            }
        }

        /// Reads one record and returns where the next one is.
        private long readContext(long at, long listEnd, int parentNode) {
            int flexWords = meta.u8(at + Tree.FLEX_WORDS_AT);
            long after = at + Tree.CONTEXT_BYTES + 8L * flexWords;
            if (after > listEnd)
                throw meta.malformed(
                        at,
                        "a context that ends at byte %d or before".formatted(listEnd),
                        "one that ends at byte " + after);
            int lexicalType = meta.u8(at + Tree.LEXICAL_TYPE_AT);
            int node = parent.size();
            append(
                    at,
                    parentNode,
                    frames.context(at, lexicalType, meta.u8(at + Tree.FLAGS_AT), flexWords));
            propagation.set(node, meta.u16(at + Tree.PROPAGATION_AT));
            relation.set(node, meta.u8(at + Tree.RELATION_AT));
            return after;
        }

        private void append(long at, int parentNode, int frameIndex) {
            int node = parent.size();
            if (node >= mostNodes)
                throw meta.malformed(
                        at,
                        "a tree of at most %d contexts".formatted(mostNodes),
                        "more: contexts are their own descendants");
            parent.add(parentNode);
            frame.add(frameIndex);
            propagation.add(0);
            relation.add(0);
            context.add(meta.number(at + Tree.ID_AT, "a context id"));
            if (context.last() == 0)
                throw meta.malformed(at + Tree.ID_AT, "a context id above 0", "0");
            long bytes = meta.u64(at + Tree.CHILDREN_BYTES_AT);
            if (bytes != 0) openList(at, bytes, node);
        }

        private void openList(long at, long bytes, int node) {
            long first = meta.array(at + Tree.CHILDREN_AT, bytes, 1, "children");
            next.add(first);
            end.add(first + bytes);
            owner.add(node);
        }

        private ContextTree finish() {
            CallTree tree = CallTree.of(parent.toArray(), frame.toArray(), frames.frames());
            List<String> relations = new ArrayList<>(tree.size());
            for (int node = 0; node < tree.size(); node++)
                relations.add(RELATIONS[relation.at(node) > 2 ? 0 : relation.at(node)]);
            return new ContextTree(
                    tree,
                    Label.of(RELATION, relations),
                    context.toArray(),
                    nodesByContext(),
                    propagation.toArray());
        }

        private int[] nodesByContext() {
            int nodes = context.size();
            long idsAt = meta.section(HpctoolkitLayout.CONTEXT_TREE, 0);
            int largest = 0;
            for (int node = 0; node < nodes; node++) largest = Math.max(largest, context.at(node));
            // writers leave out about every second id; a table for ids far apart would be an attack
            long most = Math.max(1 << 20, 64L * nodes);
            if (largest > most)
                throw meta.malformed(
                        idsAt, "context ids below %d".formatted(most), Integer.toString(largest));
            int[] nodeOf = new int[largest + 1];
            Arrays.fill(nodeOf, NOT_IN_TREE);
            for (int node = 0; node < nodes; node++) {
                if (nodeOf[context.at(node)] != NOT_IN_TREE)
                    throw meta.malformed(
                            idsAt,
                            "context ids that differ",
                            "%d of two contexts".formatted(context.at(node)));
                nodeOf[context.at(node)] = node;
            }
            return nodeOf;
        }
    }
}
