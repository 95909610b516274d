package treeline.question.builds;

import treeline.compare.ChangedNodes;
import treeline.compare.ChangedNodes.Change;
import treeline.compare.Trend;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.statement.Argument;
import treeline.table.Rows;
import treeline.table.Table;
import treeline.view.ContextSummary;

import java.util.List;

/// The answer of `archive trend` without a node: the nodes that changed, and when.
///
/// @param gate the rule of `--fail-on-change`
record ChangedNodesAnswer(ChangedNodes found, double leastShare, ChangeGate gate) {

    Answer answer(Arguments arguments) {
        Table table = table();
        var answer =
                facts(new Answer.Builder("archive changes", RowLimit.forPrograms(table, arguments)))
                        .title(
                                "%s: %s in %s of %s"
                                        .formatted(
                                                RunOptions.metricText(found.metric()),
                                                ContextSummary.counted(found.tested(), "node"),
                                                ContextSummary.counted(found.runs(), "run"),
                                                ContextSummary.counted(
                                                        found.builds().size(), "build")))
                        .gate(gate.result(verdict()))
                        .add(gate.statements(verdict()));
        if (!found.changes().isEmpty()) answer.add(section(table, arguments)).gap();
        return answer.add(remarks()).build();
    }

    private ChangeGate.Verdict verdict() {
        return new ChangeGate.Verdict(
                found.builds().size(), found.tested() > 0, found.slowdowns(gate.newest()).size());
    }

    private List<Statement> remarks() {
        Statement test =
                found.builds().size() < Trend.MIN_BUILDS
                        ? ArchiveTrendQuestion.tooFew()
                        : Statement.omission(
                                "permutation test of the build means at level {level}, adjusted for"
                                        + " all nodes",
                                Argument.level(Trend.LEVEL));
        return found.small() == 0 ? List.of(summary(), test) : List.of(summary(), omitted(), test);
    }

    private Statement summary() {
        int changes = found.changes().size();
        if (changes == 0) return Statement.omission("no significant change");
        return Statement.omission(
                "{changes} change%s in {changed} of {tested} node%s"
                        .formatted(changes == 1 ? "" : "s", found.tested() == 1 ? "" : "s"),
                Argument.count(changes),
                Argument.count(found.changedNodes()),
                Argument.count(found.tested()));
    }

    private Statement omitted() {
        return Statement.omission(
                "{nodes} node%s below {share} of the total: not tested; --least-share 0%% tests all"
                        .formatted(found.small() == 1 ? "" : "s"),
                Argument.count(found.small()),
                Argument.share(leastShare));
    }

    private Table table() {
        List<Change> changes = found.changes();
        var rows = Rows.of(changes);
        return Table.of(
                rows.text("path", Change::node).headed("call path"),
                rows.text("build", each -> build(each).name()),
                rows.text("time", each -> build(each).time().toString()).headed("since"),
                rows.whole("builds_since", this::since),
                rows.real("before", Change::before).in(found.metric()),
                rows.real("after", Change::after).in(found.metric()),
                rows.real("change", ChangedNodesAnswer::difference).in(found.metric()).signed(),
                rows.real("ratio", Change::ratio),
                rows.real("p", Change::p),
                rows.real("p_adjusted", Change::adjusted).headed("p adjusted"));
    }

    private ChangedNodes.Build build(Change change) {
        return found.builds().get(change.build());
    }

    /// The number of builds since the change, including the first.
    private int since(Change change) {
        return found.builds().size() - change.build();
    }

    private static double difference(Change change) {
        return change.after() - change.before();
    }

    private Section section(Table table, Arguments arguments) {
        List<Change> changes = found.changes();
        return Section.of(table)
                .computed(
                        "change",
                        true,
                        (row, _) -> BuildComparison.relative(changes.get(row).ratio()))
                .columns("before", "after", "p_adjusted", "time", "build", "path")
                .top(RowLimit.top(arguments));
    }

    private Answer.Builder facts(Answer.Builder answer) {
        return answer.metric(found.metric())
                .with(
                        json -> {
                            json.name("runs").value(found.runs());
                            json.name("builds").value(found.builds().size());
                            json.name("tested").value(found.tested());
                            json.name("small").value(found.small());
                        })
                .number("least_share", leastShare)
                .with(json -> gate.write(verdict(), json));
    }
}
