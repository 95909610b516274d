package treeline.question.run.report;

import treeline.model.CallTree;
import treeline.question.answer.Section;
import treeline.question.screen.Screen;
import treeline.table.Table;
import treeline.view.LinearRecursion;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;

/// What readers of a report see of its hot path: a row per node, a linear recursion in one, and
/// only the ends of a path that is still too long for a screen.
///
/// @param rows from the root down
record HotPathRows(List<Row> rows) {
    /// Rows at each end of a long path.
    private static final int END = 20;

    /// @param at the place in the hot path; -1 for the levels that are left out
    private record Row(int at, String text) {}

    HotPathRows {
        rows = List.copyOf(rows);
    }

    static HotPathRows of(CallTree tree, int[] path) {
        List<Row> rows = new ArrayList<>();
        for (int at = 0; at < path.length; ) {
            int levels = LinearRecursion.levels(tree, at, path.length, each -> path[each]);
            if (levels < LinearRecursion.MIN_LEVELS)
                for (int i = 0; i < levels; i++) rows.add(new Row(at + i, tree.name(path[at + i])));
            else rows.add(new Row(at, LinearRecursion.text(tree.name(path[at]), levels)));
            at += levels;
        }
        return new HotPathRows(ends(rows));
    }

    private static List<Row> ends(List<Row> all) {
        if (all.size() <= 2 * END + 1) return all;
        List<Row> ends = new ArrayList<>(all.subList(0, END));
        List<Row> last = all.subList(all.size() - END, all.size());
        int omitted = last.getFirst().at - all.get(END).at;
        ends.add(new Row(-1, Quantity.whole(omitted) + " levels"));
        ends.addAll(last);
        return ends;
    }

    /// @param data by node of the hot path
    Section section(Table data) {
        Table shown = data.take(rows.stream().mapToInt(Row::at).toArray());
        return Section.of(shown)
                .columns("share", "inclusive")
                .bar("", shown.real("share")::at)
                .computed("call path", false, this::text)
                .all();
    }

    private String text(int row, Screen screen) {
        Row shown = rows.get(row);
        return "  ".repeat(row) + (shown.at < 0 ? screen.ellipsis() + " " : "") + shown.text;
    }
}
