package treeline.question.run.rows;

import treeline.model.Metric;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.query.ContextQuantifier;
import treeline.query.Matching;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Block;
import treeline.question.answer.RowStream;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.AggregationPlan;
import treeline.question.input.Choice;
import treeline.question.input.Explanation;
import treeline.question.input.PartitionedRows;
import treeline.question.input.PartsOfFile;
import treeline.question.input.Recording;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;
import treeline.select.MetricSelector;
import treeline.select.Tables;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.statement.Argument;
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
import java.util.stream.IntStream;

/// `table metrics`, `table contexts`, `table tree` and `table slice`: the contents of a run, as
/// stored.
public record TableQuestions(RunOptions options) {
    private static final Parameter<String> PATHS =
            Parameter.of(
                    "paths",
                    ParameterType.text("QUERY"),
                    "only call paths that match a query or a selector, such as"
                            + " 'function(solve).loop'");
    private static final Parameter<String> METRICS =
            Parameter.of(
                            "metrics",
                            ParameterType.text("SELECTOR"),
                            "only these metrics, such as 'time (i,e)' or 'PAPI_*' (default: all)")
                    .letter('m')
                    .alsoCalled("metric");
    private static final int MAX_CELL_LENGTH = 100;

    /// Memory per row of values, in addition to the value.
    static final int BYTES_PER_ROW = 128;

    /// Computes the rows of an opened run.
    @FunctionalInterface
    private interface Rows {
        Answer.Builder of(
                String question, Recording recording, Arguments arguments, Session session)
                throws IOException;
    }

    public List<Question> questions() {
        return List.of(
                question(
                        "table metrics",
                        "list metrics: id, name, unit, scope",
                        List.of(METRICS),
                        "treeline table metrics run.tldb",
                        "the metrics of a run",
                        (name, recording, arguments, _) ->
                                table(
                                        name,
                                        Tables.metrics(outline(recording), metrics(arguments)),
                                        recording,
                                        arguments)),
                question(
                        "table contexts",
                        "list contexts: hosts, ranks, threads, streams, repetitions, labels",
                        Choice.OF_CONTEXTS,
                        "treeline table contexts run.tldb --rank 0-3",
                        "the threads and streams of the first four ranks",
                        (name, recording, arguments, _) ->
                                table(
                                        name,
                                        Tables.contexts(
                                                outline(recording), Choice.selector(arguments)),
                                        recording,
                                        arguments)),
                question(
                        "table tree",
                        "list call paths: kind, name, source line, parent, depth",
                        List.of(PATHS, Explanation.OPTION),
                        "treeline table tree run.tldb --paths 'function(stencil)' --csv",
                        "call paths to a function, as CSV",
                        TableQuestions::tree),
                question(
                        "table slice",
                        "list the values of contexts, call paths and metrics, as stored",
                        with(Choice.OF_CONTEXTS, PATHS, METRICS, Explanation.OPTION),
                        "treeline table slice run.tldb --contexts 'rank(~4)' --csv",
                        "all values of four random ranks, as CSV",
                        TableQuestions::slice));
    }

    private static List<Parameter<?>> with(List<Parameter<?>> options, Parameter<?>... more) {
        return Parameter.all(options, List.of(more));
    }

    private Question question(
            String name,
            String summary,
            List<Parameter<?>> selection,
            String example,
            String purpose,
            Rows rows) {
        return Question.ofRun(
                        name,
                        summary,
                        with(selection, RowLimit.TOP, options.format()),
                        (arguments, session) -> answer(name, rows, arguments, session))
                .example(example, purpose);
    }

    private Answer answer(String name, Rows rows, Arguments arguments, Session session)
            throws IOException {
        String path = arguments.one(RunOptions.PATH);
        try (Recording recording = options.openWhole(path, arguments, session)) {
            return rows.of(name, recording, arguments, session).build();
        }
    }

    private static Answer.Builder table(
            String name, Table table, Recording recording, Arguments arguments) {
        ReadReport report = recording.report();
        return new Answer.Builder(name, table)
                .run("run", arguments.one(RunOptions.PATH), recording.format().name())
                .notes(report)
                .with(json -> Answer.writeNotes(report, json))
                .add(shown(name, table, table.rows(), RowLimit.top(arguments)));
    }

    private static Outline outline(Recording recording) {
        return recording.source().outline();
    }

    private static MetricSelector metrics(Arguments arguments) {
        return MetricSelector.parse(arguments.value(METRICS).orElse("*"));
    }

