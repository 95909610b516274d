package treeline.app.mcp;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Puts a value together from the tokens of a parser, as they come.
final class JsonTree {
    private static final int DEEPEST = 100;

    static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                    .build();

    /// A message that says a thing twice has not said which.
    private static final JsonFactory STRICT =
            FACTORY.rebuild().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    /// An object or array whose end has not come.
    private sealed interface Open {
        void add(String name, Json value);

        Json closed();
    }

    private record OpenFields(Map<String, Json> all) implements Open {
        @Override
        public void add(String name, Json value) {
            all.put(name, value);
        }

        @Override
        public Json closed() {
            return new Json.Fields(all);
        }
    }

    private record OpenItems(List<Json> all) implements Open {
        @Override
        public void add(String name, Json value) {
            all.add(value);
        }

        @Override
        public Json closed() {
            return new Json.Items(all);
        }
    }

    private final Deque<Open> open = new ArrayDeque<>();
    private final Deque<String> names = new ArrayDeque<>();
    private String name = "";

    /// The value of a text that is JSON and nothing else.
    static Json read(String text) throws BadMessage {
        try (JsonParser parser = STRICT.createParser(ObjectReadContext.empty(), text)) {
            var tree = new JsonTree();
            Optional<Json> whole = Optional.empty();
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (whole.isPresent())
                    throw new BadMessage(BadMessage.NOT_JSON, "expected one message per line");
                whole = tree.add(token, parser);
            }
            return whole.orElseThrow(
                    () -> new BadMessage(BadMessage.NOT_JSON, "expected a message"));
        } catch (JacksonException bad) {
            throw new BadMessage(BadMessage.NOT_JSON, "expected JSON: " + bad.getOriginalMessage());
        }
    }

    /// Takes a token.
    ///
    /// @return the value, where it is whole by now
    Optional<Json> add(JsonToken token, JsonParser parser) {
        return switch (token) {
            case START_OBJECT -> opened(new OpenFields(new LinkedHashMap<>()));
            case START_ARRAY -> opened(new OpenItems(new ArrayList<>()));
            case END_OBJECT, END_ARRAY -> {
                Json closed = open.pop().closed();
                name = names.pop();
                yield ended(closed);
            }
            case PROPERTY_NAME -> {
                name = parser.currentName();
                yield Optional.empty();
            }
            case VALUE_STRING -> ended(new Json.Text(parser.getString()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                    ended(new Json.Numeral(parser.getString()));
            case VALUE_TRUE -> ended(new Json.Flag(true));
            case VALUE_FALSE -> ended(new Json.Flag(false));
            case VALUE_NULL -> ended(Json.Nothing.NOTHING);
            case NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                    throw new IllegalStateException("no token of JSON: " + token);
        };
    }

    private Optional<Json> opened(Open value) {
        open.push(value);
        names.push(name);
        return Optional.empty();
    }

    private Optional<Json> ended(Json value) {
        if (open.isEmpty()) return Optional.of(value);
        open.getFirst().add(name, value);
        return Optional.empty();
    }
}
