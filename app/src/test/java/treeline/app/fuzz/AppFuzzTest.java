package treeline.app.fuzz;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import treeline.app.mcp.McpServer;
import treeline.formats.Formats;
import treeline.question.input.Between;
import treeline.question.list.Questions;
import treeline.testkit.DrawnFormat;
import treeline.testkit.fuzz.CoverageLoader;
import treeline.testkit.fuzz.ExpressionSubject;
import treeline.testkit.fuzz.FuzzCampaign;
import treeline.testkit.fuzz.Subject;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Any message of an assistant is answered without an internal error, and any time window is one or
/// refused with a reason.
class AppFuzzTest {
    @TempDir Path folder;

    static Stream<Class<? extends Subject>> subjects() {
        return Stream.<Class<? extends Subject>>of(Mcp.class, TimeWindows.class)
                .filter(type -> FuzzCampaign.isSelected(type.getSimpleName()));
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void anyInputIsAnsweredOrRefused(Class<? extends Subject> subject) throws Exception {
        var loader =
                new CoverageLoader(
                        AppFuzzTest.class.getClassLoader(),
                        "treeline.app.mcp.",
                        "treeline.question.");
        new FuzzCampaign(subject.getSimpleName(), AppFuzzTest.class, loader, folder).run(subject);
    }

    /// Lines of the Model Context Protocol.
    public static final class Mcp extends ExpressionSubject {
        private final McpServer server;

        public Mcp() throws IOException {
            Path run = Files.createTempFile("treeline-fuzz", ".txt");
            run.toFile().deleteOnExit();
            Files.writeString(run, "path rank0 rank1\nmain 1 2\nmain/a 3 4\nmain/a/b 5 6\n");
            var formats = new Formats(List.of(new DrawnFormat()), List.of());
            server =
                    McpServer.of(
                            new Questions(() -> formats).all(),
                            formats,
                            Optional.empty(),
                            List.of(run.toString()),
                            () -> "1.0",
                            _ -> {});
        }

        @Override
        public String formatName() {
            return "mcp";
        }

        @Override
        public String code() {
            return "treeline.app.mcp.";
        }

        @Override
        protected List<String> examples() {
            return List.of(
                    message(
                            "initialize",
                            "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"x\",\"version\":\"1\"}}"),
                    message("tools/list", "{}"),
                    message("ping", "{}"),
                    call("tree", "{\"limit\":5,\"offset\":1,\"width\":40}"),
                    call("flat", "{\"metric\":\"time:exclusive\",\"of\":\"max\"}"),
                    call("hot_path", "{\"share\":0.5}"),
                    call("imbalance", "{\"rank\":\"0-1\"}"),
                    call("query", "{\"query\":\"MATCH (p) WHERE p.name = 'a'\"}"),
                    "[" + message("ping", "{}") + "," + message("tools/list", "{}") + "]",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
        }

        private static String call(String tool, String arguments) {
            return message(
                    "tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
        }

        private static String message(String method, String parameters) {
            return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}"
                    .formatted(method, parameters);
        }

        @Override
        protected void evaluate(String expression) {
            var out = new ByteArrayOutputStream();
            try (var printed = new PrintStream(out, false, StandardCharsets.UTF_8)) {
                byte[] bytes = expression.getBytes(StandardCharsets.UTF_8);
                server.serve(new ByteArrayInputStream(bytes), printed);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            String replies = out.toString(StandardCharsets.UTF_8);
            if (replies.contains("internal error")) throw new AssertionError(kind(replies));
            if (!replies.isEmpty() && !replies.endsWith("\n")) throw new AssertionError("cut");
        }

        private static String kind(String replies) {
            int at = replies.indexOf("internal error");
            return replies.substring(at, Math.min(replies.length(), at + 200));
        }
    }

    /// Values of `--between`.
    public static final class TimeWindows extends ExpressionSubject {
        @Override
        public String formatName() {
            return "between";
        }

        @Override
        public String code() {
            return "treeline.question.input.";
        }

        @Override
        protected List<String> examples() {
            return List.of("10s 12.5s", "500ms 50%", "start end", "1e3us 2min");
        }

        @Override
        protected void evaluate(String expression) {
            Between.parse(expression);
        }
    }
}
