package treeline.question.runs;

import treeline.ensemble.Ensemble;
import treeline.ensemble.RunGroup;
import treeline.ensemble.ShortNames;
import treeline.ensemble.statistics.Variability;
import treeline.model.Metric;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Block;
import treeline.question.answer.Heading;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunChecks;
import treeline.question.runs.input.RunGrouping;
import treeline.question.screen.TextWidth;
import treeline.single.Grouping;
import treeline.statement.Argument;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `ensemble variability`: the nodes in which the slowest run loses time against the fastest.
final class EnsembleVariability {
    private static final Parameter<Grouping> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(Grouping.class),
                    "how to group nodes (default: one row per node)");

    private final Metric metric;
    private final Optional<Grouping> by;
    private final Arguments arguments;
    private final List<Statement> warnings = new ArrayList<>();
    private final List<Block> blocks = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private int runs = 0;

    private EnsembleVariability(Metric metric, Arguments arguments) {
        this.metric = metric;
        this.by = arguments.value(BY);
        this.arguments = arguments;
    }

    static Question question(EnsembleOptions options) {
        return options.question(
                        "ensemble variability",
                        "find the nodes that make some runs slower than others",
                        options.choosingValues(
                                RunOptions.METRIC, RunGrouping.GROUP_BY, BY, RowLimit.TOP),
                        EnsembleVariability::answer)
                .example(
                        "treeline ensemble variability 'runs/*.tldb' --group-by ranks",
                        "which nodes make the slowest run slow, by rank count");
    }

    private static Answer answer(Ensemble ensemble, Arguments arguments, Session session) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        var question = new EnsembleVariability(metric, arguments);
        Ensemble complete =
                RunChecks.complete(ensemble, List.of(metric), arguments, question.warnings::add);
        if (RunGrouping.isAsked(arguments)) question.add(RunGrouping.of(complete, arguments));
        else question.add(complete);
        return question.answer();
    }

    private void add(Ensemble ensemble) {
        Variability variability = Variability.of(ensemble, metric);
        RunChecks.warnOfSettings(ensemble, warnings::add);
        tables.add(table(variability));
        addBlocks(ensemble, variability);
    }

    /// One result per group, because runs with different settings vary for other reasons than
    /// noise.
    private void add(RunGrouping grouping) {
        List<RunGroup> several = grouping.all().stream().filter(this::hasSeveralRuns).toList();
        if (several.isEmpty())
            throw new IllegalArgumentException(
                    "variability needs at least two runs per group; every group has one");
        RunChecks.warnOfSettings(several, warnings::add);
        for (RunGroup group : several) {
            Variability variability = Variability.of(group.ensemble(), metric);
            tables.add(withKeys(grouping, group, table(variability)));
            blocks.add(new Heading(TextWidth.printable(grouping.heading(group)) + ":"));
            addBlocks(group.ensemble(), variability);
        }
    }

    private boolean hasSeveralRuns(RunGroup group) {
        if (group.members().size() > 1) return true;
        warnings.add(
                Statement.warning(
                        "omitted, because it has one run: {group}", Argument.name(group.label())));
        return false;
    }

    private Table table(Variability variability) {
        return by.isEmpty() ? variability.nodes() : variability.by(by.get());
    }

    private static Table withKeys(RunGrouping grouping, RunGroup group, Table table) {
        List<Column> columns =
                new ArrayList<>(grouping.keys(group, table.rows(), Set.copyOf(table.names())));
        columns.addAll(table.columns());
        return Table.of(columns);
    }

    private void addBlocks(Ensemble ensemble, Variability variability) {
        runs += ensemble.runs();
        List<String> names = ShortNames.of(ensemble.keys()).all();
        blocks.add(
                Statement.finding(
                        "{metric} of {runs} "
                                + (ensemble.runs() == 1 ? "run" : "runs")
                                + " varies by {variation} around its mean",
                        Argument.name(metric.name()),
                        Argument.count(ensemble.runs()),
                        Argument.share(variability.variation())));
        blocks.add(run("fastest  {value}  {run}", variability, variability.fastest(), names));
        blocks.add(run("median   {value}  {run}", variability, variability.median(), names));
        blocks.add(run("slowest  {value}  {run}", variability, variability.slowest(), names));
        blocks.add(Heading.NONE);
        blocks.add(section(table(variability)));
    }

    private Statement run(String template, Variability variability, int run, List<String> names) {
        return Statement.finding(
                template,
                Argument.amount(variability.total(run), metric.unit()),
                Argument.name(names.get(run)));
    }

    private Section section(Table table) {
        int top = RowLimit.top(arguments);
        if (by.isPresent())
            return Section.of(table)
                    .label("name", ParameterType.nameOf(by.get()))
                    .columns("share", "own_difference", "nodes")
                    .top(top);
        return Section.of(table)
                .label("path", "path")
                .columns("share", "own_difference", "fastest", "median", "slowest", "variation")
                .top(top);
    }

    private Answer answer() {
        return new Answer.Builder("ensemble variability", Table.concat(tables))
                .metric(metric)
                .with(json -> json.name("runs").value(runs))
                .add(warnings)
                .add(blocks)
                .build();
    }
}
