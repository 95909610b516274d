package treeline.dashboard;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;

import treeline.dashboard.http.Guard;
import treeline.dashboard.http.RefusedRequest;
import treeline.dashboard.http.RequestParameters;
import treeline.dashboard.http.Response;
import treeline.dashboard.http.Status;
import treeline.formats.Problem;
import treeline.source.files.FileChangedException;
import treeline.source.files.MalformedProfileException;
import treeline.table.JsonWriter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.zip.GZIPOutputStream;

/// Request dispatcher: checks access, finds the handler, and returns errors as data.
final class Requests implements HttpHandler {
    private static final int COMPRESSED_FROM = 1 << 10;
    private static final int MAX_NODE_BYTES = Answers.MAX_SUMMED_NODES * Integer.BYTES;
    private static final String API = "/api/";

    /// Nothing but our own files: no inline scripts or styles, nobody else's pages around us.
    private static final String CONTENT_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
                    + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";

    private final Guard guard;
    private final Answers answers;
    private final long mostBytes;
    private final Semaphore room;
    private final boolean compressing;
    private final Runnable headerIsRead;

    /// @param compressing whether answers travel far enough for it to pay
    /// @param headerIsRead is called when the header of a request is
    Requests(
            Guard guard,
            Answers answers,
            ServerSettings settings,
            boolean compressing,
            Runnable headerIsRead) {
        this.guard = guard;
        this.answers = answers;
        this.mostBytes = settings.mostBytes();
        this.room = new Semaphore(settings.mostRequests());
        this.compressing = compressing;
        this.headerIsRead = headerIsRead;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        headerIsRead.run();
        boolean admitted = room.tryAcquire();
        try (exchange) {
            protect(exchange.getResponseHeaders());
            try {
                if (!admitted)
                    throw new RefusedRequest(
                            Status.BUSY, "too many requests at once", "try again in a moment");
                answer(exchange);
            } catch (RefusedRequest refused) {
                fail(exchange, refused.status(), textOf(refused), refused.hint());
            } catch (MalformedProfileException
                    | FileChangedException
                    | IllegalArgumentException wrong) {
                Problem problem = Problem.of(wrong);
                fail(exchange, Status.UNPROCESSABLE, problem.message(), problem.hint());
            } catch (IOException | RuntimeException | VirtualMachineError failed) {
                Problem problem = Problem.of(failed);
                fail(exchange, Status.FAILED, problem.message(), problem.hint());
            }
        } finally {
            if (admitted) room.release();
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

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String method = exchange.getRequestMethod();
        guard.check(method, path, exchange.getRequestHeaders());
        if (guard.needsToken() && isSwapped(exchange, path)) return;
        guard.checkCookie(exchange.getRequestHeaders());
        if (path.equals("/favicon.ico")) exchange.sendResponseHeaders(Status.NO_CONTENT, -1);
        else if (path.startsWith(API)) answerApi(exchange, method, path.substring(API.length()));
        else {
            requireReading(exchange, method);
            String name = path.equals("/") ? WebFiles.PAGE : path.substring(1);
            send(exchange, Status.OK, WebFiles.type(name), WebFiles.all().bytes(name));
        }
    }

    /// The token of the address becomes a cookie and leaves the address, which stays in histories
    /// and is copied to others.
    private boolean isSwapped(HttpExchange exchange, String path) throws IOException {
        String query = query(exchange);
        if (!path.equals("/") || query.isEmpty()) return false;
        String given = RequestParameters.of(query).maybe("token").orElse("");
        if (!guard.isToken(given)) return false;
        exchange.getResponseHeaders().set("Set-Cookie", guard.cookie());
        exchange.getResponseHeaders().set("Location", "/");
        exchange.sendResponseHeaders(Status.SEE_OTHER, -1);
        return true;
    }

    private static String query(HttpExchange exchange) {
        String query = exchange.getRequestURI().getRawQuery();
        return query == null ? "" : query;
    }

    private void answerApi(HttpExchange exchange, String method, String name) throws IOException {
        String query = query(exchange);
        Response answer;
        if (method.equals("POST") && name.equals("open")) answer = open(exchange, query);
        else if (method.equals("POST") && name.equals("open-folder"))
            answer = openFolder(exchange, query);
        else if (method.equals("POST") && name.equals("close")) answer = answers.closed(query);
        else if (method.equals("POST") && name.equals("reload")) answer = answers.reloaded(query);
        else if (method.equals("POST") && name.equals("ranks"))
            answer = answers.ofMany(query, body(exchange));
        else {
            requireReading(exchange, method);
            answer = answers.of(name, query);
        }
        send(exchange, Status.OK, answer.type(), answer.bytes());
    }

    private static void requireReading(HttpExchange exchange, String method) {
        if (method.equals("GET") || method.equals("HEAD")) return;
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        throw new RefusedRequest(
                Status.METHOD_NOT_ALLOWED, "%s is not supported".formatted(method), "use GET");
    }

    private Response open(HttpExchange exchange, String query) throws IOException {
        String name = RequestParameters.of(query).text("name");
        checkLength(exchange, mostBytes);
        int id = answers.runs().openDropped(name, file -> copy(exchange.getRequestBody(), file));
        return answers.opened(id);
    }

    private void copy(InputStream from, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            long copied = 0;
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                copied += read;
                if (copied > mostBytes) throw tooLarge(mostBytes);
                out.write(buffer, 0, read);
            }
        }
    }

    /// A folder that was dropped, such as a database of HPCToolkit.
    private Response openFolder(HttpExchange exchange, String query) throws IOException {
        String name = RequestParameters.of(query).text("name");
        checkLength(exchange, mostBytes);
        var files = new DroppedFolder(exchange.getRequestBody(), mostBytes);
        return answers.opened(answers.runs().openDropped(name, files::writeTo));
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        checkLength(exchange, MAX_NODE_BYTES);
        byte[] body = exchange.getRequestBody().readNBytes(MAX_NODE_BYTES + 1);
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

    private void fail(HttpExchange exchange, int status, String message, String hint)
            throws IOException {
        if (exchange.getResponseCode() != -1) return; // the answer is already on its way
        var text = new StringBuilder();
        new JsonWriter(text).object().name("error").value(message).name("hint").value(hint).end();
        Response answer = new Response.Json(text.toString());
        send(exchange, status, answer.type(), answer.bytes());
    }

    private void send(HttpExchange exchange, int status, String type, byte[] bytes)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        byte[] sent = isCompressed(exchange, bytes.length) ? compressed(exchange, bytes) : bytes;
        exchange.sendResponseHeaders(status, head || sent.length == 0 ? -1 : sent.length);
        if (head) return;
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(sent);
        }
    }

    private boolean isCompressed(HttpExchange exchange, int length) {
        String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
        return compressing
                && length >= COMPRESSED_FROM
                && accepted != null
                && accepted.contains("gzip");
    }

    private static byte[] compressed(HttpExchange exchange, byte[] bytes) throws IOException {
        exchange.getResponseHeaders().set("Content-Encoding", "gzip");
        exchange.getResponseHeaders().set("Vary", "Accept-Encoding");
        var out = new ByteArrayOutputStream(bytes.length / 2);
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }
}
