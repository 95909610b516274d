package treeline.app.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The Model Context Protocol: from a message to the message that answers it. It keeps nothing
/// between messages, so it speaks with clients that begin by `initialize` (versions up to
/// 2025-11-25) and with those whose requests each name their version (2026-07-28).
final class Protocol {
    private static final String STATELESS = "2026-07-28";
    private static final String LATEST_WITH_HANDSHAKE = "2025-11-25";

    /// Newest first.
    private static final List<String> VERSIONS =
            List.of(STATELESS, LATEST_WITH_HANDSHAKE, "2025-06-18", "2025-03-26", "2024-11-05");

    private static final String META = "io.modelcontextprotocol/";

    /// Tools do not change while the server runs.
    private static final long FRESH_MILLIS = 3_600_000;

    /// Of version 2025-03-26, which has lists of messages.
    private static final int MAX_MESSAGES = 20;

    private static final String INSTRUCTIONS =
            "Performance profiles of parallel programs. Ask runs for the names of open runs, info"
                + " for the metrics of one, then tree, hot_path, flat and imbalance; query for call"
                + " paths; diff, ensemble and compare for several runs. Values are in 'unit', never"
                + " scaled; shares run from 0 to 1; 'combined' says how ranks became one number."
                + " Where left_out is above 0, 'ask' says how to get the rest.";

    private final Tools tools;
    private final Questions questions;
    private final Supplier<String> version;

    Protocol(Tools tools, Questions questions, Supplier<String> version) {
        this.tools = tools;
        this.questions = questions;
        this.version = version;
    }

    /// The answer to a line; empty where it asks for none.
    Optional<Json> answer(String line) {
        try {
            return switch (JsonTree.read(line)) {
                case Json.Items(List<Json> several) -> answers(several);
                case Json message -> answer(message);
            };
        } catch (BadMessage bad) {
            return Optional.of(failed(Json.Nothing.NOTHING, bad));
        }
    }

    private Optional<Json> answers(List<Json> several) throws BadMessage {
        if (several.isEmpty() || several.size() > MAX_MESSAGES)
            throw new BadMessage(
                    BadMessage.NO_REQUEST,
                    "expected 1 to %d messages in a list, found %d"
                            .formatted(MAX_MESSAGES, several.size()));
        List<Json> answers = new ArrayList<>();
        for (Json message : several) answer(message).ifPresent(answers::add);
        return answers.isEmpty() ? Optional.empty() : Optional.of(new Json.Items(answers));
    }

    private Optional<Json> answer(Json message) {
        if (!(message instanceof Json.Fields fields))
            return Optional.of(failed(Json.Nothing.NOTHING, noRequest("expected an object")));
        Json id = fields.get("id").orElse(Json.Nothing.NOTHING);
        boolean isRequest = fields.get("method").isPresent();
        boolean isNotification = isRequest && fields.get("id").isEmpty();
        boolean isAnswer = fields.get("result").isPresent() || fields.get("error").isPresent();
        if (isNotification || (isAnswer && !isRequest)) return Optional.empty();
        try {
            return Optional.of(reply(id, result(checked(fields))));
        } catch (BadMessage bad) {
            boolean readable = id instanceof Json.Text || id instanceof Json.Numeral;
            return Optional.of(failed(readable ? id : Json.Nothing.NOTHING, bad));
        } catch (RuntimeException ours) { // the next question may be answered all the same
            return Optional.of(
                    failed(id, new BadMessage(BadMessage.OUR_FAULT, "internal error: " + ours)));
        }
    }

    private static BadMessage noRequest(String message) {
        return new BadMessage(BadMessage.NO_REQUEST, message);
    }

    private static Json.Fields checked(Json.Fields message) throws BadMessage {
        if (!message.text("jsonrpc").equals(Optional.of("2.0")))
            throw noRequest("expected \"jsonrpc\": \"2.0\"");
        Optional<Json> id = message.get("id");
        if (id.isEmpty() || !(id.get() instanceof Json.Text || id.get() instanceof Json.Numeral))
            throw noRequest("expected an id that is a text or a number");
        if (message.text("method").isEmpty()) throw noRequest("expected a method");
        return message;
    }

    private Json.Fields result(Json.Fields request) throws BadMessage {
        Json.Fields parameters = fields(request, "params");
        Json.Fields meta = fields(parameters, "_meta");
        boolean isStateless = meta.get(META + "protocolVersion").isPresent();
        if (isStateless) requireVersion(meta);
        Json.Fields result = result(request.text("method").orElseThrow(), parameters);
        return isStateless
                ? result.with("resultType", "complete")
                        .with("_meta", Json.Fields.EMPTY.with(META + "serverInfo", self()))
                : result;
    }

