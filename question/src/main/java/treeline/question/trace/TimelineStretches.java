package treeline.question.trace;

import treeline.source.trace.TraceLine;
import treeline.table.Rows;
import treeline.table.Table;
import treeline.trace.timeline.NodeCategories;
import treeline.trace.timeline.Timeline;

import java.util.ArrayList;
import java.util.List;

/// The cells of a timeline as rows of a table: neighbours with the same function and activity are
/// one row. Cells that the trace does not cover have none.
final class TimelineStretches {
    private final Timeline timeline;
    private final NodeCategories functions;
    private final NodeCategories activities;
    private final List<Stretch> stretches = new ArrayList<>();

    /// Equal cells of a row, from one column up to another.
    private record Stretch(int row, int from, int to, int node) {}

    private TimelineStretches(
            Timeline timeline, NodeCategories functions, NodeCategories activities) {
        this.timeline = timeline;
        this.functions = functions;
        this.activities = activities;
    }

    static TimelineStretches of(
            Timeline timeline, NodeCategories functions, NodeCategories activities) {
        var made = new TimelineStretches(timeline, functions, activities);
        for (int row = 0; row < timeline.rows(); row++) made.add(row);
        return made;
    }

    private void add(int row) {
        int from = 0;
        for (int column = 1; column <= timeline.columns(); column++) {
            int node = timeline.node(row, from);
            if (column < timeline.columns() && isSame(node, timeline.node(row, column))) continue;
            if (node != Timeline.EMPTY) stretches.add(new Stretch(row, from, column, node));
            from = column;
        }
    }

    private boolean isSame(int a, int b) {
        if (a < 0 || b < 0) return a == b;
        return functions.of(a) == functions.of(b) && activities.of(a) == activities.of(b);
    }

    Table table() {
        var rows = Rows.of(stretches);
        return Table.of(
                rows.whole("context_id", each -> timeline.context(each.row)),
                rows.text("context", each -> timeline.name(each.row)),
                rows.seconds("begin", each -> timeline.nanosAt(each.from)).headed("from"),
                rows.seconds("end", each -> timeline.nanosAt(each.to)).headed("to"),
                rows.text("function", each -> name(functions, each.node)),
                rows.text("activity", each -> name(activities, each.node)));
    }

    private static String name(NodeCategories categories, int node) {
        return node < 0 ? TraceLine.NO_ACTIVITY : categories.name(categories.of(node));
    }
}
