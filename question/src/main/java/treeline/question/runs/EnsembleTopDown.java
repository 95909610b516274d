package treeline.question.runs;

import treeline.ensemble.Ensemble;
import treeline.ensemble.RunGroup;
import treeline.ensemble.statistics.TopDown;
import treeline.figure.TopDownFigure;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Statement;
import treeline.question.input.RowLimit;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunGrouping;
import treeline.question.runs.input.ThresholdOption;
import treeline.statement.Argument;
import treeline.table.Table;
import treeline.view.ContextSummary;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// `ensemble topdown`: the top-down breakdown of the issue slots of each node.
final class EnsembleTopDown {
    private EnsembleTopDown() {}

    static Question question(EnsembleOptions options) {
        return options.question(
                        "ensemble topdown",
                        "break issue slots down (top-down method): retiring, frontend, backend, bad"
                                + " speculation",
                        options.choosingValues(RunGrouping.GROUP_BY, RowLimit.TOP),
                        EnsembleTopDown::answer)
                .example(
                        "treeline ensemble topdown 'runs/*.tldb' --group-by compiler",
                        "percentages of each node, by compiler");
    }

    private static Answer answer(Ensemble ensemble, Arguments arguments, Session session) {
        var table = new GroupedTable("path", arguments);
        if (RunGrouping.isAsked(arguments)) {
            RunGrouping grouping = RunGrouping.of(ensemble, arguments);
            for (RunGroup group : grouping.all())
                table.add(grouping, group, rows(group.ensemble()));
        } else table.add(rows(ensemble));
        String title =
                "shares of issue slots, mean of " + ContextSummary.counted(ensemble.runs(), "run");
        return table.answer("ensemble topdown", title, List.of())
                .figure(() -> TopDownFigure.of(ensemble, ThresholdOption.selection(arguments)))
                .build();
    }

    private static GroupedTable.Rows rows(Ensemble runs) {
        Table nodes = TopDown.of(runs).nodes();
        return GroupedTable.Rows.same(nodes.columns(), aboveWhole(nodes));
    }

    /// Top-down shares are estimates from counters and may add up to more than the whole.
    private static List<Statement> aboveWhole(Table nodes) {
        int[] above = TopDown.aboveWhole(nodes);
        if (above.length == 0) return List.of();
        int largest =
                IntStream.of(above)
                        .boxed()
                        .max(Comparator.comparingDouble(row -> TopDown.sum(nodes, row)))
                        .orElseThrow();
        String counted = above.length == 1 ? "{nodes} node" : "{nodes} nodes";
        return List.of(
                Statement.finding(
                        counted
                                + " with percentages that add up to more than 100 % as recorded:"
                                + " {path} has {sum}; such counters are estimates",
                        Argument.count(above.length),
                        Argument.path(nodes.column("path").text(largest)),
                        Argument.share(TopDown.sum(nodes, largest))));
    }
}
