package treeline.dashboard.ensemble;

import treeline.array.IndexSort;
import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.formats.Problem;
import treeline.model.Metric;
import treeline.table.JsonWriter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/// The answers embedded in the mailed page of many runs, keyed by the questions of the page, as
/// gzipped JSON: metadata, call tree, statistics, clusters, then values by run and models of the
/// heaviest nodes, up to a size limit. The last entry states how many nodes are included.
public final class EnsembleReport {
    private static final List<String> SCOPES = List.of("inclusive", "exclusive");

    private final OpenEnsemble open;
    private final EnsembleAnswers answers;
    private final int budget;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Writer text;
    private boolean first = true;

    private EnsembleReport(OpenEnsemble open, int budget) throws IOException {
        this.open = open;
        this.answers = new EnsembleAnswers(open);
        this.budget = budget;
        this.text =
                new OutputStreamWriter(
                        new GZIPOutputStream(bytes, 1 << 13, /* syncFlush= */ true),
                        StandardCharsets.UTF_8);
    }

    /// The answers of the page, compressed.
    ///
    /// @param runs the answer to `runs`, which names no open run
    /// @param budget bytes from which on no more nodes are added
    public static byte[] of(OpenEnsemble open, Response runs, int budget) throws IOException {
        var report = new EnsembleReport(open, budget);
        report.text.write("{");
        report.put("runs", runs);
        report.addAll();
        report.text.write("}");
        report.text.close();
        return report.bytes.toByteArray();
    }

    private void addAll() throws IOException {
        add("overview", "");
        add("tree", "");
        Ensemble ensemble = open.all();
        List<String> metrics = metrics(ensemble);
        for (String metric : metrics)
            for (String scope : SCOPES) if (hasRoom()) add("statistics", about(metric, scope));
        add("topdown", "");
        add("clusters", about(metrics.getFirst(), SCOPES.getFirst()));
        int[] heaviest = heaviest(ensemble);
        int held = 0;
        for (int node : heaviest) {
            if (!hasRoom()) break;
            held++;
            addNode(metrics, node);
        }
        putName("ensemble-omitted");
        text.write("{\"json\":{\"nodes\":%d,\"of\":%d}}".formatted(held, ensemble.tree().size()));
    }

    private void addNode(List<String> metrics, int node) throws IOException {
        for (String scope : SCOPES) {
            for (String metric : metrics)
                if (metric.equals(metrics.getFirst()) || hasRoom())
                    add("values", about(metric, scope) + "&node=" + node);
            String main = about(metrics.getFirst(), scope) + "&node=" + node;
            if (hasRoom()) add("scaling", main);
            if (hasRoom() && open.archive().isPresent()) add("trend", main);
        }
    }

    private boolean hasRoom() throws IOException {
        text.flush();
        return bytes.size() < budget;
    }

    /// The default metric first.
    private static List<String> metrics(Ensemble ensemble) {
        Set<String> names = new LinkedHashSet<>();
        names.add(ensemble.profile().outline().defaultMetric().name());
        for (Metric each : ensemble.metrics()) names.add(each.name());
        return List.copyOf(names);
    }

    private static int[] heaviest(Ensemble ensemble) {
        Metric metric = ensemble.profile().outline().defaultMetric();
        Metric whole = metric.addsUp() ? metric.in(Metric.Scope.INCLUSIVE) : metric;
        double[] mean = Statistics.values(ensemble, whole, Statistic.MEAN);
        return IndexSort.of(
                mean.length,
                (node, other) -> Double.compare(weight(mean[other]), weight(mean[node])));
    }

    private static double weight(double mean) {
        return Double.isNaN(mean) ? 0 : mean;
    }

    /// As forms are encoded, which is how the page writes its questions.
    private static String about(String metric, String scope) {
        return "metric=%s&scope=%s"
                .formatted(
                        URLEncoder.encode(metric, StandardCharsets.UTF_8),
                        scope.toLowerCase(Locale.ROOT));
    }

    /// That a question has no answer, such as a model of too few runs, is an answer too.
    private void add(String name, String query) throws IOException {
        String question = "ensemble-" + name + (query.isEmpty() ? "" : "?" + query);
        try {
            put(question, answers.of("ensemble-" + name, RequestParameters.of(query)));
        } catch (RefusedRequest refused) {
            putProblem(question, String.valueOf(refused.getMessage()), refused.hint());
        } catch (IllegalArgumentException refused) {
            Problem problem = Problem.of(refused);
            putProblem(question, problem.message(), problem.hint());
        }
    }

    private void putProblem(String question, String error, String hint) throws IOException {
        putName(question);
        text.write(
                "{\"error\":%s,\"hint\":%s}"
                        .formatted(JsonWriter.quoted(error), JsonWriter.quoted(hint)));
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
                    throw new IllegalStateException("not part of a saved page: " + question);
            case Response.Columns columns ->
                    text.write(
                            "{\"frame\":\"%s\"}"
                                    .formatted(
                                            Base64.getEncoder().encodeToString(columns.bytes())));
        }
    }
}
