package treeline.bench.serving;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.SplittableRandom;

/// Asks what the page of the dashboard asks, in random order, until it is stopped. The same seed
/// asks the same.
final class PageClient implements Runnable {
    private static final Duration TIME_LIMIT = Duration.ofMinutes(1);
    private static final String[] REDUCTIONS = {"mean", "max", "min", "sum"};

    private final URI address;
    private final int nodes;
    private final SplittableRandom random;
    private final Latencies answers;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private volatile boolean stopped;

    PageClient(URI address, int nodes, int seed, Latencies answers) {
        this.address = address;
        this.nodes = nodes;
        this.random = new SplittableRandom(seed);
        this.answers = answers;
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        try (http) {
            while (!stopped) ask(question());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private String question() {
        int node = random.nextInt(nodes);
        String of = "?run=0&metric=time";
        String over = "&over=" + REDUCTIONS[random.nextInt(REDUCTIONS.length)];
        return switch (random.nextInt(12)) {
            case 0 -> "";
            case 1 -> "main.js";
            case 2 -> "api/runs";
            case 3 -> "api/tree?run=0";
            case 4 -> "api/values" + of + over;
            case 5 -> "api/values" + of + over + "&contexts=0-" + random.nextInt(100, 1_000);
            case 6 -> "api/imbalance" + of + over + "&scope=exclusive";
            case 7 -> "api/findings" + of;
            case 8 -> "api/contexts?run=0";
            case 9 -> "api/sparks" + of + "&nodes=" + node;
            case 10 -> "api/series" + of + "&node=" + node;
            default -> "api/ranks" + of + "&nodes=" + node;
        };
    }

    private void ask(String question) throws InterruptedException {
        var request = HttpRequest.newBuilder(address.resolve(question)).timeout(TIME_LIMIT).build();
        long start = System.nanoTime();
        try {
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            if (status != 200) answers.failed("status %d of %s".formatted(status, name(question)));
            answers.add(System.nanoTime() - start);
        } catch (IOException failed) {
            if (!stopped) answers.failed("%s of %s".formatted(failed, name(question)));
        }
    }

    private static String name(String question) {
        return "/" + question.replaceFirst("\\?.*", "");
    }
}
