package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.query.Across;
import treeline.query.Matching;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.question.input.AggregationPlan;
import treeline.question.input.Choice;
import treeline.question.input.Explanation;
import treeline.question.input.PartitionedRows;
import treeline.question.input.PartitionedRun;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.TextWidth;
import treeline.select.MetricSelector;
import treeline.select.Tables;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.TextColumn;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// `treeline table`: what a run holds, as it is stored, for people who look and programs that go on
/// with it.
public final class TableCommand {
    private static final Parameter<String> PATHS =
            Parameter.of(
                    "paths",
                    ParameterType.text("QUERY"),
                    "only the call paths that a query or a selector finds, such as"
                            + " 'function(solve).loop'");
    private static final Parameter<String> METRICS =
            Parameter.of(
                            "metrics",
                            ParameterType.text("SELECTOR"),
                            "only these metrics, such as 'time (i,e)' or 'PAPI_*' (default: all"
                                    + " that are stored)")
                    .letter('m')
                    .alsoCalled("metric");
    private static final List<Parameter<?>> CONTEXTS =
            List.of(Choice.CONTEXTS, Choice.RANK, Choice.THREAD, Choice.REPETITION);

    private static final int LONGEST_TEXT = 100;

    /// What a row of values takes beside the value itself.
    private static final int BYTES_PER_ROW = 128;

    private final Supplier<Formats> formats;
    private final RunOptions options;

    public TableCommand(Supplier<Formats> formats) {
        this.formats = formats;
        this.options = new RunOptions(formats);
    }

    /// Makes a table of an opened run; none where its rows were written already.
    @FunctionalInterface
    private interface Maker {
        Optional<Table> of(Recording recording, Arguments arguments, Console console)
                throws IOException;
    }

    public Command command() {
        return Command.group(
                "table",
                "show what a run holds as tables: metrics, contexts, call paths, values",
                List.of(
                        new Command.Example(
                                "treeline table contexts run.tldb --csv",
                                "ranks, threads and what else is known of them, as CSV"),
                        new Command.Example(
                                "treeline table slice run.tldb --contexts 'rank(0-3)' --metrics"
                                        + " 'time (i,e)'",
                                "the values of four ranks")),
                List.of(
                        member(
                                "metrics",
                                "list metrics: id, name, unit, scope",
                                List.of(METRICS),
                                "treeline table metrics run.tldb",
                                "what was measured",
                                (recording, arguments, _) ->
                                        Optional.of(
                                                Tables.metrics(
                                                        outline(recording), metrics(arguments)))),
                        member(
                                "contexts",
                                "list contexts: hosts, ranks, threads, streams, repetitions,"
                                        + " labels",
                                CONTEXTS,
                                "treeline table contexts run.tldb --rank 0-3",
                                "what the first four ranks consist of",
                                (recording, arguments, _) ->
                                        Optional.of(
                                                Tables.contexts(
                                                        outline(recording),
                                                        Choice.selector(arguments)))),
                        member(
                                "tree",
                                "list call paths: kind, name, place in the source, parent, depth",
                                List.of(PATHS, Explanation.OPTION),
                                "treeline table tree run.tldb --paths 'function(solve)' --csv",
                                "where solve is called, as CSV",
                                TableCommand::tree),
                        member(
                                "slice",
                                "list the values of contexts, call paths and metrics, as stored",
                                with(CONTEXTS, PATHS, METRICS, Explanation.OPTION),
                                "treeline table slice run.tldb --contexts 'rank(~4)' --csv",
                                "all values of four ranks at random, as CSV",
                                TableCommand::slice)));
    }

    private static List<Parameter<?>> with(List<Parameter<?>> options, Parameter<?>... more) {
        List<Parameter<?>> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        return all;
    }

    private Command member(
            String name,
            String summary,
            List<Parameter<?>> chosen,
            String example,
            String purpose,
            Maker maker) {
        return new Command(
                "table " + name,
                summary,
                List.of(RunOptions.PATH),
                with(chosen, Sheet.TOP, Sheet.JSON, Sheet.CSV, options.format()),
                List.of(new Command.Example(example, purpose)),
                (arguments, console) -> answer(name, maker, arguments, console));
    }

