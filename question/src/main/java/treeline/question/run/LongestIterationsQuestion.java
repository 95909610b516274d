package treeline.question.run;

import treeline.aggregate.IterationsByNode;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Unit;
import treeline.numbers.IterationSums;
import treeline.numbers.Locations;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.AggregationPlan;
import treeline.question.input.Choice;
import treeline.question.input.Explanation;
import treeline.question.input.RowLimit;
import treeline.question.input.RowOrder;
import treeline.question.input.RunOptions;
import treeline.question.input.RunValues;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.statement.Argument;
import treeline.table.Table;
import treeline.view.LongestIterations;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The longest iterations of all loops.
public final class LongestIterationsQuestion {
    /// The columns that rows may be sorted by.
    private enum Sort {
        DURATION,
        EXCESS,
        RATIO
    }

    private static final Parameter<Sort> SORT = RowOrder.by(Sort.class, "duration");

    private final RunOptions options;

    public LongestIterationsQuestion(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Question question() {
        return new Question(
                "longest-iterations",
                "list the longest iterations of all loops, with their rank",
                Question.Subject.ONE_RUN,
                List.of(RunOptions.PATH),
                List.of(
                        RunOptions.METRIC,
                        SORT,
                        RowLimit.TOP,
                        Choice.CONTEXTS,
                        Choice.RANK,
                        Choice.THREAD,
                        Choice.REPETITION,
                        options.format(),
                        Explanation.OPTION),
                List.of(
                        new Question.Example(
                                "treeline longest-iterations run.tldb",
                                "the 20 longest iterations"),
                        new Question.Example(
                                "treeline longest-iterations run.tldb --sort ratio --top 5",
                                "the iterations that are longest compared with their loop")),
                this::answer);
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        var plan = new Plan();
        RunOptions.Run run =
                options.load(arguments, RunOptions.Part.SERIES, Scope.INCLUSIVE, plan, session);
        Table all = plan.table(run);
        if (all.rows() == 0)
            throw new IllegalArgumentException(
                    "%s has no iterations of %s; record loops with Loop.EACH"
                            .formatted(run.path(), RunOptions.metricText(run.metric())));
        Table rows = RowOrder.sorted(all, arguments, SORT);
        Unit unit = run.metric().unit();
        return new Answer.Builder("longest-iterations", RowLimit.forPrograms(rows, arguments))
                .of(run)
                .values(run.metric(), "duration", "median", "excess")
                .title(
                        "longest iterations by %s of the longest rank, compared with the median of the loop"
                                .formatted(RunOptions.metricText(run.metric())))
                .add(
                        Section.of(rows)
                                .value("duration", "duration", unit)
                                .change("excess", "from median", unit)
                                .share("ratio", "of median")
                                .number("iteration", "iteration")
                                .text("rank", "rank")
                                .text("path", "loop")
                                .top(RowLimit.top(arguments)))
                .add(first(rows, unit))
                .build();
    }

    private static Statement first(Table rows, Unit unit) {
        return Statement.finding(
                "iteration {iteration} of {path} takes {duration}, {excess} from the median of its"
                        + " loop ({median})",
                Argument.count((long) rows.column("iteration").number(0)),
                Argument.path(rows.column("path").text(0)),
                Argument.amount(rows.column("duration").number(0), unit),
                Argument.change(rows.column("excess").number(0), unit),
                Argument.amount(rows.column("median").number(0), unit));
    }

    /// The aggregation of iterations over ranks.
    private static final class Plan implements AggregationPlan {
        private Optional<IterationsByNode> planned = Optional.empty();

        @Override
        public Optional<String> needsAllValues() {
            return Optional.empty();
        }

        @Override
        public Pass pass(RunValues values, Metric metric) {
            var iterations = new IterationsByNode(metric).after(values.simpler());
            planned = Optional.of(iterations);
            return Pass.ofRanks(iterations);
        }

        Table table(RunOptions.Run run) {
            RunValues values = run.values();
            Locations ranks = Locations.of(run.contexts(), Locations.By.RANK);
            IterationSums sums =
                    values.answer(planned.orElseThrow())
                            .withPlaces(context -> ranks.of(values.chosen().applyAsInt(context)));
            return LongestIterations.of(values.simple(), sums, ranks);
        }
    }
}
