package treeline.app.commands.builds;

import treeline.app.commands.input.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.compare.ComparedNode;
import treeline.compare.ComparedNode.Status;
import treeline.compare.Comparison;
import treeline.compare.Rule;
import treeline.model.Unit;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a comparison says in words, which the terminal, a pull request and a CI server share.
///
/// @param baseline what the user called it
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

    /// Whether the gate lets it pass; empty where there is none.
    String verdict() {
        Rule rule = comparison.rule();
        if (!rule.isGate()) return "";
        List<ComparedNode> failures = comparison.failures();
        if (failures.isEmpty())
            return "passed: nothing is %s by more than %s".formatted(slower(), limit());
        return "failed: %s by more than %s"
                .formatted(
                        failures.size() == 1
                                ? failures.getFirst().path() + " is " + slower()
                                : failing(failures) + " are " + slower(),
                        limit());
    }

    /// The whole run is no node.
    private String failing(List<ComparedNode> failures) {
        long nodes = failures.stream().filter(node -> !node.isTotal()).count();
        String ofNodes = "%d of %s".formatted(nodes, ContextSummary.counted(compared(), "node"));
        if (nodes == 0) return "the whole run";
        return nodes == failures.size() ? ofNodes : "the whole run and " + ofNodes;
    }

    /// What changed in a line, for readers without a gate.
    String summary() {
        List<String> parts = new ArrayList<>();
        for (Status status : List.of(Status.SLOWER, Status.FASTER, Status.NEW, Status.GONE)) {
            long nodes = comparison.with(status).stream().filter(node -> !node.isTotal()).count();
            if (nodes > 0)
                parts.add("%s %s".formatted(ContextSummary.counted(nodes, "node"), word(status)));
        }
        String ofNodes =
                comparison.tested() == 0 && parts.isEmpty()
                        ? "noise is not known"
                        : parts.isEmpty()
                                ? "no difference that stands out from the noise"
                                : String.join(", ", parts);
        return comparison
                .total()
                .filter(total -> !Double.isNaN(total.ratio()))
                .map(total -> "whole run " + change(total) + "; " + ofNodes)
                .orElse(ofNodes);
    }

    private static String change(ComparedNode node) {
        return relative(node.ratio()).isEmpty() ? "unchanged" : relative(node.ratio());
    }

    /// What may be slower by more than the limit, though nobody can be sure: a gate that passes by
    /// noise must not look like one that passes. Empty where there is none.
    String undecided() {
        if (!comparison.rule().isGate()) return "";
        List<ComparedNode> open =
                comparison.with(Status.SAME).stream()
                        .filter(node -> node.high() - 1 > comparison.rule().failAbove())
                        .toList();
        if (open.isEmpty()) return "";
        ComparedNode first = open.getFirst();
        return "not sure: %s may be %s by more than %s, but runs vary too much to tell (%s: up to %s); record more runs, or on a quieter machine"
                .formatted(
                        open.size() == 1 ? named(first) : failing(open),
                        slower(),
                        limit(),
                        named(first),
                        Double.isInfinite(first.high()) ? "any" : relative(first.high()));
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

    private String slower() {
        return word(Status.SLOWER);
    }

    /// Only times are slow or fast.
    String word(Status status) {
        boolean time = comparison.metric().unit().dimension() == Unit.Dimension.TIME;
        return switch (status) {
            case SLOWER -> time ? "slower" : "more";
            case FASTER -> time ? "faster" : "less";
            case SAME, UNKNOWN, NEW, GONE, SMALL -> status.name().toLowerCase(Locale.ROOT);
        };
    }

    /// What is known of noise, and what cannot be known.
    String noise() {
        return switch (comparison.noise()) {
            case BETWEEN_RUNS ->
                    "noise: from %d and %d runs; %s, corrected for all of them (Holm)"
                            .formatted(comparison.runsBefore(), comparison.runsAfter(), tests());
            case OF_ONE_SIDE ->
                    "noise: one side has one run and is taken to vary as the other does, which"
                            + " cannot be known; "
                            + tests();
            case WITHIN_RUNS ->
                    "noise: from the repetitions of one run per side; how much runs differ from"
                            + " each other cannot be known. Record several runs per side; "
                            + tests();
            case UNKNOWN ->
                    "noise: cannot be known from one run per side without repetitions. Whether a"
                            + " difference is more than chance is open"
                            + (comparison.rule().isGate()
                                    ? ", and the gate goes by the ratio alone"
                                    : "")
                            + ". Record several runs per side";
        };
    }

    private String tests() {
        return ContextSummary.counted(comparison.tested(), "test")
                + " at level "
                + comparison.rule().level();
    }

    /// What was not compared or did not change, in one line each.
    List<String> counts() {
        List<String> lines = new ArrayList<>();
        long same = comparison.with(Status.SAME).stream().filter(node -> !node.isTotal()).count();
        if (same > 0)
            lines.add(
                    "%s: no difference that stands out from the noise"
                            .formatted(ContextSummary.counted(same, "node")));
        int small = comparison.with(Status.SMALL).size();
        if (small > 0)
            lines.add(
                    "%s below %s of the total: not compared, --least-share 0%% compares all"
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
        if (Double.isNaN(node.low()) || Double.isInfinite(node.high())) return "";
        return relative(node.low()).replace(" %", "") + " to " + relative(node.high());
    }
}
