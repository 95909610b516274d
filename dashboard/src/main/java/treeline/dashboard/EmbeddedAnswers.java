package treeline.dashboard;

import treeline.array.IndexSort;
import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.Response;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.view.ColumnFrame;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Unit;
import treeline.numbers.Numbers;
import treeline.table.JsonWriter;
import treeline.transform.Reduction;
import treeline.view.TreeArrays;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/// The answers embedded in a report, keyed by the page's questions, as gzipped JSON: first those
/// that every view needs, then values by context of the most expensive nodes and their iterations,
/// up to a size limit.
final class EmbeddedAnswers {
    private static final String RUN = "run=0";
    private static final List<Scope> SCOPES = List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE);

    /// With more of them, not all may have room, and what is of all ranks comes first.
    private static final int MAX_CELLS = 60_000;

    private static final int CELLS_AT_ONCE = 8_000;

    private static final int TRACE_LEVELS = 2;
    private static final int TRACE_ROWS = 64;

    private final Answers answers;
    private final OpenRun run;
    private final int budget;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Writer text;
    private boolean first = true;

    /// @param budget bytes from which on no more details are added
    private EmbeddedAnswers(Answers answers, OpenRun run, int budget) throws IOException {
        this.answers = answers;
        this.run = run;
        this.budget = budget;
        this.text =
                new OutputStreamWriter(
                        new GZIPOutputStream(bytes, 1 << 13, /* syncFlush= */ true),
                        StandardCharsets.UTF_8);
    }

    static byte[] of(Answers answers, OpenRun run, int budget) throws IOException {
        var embedded = new EmbeddedAnswers(answers, run, budget);
        embedded.text.write("{");
        embedded.addAll();
        embedded.text.write("}");
        embedded.text.close();
        return embedded.bytes.toByteArray();
    }

    private void addAll() throws IOException {
        add("tree", RUN);
        add("contexts", RUN);
        add("operations", RUN);
        addTrace();
        List<Metric> metrics = metrics();
        for (Metric metric : metrics)
            if (metric.equals(metrics.getFirst()) || hasRoom()) addMetric(metric);
        int[] heaviest = metrics.isEmpty() ? new int[0] : heaviest(metrics.getFirst());
        for (int node : heaviest)
            for (Metric metric : metrics) if (hasRoom()) addSeries(metric, node);
        add("runs", ""); // last, because reading values shows whether there are iterations
    }

    /// The timeline of the whole run and of its halves and quarters, in few rows. The page states
    /// what is missing.
    private void addTrace() throws IOException {
        if (run.traces().isEmpty()) return;
        add("trace", RUN);
        long end = Math.max(1, run.traces().endNanos());
        add("interval", "%s&between=0-%d&bins=160".formatted(RUN, end));
        for (int level = 0; level <= TRACE_LEVELS; level++)
            for (int tile = 0; tile < 1 << level && end >= 1 << level; tile++)
                if (hasRoom())
                    add(
                            "timeline",
                            "%s&level=%d&tile=%d&rows=%d".formatted(RUN, level, tile, TRACE_ROWS));
    }

    /// The usual metric first.
    private List<Metric> metrics() {
        List<Metric> metrics = OpenRun.metricsByName(run.outline());
        if (metrics.isEmpty()) return metrics;
        String usual = run.defaultMetric().name();
        return metrics.stream()
                .sorted((a, b) -> Boolean.compare(b.name().equals(usual), a.name().equals(usual)))
                .toList();
    }

    private boolean hasRoom() throws IOException {
        text.flush();
        return bytes.size() < budget;
    }

    /// What all ranks have together, then the values by context, from which the page computes what
    /// else it is asked.
    private void addMetric(Metric metric) throws IOException {
        String about = RUN + "&metric=" + encoded(metric.name());
        add("values", about + "&over=mean");
        add("findings", about);
        int[] nodes = shown(metric);
        boolean large = (long) nodes.length * run.outline().contexts().size() > MAX_CELLS;
        if (large)
            for (String over : List.of("mean", "max", "sum", "min"))
                if (hasRoom()) addReduced(about, over);
        int parts = 0;
        int held = 0;
        for (int size = cellsAtOnce(); held < nodes.length && hasRoom(); held += size) {
            int[] some = Arrays.copyOfRange(nodes, held, Math.min(nodes.length, held + size));
            put("cells?%s&part=%d".formatted(about, parts++), cells(metric, some));
        }
        putCellsHeld(about, parts, Math.min(held, nodes.length), nodes.length);
    }

    private void addReduced(String about, String over) throws IOException {
        if (!over.equals("mean")) add("values", about + "&over=" + over);
        for (Scope scope : SCOPES)
            if (scope == Scope.INCLUSIVE || hasRoom())
                add("imbalance", about + scope(scope) + "&over=" + over);
    }

    private void putCellsHeld(String about, int parts, int held, int of) throws IOException {
        if (parts == 0) return;
        putName("cells?" + about);
        text.write("{\"json\":{\"parts\":%d,\"nodes\":%d,\"of\":%d}}".formatted(parts, held, of));
    }

    private int cellsAtOnce() {
        return Math.max(1, CELLS_AT_ONCE / Math.max(1, run.outline().contexts().size()));
    }

    /// The nodes that the page has a row for: roots, which all averages need, then the most
    /// expensive first.
    private int[] shown(Metric metric) throws IOException {
        TreeArrays rows = run.rows(TreeArrays.WHOLE_FOREST);
        double[] weight = run.values(metric.name()).inclusive(Reduction.MEAN);
        CallTree tree = run.outline().tree();
        return IndexSort.of(
                rows.node().toArray(),
                (node, other) -> {
                    int root =
                            Boolean.compare(
                                    tree.parent(node) != CallTree.NO_PARENT,
                                    tree.parent(other) != CallTree.NO_PARENT);
                    return root == 0
                            ? Double.compare(-measured(weight[node]), -measured(weight[other]))
                            : root;
                });
    }

    private static double measured(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    /// What contexts measured at some nodes, in both scopes: the cells of `node[i]` are those from
    /// `start[i]` to below `start[i + 1]`.
    private Response cells(Metric metric, int[] nodes) throws IOException {
        Numbers values = run.values(metric.name());
        double[][] inclusive = measured(values, Scope.INCLUSIVE, nodes);
        double[][] exclusive =
                values.isPoint() ? inclusive : measured(values, Scope.EXCLUSIVE, nodes);
        var start = new int[nodes.length + 1];
        var context = IntStream.builder();
        var cells = List.of(DoubleStream.builder(), DoubleStream.builder());
        for (int i = 0; i < nodes.length; i++) {
            start[i + 1] = start[i];
            for (int at = 0; at < inclusive[i].length; at++) {
                if (Double.isNaN(inclusive[i][at]) && Double.isNaN(exclusive[i][at])) continue;
                start[i + 1]++;
                context.add(at);
                cells.getFirst().add(inclusive[i][at]);
                cells.getLast().add(exclusive[i][at]);
            }
        }
        var frame =
                new ColumnFrame()
                        .whole("node", nodes)
                        .whole("start", start)
                        .whole("context", context.build().toArray())
                        .real("inclusive", cells.getFirst().build().toArray());
        if (!values.isPoint()) frame.real("exclusive", cells.getLast().build().toArray());
        return frame.with(
                json -> {
                    json.name("unit").value(values.unit().symbol());
                    json.name("scope").value(values.isPoint() ? "point" : "additive");
                    json.name("time").value(values.unit().dimension() == Unit.Dimension.TIME);
                });
    }

    private static double[][] measured(Numbers values, Scope scope, int[] nodes) {
        double[][] measured = new double[nodes.length][];
        values.forEachMeasured(scope, nodes, (i, ofContexts) -> measured[i] = ofContexts.clone());
        return measured;
    }

    private void addSeries(Metric metric, int node) throws IOException {
        for (Scope scope : SCOPES)
            add(
                    "series",
                    "%s&metric=%s%s&node=%d"
                            .formatted(RUN, encoded(metric.name()), scope(scope), node));
    }

    private static String scope(Scope scope) {
        return "&scope=" + scope.name().toLowerCase(Locale.ROOT);
    }

    /// As forms are encoded, which is how the page writes its questions.
    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private int[] heaviest(Metric metric) throws IOException {
        Numbers values = run.values(metric.name());
        double[] weight = values.inclusive(Reduction.MEAN);
        return IndexSort.descending(
                IntStream.range(0, weight.length).filter(node -> weight[node] > 0).toArray(),
                node -> weight[node]);
    }

    /// That a run cannot answer, such as the iterations of a node that kept none, is an answer too.
    private void add(String name, String query) throws IOException {
        String question = query.isEmpty() ? name : name + "?" + query;
        try {
            put(question, answers.of(name, query));
        } catch (RefusedRequest refused) {
            putName(question);
            text.write(
                    "{\"error\":%s,\"hint\":%s}"
                            .formatted(
                                    JsonWriter.quoted(String.valueOf(refused.getMessage())),
                                    JsonWriter.quoted(refused.hint())));
        }
    }

    private void putName(String question) throws IOException {
        if (!first) text.write(",");
        first = false;
        text.write(JsonWriter.quoted(question) + ":");
    }

    private void put(String question, Response answer) throws IOException {
        putName(question);
        switch (answer) {
            case Response.Json(String json) -> text.write("{\"json\":" + json + "}");
            case Response.Text _ ->
                    throw new IllegalStateException(
                            "exports are not available in a saved page: " + question);
            case Response.Columns columns ->
                    text.write(
                            "{\"frame\":\"%s\"}"
                                    .formatted(
                                            Base64.getEncoder().encodeToString(columns.bytes())));
        }
    }
}