    private int answer(String name, Maker maker, Arguments arguments, Console console)
            throws IOException {
        String path = arguments.one(RunOptions.PATH);
        try (Recording recording =
                Recording.open(formats.get(), path, arguments.value(options.format()), console)) {
            Optional<Table> made = maker.of(recording, arguments, console);
            if (made.isPresent()) write(name, made.get(), recording, arguments, console);
            return ExitCode.SUCCESS;
        }
    }

    private static void write(
            String name, Table table, Recording recording, Arguments arguments, Console console)
            throws IOException {
        ReadReport report = recording.report();
        var data =
                named(new DataAnswer("table-" + name, table), recording, arguments)
                        .with(json -> Notes.write(report, json));
        if (data.wrote(arguments, console)) Notes.warn(report, console);
        else {
            Notes.print(report, console);
            print(table, table.rows(), name, Sheet.top(arguments), console);
        }
    }

    static DataAnswer named(DataAnswer data, Recording recording, Arguments arguments) {
        return data.with(
                json -> {
                    json.name("run").object();
                    json.name("path").value(arguments.one(RunOptions.PATH));
                    json.name("format").value(recording.format().name()).end();
                });
    }

    private static Outline outline(Recording recording) {
        return recording.source().outline();
    }

    private static MetricSelector metrics(Arguments arguments) {
        return MetricSelector.parse(arguments.value(METRICS).orElse("*"));
    }

    private static Optional<Table> tree(Recording recording, Arguments arguments, Console console)
            throws IOException {
        Outline outline = outline(recording);
        Optional<Query> query = arguments.value(PATHS).map(Query::parse);
        Slice compared = Slice.summed().withMetrics(stored(outline, compared(query, outline)));
        NodeSet nodes = nodes(query, recording, compared, arguments, console);
        if (arguments.has(Explanation.OPTION))
            throw Explanation.of(arguments.one(RunOptions.PATH), recording, compared).stop();
        return Optional.of(Tables.tree(outline, nodes));
    }

    /// The nodes that are asked for. Values are loaded only where the query compares them.
    private static NodeSet nodes(
            Optional<Query> query,
            Recording recording,
            Slice compared,
            Arguments arguments,
            Console console)
            throws IOException {
        Outline outline = outline(recording);
        if (query.isEmpty()) return NodeSet.all(outline.tree());
        if (compared(query, outline).isEmpty())
            return found(
                    query.get(),
                    new Profile(
                            outline.withMetrics(List.of()), new MetricTable(List.of(), List.of())),
                    outline);
        Optional<PartitionedRun> large = PartitionedRun.of(recording, compared, arguments);
        boolean ofEach = query.get().comparesEach(outline, Across.MEAN);
        if (arguments.has(Explanation.OPTION))
            throw Explanation.of(arguments.one(RunOptions.PATH), recording, compared)
                    .loaded(
                            large,
                            recording,
                            ofEach ? Optional.of(AggregationPlan.SINGLE_RANKS) : Optional.empty())
                    .selected(List.of("--paths, which compares values"))
                    .stop();
        if (large.isEmpty()) {
            Profile loaded = recording.load(compared, console);
            return found(query.get(), loaded, loaded.outline());
        }
        if (ofEach) large.get().requireAll(AggregationPlan.SINGLE_RANKS);
        return found(query.get(), large.get().means(recording, console), large.get().outline());
    }

    private static NodeSet found(Query query, Profile profile, Outline named) {
        NodeSet found = query.on(profile, named, Across.MEAN, Matching.ALL);
        if (found.isEmpty())
            throw new IllegalArgumentException("no call path fulfils the query of --paths");
        return found;
    }

    private static Set<Metric> compared(Optional<Query> query, Outline outline) {
        return query.map(each -> each.metrics(outline)).orElse(Set.of());
    }

