package treeline.question.run;

import treeline.compare.Difference;
import treeline.model.Metric.Scope;
import treeline.model.Unit;
import treeline.numbers.Population;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Needs;
import treeline.question.input.PruneOption;
import treeline.question.input.RowLimit;
import treeline.question.input.RowOrder;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.single.Grouping;
import treeline.statement.Argument;
import treeline.statement.Sentence;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.NodeMapping;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The differences between two runs, by call path or function.
public record DiffQuestion(RunOptions options) {
    private static final Operand BEFORE =
            Operand.once(ParameterType.file("BEFORE"), "the run to compare with");
    private static final Operand AFTER = Operand.once(ParameterType.file("AFTER"), "the other run");

    private static final Parameter<Grouping> BY =
            Parameter.of(
                    "by",
                    FlatQuestion.GROUPS,
                    "aggregate by %s (default: by call path)"
                            .formatted(String.join(", ", FlatQuestion.GROUPS.choices().get())));
    private static final Parameter<Double> THRESHOLD =
            Parameter.of(
                            "threshold",
                            ParameterType.real("PERCENT", 0, 100),
                            "omit rows that changed by a smaller share of the total of BEFORE"
                                    + " (default: 0)")
                    .letter('t');

    private static final Parameter<String> SORT =
            RowOrder.by(
                    "largest absolute change first",
                    "change",
                    "ratio",
                    "before",
                    "after",
                    "p",
                    "name");

    public Question question() {
        return new Question(
                        "diff",
                        "compare two runs by call path or function",
                        Question.Subject.TWO_RUNS,
                        List.of(BEFORE, AFTER),
                        options.comparing(
                                RunOptions.EXCLUSIVE,
                                RunOptions.OF,
                                BY,
                                THRESHOLD,
                                SORT,
                                RowLimit.TOP),
                        this::answer)
                .example("treeline diff before.tldb after.tldb", "the largest changes")
                .example(
                        "treeline diff before.tldb after.tldb --by function --threshold 1",
                        "functions that changed by 1 % of the run or more")
                .example(
                        "treeline diff before.tldb after.tldb --metric time:inclusive --csv",
                        "whole subtrees, as CSV");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        PruneOption.refuseShares(arguments);
        RunOptions.Run before = load(BEFORE, arguments, session);
        RunOptions.Run after = load(AFTER, arguments, session);
        var totals = Totals.of(before, after);
        Table table = table(before, after, arguments, session);
        Table changed = changed(table, totals, arguments);
        var answer =
                data(before, after, totals, arguments.has(THRESHOLD) ? changed : table, arguments);
        return (changed.rows() == 0
                        ? answer.add(noDifference(before, totals, table.rows(), arguments))
                        : answer.add(totals(before, after, totals))
                                .add(differences(changed, arguments))
                                .add(remarks(before, after, changed, table.rows(), arguments)))
                .build();
    }

    private static Table table(
            RunOptions.Run before, RunOptions.Run after, Arguments arguments, Session session)
            throws IOException {
        String heading = heading(arguments);
        Table table =
                Difference.of(
                        grouped(before, arguments, session),
                        grouped(after, arguments, session),
                        before.metric(),
                        before.over(),
                        heading);
        return RowOrder.sorted(table, arguments, SORT, Map.of("name", heading));
    }

    private static Difference.Grouped grouped(
            RunOptions.Run run, Arguments arguments, Session session) throws IOException {
        NodeMapping groups = Difference.groups(run.profile().outline(), arguments.value(BY));
        return new Difference.Grouped(
                run.profile(), groups, FoldedRun.of(run, groups::of, session));
    }

    /// The column that names a row: `path`, or `function`.
    private static String heading(Arguments arguments) {
        return arguments.value(BY).map(ParameterType::nameOf).orElse("path");
    }

    /// Rows that changed by at least `--threshold`.
    private static Table changed(Table table, Totals totals, Arguments arguments) {
        double share = arguments.value(THRESHOLD, 0.0) / 100;
        double least = share == 0 ? 0 : share * totals.before; // the total may be infinite
        Column change = table.column("change");
        Column status = table.column("status");
        return table.filter(
                row -> {
                    double size = Math.abs(change.number(row));
                    return size >= least && (size > 0 || !status.text(row).equals("both"));
                });
    }

    private static final String TEST =
            "p adjusted: t test of the repetitions, adjusted for all rows by permutations (by"
                    + " Holm's correction with fewer than 4 + 3 repetitions)";

    /// The sums of the shown values of both runs, in the unit of the first.
    private record Totals(double before, double after) {
        static Totals of(RunOptions.Run before, RunOptions.Run after) {
            double factor = after.metric().unit().factorTo(before.metric().unit());
            return new Totals(before.shownTotal(), after.shownTotal() * factor);
        }

        double change() {
            return after - before;
        }

        boolean areInfinite() {
            return Double.isInfinite(before) && before == after;
        }
    }

    private RunOptions.Run load(Operand which, Arguments arguments, Session session)
            throws IOException {
        RunOptions.Run run =
                options.load(
                        arguments.one(which), arguments, Needs.SCOPES.in(Scope.EXCLUSIVE), session);
        return run.withReport(run.report().inFile(run.path()));
    }

