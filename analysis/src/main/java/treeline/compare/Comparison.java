package treeline.compare;

import treeline.compare.ComparedNode.Status;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.table.Column;
import treeline.table.Table;

import java.util.List;
import java.util.Optional;

/// Two builds, node by node: what got slower or faster, how sure that is, what is new or gone, and
/// whether the [Rule] fails on it. See docs/guide/compare.md for the rules and why they are so.
///
/// ```
/// var builder = new ComparisonBuilder(Optional.empty());
/// builder.add(Side.BASELINE, "old", before).add(Side.CANDIDATE, "new", after);
/// boolean passes = builder.compare(Rule.USUAL.failingAbove(0.05)).passes();
/// ```
///
/// @param tree the union of the trees of all runs
/// @param runsBefore how many the baseline has
/// @param runsAfter how many the candidate has
/// @param nodes the whole run first, then by the size of their change
public record Comparison(
        CallTree tree,
        Metric metric,
        Rule rule,
        Noise noise,
        int runsBefore,
        int runsAfter,
        List<ComparedNode> nodes) {

    public Comparison {
        nodes = List.copyOf(nodes);
    }

    /// Whether no node is slower by more than the rule allows.
    public boolean passes() {
        return nodes.stream().noneMatch(ComparedNode::fails);
    }

    /// The nodes that are slower by more than the rule allows.
    public List<ComparedNode> failures() {
        return nodes.stream().filter(ComparedNode::fails).toList();
    }

    /// The whole run; none for readings at a point, which do not add up.
    public Optional<ComparedNode> total() {
        return nodes.stream().filter(ComparedNode::isTotal).findFirst();
    }

    public List<ComparedNode> with(Status status) {
        return nodes.stream().filter(node -> node.status() == status).toList();
    }

    /// How many were compared with the noise: so many chances there are to be wrong.
    public int tested() {
        return (int) nodes.stream().filter(node -> !Double.isNaN(node.p())).count();
    }

    /// One row per node, all columns.
    public Table table() {
        int rows = nodes.size();
        return Table.of(
                Column.text("path", rows, row -> nodes.get(row).path()),
                Column.text("status", rows, row -> name(nodes.get(row))),
                Column.flag("fails", rows, row -> nodes.get(row).fails()),
                Column.real("before", rows, row -> nodes.get(row).before()),
                Column.real("after", rows, row -> nodes.get(row).after()),
                Column.real("change", rows, row -> nodes.get(row).change()),
                Column.real("ratio", rows, row -> nodes.get(row).ratio()),
                Column.real("ratio_low", rows, row -> nodes.get(row).low()),
                Column.real("ratio_high", rows, row -> nodes.get(row).high()),
                Column.real("effect", rows, row -> nodes.get(row).effect()),
                Column.real("p", rows, row -> nodes.get(row).p()),
                Column.real("p_adjusted", rows, row -> nodes.get(row).adjusted()),
                Column.real("share", rows, row -> nodes.get(row).share()));
    }

    private static String name(ComparedNode node) {
        return node.status().name().toLowerCase(java.util.Locale.ROOT);
    }
}
