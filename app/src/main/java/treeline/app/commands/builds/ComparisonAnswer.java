package treeline.app.commands.builds;

import treeline.compare.ComparedNode;
import treeline.compare.ComparedNode.Status;
import treeline.compare.Comparison;
import treeline.compare.GatePolicy;
import treeline.compare.VarianceSource;
import treeline.model.Unit;
import treeline.question.input.RunOptions;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// The sentences about a comparison, shared by the terminal, Markdown and JUnit reports.
///
/// @param baseline the name that the user gave it
record ComparisonAnswer(Comparison comparison, String baseline, String candidate) {

    String heading() {
        return "%s: %s of %s against %s of %s"
                .formatted(
                        RunOptions.metricText(comparison.metric()),
                        ContextSummary.counted(comparison.runsAfter(), "run"),
                        candidate,
                        ContextSummary.counted(comparison.runsBefore(), "run"),
                        baseline);
    }

    /// The verdict of the gate; empty if there is none.
    String verdict() {
        GatePolicy rule = comparison.rule();
        if (!rule.isGate()) return "";
        if (!comparison.isSameProgram()) return "failed: " + differentPrograms();
        List<ComparedNode> failures = comparison.failures();
        if (failures.isEmpty()) return passed();
        boolean one = failures.size() == 1;
        return "failed: %s %s by more than %s"
                .formatted(
                        one ? named(failures.getFirst()) : failing(failures), grew(one), limit());
    }

    /// Without an estimate of the noise the gate compares ratios.
    private String passed() {
        boolean isTested = comparison.noise() != VarianceSource.UNKNOWN;
        if (isTime())
            return "passed: no node is %sslower by more than %s"
                    .formatted(isTested ? "significantly " : "", limit());
        return "passed: no node grew %sby more than %s"
                .formatted(isTested ? "significantly " : "", limit());
    }

    /// What to know before reading a comparison without a gate; empty if the sides have enough call
    /// paths in common. With a gate it is the verdict.
    String caution() {
        return comparison.isSameProgram() || comparison.rule().isGate() ? "" : differentPrograms();
    }

    private String differentPrograms() {
        return "the two sides seem to be different programs: they have %d of %s in common, so the"
                        .formatted(
                                comparison.common(),
                                ContextSummary.counted(comparison.paths(), "call path"))
                + " whole run is not compared";
    }

    private boolean isTime() {
        return comparison.metric().unit().dimension() == Unit.Dimension.TIME;
    }

    private String grew(boolean one) {
        if (!isTime()) return "grew";
        return one ? "is slower" : "are slower";
    }

    /// The whole run does not count as a node.
    private String failing(List<ComparedNode> failures) {
        long nodes = failures.stream().filter(node -> !node.isTotal()).count();
        String ofNodes = "%d of %s".formatted(nodes, ContextSummary.counted(compared(), "node"));
        if (nodes == 0) return "the whole run";
        return nodes == failures.size() ? ofNodes : "the whole run and " + ofNodes;
    }

    /// A summary of the changes in one line, for comparisons without a gate.
    String summary() {
        List<String> parts = new ArrayList<>();
        for (Status status : List.of(Status.SLOWER, Status.FASTER, Status.NEW, Status.GONE)) {
            long nodes = comparison.with(status).stream().filter(node -> !node.isTotal()).count();
            if (nodes > 0)
                parts.add("%s %s".formatted(ContextSummary.counted(nodes, "node"), word(status)));
        }
        String ofNodes =
                comparison.noise() == VarianceSource.UNKNOWN && parts.isEmpty()
                        ? "noise is unknown"
                        : parts.isEmpty() ? "no significant difference" : String.join(", ", parts);
        return comparison
                .total()
                .filter(total -> !Double.isNaN(total.ratio()))
                .map(total -> "whole run " + change(total) + "; " + ofNodes)
                .orElse(ofNodes);
    }

    private static String change(ComparedNode node) {
        return relative(node.ratio()).isEmpty() ? "unchanged" : relative(node.ratio());
    }

    /// A gate that passes because of noise must say so. Empty if no node is undecided.
    String undecided() {
        List<ComparedNode> open = undecidedNodes();
        if (open.isEmpty()) return "";
        ComparedNode largest = open.getFirst();
        return "undecided: the 95 %% intervals of %s include %s above %s (largest: %s, %s); record more runs"
                .formatted(
                        failing(open),
                        isTime() ? "slowdowns" : "increases",
                        limit(),
                        named(largest),
                        Double.isInfinite(largest.high())
                                ? "unbounded"
                                : "up to " + relative(largest.high()));
    }

    /// Nodes without a significant difference whose interval includes ratios above the limit of the
    /// gate, those with the largest first.
    List<ComparedNode> undecidedNodes() {
        if (!comparison.rule().isGate()) return List.of();
        return comparison.with(Status.SAME).stream()
                .filter(node -> node.high() - 1 > comparison.rule().failAbove())
                .sorted(Comparator.comparingDouble(node -> -node.high()))
                .toList();
    }

