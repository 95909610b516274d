package treeline.notebook;

import org.jspecify.annotations.Nullable;

/// Static methods imported into every notebook.
public final class Notebook {
    private static volatile @Nullable ProfileTree lastTicked;

    private Notebook() {}

    /// The ticked nodes of the tree that was ticked last, as a query: `run.query(selection())`.
    ///
    /// @throws IllegalStateException if none is ticked
    public static String selection() {
        ProfileTree tree = lastTicked;
        if (tree == null)
            throw new IllegalStateException("no node is selected: tick nodes in a tree");
        return tree.selection();
    }

    static void ticked(ProfileTree tree) {
        lastTicked = tree;
    }
}
