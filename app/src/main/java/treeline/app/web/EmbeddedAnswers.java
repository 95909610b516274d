package treeline.app.web;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.numbers.Numbers;
import treeline.table.JsonWriter;
import treeline.transform.Reduction;

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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/// The answers that a report carries, under the questions that its page will ask, as gzipped JSON.
/// First what every picture needs, then details of the heaviest nodes while there is room.
final class EmbeddedAnswers {
    private static final String RUN = "run=0";
    private static final List<Scope> SCOPES = List.of(Scope.INCLUSIVE, Scope.EXCLUSIVE);

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
        add("runs", "");
        add("tree", RUN);
        add("contexts", RUN);
        List<Metric> metrics = metrics();
        for (Metric metric : metrics)
            if (metric.equals(metrics.getFirst()) || hasRoom()) addMetric(metric);
        int[] heaviest = metrics.isEmpty() ? new int[0] : heaviest(metrics.getFirst());
        for (int node : heaviest)
            for (Metric metric : metrics) if (hasRoom()) addNode(metric, node);
    }

    /// The usual metric first.
    private List<Metric> metrics() {
        List<Metric> metrics = OpenRun.metricsByName(run.outline());
        if (metrics.isEmpty()) return metrics;
        String usual = run.usualMetric().name();
        return metrics.stream()
                .sorted((a, b) -> Boolean.compare(b.name().equals(usual), a.name().equals(usual)))
                .toList();
    }

    private boolean hasRoom() throws IOException {
        text.flush();
        return bytes.size() < budget;
    }

    private void addMetric(Metric metric) throws IOException {
        String about = RUN + "&metric=" + encoded(metric.name());
        add("values", about + "&over=mean");
        add("values", about + "&over=max");
        add("imbalance", about + "&over=mean");
        add("imbalance", about + "&over=max");
        add("findings", about);
        int[] roots = run.outline().tree().children(CallTree.NO_PARENT);
        String list =
                Arrays.stream(roots).mapToObj(Integer::toString).collect(Collectors.joining(","));
        for (Scope scope : SCOPES) {
            addSparks(metric, scope);
            if (roots.length > 1 && roots.length <= Answers.MOST_SPARKS)
                add("ranks", about + scope(scope) + "&nodes=" + encoded(list));
        }
        for (int root : roots) if (hasRoom()) addNode(metric, root);
    }

    private void addNode(Metric metric, int node) throws IOException {
        String about = "metric=" + encoded(metric.name());
        for (Scope scope : SCOPES) {
            add("ranks", RUN + "&" + about + scope(scope) + "&nodes=" + node);
            add("series", RUN + "&" + about + scope(scope) + "&node=" + node);
            add("executions", about + scope(scope) + "&" + RUN + "&node=" + node);
        }
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
        return IntStream.range(0, weight.length)
                .boxed()
                .filter(node -> weight[node] > 0)
                .sorted((a, b) -> Double.compare(weight[b], weight[a]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /// All at once, because the page asks for those that are in sight; they stand under the
    /// question without the nodes, in the order of the column `node`.
    private void addSparks(Metric metric, Scope scope) throws IOException {
        int[] nodes = Arrays.stream(heaviest(metric)).limit(Answers.MOST_SPARKS).sorted().toArray();
        if (nodes.length == 0) return;
        String question = RUN + "&metric=" + encoded(metric.name()) + scope(scope);
        put("sparks?" + question, Answers.sparks(run.values(metric.name()), scope, nodes));
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

    private void put(String question, Answer answer) throws IOException {
        putName(question);
        switch (answer) {
            case Answer.Json(String json) -> text.write("{\"json\":" + json + "}");
            case Answer.Columns columns ->
                    text.write(
                            "{\"frame\":\"%s\"}"
                                    .formatted(
                                            Base64.getEncoder().encodeToString(columns.bytes())));
        }
    }
}
