package treeline.question.builds;

import treeline.compare.ComparedNode;
import treeline.compare.ComparedNode.Status;
import treeline.compare.Comparison;
import treeline.compare.VarianceSource;
import treeline.model.Unit;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.input.RunOptions;
import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The comparison of two builds with the sentences about it, which text, Markdown and JUnit reports
/// share.
///
/// @param baseline the name that the user gave it
/// @param doubts warnings about the runs that were compared
public record BuildComparison(
        Comparison comparison, String baseline, String candidate, List<Statement> doubts) {

    public BuildComparison {
        doubts = List.copyOf(doubts);
    }

    public String heading() {
        return "%s: %s of %s against %s of %s"
                .formatted(
                        RunOptions.metricText(comparison.metric()),
                        ContextSummary.counted(comparison.runsAfter(), "run"),
                        candidate,
                        ContextSummary.counted(comparison.runsBefore(), "run"),
                        baseline);
    }

    /// The result of `--fail-above`.
    public Answer.Gate gate() {
        if (!comparison.rule().isGate()) return Answer.Gate.NONE;
        return comparison.passes() ? Answer.Gate.PASSED : Answer.Gate.FAILED;
    }

    /// The verdict of the gate; empty if there is none.
    public Optional<Statement> verdict() {
        if (!comparison.rule().isGate()) return Optional.empty();
        if (!comparison.isSameProgram())
            return Optional.of(
                    Statement.verdict("failed: " + differentPrograms(), commonPaths(), allPaths()));
        List<ComparedNode> failures = comparison.failures();
        return Optional.of(failures.isEmpty() ? passed() : failed(failures));
    }

    private Statement failed(List<ComparedNode> failures) {
        boolean one = failures.size() == 1;
        return Statement.verdict(
                "failed: {nodes} %s by more than {limit} %%".formatted(grew(one)),
                Argument.clause(one ? named(failures.getFirst()) : several(failures)),
                limit());
    }

    /// Without an estimate of the noise the gate compares ratios.
    private Statement passed() {
        String significantly = comparison.noise() == VarianceSource.UNKNOWN ? "" : "significantly ";
        return Statement.verdict(
                (isTime()
                                ? "passed: no node is %sslower by more than {limit} %%"
                                : "passed: no node grew %sby more than {limit} %%")
                        .formatted(significantly),
                limit());
    }

    /// All reasons to doubt the comparison. With a gate, sides that are different programs are the
    /// verdict instead.
    public List<Statement> warnings() {
        return Stream.concat(doubts.stream(), caution().stream()).toList();
    }

    /// A warning about sides that have too few call paths in common; empty if there is a gate.
    public Optional<Statement> caution() {
        return comparison.isSameProgram() || comparison.rule().isGate()
                ? Optional.empty()
                : Optional.of(Statement.warning(differentPrograms(), commonPaths(), allPaths()));
    }

    private String differentPrograms() {
        return "the two sides seem to be different programs: they have {common} of {paths} call"
                + " path%s in common, so their total times are not compared"
                        .formatted(plural(comparison.paths()));
    }

    private Argument commonPaths() {
        return Argument.count(comparison.common());
    }

    private Argument allPaths() {
        return Argument.count(comparison.paths());
    }

    private static String plural(long count) {
        return count == 1 ? "" : "s";
    }

    private boolean isTime() {
        return comparison.metric().unit().dimension() == Unit.Dimension.TIME;
    }

    private String grew(boolean one) {
        if (!isTime()) return "grew";
        return one ? "is slower" : "are slower";
    }

    /// The whole run does not count as a node.
    private Sentence several(List<ComparedNode> failures) {
        long nodes = failures.stream().filter(node -> !node.isTotal()).count();
        if (nodes == 0) return Sentence.of("the whole run");
        String ofNodes = "{nodes} of {compared} node" + plural(compared());
        return Sentence.of(
                nodes == failures.size() ? ofNodes : "the whole run and " + ofNodes,
                Argument.count(nodes),
                Argument.count(compared()));
    }

    /// A summary of the changes in one line, for comparisons without a gate.
    public Sentence summary() {
        Optional<ComparedNode> total =
                comparison.total().filter(whole -> !Double.isNaN(whole.ratio()));
        return total.map(
                        whole ->
                                Sentence.of(
                                        "whole run {change}; {nodes}",
                                        Argument.clause(change(whole)),
                                        Argument.list(changes())))
                .orElseGet(() -> Sentence.of("{nodes}", Argument.list(changes())));
    }

    private List<Sentence> changes() {
        List<Sentence> parts = new ArrayList<>();
        for (Status status : List.of(Status.SLOWER, Status.FASTER, Status.NEW, Status.GONE)) {
            long nodes = comparison.with(status).stream().filter(node -> !node.isTotal()).count();
            if (nodes > 0)
                parts.add(
                        Sentence.of(
                                "{nodes} node%s %s".formatted(plural(nodes), word(status)),
                                Argument.count(nodes)));
        }
        if (!parts.isEmpty()) return parts;
        return List.of(
                Sentence.of(
                        comparison.noise() == VarianceSource.UNKNOWN
                                ? "noise is unknown"
                                : "no significant difference"));
    }

    private static Sentence change(ComparedNode node) {
        return Double.isInfinite(node.ratio())
                ? Sentence.of("unchanged")
                : Sentence.of("{change}", Argument.relativeChange(node.ratio() - 1));
    }

    /// Nodes that the gate passes only because of noise; empty if there are none.
    public Optional<Statement> undecided() {
        List<ComparedNode> open = undecidedNodes();
        if (open.isEmpty()) return Optional.empty();
        ComparedNode largest = open.getFirst();
        return Optional.of(
                Statement.finding(
                        "undecided: the 95 %% intervals of {nodes} include %s above {limit} %%"
                                        .formatted(isTime() ? "slowdowns" : "increases")
                                + " (largest: {largest}, {bound}); record more runs",
                        Argument.clause(several(open)),
                        limit(),
                        Argument.clause(named(largest)),
                        Argument.clause(bound(largest))));
    }

    private static Sentence bound(ComparedNode node) {
        return Double.isInfinite(node.high())
                ? Sentence.of("unbounded")
                : Sentence.of("up to {change}", Argument.relativeChange(node.high() - 1));
    }

    /// Nodes without a significant difference whose interval includes ratios above the limit of the
    /// gate, those with the largest first.
    public List<ComparedNode> undecidedNodes() {
        if (!comparison.rule().isGate()) return List.of();
        return comparison.with(Status.SAME).stream()
                .filter(node -> node.high() - 1 > comparison.rule().failAbove())
                .sorted(Comparator.comparingDouble(node -> -node.high()))
                .toList();
    }

    private static Sentence named(ComparedNode node) {
        return node.isTotal()
                ? Sentence.of("the whole run")
                : Sentence.of("{path}", Argument.path(node.path()));
    }

    private Argument limit() {
        return Argument.setting(comparison.rule().failAbove() * 100);
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
    public String word(Status status) {
        return switch (status) {
            case SLOWER -> isTime() ? "slower" : "larger";
            case FASTER -> isTime() ? "faster" : "smaller";
            case SAME, UNKNOWN, NEW, GONE, SMALL -> status.name().toLowerCase(Locale.ROOT);
        };
    }

    /// How the noise was estimated and how the nodes were tested.
    public Statement noise() {
        return switch (comparison.noise()) {
            case BETWEEN_RUNS ->
                    Statement.finding(
                            "noise: estimated from {before} and {after} runs%s; {tests}"
                                    .formatted(
                                            isUnbalanced()
                                                    ? ", which are assumed to vary equally"
                                                    : ""),
                            Argument.count(comparison.runsBefore()),
                            Argument.count(comparison.runsAfter()),
                            tests());
            case OF_ONE_SIDE ->
                    Statement.finding(
                            "noise: estimated from {runs} runs; the side with one run is assumed to"
                                    + " vary as much; {tests}",
                            Argument.count(
                                    Math.max(comparison.runsBefore(), comparison.runsAfter())),
                            tests());
            case WITHIN_RUNS ->
                    Statement.finding(
                            "noise: estimated from the repetitions within one run per side, which"
                                    + " differ less than runs do. Record several runs per side;"
                                    + " {tests}",
                            tests());
            case UNKNOWN ->
                    Statement.finding(
                            "noise: unknown, because there is one run per side without"
                                    + " repetitions. No difference can be tested"
                                    + (comparison.rule().isGate()
                                            ? ", and the gate compares ratios only"
                                            : "")
                                    + ". Record several runs per side");
        };
    }

    /// With sides of very different size, the test detects a change of the noise, too.
    private boolean isUnbalanced() {
        int fewer = Math.min(comparison.runsBefore(), comparison.runsAfter());
        return Math.max(comparison.runsBefore(), comparison.runsAfter()) > 2 * fewer;
    }

    private Argument tests() {
        if (comparison.tested() == 0) return Argument.clause("no node varies, so none was tested");
        String test =
                comparison.byPermutation()
                        ? "permutation test, adjusted for all nodes"
                        : "t test, adjusted by Holm; assumes normal noise: too few runs for"
                                + " permutations";
        return Argument.clause(
                "{tests} test%s at level {level} (%s)".formatted(plural(comparison.tested()), test),
                Argument.count(comparison.tested()),
                Argument.level(comparison.rule().level()));
    }

    /// The nodes that were not tested or did not change.
    public List<Statement> counts() {
        List<Statement> lines = new ArrayList<>();
        long same = comparison.with(Status.SAME).stream().filter(node -> !node.isTotal()).count();
        if (same > 0)
            lines.add(
                    Statement.omission(
                            "{nodes} node%s: no significant difference".formatted(plural(same)),
                            Argument.count(same)));
        long constant = comparison.nodes().stream().filter(ComparedNode::hasNoVariance).count();
        if (constant > 0)
            lines.add(
                    Statement.omission(
                            constant == 1
                                    ? "{values} value has no variance: compared by ratio"
                                    : "{values} values have no variance: compared by ratio",
                            Argument.count(constant)));
        int small = comparison.with(Status.SMALL).size();
        if (small > 0)
            lines.add(
                    Statement.omission(
                            "{nodes} node%s below {share} of the total: not compared; --least-share 0%% compares all"
                                    .formatted(plural(small)),
                            Argument.count(small),
                            Argument.share(comparison.rule().leastShare())));
        return lines;
    }

    /// Failing first, then all others that changed or may have.
    public List<ComparedNode> changed() {
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

    /// `+5.0 %` for a ratio of 1.05; empty if there is no ratio.
    public static String relative(double ratio) {
        if (Double.isNaN(ratio) || Double.isInfinite(ratio)) return "";
        return (ratio > 1 ? "+" : "") + Quantity.percent(ratio - 1);
    }

    /// The 95 % interval of the relative change.
    public static String interval(ComparedNode node) {
        if (node.hasNoVariance()) return "no variance";
        if (Double.isNaN(node.low()) || Double.isInfinite(node.high())) return "";
        return relative(node.low()).replace(" %", "") + " to " + relative(node.high());
    }
}
