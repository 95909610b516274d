package treeline.prune;

import treeline.ledger.Library;
import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.transform.NodePredicates;

import java.util.BitSet;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/// Drops the internals of library calls. The calls stay, and so does user code that the library
/// calls: tasks, outlined regions, kernels, and everything in the binary that called the library,
/// such as the operator of a reduction.
record InsideLibrary(Library library) implements PruneRule {

    @Override
    public String text() {
        return library.text();
    }

    @Override
    public IntFunction<Fate> in(TreeCosts run) {
        BitSet inside = new Walk(run.tree(), library).inside();
        return node -> inside.get(node) ? Fate.GOES : Fate.STAYS;
    }

    /// One pass from callers to callees.
    private static final class Walk {
        private final CallTree tree;
        private final IntPredicate owned;
        private final IntPredicate again;
        private final BitSet inside = new BitSet();

        /// Of nodes at or below a call of the library: that call. Of all others: none.
        private final int[] call;

        /// Nodes of the runtime that invoke the program's code, whatever its name is.
        private final BitSet invokes = new BitSet();

        private static final int NONE = -1;

        Walk(CallTree tree, Library library) {
            this.tree = tree;
            this.owned = NodePredicates.ofFrame(tree, library::owns);
            this.again = NodePredicates.ofFrame(tree, Library::isProgramAgain);
            this.call = new int[tree.size()];
        }

        BitSet inside() {
            for (int node = 0; node < call.length; node++) {
                int caller = tree.parent(node);
                boolean below = caller != CallTree.NO_PARENT && call[caller] != NONE;
                if (below) enter(node, caller);
                else call[node] = owned.test(node) ? node : NONE;
            }
            return inside;
        }

        private void enter(int node, int caller) {
            if (isProgram(node, caller)) {
                call[node] = NONE;
                return;
            }
            call[node] = call[caller];
            inside.set(node);
            boolean isPart = NodePredicates.isPartOfFunction(tree.frame(node));
            if (again.test(node) || (isPart && invokes.get(caller))) invokes.set(node);
        }

        private boolean isProgram(int node, int caller) {
            if (owned.test(node)) return false;
            if (again.test(node)) return true;
            if (NodePredicates.isPartOfFunction(tree.frame(node))) return false;
            return invokes.get(caller) || isOfTheCallersBinary(node, call[caller]);
        }

        private boolean isOfTheCallersBinary(int node, int made) {
            int program = tree.parent(made);
            while (program != CallTree.NO_PARENT
                    && NodePredicates.isPartOfFunction(tree.frame(program)))
                program = tree.parent(program);
            if (program == CallTree.NO_PARENT) return false;
            String module = moduleOf(program);
            return !module.isEmpty()
                    && module.equals(moduleOf(node))
                    && !module.equals(moduleOf(made));
        }

        private String moduleOf(int node) {
            Frame frame = tree.frame(node);
            return frame.module();
        }
    }
}