    private static Json.Fields fields(Json.Fields of, String name) throws BadMessage {
        Json value = of.get(name).orElse(Json.Fields.EMPTY);
        if (value instanceof Json.Fields fields) return fields;
        throw new BadMessage(BadMessage.BAD_PARAMETERS, "expected %s as an object".formatted(name));
    }

    private static void requireVersion(Json.Fields meta) throws BadMessage {
        String asked = meta.text(META + "protocolVersion").orElse("");
        if (!VERSIONS.contains(asked))
            throw new BadMessage(
                    BadMessage.OTHER_VERSION,
                    "Unsupported protocol version",
                    Json.Fields.EMPTY
                            .with("supported", Json.texts(VERSIONS))
                            .with("requested", Bounds.shortened(asked)));
        if (!(meta.get(META + "clientCapabilities").orElse(Json.Nothing.NOTHING)
                instanceof Json.Fields))
            throw new BadMessage(
                    BadMessage.BAD_PARAMETERS,
                    "expected %sclientCapabilities in _meta".formatted(META));
    }

    private Json.Fields result(String method, Json.Fields parameters) throws BadMessage {
        return switch (method) {
            case "initialize" -> initialized(parameters);
            case "server/discover" -> discovered();
            case "ping" -> Json.Fields.EMPTY;
            case "tools/list" -> listed(parameters);
            case "tools/call" -> called(parameters);
            default ->
                    throw new BadMessage(
                            BadMessage.NO_METHOD,
                            "no method '%s'".formatted(Bounds.shortened(method)));
        };
    }

    /// The version that the client asks for where it is one of ours, else the newest that begins
    /// like this.
    private Json.Fields initialized(Json.Fields parameters) {
        String asked = parameters.text("protocolVersion").orElse("");
        boolean ours = VERSIONS.contains(asked) && !asked.equals(STATELESS);
        return about(
                Json.Fields.EMPTY.with("protocolVersion", ours ? asked : LATEST_WITH_HANDSHAKE));
    }

    private Json.Fields discovered() {
        return cached(about(Json.Fields.EMPTY.with("supportedVersions", Json.texts(VERSIONS))));
    }

    private Json.Fields about(Json.Fields first) {
        return first.with("capabilities", Json.Fields.EMPTY.with("tools", Json.Fields.EMPTY))
                .with("serverInfo", self())
                .with("instructions", INSTRUCTIONS);
    }

    private Json.Fields self() {
        return Json.Fields.EMPTY
                .with("name", "treeline")
                .with("title", "Treeline")
                .with("version", version.get());
    }

    private static Json.Fields cached(Json.Fields result) {
        return result.with("ttlMs", FRESH_MILLIS).with("cacheScope", "private");
    }

    private Json.Fields listed(Json.Fields parameters) throws BadMessage {
        if (parameters.get("cursor").isPresent())
            throw new BadMessage(BadMessage.BAD_PARAMETERS, "all tools are on the first page");
        List<Json> all = tools.all().stream().<Json>map(Tool::listed).toList();
        return cached(Json.Fields.EMPTY.with("tools", new Json.Items(all)));
    }

    private Json.Fields called(Json.Fields parameters) throws BadMessage {
        String name = parameters.text("name").orElse("");
        Tool tool =
                tools.called(name)
                        .orElseThrow(
                                () ->
                                        new BadMessage(
                                                BadMessage.BAD_PARAMETERS,
                                                "no tool '%s'".formatted(Bounds.shortened(name))));
        Json.Fields arguments = withoutNothing(fields(parameters, "arguments"));
        try {
            Json.Fields answer = questions.answer(tool, arguments);
            return content(answer.written())
                    .with("structuredContent", answer)
                    .with("isError", false);
        } catch (ToolError error) {
            return content(error.text()).with("isError", true);
        }
    }

    /// Some assistants write null for what they do not ask.
    private static Json.Fields withoutNothing(Json.Fields arguments) {
        Map<String, Json> given = new LinkedHashMap<>(arguments.all());
        given.values().removeIf(Json.Nothing.NOTHING::equals);
        return new Json.Fields(given);
    }

    private static Json.Fields content(String text) {
        Json item = Json.Fields.EMPTY.with("type", "text").with("text", text);
        return Json.Fields.EMPTY.with("content", new Json.Items(List.of(item)));
    }

    private static Json reply(Json id, Json.Fields result) {
        return Json.Fields.EMPTY.with("jsonrpc", "2.0").with("id", id).with("result", result);
    }

    static Json failed(Json id, BadMessage bad) {
        return Json.Fields.EMPTY.with("jsonrpc", "2.0").with("id", id).with("error", bad.error());
    }
}
