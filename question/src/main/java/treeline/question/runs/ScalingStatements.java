package treeline.question.runs;

import treeline.ensemble.Ensemble;
import treeline.question.answer.Answer;
import treeline.question.answer.Block;
import treeline.question.answer.Heading;
import treeline.question.answer.Statement;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.runs.input.ThresholdOption;
import treeline.scaling.Scaling;
import treeline.scaling.ScalingResult;
import treeline.scaling.ScalingTable;
import treeline.single.Threshold;
import treeline.statement.Argument;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The scaling table of some runs with its verdict: the process count from which efficiency is
/// below 80 %, and the nodes that lose most time.
public final class ScalingStatements {
    private static final double EFFICIENT = ScalingResult.DEFAULT_EFFICIENCY;

    /// As many as fit into a sentence.
    private static final int MAX_NODES = 3;

    private static final String LOST = "lost";
    private static final String BELOW = "first_below";

    private final Scaling scaling;
    private final Ensemble ensemble;
    private final List<String> settings;
    private final boolean counts;
    private final Arguments arguments;
    private final ScalingTable shown;

    /// @param settings of all groups, so that their tables have the same columns
    /// @param counts whether settings are process counts, so that an ideal time exists
    ScalingStatements(
            Scaling scaling,
            Ensemble ensemble,
            List<String> settings,
            boolean counts,
            Arguments arguments) {
        this.scaling = scaling;
        this.ensemble = ensemble;
        this.settings = List.copyOf(settings);
        this.counts = counts;
        this.arguments = arguments;
        this.shown = table(ThresholdOption.forReaders(arguments));
    }

    private ScalingTable table(Threshold threshold) {
        return ScalingTable.of(scaling.above(threshold), ensemble, settings, counts);
    }

    GroupedTable.Rows rows() {
        return new GroupedTable.Rows(
                shown.table().columns(),
                ThresholdOption.footnote(
                        shown.result().hidden(), ensemble.tree().size(), "nodes", arguments),
                verdict(),
                () -> table(ThresholdOption.forPrograms(arguments)).table().columns());
    }

    /// Adds the first process count with an efficiency below 80 %.
    void addFirstBelow(Answer.Builder answer) {
        shown.efficiency()
                .ifPresent(
                        scaled ->
                                answer.with(
                                        json -> {
                                            json.name(BELOW);
                                            scaled.firstBelow(EFFICIENT)
                                                    .ifPresentOrElse(json::value, json::nullValue);
                                        }));
    }

    private List<Block> verdict() {
        if (shown.efficiency().isEmpty() || shown.result().settings().size() < 2) return List.of();
        List<Block> verdict = new ArrayList<>();
        verdict.add(Heading.NONE);
        verdict.add(efficiency(shown.efficiency().get().firstBelow(EFFICIENT)));
        largestLosses().ifPresent(verdict::add);
        return verdict;
    }

    private Statement efficiency(Optional<String> below) {
        String whole = arguments.has(RunOptions.KEEP) ? "the selection" : "the whole run";
        if (below.isEmpty())
            return Statement.verdict(whole + " has an efficiency of at least 80 % throughout");
        boolean recovers = shown.efficiency().orElseThrow().recovers(EFFICIENT);
        return Statement.verdict(
                whole
                        + (recovers
                                ? " is first below 80 % efficiency at {parameter} = {setting}, and"
                                        + " not everywhere beyond"
                                : " is below 80 % efficiency from {parameter} = {setting} on"),
                Argument.name(scaling.column()),
                Argument.name(below.get()));
    }

    /// Nodes that the table omits may lose most.
    private Optional<Statement> largestLosses() {
        Table losses = table(Threshold.none()).efficiency().orElseThrow().losses(EFFICIENT);
        Statement.Builder sentence =
                Statement.builder(Statement.Kind.FINDING)
                        .text("most time is lost at ")
                        .argument("parameter", Argument.name(scaling.column()))
                        .text(" = ")
                        .argument("setting", Argument.name(shown.result().settings().getLast()))
                        .text(" in ");
        int nodes = 0;
        while (nodes < Math.min(MAX_NODES, losses.rows())) {
            double lost = losses.real(LOST).at(nodes);
            if (!(lost > 0)) break;
            int node = (int) losses.whole("node").at(nodes);
            sentence.text(nodes == 0 ? "" : ", ")
                    .argument("node", Argument.name(ensemble.tree().name(node)))
                    .text(" (")
                    .argument("lost", Argument.amount(lost, scaling.metric().unit()))
                    .text(")");
            nodes++;
        }
        return nodes == 0 ? Optional.empty() : Optional.of(sentence.build());
    }

    /// Warns if the times suggest another kind of scaling than the user selected.
    ///
    /// @param group the name of a group with a colon, or empty
    void warn(String group, Consumer<Statement> warnings) {
        warn(shown, scaling.kind() == Scaling.Kind.WEAK_EFFICIENCY, group, warnings);
    }

    /// Warns if the times of a table suggest another kind of scaling than the user selected.
    ///
    /// @param weak whether the user selected weak scaling
    public static void warn(
            ScalingTable table, boolean weak, String group, Consumer<Statement> warnings) {
        Optional<Scaling.Kind> guess = table.efficiency().flatMap(ScalingResult::guess);
        if (!weak && guess.equals(Optional.of(Scaling.Kind.WEAK_EFFICIENCY)))
            warnings.accept(
                    Statement.warning(
                            "{group}times do not decrease with more processes; if the problem grows"
                                    + " with them, use --kind weak_efficiency",
                            Argument.name(group)));
        if (weak && guess.equals(Optional.of(Scaling.Kind.STRONG_EFFICIENCY)))
            warnings.accept(
                    Statement.warning(
                            "{group}times decrease with more processes; if the problem size is"
                                    + " constant, use --kind strong_efficiency",
                            Argument.name(group)));
    }
}
