package treeline.dashboard;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;

import treeline.dashboard.http.AnswerSlots;
import treeline.dashboard.http.Connections;
import treeline.dashboard.http.Guard;
import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestBody;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.http.Status;
import treeline.dashboard.runs.OpenRuns;
import treeline.dashboard.runs.Upload;
import treeline.dashboard.view.TreeAnswers;
import treeline.formats.Problem;
import treeline.source.files.FileChangedException;
import treeline.source.files.MalformedProfileException;
import treeline.table.JsonWriter;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;

/// Request dispatcher: checks access, finds the handler, and returns errors as data.
final class Requests implements HttpHandler {
    private static final int COMPRESSED_FROM = 1 << 10;
    private static final int MAX_NODE_BYTES = TreeAnswers.MAX_SUMMED_NODES * Integer.BYTES;
    private static final int SENT_AT_ONCE = 32 << 10;
    private static final String API = "/api/";

    /// Nothing but our own files: no inline scripts or styles, nobody else's pages around us.
    private static final String CONTENT_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
                    + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";

    private final Guard guard;
    private final Answers answers;
    private final long mostBytes;
    private final boolean compressing;
    private final Connections connections;
    private final AnswerSlots slots;
    private final Garbage garbage = Garbage.ofProcess();

    /// @param mostBytes the maximum size of an upload
    /// @param compressing whether answers travel far enough for it to pay
    Requests(
            Guard guard,
            Answers answers,
            long mostBytes,
            boolean compressing,
            Connections connections,
            AnswerSlots slots) {
        this.guard = guard;
        this.answers = answers;
        this.mostBytes = mostBytes;
        this.compressing = compressing;
        this.connections = connections;
        this.slots = slots;
    }

    /// A computed answer.
    private static final class Reply {
        private final int status;
        private final String type;
        private final byte[] bytes;

        Reply(int status, String type, byte[] bytes) {
            this.status = status;
            this.type = type;
            this.bytes = bytes;
        }

        static Reply empty(int status) {
            return new Reply(status, "", new byte[0]);
        }

        static Reply of(Response response) {
            return new Reply(Status.OK, response.type(), response.bytes());
        }
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        connections.receive(exchange.getRemoteAddress(), exchange.getLocalAddress());
        try (exchange) {
            protect(exchange.getResponseHeaders());
            Reply reply = reply(exchange);
            connections.send();
            send(exchange, reply);
        }
        garbage.collect();
    }

    private Reply reply(HttpExchange exchange) {
        try {
            return answer(exchange);
        } catch (RefusedRequest refused) {
            return failure(refused.status(), textOf(refused), refused.hint());
        } catch (MalformedProfileException
                | FileChangedException
                | IllegalArgumentException wrong) {
            Problem problem = Problem.of(wrong);
            return failure(Status.UNPROCESSABLE, problem.message(), problem.hint());
        } catch (IOException | RuntimeException | VirtualMachineError failed) {
            Problem problem = Problem.of(failed);
            return failure(Status.FAILED, problem.message(), problem.hint());
        }
    }

    private static String textOf(RefusedRequest refused) {
        return String.valueOf(refused.getMessage());
    }

    private static void protect(Headers headers) {
        headers.set("Content-Security-Policy", CONTENT_POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        headers.set("Cache-Control", "no-store");
    }

    private Reply answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String method = exchange.getRequestMethod();
        guard.check(method, path, exchange.getRequestHeaders());
        if (guard.needsToken() && isSwapped(exchange, path)) return Reply.empty(Status.SEE_OTHER);
        guard.checkCookie(exchange.getRequestHeaders());
        if (path.equals("/favicon.ico")) return Reply.empty(Status.NO_CONTENT);
        if (path.startsWith(API)) return answerApi(exchange, method, path.substring(API.length()));
        requireReading(exchange, method);
        String name = path.equals("/") ? WebFiles.PAGE : path.substring(1);
        return compute(
                exchange,
                () -> new Reply(Status.OK, WebFiles.type(name), WebFiles.all().bytes(name)));
    }

    /// The request must be complete: its body is not read any more.
    private Reply compute(HttpExchange exchange, Callable<Reply> answer) throws IOException {
        connections.answer();
        return slots.compute(() -> compressed(exchange, answer.call()));
    }

    /// The token of the address becomes a cookie and leaves the address, which stays in histories
    /// and is copied to others.
    private boolean isSwapped(HttpExchange exchange, String path) {
        String query = query(exchange);
        if (!path.equals("/") || query.isEmpty()) return false;
        String given = RequestParameters.of(query).maybe("token").orElse("");
        if (!guard.isToken(given)) return false;
        exchange.getResponseHeaders().set("Set-Cookie", guard.cookie());
        exchange.getResponseHeaders().set("Location", "/");
        return true;
    }

    private static String query(HttpExchange exchange) {
        String query = exchange.getRequestURI().getRawQuery();
        return query == null ? "" : query;
    }