    private static String named(ComparedNode node) {
        return node.isTotal() ? "the whole run" : node.path();
    }

    private String limit() {
        return Quantity.decimal(comparison.rule().failAbove() * 100) + " %";
    }

    private long compared() {
        return comparison.nodes().stream()
                .filter(node -> !node.isTotal())
                .filter(
                        node ->
                                switch (node.status()) {
                                    case SLOWER, FASTER, SAME, UNKNOWN -> true;
                                    case NEW, GONE, SMALL -> false;
                                })
                .count();
    }

    /// Only times are slow or fast.
    String word(Status status) {
        return switch (status) {
            case SLOWER -> isTime() ? "slower" : "larger";
            case FASTER -> isTime() ? "faster" : "smaller";
            case SAME, UNKNOWN, NEW, GONE, SMALL -> status.name().toLowerCase(Locale.ROOT);
        };
    }

    /// How the noise was estimated and how the nodes were tested.
    String noise() {
        return switch (comparison.noise()) {
            case BETWEEN_RUNS ->
                    "noise: estimated from %d and %d runs%s; "
                                    .formatted(
                                            comparison.runsBefore(),
                                            comparison.runsAfter(),
                                            isUnbalanced()
                                                    ? ", which are assumed to vary equally"
                                                    : "")
                            + tests();
            case OF_ONE_SIDE ->
                    "noise: estimated from %d runs; the side with one run is assumed to vary as much; "
                                    .formatted(
                                            Math.max(
                                                    comparison.runsBefore(),
                                                    comparison.runsAfter()))
                            + tests();
            case WITHIN_RUNS ->
                    "noise: estimated from the repetitions within one run per side, which differ"
                            + " less than runs do. Record several runs per side; "
                            + tests();
            case UNKNOWN ->
                    "noise: unknown, because there is one run per side without repetitions. No"
                            + " difference can be tested"
                            + (comparison.rule().isGate()
                                    ? ", and the gate compares ratios only"
                                    : "")
                            + ". Record several runs per side";
        };
    }

    /// With sides of very different size, the test detects a change of the noise, too.
    private boolean isUnbalanced() {
        int fewer = Math.min(comparison.runsBefore(), comparison.runsAfter());
        return Math.max(comparison.runsBefore(), comparison.runsAfter()) > 2 * fewer;
    }

    private String tests() {
        if (comparison.tested() == 0) return "no node varies, so none was tested";
        return "%s at level %s (%s)"
                .formatted(
                        ContextSummary.counted(comparison.tested(), "test"),
                        comparison.rule().level(),
                        comparison.byPermutation()
                                ? "permutation test, adjusted for all nodes"
                                : "t test, adjusted by Holm; assumes normal noise: too few runs for"
                                        + " permutations");
    }

    /// Nodes that were not tested or did not change, in one line each.
    List<String> counts() {
        List<String> lines = new ArrayList<>();
        long same = comparison.with(Status.SAME).stream().filter(node -> !node.isTotal()).count();
        if (same > 0)
            lines.add(
                    "%s: no significant difference"
                            .formatted(ContextSummary.counted(same, "node")));
        long constant = comparison.nodes().stream().filter(ComparedNode::hasNoVariance).count();
        if (constant > 0)
            lines.add(
                    "%s %s no variance: compared by ratio"
                            .formatted(
                                    ContextSummary.counted(constant, "value"),
                                    constant == 1 ? "has" : "have"));
        int small = comparison.with(Status.SMALL).size();
        if (small > 0)
            lines.add(
                    "%s below %s of the total: not compared; --least-share 0%% compares all"
                            .formatted(
                                    ContextSummary.counted(small, "node"),
                                    Quantity.percent(comparison.rule().leastShare())));
        return lines;
    }

    /// Failing first, then all others that changed or may have.
    List<ComparedNode> changed() {
        List<ComparedNode> changed = new ArrayList<>(comparison.failures());
        for (ComparedNode node : comparison.nodes())
            if (!node.fails() && (hasChanged(node) || node.isTotal())) changed.add(node);
        return changed;
    }

    private static boolean hasChanged(ComparedNode node) {
        return switch (node.status()) {
            case SLOWER, FASTER, NEW, GONE -> true;
            case UNKNOWN -> node.change() != 0;
            case SAME, SMALL -> false;
        };
    }

    static String relative(double ratio) {
        if (Double.isNaN(ratio) || Double.isInfinite(ratio)) return "";
        return (ratio > 1 ? "+" : "") + Quantity.percent(ratio - 1);
    }

    static String interval(ComparedNode node) {
        if (node.hasNoVariance()) return "no variance";
        if (Double.isNaN(node.low()) || Double.isInfinite(node.high())) return "";
        return relative(node.low()).replace(" %", "") + " to " + relative(node.high());
    }
}
