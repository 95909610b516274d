package treeline.formats.hatchet;

import treeline.formats.reading.GraphDocument;
import treeline.formats.reading.JsonCursor;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.source.LoadedSource;
import treeline.source.MalformedProfileException;
import treeline.source.MappedFile;
import treeline.source.ReadReport;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The form of `to_json`: a graph of numbered nodes and a table by node, rank and thread.
final class HatchetGraph implements GraphDocument.RowReader {
    private final GraphDocument document;
    private final ProfileBuilder builder = new ProfileBuilder();
    private final Map<String, Integer> metricOfColumn = new HashMap<>();
    private final int[] handle;
    private int[] metric = new int[8];
    private double[] value = new double[8];
    private int values;
    private int rank = Context.NONE;
    private int thread = Context.NONE;
    private long rows;

    private HatchetGraph(GraphDocument document) {
        this.document = document;
        this.handle = new int[document.order().length];
        for (int node : document.order()) {
            int parent = document.parent(node);
            int above = parent < 0 ? ProfileBuilder.ROOT : handle[parent];
            handle[node] = builder.newChild(above, document.frame(node));
        }
    }

    static LoadedSource read(MappedFile file) {
        var log = new ReadReport.Log();
        GraphDocument document = GraphDocument.read(file, (_, json) -> json.skip(), log);
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

    /// Whether the table is indexed as Hatchet's is; Thicket's has a profile in its index.
    static boolean isOneRun(Path path) throws IOException {
        try (MappedFile file = MappedFile.open(path);
                var json = new JsonCursor(file, new ReadReport.Log())) {
            while (json.nextField()) {
                if (!json.name().equals("dataframe_indices")) {
                    json.skip();
                    continue;
                }
                json.requireArray("names");
                while (json.nextElement()) if (json.text("a name").equals("profile")) return false;
                return true;
            }
            return false;
        } catch (MalformedProfileException cut) {
            return false;
        }
    }

    @Override
    public void field(String name, JsonCursor json) {
        if (name.equals("rank")) rank = json.index("a rank");
        else if (name.equals("thread")) thread = json.index("a thread");
        else if (json.isNumber() && document.isMetric(name)) add(name, json.number("a value"));
        else json.skip();
    }

    private void add(String column, double number) {
        if (values == metric.length) {
            metric = Arrays.copyOf(metric, values * 2);
            value = Arrays.copyOf(value, values * 2);
        }
        metric[values] = metricOfColumn.computeIfAbsent(column, this::metricOf);
        value[values++] = number;
    }

    private int metricOf(String column) {
        Metric made = document.metric(column);
        return builder.metric(made);
    }

    @Override
    public void row(int node, JsonCursor json) {
        boolean apart = document.hasIndex("rank") || document.hasIndex("thread");
        int context =
                builder.context(
                        apart
                                ? new Context("", rank, thread, Context.NONE, Context.NONE)
                                : Context.WHOLE);
        for (int i = 0; i < values; i++) builder.add(metric[i], context, handle[node], value[i]);
        values = 0;
        rank = Context.NONE;
        thread = Context.NONE;
        rows++;
    }
}
