package treeline.app.commands.output;

import treeline.model.Profile;
import treeline.question.input.RunOptions;
import treeline.view.TreeRows;
import treeline.view.TreeTable;

/// The rows of a call tree as the answer of a command about a run.
public final class TreeAnswer {
    private TreeAnswer() {}

    /// The rows that a tree shows.
    ///
    /// @param mark what marked rows are: `hot` or `match`
    public static DataAnswer of(
            String command, Profile profile, TreeRows rows, String mark, RunOptions.Run run) {
        return new DataAnswer(command, TreeTable.of(profile, rows, mark))
                .of(run)
                .values(run.metric(), "value")
                .values(run.metric().unit(), "elapsed")
                .total(rows.total());
    }
}
