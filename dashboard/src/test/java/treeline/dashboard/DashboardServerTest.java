package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.testkit.DrawnFormat;
import treeline.testkit.Patience;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/// Who is answered and who is not, over real connections.
class DashboardServerTest {
    private static final String RUN = "path rank0 rank1\nmain/<script>alert(1) 5 9\n";

    @TempDir Path folder;

    @Test
    void namesOfFramesTravelAsDataThatNoBrowserTakesForAPage() throws IOException {
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            Http.Reply tree = served.http().get("/api/tree?run=0");
            assertThat(tree.status()).isEqualTo(200);
            assertThat(tree.head())
                    .contains("content-type: application/octet-stream")
                    .contains("x-content-type-options: nosniff");
            assertThat(tree.text()).contains("\"<script>alert(1)\"");
            assertThat(served.http().get("/api/runs").head())
                    .contains("content-type: application/json; charset=utf-8");
        }
    }

    @Test
    void everyAnswerCarriesThePolicy() throws IOException {
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            for (String path : List.of("/", "/api/runs", "/no-such-file"))
                assertThat(served.http().get(path).head())
                        .contains(
                                "content-security-policy: default-src 'none'; script-src 'self';"
                                        + " style-src 'self'; img-src 'self' data: blob:;"
                                        + " connect-src 'self'; font-src 'self'; base-uri 'none';"
                                        + " form-action 'none'; frame-ancestors 'none'")
                        .contains(
                                "x-content-type-options: nosniff",
                                "referrer-policy: no-referrer",
                                "cross-origin-resource-policy: same-origin",
                                "cross-origin-opener-policy: same-origin",
                                "cache-control: no-store");
        }
    }

    @Test
    void severalHostsAreNotAnswered() throws IOException {
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            String own = "Host: 127.0.0.1:%d".formatted(served.server().port());
            for (String other : List.of("Host: evil.example", own, "HOST: localhost"))
                for (boolean first : new boolean[] {true, false}) {
                    Http.Reply reply =
                            served.http()
                                    .get("/api/runs", first ? other : own, first ? own : other);
                    assertThat(reply.status()).as(other).isEqualTo(400);
                    assertThat(reply.text()).contains("request refused: it has 2 Host headers");
                }
        }
    }

    /// What follows the body is not taken for a request: there is one answer, and the connection is
    /// closed.
    @Test
    void aBodyOfMalformedChunksIsABadRequest() throws IOException {
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            for (String path : List.of("open?name=x", "open-folder?name=x", "ranks?run=0&metric=m"))
                for (String size : List.of("FFFFFFFFFFFFFFFFF", "FFFFFFFF", "-5", "x")) {
                    String head =
                            """
                            POST /api/%s HTTP/1.1
                            Host: localhost
                            Sec-Fetch-Site: same-origin
                            Transfer-Encoding: chunked

                            %s
                            GET /api/runs HTTP/1.1
                            Host: localhost

                            """
                                    .formatted(path, size)
                                    .replace("\n", "\r\n");
                    Http.Reply reply = served.http().raw(head, new byte[0]);
                    assertThat(reply.status()).as(path + " " + size).isEqualTo(400);
                    assertThat(reply.head()).contains("connection: close");
                    assertThat(reply.text())
                            .contains("the body of the request is malformed or incomplete")
                            .doesNotContain("HTTP/1.1");
                }
        }
    }

    @Test
    void aForeignHostIsNotAnswered() throws IOException {
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            Http.Reply reply = served.http().get("/api/runs", "Host: evil.example:80");
            assertThat(reply.status()).isEqualTo(403);
            assertThat(reply.text())
                    .contains("request refused: its Host header does not name this server");
        }
    }

    @Test
    void theEndOfATunnelMayHaveAnotherPort() throws IOException {
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            for (String host : List.of("localhost:9000", "LOCALHOST", "[::1]:9000"))
                assertThat(served.http().get("/api/runs", "Host: " + host).status())
                        .as(host)
                        .isEqualTo(200);
        }
    }

    @Test
    void aForeignPageIsNotAnswered() throws IOException {
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            Http.Reply reply = served.http().get("/api/runs", "Origin: http://evil.example");
            assertThat(reply.status()).isEqualTo(403);
            assertThat(reply.text()).contains("request refused: it was sent by another site");
            for (String header :
                    List.of(
                            "Origin: null",
                            "Origin: http://127.0.0.1:1",
                            "Sec-Fetch-Site: cross-site",
                            "Sec-Fetch-Site: same-site"))
                assertThat(served.http().get("/api/runs", header).status())
                        .as(header)
                        .isEqualTo(403);
        }
    }

    @Test
    void nobodyElseMayReadAnswers() throws IOException {
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            String own = "Origin: http://127.0.0.1:" + served.server().port();
            assertThat(served.http().get("/api/runs", own).head())
                    .startsWith("http/1.1 200")
                    .doesNotContain("access-control");
            assertThat(served.http().send("OPTIONS", "/api/runs", new byte[0], own).head())
                    .startsWith("http/1.1 405")
                    .doesNotContain("access-control");
        }
    }

    @Test
    void whatIsSentMustComeFromOurPage() throws IOException {
        byte[] file = "path rank0\nmain 1\n".getBytes(StandardCharsets.UTF_8);
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            String path = "/api/open?name=dropped.txt";
            assertThat(served.http().post(path, file).status()).isEqualTo(403);
            assertThat(served.http().post(path, file, "Origin: http://evil.example").status())
                    .isEqualTo(403);
            Http.Reply opened = served.http().post(path, file, "Sec-Fetch-Site: same-origin");
            assertThat(opened.status()).isEqualTo(200);
            assertThat(opened.text()).contains("\"id\": 1", "\"name\": \"dropped.txt\"");
            assertThat(served.http().get("/api/tree?run=1").status()).isEqualTo(200);
        }
    }

    @Test
    void withATokenOnlyWhoKnowsItIsLetInAndItLeavesTheAddress() throws IOException {
        ServerSettings settings = ServedRuns.SETTINGS.asking(true);
        try (ServedRuns served = ServedRuns.of(settings, folder, RUN)) {
            Http http = served.http();
            Http.Reply refused = http.get("/api/runs");
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.text()).contains("requires a token");
            assertThat(http.get("/?token=wrong").status()).isEqualTo(401);
            String url = served.server().url();
            assertThat(url).matches("http://127\\.0\\.0\\.1:\\d+/\\?token=[\\w-]{43}");
            String token = url.substring(url.indexOf('=') + 1);
            Http.Reply swapped = http.get("/?token=" + token);
            assertThat(swapped.status()).isEqualTo(303);
            assertThat(swapped.head())
                    .contains("location: /\r\n".strip())
                    .contains("httponly; samesite=strict; path=/")
                    .doesNotContain(token.toLowerCase(java.util.Locale.ROOT));
            assertThat(http.get("/api/runs?token=" + token).status()).isEqualTo(401);
        }
    }

    @Test
    void theCookieOpensWhatTheTokenOpened() throws IOException {
        ServerSettings settings = ServedRuns.SETTINGS.asking(true);
        try (ServedRuns served = ServedRuns.of(settings, folder, RUN)) {
            int port = served.server().port();
            String url = served.server().url();
            String path = url.substring(url.indexOf("/?"));
            var client = java.net.http.HttpClient.newHttpClient();
            var request =
                    java.net.http.HttpRequest.newBuilder(
                                    java.net.URI.create("http://127.0.0.1:" + port + path))
                            .build();
            String cookie =
                    client.sendAsync(request, java.net.http.HttpResponse.BodyHandlers.discarding())
                            .join()
                            .headers()
                            .firstValue("Set-Cookie")
                            .orElseThrow();
            String pair = cookie.substring(0, cookie.indexOf(';'));
            assertThat(pair).startsWith("treeline-" + port + "=");
            assertThat(served.http().get("/api/runs", "Cookie: a=b; " + pair).status())
                    .isEqualTo(200);
            assertThat(served.http().get("/api/runs", "Cookie: " + pair + "x").status())
                    .isEqualTo(401);
        }
    }

    @Test
    void pathsLeadNowhereButToTheFilesOfThePage() throws IOException {
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            for (String path :
                    List.of(
                            "/../pom.xml",
                            "/%2e%2e/pom.xml",
                            "/..%2fpom.xml",
                            "/WebFiles.class",
                            "/treeline/app/version.txt",
                            "//etc/passwd",
                            "/api/../index.html",
                            "/api/")) {
                Http.Reply reply = served.http().get(path);
                assertThat(reply.status()).as(path).isIn(400, 404);
            }
            assertThat(served.http().get("/").status()).isEqualTo(200);
        }
    }

    @Test
    void tooLargeFilesAreRefusedAndLeaveNothingBehind() throws IOException {
        ServerSettings small = ServedRuns.SETTINGS.within(100, 8);
        try (ServedRuns served = ServedRuns.of(small, folder, RUN)) {
            String own = "Sec-Fetch-Site: same-origin";
            Http.Reply told = served.http().post("/api/open?name=a", new byte[101], own);
            assertThat(told.status()).isEqualTo(413);
            assertThat(told.text())
                    .contains("the upload exceeds 100 bytes", "open it with 'treeline serve PATH'");
            String chunked =
                    "POST /api/open?name=a HTTP/1.1\r\nHost: localhost\r\n"
                            + own
                            + "\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
            byte[] body =
                    ("c8\r\n" + "x".repeat(200) + "\r\n0\r\n\r\n").getBytes(StandardCharsets.UTF_8);
            assertThat(served.http().raw(chunked, body).status()).isEqualTo(413);
        }
    }

    @Test
    void endlessHeadersAreCutOff() throws IOException {
        try (ServedRuns served = ServedRuns.of(folder, RUN)) {
            String endless = "X-Filler: " + "x".repeat(1 << 20);
            Http.Reply reply;
            try {
                reply = served.http().get("/api/runs", endless);
            } catch (java.net.SocketException closed) {
                reply = new Http.Reply(0, "", new byte[0]);
            }
            assertThat(reply.status()).isNotEqualTo(200);
            assertThat(served.http().get("/api/runs").status()).isEqualTo(200);
        }
    }

    /// A format whose runs open when the test lets them.
    private record SlowFormat(
            CountDownLatch asked, CountDownLatch answered, CountDownLatch interrupted)
            implements ProfileFormat {
        static SlowFormat create() {
            return new SlowFormat(
                    new CountDownLatch(1), new CountDownLatch(1), new CountDownLatch(1));
        }

        @Override
        public String name() {
            return "slow";
        }

        @Override
        public String description() {
            return "opens late";
        }

        @Override
        public treeline.source.Match sniff(Input input) {
            return treeline.source.Match.CERTAIN;
        }

        @Override
        public ProfileSource open(Input input) throws IOException {
            asked.countDown();
            try {
                answered.await();
            } catch (InterruptedException ended) {
                interrupted.countDown();
                throw new IOException(ended);
            }
            return new DrawnFormat().open(input);
        }
    }

    @Test
    void tooManyRequestsAtOnceAreSentAway() throws Exception {
        var slow = SlowFormat.create();
        var runs = new OpenRuns(new Formats(List.of(slow), List.of()));
        var times = ServerSettings.TimeLimits.DEFAULT;
        var impatient =
                new ServerSettings.TimeLimits(
                        times.header(), times.progress(), Duration.ZERO, times.answer());
        var settings = ServedRuns.SETTINGS.within(1 << 20, 1).within(impatient);
        try (DashboardServer server = DashboardServer.start(settings, runs, "1.2")) {
            var http = new Http(server.port());
            var first =
                    new FutureTask<>(
                            () ->
                                    http.post(
                                            "/api/open?name=a.txt",
                                            RUN.getBytes(StandardCharsets.UTF_8),
                                            "Sec-Fetch-Site: same-origin"));
            Thread.ofVirtual().start(first);
            slow.asked().await();
            Http.Reply second = http.get("/api/runs");
            assertThat(second.status()).isEqualTo(503);
            assertThat(second.text()).contains("too many requests at once");
            slow.answered().countDown();
            assertThat(first.get().status()).isEqualTo(200);
        }
    }

    @Test
    void anAnswerThatTakesTooLongIsGivenUp() throws Exception {
        var slow = SlowFormat.create();
        var runs = new OpenRuns(new Formats(List.of(slow), List.of()));
        var settings = ServedRuns.SETTINGS.answeringWithin(Duration.ofSeconds(1));
        try (DashboardServer server = DashboardServer.start(settings, runs, "1.2")) {
            var http = new Http(server.port());
            Http.Reply late =
                    http.post(
                            "/api/open?name=a.txt",
                            RUN.getBytes(StandardCharsets.UTF_8),
                            "Sec-Fetch-Site: same-origin");
            assertThat(late.status()).isEqualTo(503);
            assertThat(late.text())
                    .contains("the answer took longer than 1 s and was given up", "--time-limit");
            slow.interrupted().await();
        }
    }

    @Test
    void whatAClientThatLeftWasWaitingForEnds() throws Exception {
        var slow = SlowFormat.create();
        var runs = new OpenRuns(new Formats(List.of(slow), List.of()));
        try (DashboardServer server = DashboardServer.start(ServedRuns.SETTINGS, runs, "1.2")) {
            Path table = Path.of("/proc/self/net/tcp");
            assumeTrue(Files.isReadable(table), "the system does not list its connections");
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                String request =
                        "POST /api/open?name=a.txt HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site:"
                                + " same-origin\r\nContent-Length: %d\r\n\r\n%s"
                                        .formatted(RUN.length(), RUN);
                socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
                slow.asked().await();
            }
            slow.interrupted().await();
        }
    }

    @Test
    void manyHalfOpenConnectionsLockNobodyOut() throws Exception {
        var settings = headersWithin(Duration.ofSeconds(2));
        List<java.net.Socket> halfOpen = new java.util.ArrayList<>();
        try (ServedRuns served = ServedRuns.of(settings, folder, RUN)) {
            for (int i = 0; i < 300; i++) {
                var socket =
                        new java.net.Socket(
                                java.net.InetAddress.getLoopbackAddress(), served.server().port());
                halfOpen.add(socket);
                try {
                    socket.getOutputStream().write("GET / HT".getBytes(StandardCharsets.UTF_8));
                } catch (IOException refused) {
                    assertThat(i).isGreaterThanOrEqualTo(200);
                }
            }
            long end = System.nanoTime() + Patience.DURATION.toNanos();
            int status = 0;
            while (status != 200 && System.nanoTime() < end) {
                status = statusOf(served.http());
                Thread.sleep(100);
            }
            assertThat(status).isEqualTo(200);
        } finally {
            for (java.net.Socket socket : halfOpen) socket.close();
        }
    }

    private static ServerSettings headersWithin(Duration limit) {
        var times = ServerSettings.TimeLimits.DEFAULT;
        return ServedRuns.SETTINGS.within(
                new ServerSettings.TimeLimits(
                        limit, times.progress(), times.slot(), times.answer()));
    }

    private static int statusOf(Http http) {
        try {
            return http.get("/api/runs").status();
        } catch (IOException reset) {
            return 0;
        }
    }

    /// The limit doubles until the header is sent within it.
    @Test
    void aBodyMayTakeLongerThanAHeader() throws Exception {
        String reply = "";
        for (int millis = 300; reply.isEmpty(); millis *= 2) {
            assertThat(millis).as("limit of a header").isLessThan(10_000);
            reply = replyToSlowBody(millis);
        }
        assertThat(reply).startsWith("HTTP/1.1 200").contains("slow.txt");
    }

    /// The answer, or nothing if the connection was closed.
    private String replyToSlowBody(int headerMillis) throws Exception {
        var settings = headersWithin(Duration.ofMillis(headerMillis));
        try (ServedRuns served = ServedRuns.of(settings, folder, RUN);
                var socket =
                        new java.net.Socket(
                                java.net.InetAddress.getLoopbackAddress(),
                                served.server().port())) {
            String head =
                    "POST /api/open?name=slow.txt HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site:"
                            + " same-origin\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
                                    .formatted(RUN.length());
            socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            Thread.sleep(4L * headerMillis);
            socket.getOutputStream().write(RUN.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (java.net.SocketException closed) {
            return "";
        }
    }

    @Test
    void whatARecorderSaysOfItselfIsAmongTheNotes() throws IOException {
        String run = "path rank0\nmain 3\nfact recorder.share 0.62\nfact recorder.calls 5000\n";
        try (ServedRuns served = ServedRuns.of(folder, run)) {
            assertThat(served.http().get("/api/runs").text())
                    .contains(
                            "at least 62 % of the busy time was spent on recording (5,000 calls)");
        }
    }

    @Test
    void aRunThatDoesNotOpenStaysInTheListWithTheReason() throws IOException {
        try (ServedRuns served = ServedRuns.of(folder, RUN, "no drawing")) {
            assertThat(served.http().get("/api/runs").text())
                    .contains("\"name\": \"run1.txt\"", "\"metrics\": [], \"problem\": \"")
                    .contains("\"problem\": null");
            Http.Reply tree = served.http().get("/api/tree?run=1");
            assertThat(tree.status()).isEqualTo(422);
            assertThat(tree.text()).contains("choose another run");
        }
    }

    @Test
    void theServerEndsItsConnectionsWhenItIsClosed() throws IOException {
        ServedRuns served = ServedRuns.of(folder, RUN);
        int port = served.server().port();
        served.close();
        assertThat(
                        Stream.of(port)
                                .map(
                                        closed -> {
                                            try {
                                                return new Http(closed).get("/").status();
                                            } catch (IOException refused) {
                                                return -1;
                                            }
                                        }))
                .containsExactly(-1);
    }
}