    private Reply answerApi(HttpExchange exchange, String method, String name) throws IOException {
        String query = query(exchange);
        boolean post = method.equals("POST");
        if (post && name.equals("open")) return opened(exchange, file(exchange, query));
        if (post && name.equals("open-folder")) return opened(exchange, folder(exchange, query));
        if (post && name.equals("close"))
            return compute(exchange, () -> Reply.of(answers.closed(query)));
        if (post && name.equals("ensemble-open"))
            return compute(exchange, () -> Reply.of(answers.openedOfEnsemble(query)));
        if (post && name.equals("reload"))
            return compute(exchange, () -> Reply.of(answers.reloaded(query)));
        if (post && name.equals("ranks")) {
            byte[] nodes = body(exchange);
            return compute(exchange, () -> Reply.of(answers.ofMany(query, nodes)));
        }
        requireReading(exchange, method);
        return compute(exchange, () -> Reply.of(answers.of(name, query)));
    }

    private static void requireReading(HttpExchange exchange, String method) {
        if (method.equals("GET") || method.equals("HEAD")) return;
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        throw new RefusedRequest(
                Status.METHOD_NOT_ALLOWED, "%s is not supported".formatted(method), "use GET");
    }

    private Reply opened(HttpExchange exchange, Upload upload) throws IOException {
        try {
            OpenRuns runs = answers.runs();
            return compute(exchange, () -> Reply.of(answers.opened(runs.open(upload))));
        } catch (RefusedRequest refused) {
            upload.discard();
            throw refused;
        }
    }

    private Upload file(HttpExchange exchange, String query) throws IOException {
        String name = RequestParameters.of(query).text("name");
        checkLength(exchange, mostBytes);
        InputStream body = started(exchange);
        return answers.runs().receive(name, file -> copy(body, file));
    }

    private void copy(InputStream from, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] buffer = new byte[1 << 14];
            long copied = 0;
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                copied += read;
                if (copied > mostBytes) throw tooLarge(mostBytes);
                out.write(buffer, 0, read);
            }
        }
    }

    /// A folder that was dropped, such as a database of HPCToolkit.
    private Upload folder(HttpExchange exchange, String query) throws IOException {
        String name = RequestParameters.of(query).text("name");
        checkLength(exchange, mostBytes);
        InputStream body = started(exchange);
        return answers.runs().receive(name, new DroppedFolder(body, mostBytes)::writeTo);
    }

    /// An upload whose first bytes are here. No file is created before: clients that send nothing
    /// would keep the disk busy.
    private InputStream started(HttpExchange exchange) throws IOException {
        InputStream body = new RequestBody(exchange, connections);
        byte[] first = body.readNBytes(Connections.PROGRESS_BYTES);
        return new SequenceInputStream(new ByteArrayInputStream(first), body);
    }

    private byte[] body(HttpExchange exchange) throws IOException {
        checkLength(exchange, MAX_NODE_BYTES);
        byte[] body = new RequestBody(exchange, connections).readNBytes(MAX_NODE_BYTES + 1);
        if (body.length > MAX_NODE_BYTES) throw tooLarge(MAX_NODE_BYTES);
        return body;
    }

    private static void checkLength(HttpExchange exchange, long most) {
        String length = exchange.getRequestHeaders().getFirst("Content-Length");
        boolean large = length != null && (length.length() > 18 || Long.parseLong(length) > most);
        if (large) throw tooLarge(most);
    }

    static RefusedRequest tooLarge(long most) {
        return new RefusedRequest(
                Status.TOO_LARGE,
                "the upload exceeds %d bytes".formatted(most),
                "open it with 'treeline serve PATH' instead");
    }

    private static Reply failure(int status, String message, String hint) {
        var text = new StringBuilder();
        new JsonWriter(text).object().name("error").value(message).name("hint").value(hint).end();
        Response answer = new Response.Json(text.toString());
        return new Reply(status, answer.type(), answer.bytes());
    }

    private void send(HttpExchange exchange, Reply reply) throws IOException {
        byte[] bytes = reply.bytes;
        if (!reply.type.isEmpty()) exchange.getResponseHeaders().set("Content-Type", reply.type);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(reply.status, head || bytes.length == 0 ? -1 : bytes.length);
        if (head || bytes.length == 0) return;
        try (OutputStream out = exchange.getResponseBody()) {
            for (int at = 0; at < bytes.length; at += SENT_AT_ONCE) {
                int length = Math.min(SENT_AT_ONCE, bytes.length - at);
                out.write(bytes, at, length);
                connections.moved(length);
            }
        }
    }

    private boolean isCompressed(HttpExchange exchange, int length) {
        String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
        return compressing
                && length >= COMPRESSED_FROM
                && accepted != null
                && accepted.contains("gzip");
    }

    private Reply compressed(HttpExchange exchange, Reply reply) throws IOException {
        byte[] bytes = reply.bytes;
        if (!isCompressed(exchange, bytes.length)) return reply;
        exchange.getResponseHeaders().set("Content-Encoding", "gzip");
        exchange.getResponseHeaders().set("Vary", "Accept-Encoding");
        var out = new ByteArrayOutputStream(bytes.length / 2);
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return new Reply(reply.status, reply.type, out.toByteArray());
    }
}
