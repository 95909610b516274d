package treeline.question.run;

import treeline.model.Unit;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Needs;
import treeline.question.input.RowLimit;
import treeline.question.input.RowOrder;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.statement.Argument;
import treeline.table.Table;
import treeline.view.LongestIterations;

import java.io.IOException;

/// The longest iterations of all loops.
public record LongestIterationsQuestion(RunOptions options) {
    private static final Parameter<String> SORT =
            RowOrder.by("duration", "duration", "excess", "ratio");

    public Question question() {
        return Question.ofRun(
                        "longest-iterations",
                        "list the longest iterations of all loops, with their rank",
                        options.choosingContexts(RunOptions.METRIC, SORT, RowLimit.TOP),
                        this::answer)
                .example("treeline longest-iterations run.tldb", "the 20 longest iterations")
                .example(
                        "treeline longest-iterations run.tldb --sort ratio --top 5",
                        "the iterations that are longest compared with their loop");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        LoopAggregations plan = LoopAggregations.ofMetric();
        RunOptions.Run run = options.load(arguments, Needs.SERIES.with(plan), session);
        Table all =
                LongestIterations.of(
                        run.values().simple(),
                        run.metric(),
                        plan.sums(run),
                        LoopAggregations.ranks(run));
        if (all.rows() == 0)
            throw new IllegalArgumentException(
                    "%s has no iterations of %s; record loops with Loop.EACH"
                            .formatted(run.path(), RunOptions.metricText(run.metric())));
        Table rows = RowOrder.sorted(all, arguments, SORT);
        Unit unit = run.metric().unit();
        return new Answer.Builder("longest-iterations", RowLimit.forPrograms(rows, arguments))
                .of(run)
                .title(
                        "longest iterations by %s of the slowest rank, compared with the loop median"
                                .formatted(RunOptions.metricText(run.metric())))
                .add(
                        Section.of(rows)
                                .columns("duration", "excess", "ratio", "iteration", "rank", "path")
                                .top(RowLimit.top(arguments)))
                .add(first(rows, unit))
                .build();
    }

    private static Statement first(Table rows, Unit unit) {
        return Statement.finding(
                "iteration {iteration} of {path} takes {duration}, {excess} from the loop median"
                        + " ({median})",
                Argument.count((long) rows.column("iteration").number(0)),
                Argument.path(rows.column("path").text(0)),
                Argument.amount(rows.column("duration").number(0), unit),
                Argument.change(rows.column("excess").number(0), unit),
                Argument.amount(rows.column("median").number(0), unit));
    }
}