    private static Answer.Builder tree(
            String name, Recording recording, Arguments arguments, Session session)
            throws IOException {
        Outline outline = outline(recording);
        Optional<Query> query = arguments.value(PATHS).map(Query::parse);
        Slice compared = Slice.summed().withMetrics(stored(outline, compared(query, outline)));
        NodeSet nodes = nodes(query, recording, compared, arguments, session);
        if (arguments.has(Explanation.OPTION)) throw Explanation.of(recording, compared).stop();
        return table(name, Tables.tree(outline, nodes), recording, arguments);
    }

    /// The nodes that are asked for. Values are loaded only where the query compares them.
    private static NodeSet nodes(
            Optional<Query> query,
            Recording recording,
            Slice compared,
            Arguments arguments,
            Session session)
            throws IOException {
        Outline outline = outline(recording);
        if (query.isEmpty()) return NodeSet.all(outline.tree());
        if (compared(query, outline).isEmpty())
            return found(
                    query.get(),
                    new Profile(
                            outline.withMetrics(List.of()), new MetricTable(List.of(), List.of())),
                    outline);
        Optional<PartsOfFile> large =
                PartsOfFile.of(recording, compared, AggregationPlan.NONE, arguments);
        if (arguments.has(Explanation.OPTION))
            throw Explanation.of(recording, compared)
                    .loaded(large, recording)
                    .selected(List.of("--paths, which compares values"))
                    .stop();
        if (large.isEmpty()) {
            Profile loaded = recording.load(compared, session);
            return found(query.get(), loaded, loaded.outline());
        }
        return some(large.get().matches(query.get(), session));
    }

    private static NodeSet found(Query query, Profile profile, Outline named) {
        return some(query.on(profile, named, ContextQuantifier.MEAN, Matching.ALL));
    }

    private static NodeSet some(NodeSet found) {
        if (found.isEmpty())
            throw new IllegalArgumentException("no call path matches the query of --paths");
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

    private static Answer.Builder slice(
            String name, Recording recording, Arguments arguments, Session session)
            throws IOException {
        Outline outline = outline(recording);
        Optional<Query> query = arguments.value(PATHS).map(Query::parse);
        List<Metric> metrics = metrics(arguments).of(outline);
        Selection contexts = Choice.contexts(outline, arguments);
        Slice of = Slice.summed().withContexts(contexts);
        Set<Metric> compared = compared(query, outline);
        Slice toCompare = of.withMetrics(stored(outline, compared));
        NodeSet nodes = nodes(query, recording, toCompare, arguments, session);
        Slice slice = sliceOf(outline, of, metrics, nodes);
        Optional<PartitionedRows> large = PartitionedRows.of(recording, slice, BYTES_PER_ROW);
        if (arguments.has(Explanation.OPTION))
            throw Explanation.of(recording, slice)
                    .loaded(BYTES_PER_ROW, large)
                    .selected(isAfter(nodes, slice, outline) ? List.of("--paths") : List.of())
                    .stop();
        if (large.isPresent())
            return streamed(
                    name,
                    new SliceRows(recording.again(), slice, nodes, metrics, session),
                    recording,
                    arguments);
        Table rows =
                Tables.slice(
                        recording.load(slice, session),
                        contexts.indexes(outline.contexts().size()),
                        nodes,
                        metrics);
        return table(name, rows, recording, arguments);
    }

    private static Answer.Builder streamed(
            String name, RowStream rows, Recording recording, Arguments arguments) {
        int top = RowLimit.top(arguments);
        return new Answer.Builder(name, rows)
                .run("run", arguments.one(RunOptions.PATH), recording.format().name())
                .whenShown(
                        rows, top, first -> List.of(shown(name, first.rows(), first.all(), top)));
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

    /// The first rows for readers.
    ///
    /// @param all the number of rows
    private static Block shown(String name, Table table, long all, int top) {
        if (table.rows() == 0)
            return Statement.omission(
                    "no {what}", Argument.name(name.substring(name.indexOf(' ') + 1)));
        Section.Builder section = Section.of(table);
        for (Column column : shown(table, top))
            section.computed(
                    column.name(),
                    !(column instanceof TextColumn),
                    (row, screen) -> cell(table, column, row, screen));
        return section.top(top, all);
    }

    /// Columns that are not empty in the rows that are shown. The longest strings are last, because
    /// screens shorten the last column. Values are first, because columns before the last may not
    /// fit.
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

    private static String cell(Table table, Column column, int row, Screen screen) {
        if (column.isMissing(row)) return "";
        if (!column.name().equals("value"))
            return TextWidth.cutInMiddle(
                    TextWidth.printable(column.text(row)), MAX_CELL_LENGTH, screen.ellipsis());
        return new Quantity(3, screen.unicode())
                .text(column.number(row), Unit.of(table.text("unit").at(row)));
    }
}
