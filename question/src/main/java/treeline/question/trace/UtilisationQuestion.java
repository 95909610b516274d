package treeline.question.trace;

import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Between;
import treeline.question.input.Choice;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.statement.Argument;
import treeline.table.Order;
import treeline.table.Table;
import treeline.trace.TimeWindow;
import treeline.trace.TracePart;
import treeline.trace.Utilisation;

import java.io.IOException;
import java.util.List;

/// The fraction of time that each rank, thread and GPU stream of a traced run computes,
/// communicates, waits and is idle.
public record UtilisationQuestion(RunOptions options) {
    public Question question() {
        return Question.ofRun(
                        "utilisation",
                        "show how much of a traced run each rank, thread and stream computes,"
                                + " communicates and is idle",
                        Parameter.all(
                                List.of(Between.OPTION, RowLimit.TOP),
                                Choice.OF_CONTEXTS,
                                List.of(options.format())),
                        this::answer)
                .example("treeline utilisation ring", "activity of each rank, least busy first");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        try (TracedRun run = TracedRun.open(options, arguments, session)) {
            TracePart part =
                    TracePart.of(
                            run.outline(),
                            run.traces(),
                            run.chosen(),
                            new TimeWindow(0, Math.max(1, run.traces().endNanos())));
            if (part.lines().isEmpty())
                throw new IllegalArgumentException("none of the selected contexts was traced");
            Table rows = Utilisation.of(part).sort(Order.ascending("computation"));
            double computing = 0;
            for (int i = 0; i < rows.rows(); i++) computing += rows.column("computation").number(i);
            return run.answer("utilisation", RowLimit.forPrograms(rows, arguments))
                    .title("activity over time of " + run.text())
                    .add(
                            Statement.finding(
                                    "{contexts} contexts compute {share} of the time on average",
                                    Argument.count(rows.rows()),
                                    Argument.share(computing / rows.rows())))
                    .add(
                            Section.of(rows)
                                    .columns(
                                            "computation",
                                            "kernels",
                                            "communication",
                                            "synchronisation",
                                            "files",
                                            "idle",
                                            "context")
                                    .top(RowLimit.top(arguments)))
                    .build();
        }
    }
}
