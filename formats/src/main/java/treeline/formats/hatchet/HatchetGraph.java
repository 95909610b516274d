package treeline.formats.hatchet;

import tools.jackson.core.JsonToken;

import treeline.array.Doubles;
import treeline.array.Ints;
import treeline.formats.reading.GraphDocument;
import treeline.formats.reading.JsonCursor;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Reader of the `to_json` form: a graph of numbered nodes and a table by node, rank and thread.
final class HatchetGraph implements GraphDocument.RowReader {
    // The parts of contexts, as the index of the table names them. Hatchet itself has the first
    // two.
    static final String RANK = "rank";
    static final String THREAD = "thread";
    static final String STREAM = "stream";
    static final String REPETITION = "repetition";
    static final String HOST = "host";

    private static final Set<String> ALWAYS = Set.of(RANK, THREAD);
    private static final Set<String> PARTS = Set.of(RANK, THREAD, STREAM, REPETITION, HOST);

    /// Columns of texts that stand in frames too.
    static final Set<String> OF_FRAMES = Set.of("name", "type", "file", "module");

    private final GraphDocument document;
    private final boolean isApart;
    private final ProfileBuilder builder = new ProfileBuilder();
    private final Map<String, Integer> metricOfColumn = new HashMap<>();
    private final int[] handle;
    private final Ints metric = new Ints();
    private final Doubles value = new Doubles();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private String host = "";
    private long rows;

    private HatchetGraph(GraphDocument document) {
        this.document = document;
        this.isApart = PARTS.stream().anyMatch(document::hasIndex);
        this.handle = new int[document.order().length];
        for (int node : document.order()) {
            int parent = document.parent(node);
            int above = parent < 0 ? ProfileBuilder.ROOT : handle[parent];
            handle[node] = builder.newChild(above, document.frame(node));
        }
    }

    static LoadedSource read(MappedFile file) {
        var log = new ReadReport.Log();
        GraphDocument document = GraphDocument.read(file, (_, _) -> {}, log);
        if (document.hasIndex("profile"))
            throw MalformedProfileException.of(
                    file.path().toString(), "one run", "several (a Thicket ensemble)");
        var graph = new HatchetGraph(document);
        document.rows(graph);
        if (graph.rows == 0)
            throw MalformedProfileException.of(
                    file.path().toString(), "a dataframe with rows", "none");
        return new LoadedSource(graph.builder.build(), log.report());
    }

    @Override
    public void field(String name, JsonCursor json) {
        if (isNumberOfContext(name)) numbers.put(name, json.index("a " + name));
        else if (name.equals(HOST) && document.hasIndex(HOST)) host = json.text("a host");
        else if (json.isNumber() && document.isMetric(name)) add(name, json.number("a value"));
        else if (json.token() == JsonToken.VALUE_STRING && isLabel(name))
            texts.put(name, json.text("a text"));
    }

    private boolean isNumberOfContext(String name) {
        return ALWAYS.contains(name)
                || ((name.equals(STREAM) || name.equals(REPETITION)) && document.hasIndex(name));
    }

    /// Texts that frames hold too, or that make contexts, are no labels.
    private boolean isLabel(String name) {
        return !OF_FRAMES.contains(name) && !name.isBlank() && document.isMetric(name);
    }

    private void add(String column, double number) {
        metric.add(metricOfColumn.computeIfAbsent(column, this::metricOf));
        value.add(number);
    }

    private int metricOf(String column) {
        Metric made = document.metric(column);
        return builder.metric(made);
    }

    @Override
    public void row(int node, JsonCursor json) {
        int context = builder.context(isApart ? context() : Context.WHOLE);
        for (int i = 0; i < value.size(); i++)
            builder.add(metric.at(i), context, handle[node], value.at(i));
        texts.forEach((name, text) -> builder.label(name, handle[node], text));
        metric.clear();
        value.clear();
        texts.clear();
        numbers.clear();
        host = "";
        rows++;
    }

    private Context context() {
        return new Context(host, number(RANK), number(THREAD), number(STREAM), number(REPETITION));
    }

    private int number(String part) {
        return numbers.getOrDefault(part, Context.NONE);
    }
}
