package treeline.app.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The Model Context Protocol on one connection: messages in, replies out.
///
/// Clients either start with `initialize` (versions up to 2025-11-25) or name the version in every
/// request (2026-07-28).
final class Protocol {
    private static final String STATELESS = "2026-07-28";
    private static final String LATEST_WITH_HANDSHAKE = "2025-11-25";

    /// Newest first.
    private static final List<String> VERSIONS =
            List.of(STATELESS, LATEST_WITH_HANDSHAKE, "2025-06-18", "2025-03-26", "2024-11-05");

    private static final String META = "io.modelcontextprotocol/";

    /// Tools do not change while the server runs.
    private static final long FRESH_MILLIS = 3_600_000;

    /// Version 2025-03-26 defines batches, version 2025-06-18 removed them. Version 2024-11-05
    /// refers to JSON-RPC, which has them; before `initialize` the version is unknown.
    private static final Set<String> WITH_BATCHES = Set.of("2025-03-26", "2024-11-05", "");

    private static final int MAX_BATCH = 20;

    private final ToolList tools;
    private final ToolCalls calls;
    private final RequestQueue queue;
    private final Supplier<String> version;

    /// The version that `initialize` agreed on; empty before.
    private String negotiated = "";

    /// @param queue evaluates tool calls
    Protocol(ToolList tools, ToolCalls calls, Supplier<String> version, RequestQueue queue) {
        this.tools = tools;
        this.calls = calls;
        this.queue = queue;
        this.version = version;
    }

    /// Handles one line. Replies to tool calls are sent when they are computed, all others before
    /// this method returns.
    ///
    /// @param send receives replies, from this thread or from that of the queue
    void handle(String line, Consumer<JsonValue> send) {
        try {
            switch (JsonMessage.read(line)) {
                case JsonValue.Items(List<JsonValue> batch) -> handleBatch(batch, send);
                case JsonValue message -> {
                    var _ = reply(message).thenAccept(reply -> reply.ifPresent(send));
                }
            }
        } catch (ProtocolError bad) {
            send.accept(failed(JsonValue.Nothing.NOTHING, bad));
        }
    }

