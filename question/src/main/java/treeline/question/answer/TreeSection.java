package treeline.question.answer;

import treeline.model.Profile;
import treeline.view.TreeRows;

import java.util.List;
import java.util.function.Function;

/// A call tree as readers see it.
///
/// @param shown the rows to show; the argument tells whether they go to a terminal, where fewer fit
/// @param heading the metric and the ranks that the values cover
/// @param mark the meaning of marked rows, such as `hot path`
/// @param digits significant digits of values
/// @param within the rows within other limits, for pages that open and close nodes
public record TreeSection(
        Profile profile,
        Function<Boolean, Shown> shown,
        String heading,
        String mark,
        int digits,
        Function<TreeRows.Limits, TreeRows> within)
        implements Block {

    /// The rows of a call tree.
    ///
    /// @param remarks statements about the rows, such as how many are omitted
    public record Shown(TreeRows rows, List<Statement> remarks) {
        public Shown {
            remarks = List.copyOf(remarks);
        }
    }

    /// A tree whose rows are the same on every screen.
    public static TreeSection of(Profile profile, TreeRows rows, String heading, String mark) {
        var shown = new Shown(rows, List.of());
        return new TreeSection(profile, _ -> shown, heading, mark, 3, _ -> rows);
    }
}
