package treeline.trace.path;

import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.model.Outline;
import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.table.Table;

/// The sentence about the function with the most time on a critical path, for every answer that has
/// [functions][CriticalPathTable#functions].
///
/// A wait is on the path only if the trace does not contain what it waits for, such as the thread
/// that releases a semaphore. A faster function would not shorten it, so the sentence states the
/// missing cause.
public final class PathFunction {
    private PathFunction() {}

    /// The function in the first row, with its share of the path.
    ///
    /// @param functions with the longest time first, at least one
    public static Sentence of(Table functions, Outline outline) {
        Argument function = Argument.name(functions.column("function").text(0));
        Argument share = Argument.share(functions.column("share").number(0));
        return isWait(functions.column("function").text(0), outline)
                ? Sentence.of(
                        "{share} of the critical path is waiting in {function}, whose cause is not"
                                + " in the trace, such as a transfer or another program",
                        share,
                        function)
                : Sentence.of("{function} takes {share} of the critical path", function, share);
    }

    private static boolean isWait(String function, Outline outline) {
        CallTree tree = outline.tree();
        Accounts accounts = Accounts.of(outline);
        for (int node = 0; node < tree.size(); node++)
            if (tree.name(node).equals(function) && accounts.isWaiting(node)) return true;
        return false;
    }
}