    private static Answer.Builder data(
            RunOptions.Run before,
            RunOptions.Run after,
            Totals totals,
            Table table,
            Arguments arguments) {
        return new Answer.Builder("diff", RowLimit.forPrograms(table, arguments))
                .run("before", before)
                .run("after", after)
                .metric(before.metric())
                .with(
                        json -> {
                            json.name("combined").object();
                            json.name("of").value(ParameterType.nameOf(before.over()));
                            json.name("before").value(before.shownText());
                            json.name("after").value(after.shownText()).end();
                            Answer.writeNotes(before.report().and(after.report()), json);
                        })
                .text("by", heading(arguments))
                .number("total_before", totals.before)
                .number("total_after", totals.after)
                .number("total_change", totals.change())
                .number("total_ratio", totals.after / totals.before);
    }

    private static List<Statement> totals(
            RunOptions.Run before, RunOptions.Run after, Totals totals) {
        Unit unit = before.metric().unit();
        return List.of(
                Statement.finding(
                        "{metric}: {totalBefore} in {beforeRun} ({beforeContexts}), {totalAfter} in"
                                + " {afterRun} ({afterContexts})",
                        Argument.name(RunOptions.metricText(before.metric())),
                        Argument.amount(totals.before, unit),
                        Argument.name(before.path()),
                        Argument.name(before.shownText()),
                        Argument.amount(totals.after, unit),
                        Argument.name(after.path()),
                        Argument.name(after.shownText())),
                change(totals, unit));
    }

    private static Statement change(Totals totals, Unit unit) {
        if (totals.areInfinite()) return Statement.finding("total: infinite in both runs");
        Argument change = Argument.change(totals.change(), unit);
        double ratio = totals.after / totals.before;
        return isKnown(ratio) && Double.isFinite(totals.before)
                ? Statement.finding(
                        "total: {totalChange} ({relative})",
                        change,
                        Argument.relativeChange(ratio - 1))
                : Statement.finding("total: {totalChange}", change);
    }

    private static Section differences(Table table, Arguments arguments) {
        Column ratio = table.column("ratio");
        var section =
                Section.of(table)
                        .columns("change")
                        .computed("", true, (row, _) -> relative(ratio.number(row)))
                        .columns("before", "after");
        if (isTested(table)) section.columns("p_adjusted");
        return section.column("status", "")
                .column(heading(arguments), noun(arguments))
                .top(RowLimit.top(arguments));
    }

    private static boolean isTested(Table table) {
        Column p = table.column("p_adjusted");
        return table.filter(row -> !p.isMissing(row)).rows() > 0;
    }

    private static String relative(double ratio) {
        return isKnown(ratio) ? (ratio > 1 ? "+" : "") + Quantity.percent(ratio - 1) : "";
    }

    private static boolean isKnown(double ratio) {
        return Double.isFinite(ratio);
    }

    /// What is said below the rows.
    ///
    /// @param all how many rows there are with those that are not listed
    private static List<Statement> remarks(
            RunOptions.Run before,
            RunOptions.Run after,
            Table table,
            int all,
            Arguments arguments) {
        List<Statement> remarks = new ArrayList<>();
        if (isTested(table)) remarks.add(Statement.finding(TEST));
        else if (isReduced(before) || isReduced(after))
            remarks.add(
                    Statement.omission(
                            "no p values: repetitions are averaged in runs that are read in parts,"
                                    + " and before nodes are selected"));
        int unlisted = all - table.rows();
        if (unlisted > 0) remarks.add(unlisted(unlisted, arguments));
        return remarks;
    }

    /// Whether the repetitions of a run were averaged when it was read.
    private static boolean isReduced(RunOptions.Run run) {
        return run.population().repetitions() > 1
                && Population.of(run.profile().contexts()).repetitions() == 1;
    }

    private static Statement unlisted(int rows, Arguments arguments) {
        Argument count = Argument.count(rows);
        Argument nouns = Argument.name(noun(arguments) + (rows == 1 ? "" : "s"));
        return arguments.value(THRESHOLD, 0.0) > 0
                ? Statement.omission(
                        "{rows} {nouns} changed by less than {threshold} of the total: not listed",
                        count,
                        nouns,
                        threshold(arguments))
                : Statement.omission("{rows} {nouns} unchanged: not listed", count, nouns);
    }

    private static Argument threshold(Arguments arguments) {
        return Argument.name(Quantity.decimal(arguments.value(THRESHOLD, 0.0)) + " %");
    }

    private static String noun(Arguments arguments) {
        return arguments.value(BY).map(ParameterType::nameOf).orElse("call path");
    }

    private static Statement noDifference(
            RunOptions.Run before, Totals totals, int rows, Arguments arguments) {
        boolean limited = arguments.value(THRESHOLD, 0.0) > 0;
        boolean same = totals.change() == 0;
        Unit unit = before.metric().unit();
        return Statement.finding(
                "{metric}, {contexts}: no difference{limit} among {rows} {nouns}, {total}",
                Argument.name(RunOptions.metricText(before.metric())),
                Argument.name(before.shownText()),
                limited
                        ? Argument.clause(
                                " of {threshold} of the total or more", threshold(arguments))
                        : Argument.clause(),
                Argument.count(rows),
                Argument.name(noun(arguments) + (rows == 1 ? "" : "s")),
                Argument.clause(
                        same || totals.areInfinite()
                                ? Sentence.of(
                                        "{amount} in both", Argument.amount(totals.before, unit))
                                : Sentence.of(
                                        "total {totalChange}",
                                        Argument.change(totals.change(), unit))));
    }
}
