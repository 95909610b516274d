package treeline.compare;

import treeline.compare.ComparedNode.Status;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.table.Rows;
import treeline.table.Table;

import java.util.List;
import java.util.Optional;

/// Two builds, node by node: slower, faster, new and gone nodes with p values and confidence
/// intervals, and whether the [GatePolicy] fails on them. docs/reference/compare.md has the rules,
/// docs/evaluation/calibration.md has the measured error rates.
///
/// ```
/// var builder = new ComparisonBuilder(Optional.empty());
/// builder.add(Side.BASELINE, "old", before).add(Side.CANDIDATE, "new", after);
/// boolean passes = builder.compare(GatePolicy.DEFAULT.failingAbove(0.05)).passes();
/// ```
///
/// @param tree the union of the trees of all runs
/// @param runsBefore how many the baseline has
/// @param runsAfter how many the candidate has
/// @param samplesBefore how many samples the test has of the baseline: runs, or repetitions
/// @param samplesAfter the same of the candidate
/// @param nodes the whole run first, then by the size of their change
public record Comparison(
        CallTree tree,
        Metric metric,
        GatePolicy rule,
        VarianceSource noise,
        int runsBefore,
        int runsAfter,
        int samplesBefore,
        int samplesAfter,
        List<ComparedNode> nodes) {

    public Comparison {
        nodes = List.copyOf(nodes);
    }

    /// The smallest share of common call paths, of those of the side that has fewer, with which two
    /// sides count as the same program. Programs that have nothing but `main` and `MPI_Init` in
    /// common are below it; no refactoring that we know is.
    public static final double MIN_COMMON = 0.1;

    /// Whether no node grew by more than the rule allows. A gate does not pass if the sides are not
    /// of the same program.
    public boolean passes() {
        if (rule.isGate() && !isSameProgram()) return false;
        return nodes.stream().noneMatch(ComparedNode::fails);
    }

    /// How many call paths both sides have.
    public int common() {
        return (int) nodes.stream().filter(Comparison::isCommon).count();
    }

    private static boolean isCommon(ComparedNode node) {
        return switch (node.status()) {
            case NEW, GONE -> false;
            case SLOWER, FASTER, SAME, UNKNOWN, SMALL -> !node.isTotal();
        };
    }

    /// How many call paths the side with fewer of them has.
    public int paths() {
        return common() + Math.min(with(Status.NEW).size(), with(Status.GONE).size());
    }

    /// Whether the sides have enough call paths in common ([#MIN_COMMON]) for the whole run to be
    /// compared.
    public boolean isSameProgram() {
        return common() >= MIN_COMMON * paths();
    }

    /// Whether p values are adjusted by a permutation test, which assumes nothing about the noise
    /// but that it is the same on both sides. With too few runs for the level of the rule, p values
    /// are those of Student's t test, adjusted by Holm's correction; these assume normal noise.
    public boolean byPermutation() {
        return Compared.byPermutation(rule, samplesBefore, samplesAfter);
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

    /// The number of nodes that p values are adjusted for.
    public int tested() {
        return (int) nodes.stream().filter(node -> !Double.isNaN(node.adjusted())).count();
    }

    /// One row per node, all columns.
    public Table table() {
        return table(nodes);
    }

    /// The same of some nodes.
    public Table table(List<ComparedNode> listed) {
        var rows = Rows.of(listed);
        return Table.of(
                rows.text("path", ComparedNode::path).headed("call path"),
                rows.text("status", Comparison::name),
                rows.flag("fails", ComparedNode::fails),
                rows.real("before", ComparedNode::before).in(metric.unit()),
                rows.real("after", ComparedNode::after).in(metric.unit()),
                rows.real("change", ComparedNode::change).in(metric.unit()).signed(),
                rows.real("ratio", ComparedNode::ratio),
                rows.real("ratio_low", ComparedNode::low),
                rows.real("ratio_high", ComparedNode::high),
                rows.real("effect", ComparedNode::effect),
                rows.real("p", ComparedNode::p),
                rows.real("p_adjusted", ComparedNode::adjusted).headed("p adjusted"),
                rows.real("share", ComparedNode::share).share());
    }

    private static String name(ComparedNode node) {
        return node.status().name().toLowerCase(java.util.Locale.ROOT);
    }
}
