package treeline.view;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.single.NodePath;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.WholeColumn;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;

/// The rows of a call tree for programs: nodes reference their parents, so rows are not nested.
/// Omitted small nodes are one row with their number.
public final class TreeTable {
    private final CallTree tree;
    private final Metric metric;
    private final List<TreeRows.Row> rows;
    private final IntFunction<String> paths;

    private TreeTable(Profile profile, TreeRows rows) {
        this.tree = profile.tree();
        this.metric = rows.metric();
        this.rows = rows.rows();
        this.paths = NodePath.ofEach(tree);
    }

    /// `node`, `parent`, `depth`, `name`, `path`, `value`, `share`, `elapsed`, a flag for those
    /// that are marked, and how many nodes a row stands for that are not shown.
    ///
    /// @param mark what marked rows are: `hot` or `match`
    public static Table of(Profile profile, TreeRows rows, String mark) {
        return new TreeTable(profile, rows).table(mark);
    }

    private Table table(String mark) {
        int count = rows.size();
        return Table.of(
                whole("node", TreeRows.Shown::node),
                whole("parent", shown -> parent(shown.node())),
                Column.whole("depth", count, row -> rows.get(row).depth()),
                Column.text("name", count, row -> name(rows.get(row))),
                Column.text("path", count, row -> path(rows.get(row))).headed("call path"),
                Column.real("value", count, row -> rows.get(row).value()).in(metric),
                Column.real("share", count, row -> rows.get(row).share()).share(),
                Column.real("elapsed", count, row -> rows.get(row).elapsed()).in(metric.unit()),
                Column.flag(
                        mark, count, row -> rows.get(row) instanceof TreeRows.Shown s && s.hot()),
                Column.whole("hidden", count, row -> hidden(rows.get(row)))
                        .meaning("omitted nodes below"));
    }

    private Column whole(String name, ToLongFunction<TreeRows.Shown> value) {
        return Column.whole(
                name,
                rows.size(),
                row ->
                        switch (rows.get(row)) {
                            case TreeRows.Shown shown -> value.applyAsLong(shown);
                            case TreeRows.Elided _ -> WholeColumn.MISSING;
                        });
    }

    private long parent(int node) {
        return tree.parent(node) == CallTree.NO_PARENT ? WholeColumn.MISSING : tree.parent(node);
    }

    private String name(TreeRows.Row row) {
        return row instanceof TreeRows.Shown shown ? tree.name(shown.node()) : "";
    }

    private String path(TreeRows.Row row) {
        return row instanceof TreeRows.Shown shown ? paths.apply(shown.node()) : "";
    }

    private static long hidden(TreeRows.Row row) {
        return switch (row) {
            case TreeRows.Shown shown -> shown.hiddenBelow();
            case TreeRows.Elided elided -> elided.nodes();
        };
    }
}
