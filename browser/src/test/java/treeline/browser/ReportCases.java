package treeline.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import treeline.dashboard.ServerSettings;
import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.store.db.DatabaseExporter;
import treeline.table.JsonWriter;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/// Runs as reports, questions about them, and what the server answers. A report computes most
/// answers in the page, and must come to the same.
final class ReportCases {
    private static final List<String> OVER = List.of("mean", "sum", "max", "min");
    private static final List<String> SCOPES = List.of("inclusive", "exclusive");
    private static final int CHOICES = 3;
    private static final int NODES = 6;

    private final Path folder;
    private final HttpClient client = HttpClient.newHttpClient();

    ReportCases(Path folder) {
        this.folder = folder;
    }

    /// As `report-law.js` reads them.
    String text(List<Profile> profiles) throws IOException, InterruptedException {
        List<String> cases = new ArrayList<>();
        for (int run = 0; run < profiles.size(); run++)
            cases.add(
                    "{\"name\":\"run %d\",\"report\":%s,\"questions\":[%s]}"
                            .formatted(
                                    run,
                                    report(profiles.get(run)),
                                    String.join(",", answered(profiles.get(run), run))));
        return "[" + String.join(",\n", cases) + "]";
    }

    private List<String> answered(Profile profile, int seed)
            throws IOException, InterruptedException {
        Path file = folder.resolve("run.tldb");
        new DatabaseExporter().export(profile, file);
        var runs = new OpenRuns(Formats.all());
        runs.open(file.toString(), Optional.empty());
        List<String> answered = new ArrayList<>();
        try (var server = treeline.dashboard.Dashboard.serve(ServerSettings.withDefaults(), runs)) {
            for (String question : questions(profile, seed))
                answered.add(answered(server.url(), question));
        }
        Files.delete(file);
        return answered;
    }

    /// The answers that the file holds.
    private String report(Profile profile) throws IOException {
        Path file = folder.resolve("report.html");
        PageFile.write(file, "run.tldb", new LoadedSource(profile, ReadReport.CLEAN));
        String page = Files.readString(file);
        String mark = "id=\"treeline-data\">";
        int start = page.indexOf(mark) + mark.length();
        byte[] packed = Base64.getDecoder().decode(page.substring(start, page.indexOf('<', start)));
        try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return new String(unpacked.readAllBytes(), UTF_8);
        }
    }

    private static List<String> questions(Profile profile, int seed) {
        var random = new Random(seed);
        List<String> questions = new ArrayList<>();
        for (String metric : profile.metrics().stream().map(Metric::name).distinct().toList()) {
            String about = "run=0&metric=" + URLEncoder.encode(metric, UTF_8);
            for (String contexts : choices(random, profile.contexts().size())) {
                for (String over : OVER) {
                    questions.add("values?" + about + "&over=" + over + contexts);
                    for (String scope : SCOPES)
                        questions.add(
                                "imbalance?%s&scope=%s&over=%s%s"
                                        .formatted(about, scope, over, contexts));
                }
                for (String scope : SCOPES)
                    add(questions, random, profile.tree().size(), about, scope, contexts);
            }
        }
        return questions;
    }

    private static void add(
            List<String> questions,
            Random random,
            int size,
            String about,
            String scope,
            String contexts) {
        String scoped = about + "&scope=" + scope;
        String all =
                IntStream.range(0, size)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining("%2C"));
        questions.add("sparks?" + scoped + "&nodes=" + all + contexts);
        questions.add("ranks?" + scoped + "&nodes=" + all + contexts);
        for (int i = 0; i < NODES; i++) {
            int node = random.nextInt(size);
            questions.add("ranks?" + scoped + "&nodes=" + node + contexts);
            String metric = about.substring(about.indexOf('&') + 1);
            questions.add(
                    "executions?%s&scope=%s&over=%s&run=0&nodes=%d%s"
                            .formatted(metric, scope, OVER.get(i % OVER.size()), node, contexts));
        }
    }

    /// All contexts, then some.
    private static List<String> choices(Random random, int size) {
        List<String> choices = new ArrayList<>(List.of(""));
        for (int i = 0; i < CHOICES; i++) {
            String chosen =
                    IntStream.range(0, size)
                            .filter(_ -> random.nextInt(3) == 0)
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining("%2C"));
            if (!chosen.isEmpty()) choices.add("&contexts=" + chosen);
        }
        if (size >= 3) choices.add("&contexts=0%2F2x" + (size + 1) / 2); // every other one
        return choices;
    }

    private String answered(String url, String question) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url + "api/" + question)).GET().build();
        var reply = client.send(request, BodyHandlers.ofByteArray());
        String text = new String(reply.body(), UTF_8);
        if (reply.statusCode() != 200)
            throw new IllegalStateException("%s: %s".formatted(question, text));
        String answer =
                question.startsWith("executions")
                        ? "{\"json\":%s}".formatted(text)
                        : "{\"frame\":\"%s\"}"
                                .formatted(Base64.getEncoder().encodeToString(reply.body()));
        return "{\"question\":%s,\"answer\":%s}".formatted(JsonWriter.quoted(question), answer);
    }
}
