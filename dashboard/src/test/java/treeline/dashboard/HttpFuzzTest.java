package treeline.dashboard;

import com.sun.net.httpserver.Headers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.dashboard.http.Guard;
import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.testkit.DrawnFormat;
import treeline.testkit.fuzz.CoverageLoader;
import treeline.testkit.fuzz.ExpressionSubject;
import treeline.testkit.fuzz.FuzzCampaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Any request is answered or refused with a reason; none is an internal error.
class HttpFuzzTest {
    @TempDir Path folder;

    @Test
    void anyRequestIsAnsweredOrRefused() throws Exception {
        if (!FuzzCampaign.isSelected("http")) return;
        var loader = new CoverageLoader(HttpFuzzTest.class.getClassLoader(), "treeline.dashboard.");
        new FuzzCampaign("Http", HttpFuzzTest.class, loader, folder).run(HttpSubject.class);
    }

    /// A request line, header lines, an empty line and a body.
    public static final class HttpSubject extends ExpressionSubject {
        private final OpenRuns runs =
                new OpenRuns(new Formats(List.of(new DrawnFormat()), List.of()));
        private final Answers answers = new Answers(runs, "1.2");
        private final Guard guard =
                new Guard(
                        Guard.LOOPBACK,
                        Optional.of(new Guard.Secrets("token", "treeline", "cookie")));

        public HttpSubject() throws IOException {
            Path run = Files.createTempFile("treeline-fuzz", ".txt");
            run.toFile().deleteOnExit();
            Files.writeString(run, "path rank0 rank1\nmain 1 2\nmain/a 3 4\nmain/a/b 5 6\n");
            runs.open(run.toString(), Optional.empty());
        }

        @Override
        public String formatName() {
            return "http";
        }

        @Override
        public String code() {
            return "treeline.dashboard.";
        }

        @Override
        protected List<String> examples() {
            String header =
                    "\nHost: localhost:1\nOrigin: http://localhost:1\nCookie: treeline=cookie\n\n";
            return List.of(
                    "GET /api/runs" + header,
                    "GET /api/tree?run=0&metric=time&over=mean&scope=inclusive" + header,
                    "GET /api/values?run=0&metric=time&contexts=0-1&over=max" + header,
                    "GET /api/findings?run=0&metric=time" + header,
                    "GET /api/ranks?run=0&metric=time&nodes=0,1&contexts=0/1x2" + header,
                    "GET /api/series?run=0&metric=time&node=1&iterations=0-1" + header,
                    "GET /api/diff?run=0&against=0&metric=time" + header,
                    "GET /api/contexts?run=0" + header,
                    "GET /api/questions" + header,
                    "GET /api/question?name=tree&run=0&metric=time%3Aexclusive" + header,
                    "POST /api/close?run=7" + header,
                    "POST /api/ranks?run=0&metric=time" + header + "abcdabcd");
        }

        @Override
        protected void evaluate(String expression) {
            String[] parts = expression.split("\n\n", 2);
            String[] lines = parts[0].split("\n");
            String[] request = lines[0].split(" ");
            String[] address = (request.length < 2 ? "/" : request[1]).split("\\?", 2);
            try {
                guard.check(request[0], address[0], headers(lines));
                guard.checkCookie(headers(lines));
                String name = address[0].replaceFirst("^/api/", "");
                String query = address.length < 2 ? "" : address[1];
                if (request[0].equals("POST") && name.equals("close")) answers.closed(query);
                else if (request[0].equals("POST"))
                    answers.ofMany(
                            query, parts[parts.length - 1].getBytes(StandardCharsets.ISO_8859_1));
                else answers.of(name, query);
            } catch (RefusedRequest refused) {
                if (refused.status() >= 500 || refused.getMessage() == null)
                    throw new AssertionError("an internal error", refused);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Headers headers(String[] lines) {
            var headers = new Headers();
            for (int i = 1; i < lines.length; i++) {
                String[] pair = lines[i].split(":", 2);
                if (pair.length == 2 && pair[0].matches("[A-Za-z-]+"))
                    headers.add(pair[0], pair[1].strip().replaceAll("\\p{Cntrl}", ""));
            }
            return headers;
        }
    }
}
