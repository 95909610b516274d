package treeline.question.run;

import treeline.aggregate.ValuesByPlace;
import treeline.model.ImmutableDoubles;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.numbers.Locations;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.AggregationPlan;
import treeline.question.input.CallPathOperand;
import treeline.question.input.Needs;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.RunValues;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.TextWidth;
import treeline.single.NodeByPlace;
import treeline.single.NodePath;
import treeline.statement.Argument;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// One node on all ranks, threads or hosts, compared with their mean.
public record NodeQuestion(RunOptions options) {
    private static final Parameter<Locations.By> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(Locations.By.class),
                    "what to compare (default: ranks; threads if there is only one rank)");

    /// The orders of the rows.
    private enum Sort {
        VALUE,
        PLACE,
        HOST
    }

    private static final Parameter<Sort> SORT =
            Parameter.of(
                    "sort",
                    ParameterType.choice(Sort.class),
                    "order of the rows: slowest first, by rank, or by host (default: value)");

    public Question question() {
        return new Question(
                        "node",
                        "compare one call path over all ranks, threads or hosts",
                        Question.Subject.ONE_RUN,
                        List.of(RunOptions.PATH, CallPathOperand.NODE),
                        options.choosing(RunOptions.METRIC, BY, SORT, RowLimit.TOP),
                        this::answer)
                .example("treeline node run.tldb main/step", "the slowest ranks of a node")
                .example(
                        "treeline node run.tldb main/step --metric time:exclusive --csv",
                        "every rank without callees, as CSV");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        var plan = new Plan(arguments.one(CallPathOperand.NODE), arguments.value(BY));
        RunOptions.Run run = options.load(arguments, Needs.METRIC.with(plan), session);
        NodeByPlace found = plan.found();
        String path = NodePath.of(run.values().simple().tree(), plan.node);
        if (found.ran().size() == 0)
            throw new IllegalArgumentException(
                    "%s: no %s has a value of %s at %s"
                            .formatted(
                                    run.path(),
                                    found.places().noun(),
                                    RunOptions.metricText(run.metric()),
                                    path));
        Table rows = sorted(found.table(run.contexts(), run.metric()), arguments);
        return new Answer.Builder("node", RowLimit.forPrograms(rows, arguments))
                .of(run)
                .text("node", path)
                .text("compared", found.places().counted())
                .number("mean", found.mean())
                .number("imbalance", found.imbalance())
                .title(
                        "%s of %s by %s%s%s"
                                .formatted(
                                        RunOptions.metricText(run.metric()),
                                        TextWidth.printable(path),
                                        found.places().noun(),
                                        run.combinedText(found.places()),
                                        run.partText()))
                .add(section(rows, found.places(), arguments))
                .add(statements(found, run.metric().unit()))
                .build();
    }

    private static Table sorted(Table rows, Arguments arguments) {
        return switch (arguments.value(SORT, Sort.VALUE)) {
            case VALUE -> rows.sort(Order.descending("value"));
            case PLACE -> rows;
            case HOST -> rows.sort(Order.ascending("host"));
        };
    }

    private static Section section(Table rows, Locations places, Arguments arguments) {
        Column host = rows.column("host");
        boolean hosts =
                places.by() != Locations.By.HOST
                        && rows.filter(row -> !host.text(row).isEmpty()).rows() > 0;
        var section = Section.of(rows).columns("value", "of_mean", "difference");
        if (hosts) section.columns("host");
        return section.columns("place").top(RowLimit.top(arguments));
    }

    private static List<Statement> statements(NodeByPlace found, Unit unit) {
        Locations places = found.places();
        List<Statement> all = new ArrayList<>();
        all.add(
                Statement.finding(
                        "mean of {places}: {mean}",
                        Argument.name(counted(found)),
                        Argument.amount(found.mean(), unit)));
        if (places.size() > 1) {
            all.add(extreme("slowest: {place} with {value}", found.slowest(), found, unit));
            all.add(extreme("fastest: {place} with {value}", found.fastest(), found, unit));
            if (!Double.isNaN(found.imbalance()))
                all.add(
                        Statement.finding(
                                "imbalance: the maximum is {imbalance} times the mean",
                                Argument.decimal(found.imbalance(), 2)));
        }
        if (found.absent() > 0)
            all.add(
                    Statement.omission(
                            places.absentCounts()
                                    ? "{absent} of {places} did not run the node and count as 0 in"
                                            + " the mean: not listed"
                                    : "{absent} of {places} did not run the node: not listed, and"
                                            + " not part of the mean",
                            Argument.count(found.absent()),
                            Argument.name(places.counted())));
        return all;
    }

    /// The places that the mean covers.
    private static String counted(NodeByPlace found) {
        Locations places = found.places();
        return places.absentCounts() ? places.counted() : places.counted(found.ran().size());
    }

    /// The difference between an infinite value and an infinite mean is unknown.
    private static Statement extreme(String template, int place, NodeByPlace found, Unit unit) {
        double value = found.values().at(place);
        Argument name = Argument.name(found.places().name(place));
        Argument amount = Argument.amount(value, unit);
        double difference = value - found.mean();
        return Double.isNaN(difference)
                ? Statement.finding(template, name, amount)
                : Statement.finding(
                        template + ", {difference} from the mean",
                        name,
                        amount,
                        Argument.change(difference, unit));
    }

    /// The aggregation of the values of the node.
    private static final class Plan implements AggregationPlan {
        private final String path;
        private final Optional<Locations.By> by;
        private int node = -1;
        private Optional<Supplier<List<ImmutableDoubles>>> planned = Optional.empty();
        private Optional<Locations> places = Optional.empty();

        Plan(String path, Optional<Locations.By> by) {
            this.path = path;
            this.by = by;
        }

        @Override
        public void ask(RunValues values, Metric metric) {
            node = CallPathOperand.in(values.simple().tree(), path);
            Locations.By compared = by.orElseGet(() -> Locations.defaultFor(values.simple()).by());
            values.requireSeparate(compared);
            Locations all = Locations.of(values.outline(), compared);
            places = Optional.of(all);
            planned =
                    Optional.of(
                            values.ask(
                                    new ValuesByPlace(metric, all, values.chosen(), node),
                                    compared));
        }

        NodeByPlace found() {
            return NodeByPlace.of(places.orElseThrow(), planned.orElseThrow().get().getFirst());
        }
    }
}
