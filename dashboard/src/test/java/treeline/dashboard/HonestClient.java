package treeline.dashboard;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

/// A client that asks what the page asks while others occupy the server. It opens a connection for
/// each question.
///
/// @param cookie the header that the server asks for, if it requires a token
record HonestClient(Http http, String cookie) {
    private static final String OWN = "Sec-Fetch-Site: same-origin";

    /// What a client saw.
    ///
    /// @param status of each answer, 0 if the connection was closed without one
    record Seen(List<Integer> status, List<Long> nanos) {
        double medianMillis() {
            return millis(0.5);
        }

        double p99Millis() {
            return millis(0.99);
        }

        double maxMillis() {
            return millis(1);
        }

        /// Nearest rank.
        private double millis(double share) {
            List<Long> sorted = nanos.stream().sorted().toList();
            return sorted.get((int) Math.ceil(share * sorted.size()) - 1) / 1e6;
        }
    }

    /// Exchanges the token of the server for a cookie.
    static HonestClient of(ServedRuns served) {
        var request = HttpRequest.newBuilder(URI.create(served.server().url())).build();
        try (var client = HttpClient.newHttpClient()) {
            var headers =
                    client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                            .join()
                            .headers();
            String cookie = headers.firstValue("Set-Cookie").orElse("none=;").split(";")[0];
            return new HonestClient(served.http(), "Cookie: " + cookie);
        }
    }

    Seen ask(int times) {
        var seen = new Seen(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            seen.status().add(status(i));
            seen.nanos().add(System.nanoTime() - start);
        }
        return seen;
    }

    private int status(int turn) {
        try {
            return switch (turn % 4) {
                case 0 -> http.get("/", cookie).status();
                case 1 -> http.get("/api/tree?run=0", cookie).status();
                case 2 -> http.get("/api/findings?run=0&metric=time", cookie).status();
                default ->
                        http.post("/api/ranks?run=0&metric=time", new byte[4], OWN, cookie)
                                .status();
            };
        } catch (IOException closed) {
            return 0;
        }
    }
}
