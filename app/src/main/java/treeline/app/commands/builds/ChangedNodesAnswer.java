package treeline.app.commands.builds;

import treeline.app.commands.output.OutputFormat;
import treeline.app.terminal.Console;
import treeline.compare.ChangedNodes;
import treeline.compare.ChangedNodes.Change;
import treeline.compare.Trend;
import treeline.model.Unit;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.screen.Colour;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.List;

/// `treeline archive trend` without a node: the nodes that changed, and when.
///
/// @param gate the rule of `--fail-on-change`
record ChangedNodesAnswer(ChangedNodes found, double leastShare, ChangeGate gate) {

    int exitCode() {
        return gate.exitCode(verdict());
    }

    private ChangeGate.Verdict verdict() {
        return new ChangeGate.Verdict(
                found.builds().size(), found.tested() > 0, found.slowdowns(gate.newest()).size());
    }

    void print(Arguments arguments, Console console) throws IOException {
        if (OutputFormat.wroteData(data(), arguments, console)) return;
        console.out()
                .println(
                        "%s: %s in %s of %s"
                                .formatted(
                                        RunOptions.metricText(found.metric()),
                                        ContextSummary.counted(found.tested(), "node"),
                                        ContextSummary.counted(found.runs(), "run"),
                                        ContextSummary.counted(found.builds().size(), "build")));
        if (gate.isSet()) console.out().println(gate.painted(verdict(), console));
        console.out().println();
        if (!found.changes().isEmpty()) {
            OutputFormat.print(shown().top(RowLimit.top(arguments)), console);
            console.out().println();
        }
        for (String line : notes())
            console.out().println(console.screen().paint(line, Colour.GREY));
    }

    private List<String> notes() {
        String summary =
                found.changes().isEmpty()
                        ? "no significant change"
                        : "%s in %d of %s"
                                .formatted(
                                        ContextSummary.counted(found.changes().size(), "change"),
                                        found.changedNodes(),
                                        ContextSummary.counted(found.tested(), "node"));
        String test =
                found.builds().size() < Trend.MIN_BUILDS
                        ? ArchiveTrend.TOO_FEW
                        : "permutation test of the build means at level 0.01, adjusted for all"
                                + " nodes";
        if (found.small() == 0) return List.of(summary, test);
        return List.of(
                summary,
                "%s below %s of the total: not tested; --least-share 0%% tests all"
                        .formatted(
                                ContextSummary.counted(found.small(), "node"),
                                Quantity.percent(leastShare)),
                test);
    }

    private Table table() {
        List<Change> changes = found.changes();
        int rows = changes.size();
        return Table.of(
                Column.text("path", rows, row -> changes.get(row).node()),
                Column.text("build", rows, row -> build(changes.get(row)).name()),
                Column.text("time", rows, row -> build(changes.get(row)).time().toString()),
                Column.whole("builds_since", rows, row -> since(changes.get(row))),
                Column.real("before", rows, row -> changes.get(row).before()),
                Column.real("after", rows, row -> changes.get(row).after()),
                Column.real("change", rows, row -> difference(changes.get(row))),
                Column.real("ratio", rows, row -> changes.get(row).ratio()),
                Column.real("p", rows, row -> changes.get(row).p()),
                Column.real("p_adjusted", rows, row -> changes.get(row).adjusted()));
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

    private Section.Builder shown() {
        Unit unit = found.metric().unit();
        Table table = table();
        List<Change> changes = found.changes();
        return Section.of(table)
                .computed(
                        "change",
                        true,
                        (row, _) -> ComparisonAnswer.relative(changes.get(row).ratio()))
                .value("before", "before", unit)
                .value("after", "after", unit)
                .number("p_adjusted", "p adjusted")
                .text("time", "since")
                .text("build", "build")
                .text("path", "call path");
    }

    private Answer data() {
        return new Answer.Builder("archive changes", table())
                .metric(found.metric())
                .values(found.metric(), "before", "after", "change")
                .with(
                        json -> {
                            json.name("runs").value(found.runs());
                            json.name("builds").value(found.builds().size());
                            json.name("tested").value(found.tested());
                            json.name("small").value(found.small());
                        })
                .number("least_share", leastShare)
                .with(json -> gate.write(verdict(), json))
                .build();
    }
}