    private void handleBatch(List<JsonValue> batch, Consumer<JsonValue> send) throws ProtocolError {
        if (!WITH_BATCHES.contains(negotiated))
            throw noRequest(
                    "protocol version %s has no batches; send one message per line"
                            .formatted(negotiated));
        if (batch.isEmpty() || batch.size() > MAX_BATCH)
            throw noRequest(
                    "expected 1 to %d messages in a batch, found %d"
                            .formatted(MAX_BATCH, batch.size()));
        List<CompletableFuture<Optional<JsonValue>>> replies =
                batch.stream().map(this::reply).toList();
        var _ =
                CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new))
                        .thenRun(
                                () -> {
                                    List<JsonValue> sent =
                                            replies.stream()
                                                    .flatMap(each -> each.join().stream())
                                                    .toList();
                                    if (!sent.isEmpty()) send.accept(new JsonValue.Items(sent));
                                });
    }

    /// The reply to a message; empty if it needs none.
    private CompletableFuture<Optional<JsonValue>> reply(JsonValue message) {
        if (!(message instanceof JsonValue.Fields fields))
            return done(failed(JsonValue.Nothing.NOTHING, noRequest("expected an object")));
        boolean isRequest = fields.get("method").isPresent();
        boolean isAnswer = fields.get("result").isPresent() || fields.get("error").isPresent();
        if (isRequest && fields.get("id").isEmpty()) {
            notified(fields);
            return CompletableFuture.completedFuture(Optional.empty());
        }
        if (isAnswer && !isRequest) return CompletableFuture.completedFuture(Optional.empty());
        JsonValue id = fields.get("id").orElse(JsonValue.Nothing.NOTHING);
        boolean isCall = fields.text("method").equals(Optional.of("tools/call")) && isId(id);
        return isCall
                ? queue.submit(id, () -> reply(id, fields), late(id))
                : done(reply(id, fields));
    }

    private static CompletableFuture<Optional<JsonValue>> done(JsonValue reply) {
        return CompletableFuture.completedFuture(Optional.of(reply));
    }

    private JsonValue late(JsonValue id) {
        String text =
                "no answer within %d s, the time limit of a call; ask for fewer runs, ranks or rows"
                        .formatted(queue.limit().toSeconds());
        return succeeded(id, content(text).with("isError", true));
    }

    private void notified(JsonValue.Fields message) {
        if (message.text("method").equals(Optional.of("notifications/cancelled"))
                && message.all().get("params") instanceof JsonValue.Fields parameters)
            parameters.get("requestId").ifPresent(queue::cancel);
    }

    private JsonValue reply(JsonValue id, JsonValue.Fields message) {
        try {
            return succeeded(id, result(checked(message)));
        } catch (ProtocolError bad) {
            return failed(isId(id) ? id : JsonValue.Nothing.NOTHING, bad);
        } catch (RuntimeException ours) { // the next request can still be answered
            return failed(
                    id, new ProtocolError(ProtocolError.OUR_FAULT, "internal error: " + ours));
        }
    }

    private static boolean isId(JsonValue id) {
        return id instanceof JsonValue.Text || id instanceof JsonValue.Numeral;
    }

    private static ProtocolError noRequest(String message) {
        return new ProtocolError(ProtocolError.NO_REQUEST, message);
    }

    private static JsonValue.Fields checked(JsonValue.Fields message) throws ProtocolError {
        if (!message.text("jsonrpc").equals(Optional.of("2.0")))
            throw noRequest("expected \"jsonrpc\": \"2.0\"");
        if (!isId(message.get("id").orElse(JsonValue.Nothing.NOTHING)))
            throw noRequest("expected an id that is a string or a number");
        if (message.text("method").isEmpty()) throw noRequest("expected a method");
        return message;
    }

    private JsonValue.Fields result(JsonValue.Fields request) throws ProtocolError {
        JsonValue.Fields parameters = fields(request, "params");
        JsonValue.Fields meta = fields(parameters, "_meta");
        boolean isStateless = meta.get(META + "protocolVersion").isPresent();
        if (isStateless) requireVersion(meta);
        JsonValue.Fields result = result(request.text("method").orElseThrow(), parameters);
        return isStateless
                ? result.with("resultType", "complete")
                        .with("_meta", JsonValue.Fields.EMPTY.with(META + "serverInfo", self()))
                : result;
    }

    private static JsonValue.Fields fields(JsonValue.Fields of, String name) throws ProtocolError {
        JsonValue value = of.get(name).orElse(JsonValue.Fields.EMPTY);
        if (value instanceof JsonValue.Fields fields) return fields;
        throw new ProtocolError(
                ProtocolError.BAD_PARAMETERS, "expected %s as an object".formatted(name));
    }

    private static void requireVersion(JsonValue.Fields meta) throws ProtocolError {
        String asked = meta.text(META + "protocolVersion").orElse("");
        if (!VERSIONS.contains(asked))
            throw new ProtocolError(
                    ProtocolError.OTHER_VERSION,
                    "Unsupported protocol version",
                    JsonValue.Fields.EMPTY
                            .with("supported", JsonValue.texts(VERSIONS))
                            .with("requested", BoundedWriter.cut(asked)));
        if (!(meta.get(META + "clientCapabilities").orElse(JsonValue.Nothing.NOTHING)
                instanceof JsonValue.Fields))
            throw new ProtocolError(
                    ProtocolError.BAD_PARAMETERS,
                    "expected %sclientCapabilities in _meta".formatted(META));
    }

    private JsonValue.Fields result(String method, JsonValue.Fields parameters)
            throws ProtocolError {
        return switch (method) {
            case "initialize" -> initialized(parameters);
            case "server/discover" -> discovered();
            case "ping" -> JsonValue.Fields.EMPTY;
            case "tools/list" -> listed(parameters);
            case "tools/call" -> called(parameters);
            default ->
                    throw new ProtocolError(
                            ProtocolError.NO_METHOD,
                            "no method '%s'".formatted(BoundedWriter.cut(method)));
        };
    }

    /// The version that the client asks for if it is supported, else the newest with a handshake.
    private JsonValue.Fields initialized(JsonValue.Fields parameters) {
        String asked = parameters.text("protocolVersion").orElse("");
        boolean ours = VERSIONS.contains(asked) && !asked.equals(STATELESS);
        negotiated = ours ? asked : LATEST_WITH_HANDSHAKE;
        return about(JsonValue.Fields.EMPTY.with("protocolVersion", negotiated));
    }

    private JsonValue.Fields discovered() {
        return cached(
                about(JsonValue.Fields.EMPTY.with("supportedVersions", JsonValue.texts(VERSIONS))));
    }

    private JsonValue.Fields about(JsonValue.Fields first) {
        return first.with(
                        "capabilities",
                        JsonValue.Fields.EMPTY.with("tools", JsonValue.Fields.EMPTY))
                .with("serverInfo", self())
                .with(
                        "instructions",
                        ("Performance profiles of parallel programs. Call runs for the names of"
                             + " open runs, then hot_path, flat or tree for one of them; run may be"
                             + " omitted if one run is open. Numbers are rounded to four digits and"
                             + " have the unit of 'units' (per column) or 'unit'; shares run from 0"
                             + " to 1; 'combined' describes how ranks were aggregated; 'statements'"
                             + " are findings. If left_out is above 0, 'ask' names the argument"
                             + " that returns the rest; 'next' proposes calls. All tools: limit is"
                             + " the maximum number of rows (default %d, at most %d), offset the"
                             + " rows to skip, width the maximum string length (default %d, at most"
                             + " %d). Arguments of several tools: %s.")
                                .formatted(
                                        ResponseLimits.DEFAULT_ROWS,
                                        ResponseLimits.MAX_ROWS,
                                        ResponseLimits.DEFAULT_WIDTH,
                                        ResponseLimits.MAX_WIDTH,
                                        tools.sharedArguments()));
    }

    private JsonValue.Fields self() {
        return JsonValue.Fields.EMPTY
                .with("name", "treeline")
                .with("title", "Treeline")
                .with("version", version.get());
    }

    private static JsonValue.Fields cached(JsonValue.Fields result) {
        return result.with("ttlMs", FRESH_MILLIS).with("cacheScope", "private");
    }

    private JsonValue.Fields listed(JsonValue.Fields parameters) throws ProtocolError {
        if (parameters.get("cursor").isPresent())
            throw new ProtocolError(
                    ProtocolError.BAD_PARAMETERS, "all tools are on the first page");
        List<JsonValue> all = tools.all().stream().<JsonValue>map(Tool::listed).toList();
        return cached(JsonValue.Fields.EMPTY.with("tools", new JsonValue.Items(all)));
    }

    private JsonValue.Fields called(JsonValue.Fields parameters) throws ProtocolError {
        String name = parameters.text("name").orElse("");
        Tool tool =
                tools.named(name)
                        .orElseThrow(
                                () ->
                                        new ProtocolError(
                                                ProtocolError.BAD_PARAMETERS,
                                                "no tool '%s'".formatted(BoundedWriter.cut(name))));
        JsonValue.Fields arguments = withoutNothing(fields(parameters, "arguments"));
        try {
            JsonValue.Fields answer = calls.answer(tool, arguments);
            return content(answer.written())
                    .with("structuredContent", answer)
                    .with("isError", false);
        } catch (ToolError error) {
            return content(error.text()).with("isError", true);
        }
    }

    /// Some assistants write null for arguments that they omit.
    private static JsonValue.Fields withoutNothing(JsonValue.Fields arguments) {
        Map<String, JsonValue> given = new LinkedHashMap<>(arguments.all());
        given.values().removeIf(JsonValue.Nothing.NOTHING::equals);
        return new JsonValue.Fields(given);
    }

    private static JsonValue.Fields content(String text) {
        JsonValue item = JsonValue.Fields.EMPTY.with("type", "text").with("text", text);
        return JsonValue.Fields.EMPTY.with("content", new JsonValue.Items(List.of(item)));
    }

    private static JsonValue succeeded(JsonValue id, JsonValue.Fields result) {
        return JsonValue.Fields.EMPTY.with("jsonrpc", "2.0").with("id", id).with("result", result);
    }

    static JsonValue failed(JsonValue id, ProtocolError bad) {
        return JsonValue.Fields.EMPTY
                .with("jsonrpc", "2.0")
                .with("id", id)
                .with("error", bad.error());
    }
}
