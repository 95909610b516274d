package treeline.record;

import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// Overrides of a program's options by system properties and environment variables; properties take
/// precedence. An invalid override is reported and ignored, because it is not an error of the
/// program.
record OptionOverrides(Map<String, String> properties, Map<String, String> environment) {
    static final String PROPERTY = "treeline.record.";
    static final String VARIABLE = "TREELINE_RECORD_";
    private static final String METADATA = "metadata.";
    private static final long MAX_SECONDS = Duration.ofDays(36_500).toSeconds();

    private static final Map<String, BiConsumer<RecorderOptions.Builder, String>> EFFECTS =
            effects();

    OptionOverrides {
        properties = Map.copyOf(properties);
        environment = Map.copyOf(environment);
    }

    /// Mostly there are none, which must cost little: thousands of ranks may start at once.
    static OptionOverrides ofProcess() {
        Map<String, String> properties = new HashMap<>();
        for (Object key : System.getProperties().keySet())
            if (key instanceof String name && name.startsWith(PROPERTY))
                properties.put(name, System.getProperty(name, ""));
        Map<String, String> environment = new HashMap<>();
        System.getenv()
                .forEach(
                        (name, text) -> {
                            if (name.startsWith(VARIABLE)) environment.put(name, text);
                        });
        return new OptionOverrides(properties, environment);
    }

    private static Map<String, BiConsumer<RecorderOptions.Builder, String>> effects() {
        Map<String, BiConsumer<RecorderOptions.Builder, String>> all = new LinkedHashMap<>();
        all.put("output", (builder, text) -> builder.output(Path.of(text)));
        all.put("replace", (builder, text) -> builder.replace(flag(text)));
        all.put("snapshot-interval", (builder, text) -> builder.snapshotEvery(duration(text)));
        all.put("snapshot-share", (builder, text) -> builder.snapshotShare(number(text)));
        all.put("aggregators", (builder, text) -> builder.aggregators(whole(text)));
        all.put("metrics", RecorderOptions.Builder::metrics);
        all.put("built-ins", (builder, text) -> builder.onlyBuiltIns(builtIns(text)));
        all.put("format", RecorderOptions.Builder::format);
        all.put("command-line", (builder, text) -> builder.commandLine(flag(text)));
        all.put("enabled", (builder, text) -> builder.enabled(flag(text)));
        all.put("exit-limit", (builder, text) -> builder.exitLimit(duration(text)));
        all.put("repetition-limit", (builder, text) -> builder.repetitionLimit(whole(text)));
        all.put("depth-limit", (builder, text) -> builder.depthLimit(whole(text)));
        all.put("trace", (builder, text) -> builder.trace(flag(text)));
        all.put("trace-events", (builder, text) -> builder.traceEvents(whole(text)));
        all.put("jfr", (builder, text) -> builder.jfr(jfr(text)));
        return all;
    }

    static List<String> names() {
        return List.copyOf(EFFECTS.keySet());
    }

    static RecorderOptions changed(RecorderOptions options, String name, String text) {
        var effect = EFFECTS.get(name);
        if (effect == null)
            throw new IllegalArgumentException(
                    "unknown option '%s'; available: %s"
                            .formatted(name, String.join(", ", names())));
        RecorderOptions.Builder builder = options.with();
        effect.accept(builder, text.strip());
        return builder.build();
    }

    /// A program's options after all valid overrides.
    ///
    /// @param problems one line per invalid override
    record Changed(RecorderOptions options, List<String> problems) {
        Changed {
            problems = List.copyOf(problems);
        }
    }

    Changed on(RecorderOptions options) {
        if (properties.isEmpty() && environment.isEmpty()) return new Changed(options, List.of());
        List<String> problems = new ArrayList<>(unknown());
        RecorderOptions changed = options;
        for (String name : EFFECTS.keySet()) {
            String property = PROPERTY + name;
            boolean isProperty = properties.containsKey(property);
            String text = isProperty ? properties.get(property) : environment.get(variable(name));
            if (text == null) continue;
            try {
                changed = changed(changed, name, text);
            } catch (IllegalArgumentException wrong) {
                problems.add(
                        "%s is ignored: %s"
                                .formatted(
                                        isProperty ? property : variable(name),
                                        wrong.getMessage()));
            }
        }
        return new Changed(withMetadata(changed), problems);
    }

    private RecorderOptions withMetadata(RecorderOptions options) {
        RecorderOptions.Builder builder = options.with();
        properties.forEach(
                (key, text) -> {
                    if (key.startsWith(PROPERTY + METADATA))
                        builder.metadata(key.substring((PROPERTY + METADATA).length()), text);
                });
        return builder.build();
    }

    /// A name that is misspelt would else be noticed after hours, when there is no snapshot.
    private List<String> unknown() {
        List<String> variables = EFFECTS.keySet().stream().map(OptionOverrides::variable).toList();
        return Stream.concat(
                        properties.keySet().stream().filter(OptionOverrides::isUnknown),
                        environment.keySet().stream().filter(key -> !variables.contains(key)))
                .sorted()
                .map(
                        key ->
                                "%s is ignored: unknown option; available: %s"
                                        .formatted(key, String.join(", ", names())))
                .toList();
    }

    private static boolean isUnknown(String property) {
        String name = property.substring(PROPERTY.length());
        return !name.startsWith(METADATA) && !EFFECTS.containsKey(name);
    }

    private static String variable(String name) {
        return VARIABLE + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /// Seconds as a number, or ISO such as `PT5S`.
    private static Duration duration(String text) {
        try {
            double seconds = Double.parseDouble(text);
            if (Math.abs(seconds) <= MAX_SECONDS)
                return Duration.ofNanos(Math.round(seconds * 1e9));
        } catch (NumberFormatException notANumber) {
            try {
                Duration duration = Duration.parse(text);
                if (duration.abs().toSeconds() <= MAX_SECONDS) return duration;
            } catch (DateTimeParseException notIso) {
                // told below
            }
        }
        throw new IllegalArgumentException(
                "expected seconds such as 5 or a duration such as PT5S, found '%s'"
                        .formatted(text));
    }

    private static int whole(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(
                    "expected an integer, found '%s'".formatted(text), wrong);
        }
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(
                    "expected a number, found '%s'".formatted(text), wrong);
        }
    }

    private static boolean flag(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes", "1" -> true;
            case "false", "off", "no", "0" -> false;
            default ->
                    throw new IllegalArgumentException(
                            "expected true or false, found '%s'".formatted(text));
        };
    }

    private static boolean jfr(String text) {
        boolean on = flag(text);
        if (on) FlightMirror.requireFlightRecorder();
        return on;
    }

    private static List<BuiltIn> builtIns(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .map(BuiltIn::named)
                .toList();
    }
}
