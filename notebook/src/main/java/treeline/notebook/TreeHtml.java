package treeline.notebook;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.question.html.Html;
import treeline.view.Quantity;
import treeline.view.TreeRows;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A call tree as nested HTML lists that expand without a script. If scripts may run, one adds
/// search and selection; the markup and rows are the same without it.
final class TreeHtml {
    private static final String STYLE = Resource.text("tree.css");
    private static final String SCRIPT = Resource.text("tree.js");
    private static final Quantity QUANTITY = new Quantity(3, true);
    private static final String HOT = "<i class=\"tl-hot\">●</i>";
    private static final String TAG = "tag";
    private static final String CLOSED = "</ul></details></li>\n";

    private final Profile profile;
    private final CallTree tree;
    private final Metric metric;
    private final StringBuilder html = new StringBuilder();

    TreeHtml(Profile profile, Metric metric) {
        this.profile = profile;
        this.tree = profile.tree();
        this.metric = metric;
    }

    /// All of the first page.
    ///
    /// @param heading what the values are, and of whom
    /// @param server where a script asks for more; empty for a page without a script
    /// @param selected the nodes that are ticked at first
    String page(String heading, TreeRows rows, String server, BitSet selected) {
        html.append("<div class=\"tl-tree\"");
        if (!server.isEmpty())
            html.append(" data-tl-server=\"").append(Html.escaped(server)).append('"');
        if (!selected.isEmpty())
            html.append(" data-tl-selected=\"").append(Html.escaped(joined(selected))).append('"');
        html.append("><style>").append(STYLE).append("</style>\n");
        html.append("<p>").append(Html.escaped(heading));
        if (rows.rows().stream().anyMatch(row -> row instanceof TreeRows.Shown s && s.hot()))
            html.append(" · ").append(HOT).append(" hot path");
        html.append("</p>\n");
        nest(rows.rows());
        if (rows.hidden() > 0)
            html.append("<p class=\"tl-hidden\">")
                    .append(
                            "%s of %s nodes are not shown"
                                    .formatted(
                                            Quantity.whole(rows.hidden()),
                                            Quantity.whole(tree.size())))
                    .append("</p>\n");
        if (!server.isEmpty()) html.append("<script>").append(SCRIPT).append("</script>");
        else if (!selected.isEmpty())
            html.append("<p>selected: <code>")
                    .append(Html.escaped(SelectionText.of(profile, selected)))
                    .append("</code></p>\n");
        return html.append("</div>").toString();
    }

    private static String joined(BitSet nodes) {
        return nodes.stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    /// Opens and closes lists as depths change: rows come depth-first.
    private void nest(List<TreeRows.Row> rows) {
        html.append("<ul>\n");
        Deque<Integer> callers = new ArrayDeque<>();
        for (int i = 0; i < rows.size(); i++) {
            TreeRows.Row row = rows.get(i);
            int next = i + 1 < rows.size() ? rows.get(i + 1).depth() : 0;
            while (callers.size() > row.depth()) callers.pop();
            switch (row) {
                case TreeRows.Shown shown -> {
                    shown(shown, next > row.depth());
                    callers.push(shown.node());
                }
                case TreeRows.Elided elided ->
                        more(
                                callers.isEmpty() ? CallTree.NO_PARENT : callers.peek(),
                                elided.depth(),
                                elided.nodes(),
                                elided.value());
            }
            for (int depth = row.depth(); depth > next; depth--) html.append(CLOSED);
        }
        html.append("</ul>\n");
    }

    private void shown(TreeRows.Shown row, boolean hasRowsBelow) {
        boolean opens = hasRowsBelow || row.hiddenBelow() > 0;
        open(row.node(), opens, row.hot() || row.depth() == 0);
        cells(row.node(), row.depth(), row.value(), row.share(), row.hot());
        html.append(opens ? "</summary><ul>\n" : "</div></li>\n");
        if (row.hiddenBelow() == 0) return;
        more(row.node(), row.depth() + 1, row.hiddenBelow(), Double.NaN);
        html.append(CLOSED);
    }

    /// The start of a row: one that opens, or a leaf.
    private void open(int node, boolean opens, boolean isOpen) {
        html.append("<li data-n=\"").append(node).append("\">");
        if (opens) html.append(isOpen ? "<details open>" : "<details>").append("<summary>");
        else html.append("<div class=\"tl-leaf\">");
    }

    private void cells(int node, int depth, double value, double share, boolean hot) {
        html.append("<span class=\"tl-v\">")
                .append(Html.escaped(QUANTITY.text(value, metric.unit())))
                .append("</span> <span class=\"tl-s\">")
                .append(Double.isNaN(share) ? "" : Quantity.percent(share))
                .append("</span> <span class=\"tl-b\"><i style=\"width:")
                .append(percent(share))
                .append("%\"></i></span> ");
        Frame frame = tree.frame(node);
        html.append("<span class=\"tl-f\" style=\"--tl-d:").append(depth).append("\" title=\"");
        html.append(Html.escaped(place(frame))).append("\">");
        String name = Html.escaped(frame.name());
        if (hot) html.append(HOT).append(" <b>").append(name).append("</b>");
        else html.append("<span>").append(name).append("</span>");
        String tag = profile.outline().label(TAG, node);
        if (!tag.isEmpty()) html.append(" <small>").append(Html.escaped(tag)).append("</small>");
        html.append("</span>");
    }

    private static String percent(double share) {
        return Double.isNaN(share)
                ? "0"
                : String.format(Locale.ROOT, "%.1f", Math.clamp(share, 0, 1) * 100);
    }

    /// All of the name, and where it is.
    private static String place(Frame frame) {
        String file = frame.file();
        if (file.isEmpty()) return frame.name();
        return frame.line() > 0
                ? "%s, %s:%d".formatted(frame.name(), file, frame.line())
                : "%s, %s".formatted(frame.name(), file);
    }

    private void more(int caller, int depth, int nodes, double value) {
        html.append("<li class=\"tl-more\" data-of=\"").append(caller).append("\">");
        html.append("<span class=\"tl-v\">");
        if (!Double.isNaN(value)) html.append(Html.escaped(QUANTITY.text(value, metric.unit())));
        html.append("</span> <span class=\"tl-f\" style=\"--tl-d:").append(depth).append("\">… ");
        html.append(Quantity.whole(nodes)).append(" more</span></li>\n");
    }

    /// The rows below a node that a page asks for later; what is below them comes when they open.
    ///
    /// @param without those that the page has
    /// @param most how many; the others become one line
    String children(int caller, BitSet without, TreeNumbers numbers, int most) {
        int depth = caller == CallTree.NO_PARENT ? 0 : tree.depth(caller) + 1;
        int[] children = numbers.children(caller, without);
        int shown = Math.min(most, children.length);
        for (int i = 0; i < shown; i++) child(children[i], depth, numbers);
        int rest = 0;
        for (int i = shown; i < children.length; i++)
            rest += tree.subtreeEnd(children[i]) - children[i];
        if (rest > 0) more(caller, depth, rest, Double.NaN);
        return html.toString();
    }

    private void child(int node, int depth, TreeNumbers numbers) {
        boolean opens = !tree.isLeaf(node);
        open(node, opens, false);
        cells(node, depth, numbers.value(node), numbers.share(node), numbers.isHot(node));
        if (opens) {
            html.append("</summary><ul>\n");
            more(node, depth + 1, tree.subtreeEnd(node) - node - 1, Double.NaN);
            html.append(CLOSED);
        } else html.append("</div></li>\n");
    }
}