    /// What metrics are computed from: each in all scopes that are stored.
    private static Selection stored(Outline outline, Set<Metric> metrics) {
        Set<String> names = new HashSet<>();
        metrics.forEach(metric -> names.add(metric.name()));
        return Selection.where(
                outline.metrics().size(), i -> names.contains(outline.metrics().get(i).name()));
    }

    private static Optional<Table> slice(Recording recording, Arguments arguments, Console console)
            throws IOException {
        Outline outline = outline(recording);
        Optional<Query> query = arguments.value(PATHS).map(Query::parse);
        List<Metric> metrics = metrics(arguments).of(outline);
        Selection contexts = Choice.contexts(outline, arguments);
        Slice of = Slice.summed().withContexts(contexts);
        Set<Metric> compared = compared(query, outline);
        Slice toCompare = of.withMetrics(stored(outline, compared));
        NodeSet nodes = nodes(query, recording, toCompare, arguments, console);
        Slice slice = sliceOf(outline, of, metrics, nodes);
        Optional<PartitionedRows> large = PartitionedRows.of(recording, slice, BYTES_PER_ROW);
        if (arguments.has(Explanation.OPTION))
            throw Explanation.of(arguments.one(RunOptions.PATH), recording, slice)
                    .loaded(BYTES_PER_ROW, large)
                    .selected(isAfter(nodes, slice, outline) ? List.of("--paths") : List.of())
                    .stop();
        if (large.isEmpty())
            return Optional.of(
                    Tables.slice(
                            recording.load(slice, console),
                            contexts.indexes(outline.contexts().size()),
                            nodes,
                            metrics));
        new SliceInParts(recording, large.get(), nodes, metrics).write(arguments, console);
        return Optional.empty();
    }

    private static boolean isAfter(NodeSet nodes, Slice slice, Outline outline) {
        return slice.nodes().isAll() && nodes.size() < outline.tree().size();
    }

    /// Nodes are chosen before values are read, where no scope is computed from other nodes.
    private static Slice sliceOf(Outline outline, Slice of, List<Metric> metrics, NodeSet nodes) {
        if (!outline.metrics().containsAll(metrics))
            return of.withMetrics(stored(outline, Set.copyOf(metrics)));
        Slice slice =
                of.withMetrics(
                        Selection.of(
                                metrics.stream().mapToInt(outline.metrics()::indexOf).toArray()));
        return nodes.size() == outline.tree().size()
                ? slice
                : slice.withNodes(Selection.where(outline.tree().size(), nodes::contains));
    }

    /// The first rows.
    ///
    /// @param all how many rows there are
    static void print(Table table, long all, String name, int top, Console console) {
        if (table.rows() == 0) {
            console.out().println("no " + name);
            return;
        }
        Sheet sheet = new Sheet(table, console.screen());
        for (Column column : shown(table, top))
            sheet.computed(
                    column.name(),
                    !(column instanceof TextColumn),
                    row -> cell(table, column, row, console));
        sheet.print(top, all, console);
    }

    /// Columns that say something in the rows that are shown. The longest texts are last, because
    /// these are cut, and values first, because columns before the last may not fit; paths of call
    /// paths can be seen by their parents.
    private static List<Column> shown(Table table, int top) {
        int rows = Math.min(top, table.rows());
        List<String> names = table.names();
        String last = names.contains("value") ? "path" : "name";
        List<Column> columns = new ArrayList<>();
        for (Column column : table.columns())
            if (IntStream.range(0, rows).anyMatch(row -> !column.text(row).isEmpty()))
                columns.add(column);
        if (!names.contains("path")) return columns;
        columns.removeIf(column -> List.of("path", "unit", "value", last).contains(column.name()));
        if (names.contains("value")) columns.addFirst(table.column("value"));
        columns.add(table.column(last));
        return columns;
    }

    private static String cell(Table table, Column column, int row, Console console) {
        if (column.isMissing(row)) return "";
        if (!column.name().equals("value"))
            return TextWidth.cutInMiddle(
                    TextWidth.printable(column.text(row)),
                    LONGEST_TEXT,
                    console.screen().ellipsis());
        return new Quantity(3, console.screen().unicode())
                .text(column.number(row), Unit.of(table.text("unit").at(row)));
    }
}
