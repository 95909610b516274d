package treeline;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.table.Table;
import treeline.transform.Reduction;
import treeline.view.ContextSummary;
import treeline.view.Quantity;
import treeline.view.TreeRows;
import treeline.view.TreeTable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The call tree of a run with values, shares and the hot path. It prints itself as `treeline tree`
/// shows it, without the smallest nodes; as a table it has all.
public final class RunTree {
    /// What has a smaller share of the total is not printed.
    private static final double PRINTED = 0.001;

    private static final int MOST_LINES = 100;

    private final Profile profile;
    private final Metric metric;
    private final Reduction over;
    private final Optional<double[]> elapsed;

    /// @param elapsed by node, where the profile does not tell it
    RunTree(Profile profile, Metric metric, Reduction over, Optional<double[]> elapsed) {
        this.profile = profile;
        this.metric = metric;
        this.over = over;
        this.elapsed = elapsed;
    }

    /// The profile that the tree is of.
    public Profile profile() {
        return profile;
    }

    /// What values are of.
    public Metric metric() {
        return metric;
    }

    /// The lines of a picture, with what is too small left out and counted.
    public TreeRows rows(TreeRows.Limits limits) {
        return elapsed.isEmpty()
                ? TreeRows.of(profile, metric, over, limits)
                : TreeRows.of(profile, metric, over, limits, Double.NaN, elapsed);
    }

    /// A row for each node: `node`, `parent`, `depth`, `name`, `path`, `value`, `share`, `elapsed`,
    /// `hot`, `hidden`.
    public Table table() {
        return table(TreeRows.Limits.NONE);
    }

    public Table table(TreeRows.Limits limits) {
        return TreeTable.of(profile, rows(limits), "hot");
    }

    /// What is printed of it.
    public TreeRows printed() {
        return rows(
                new TreeRows.Limits(Integer.MAX_VALUE, PRINTED, MOST_LINES, TreeRows.Sort.VALUE));
    }

    @Override
    public String toString() {
        TreeRows rows = printed();
        var text = new StringBuilder();
        text.append("%s, %s%n".formatted(metric, rows.population().text(over)));
        List<Boolean> goesOn = new ArrayList<>();
        for (TreeRows.Row row : rows.rows()) {
            while (goesOn.size() > row.depth()) goesOn.removeLast();
            goesOn.add(!row.last());
            text.append(line(row, goesOn)).append(System.lineSeparator());
        }
        return text.toString();
    }

    private String line(TreeRows.Row row, List<Boolean> goesOn) {
        String value = new Quantity(3, true).text(row.value(), metric.unit());
        var guide = new StringBuilder();
        for (int depth = 1; depth < row.depth(); depth++)
            guide.append(goesOn.get(depth) ? "│  " : "   ");
        if (row.depth() > 0) guide.append(row.last() ? "└─ " : "├─ ");
        CallTree tree = profile.tree();
        String name =
                switch (row) {
                    case TreeRows.Shown shown ->
                            tree.name(shown.node()) + (shown.hot() ? "  ◀" : "");
                    case TreeRows.Elided elided ->
                            "(%s)"
                                    .formatted(
                                            ContextSummary.counted(elided.nodes(), "smaller node"));
                };
        return "%10s %8s  %s%s".formatted(value, Quantity.percent(row.share()), guide, name);
    }
}
