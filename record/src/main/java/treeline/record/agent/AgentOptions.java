package treeline.record.agent;

import treeline.record.RecorderOptions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// The options of `-javaagent:treeline-record.jar=`: `name=value` pairs separated by commas. A list
/// continues after a comma: `include=com.acme.**,org.acme.*,jfr=true`. All options of the recorder
/// are also options of the agent, under the names of their system properties.
///
/// @param annotated whether methods marked `@Recorded` are recorded
/// @param minSize methods with fewer bytes of code are skipped unless a pattern names them exactly
/// @param fullNames whether event names include the package
/// @param mpi whether the process is an MPI rank; if empty, whether a launcher started it
/// @param start the recording starts after these methods; at once if empty
/// @param stop the recording ends before these methods; at JVM exit if empty
/// @param measureOverhead whether frequent methods are muted for moments, to measure the overhead
/// @param budget maximum overhead as a fraction of the CPU time; NaN for no limit
/// @param patienceSeconds how long a rank waits for the others at JVM exit
record AgentOptions(
        List<MethodPattern> include,
        List<MethodPattern> exclude,
        boolean annotated,
        int minSize,
        boolean fullNames,
        Optional<Boolean> mpi,
        List<MethodPattern> start,
        List<MethodPattern> stop,
        boolean measureOverhead,
        double budget,
        int patienceSeconds,
        RecorderOptions recorder) {

    static final String DEFAULT_OUTPUT = "treeline-recording";
    private static final int DEFAULT_DEPTH = 256;
    private static final Map<String, BiConsumer<Builder, String>> OWN = own();

    AgentOptions {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        start = List.copyOf(start);
        stop = List.copyOf(stop);
    }

    /// @throws IllegalArgumentException if an option is unknown or its value wrong
    static AgentOptions parse(String text) {
        var builder = new Builder();
        String name = "";
        for (String part : text.split(",")) {
            String item = part.strip();
            if (item.isEmpty()) continue;
            int equals = item.indexOf('=');
            if (equals >= 0) name = item.substring(0, equals).strip();
            else requireList(name, item);
            builder.set(name, item.substring(equals + 1).strip());
        }
        return builder.build();
    }

    AgentOptions during(List<MethodPattern> first, List<MethodPattern> last) {
        return new AgentOptions(
                include,
                exclude,
                annotated,
                minSize,
                fullNames,
                mpi,
                first,
                last,
                measureOverhead,
                budget,
                patienceSeconds,
                recorder);
    }

    private static void requireList(String name, String item) {
        boolean isList = List.of("include", "exclude", "start", "stop").contains(name);
        if (!isList || names().contains(item))
            throw new IllegalArgumentException(
                    "expected name=value, found '%s'; %s".formatted(item, known()));
    }

    private static List<String> names() {
        return Stream.concat(OWN.keySet().stream(), RecorderOptions.names().stream()).toList();
    }

    private static String known() {
        return "available options: " + String.join(", ", names());
    }

    private static Map<String, BiConsumer<Builder, String>> own() {
        Map<String, BiConsumer<Builder, String>> all = new LinkedHashMap<>();
        all.put("include", (builder, text) -> builder.include.add(MethodPattern.of(text)));
        all.put("exclude", (builder, text) -> builder.exclude.add(MethodPattern.of(text)));
        all.put("annotated", (builder, text) -> builder.annotated = flag(text));
        all.put("min-size", (builder, text) -> builder.minSize = whole(text));
        all.put("names", (builder, text) -> builder.fullNames = isFull(text));
        all.put("mpi", (builder, text) -> builder.mpi = Optional.of(flag(text)));
        all.put("start", (builder, text) -> builder.start.add(method(text)));
        all.put("stop", (builder, text) -> builder.stop.add(method(text)));
        all.put("measure-overhead", (builder, text) -> builder.measureOverhead = flag(text));
        all.put("budget", (builder, text) -> builder.budget = percent(text));
        all.put("patience", (builder, text) -> builder.patienceSeconds = whole(text));
        return all;
    }

    private static MethodPattern method(String text) {
        if (text.indexOf('#') < 0)
            throw new IllegalArgumentException(
                    "expected a method such as com.acme.Solver#run, found '%s'".formatted(text));
        return MethodPattern.of(text);
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

    private static int whole(String text) {
        if (!text.matches("\\d{1,9}"))
            throw new IllegalArgumentException("expected an integer, found '%s'".formatted(text));
        return Integer.parseInt(text);
    }

    private static double percent(String text) {
        if (!text.matches("\\d{1,2}(\\.\\d{1,3})?%") || text.matches("0+(\\.0+)?%"))
            throw new IllegalArgumentException(
                    "expected a percentage such as 5%%, found '%s'".formatted(text));
        return Double.parseDouble(text.substring(0, text.length() - 1)) / 100;
    }

    private static boolean isFull(String text) {
        return switch (text) {
            case "short" -> false;
            case "full" -> true;
            default ->
                    throw new IllegalArgumentException(
                            "expected short or full, found '%s'".formatted(text));
        };
    }

    private static final class Builder {
        private final List<MethodPattern> include = new ArrayList<>();
        private final List<MethodPattern> exclude = new ArrayList<>();
        private final List<MethodPattern> start = new ArrayList<>();
        private final List<MethodPattern> stop = new ArrayList<>();
        private boolean annotated = true;
        private int minSize = 12;
        private boolean fullNames;
        private Optional<Boolean> mpi = Optional.empty();
        private boolean measureOverhead = true;
        private double budget = Double.NaN;
        private int patienceSeconds = 60;

        /// Calls of a program without events around them are no repetitions of an experiment.
        private RecorderOptions recorder =
                RecorderOptions.builder(DEFAULT_OUTPUT)
                        .repetitionLimit(1)
                        .depthLimit(DEFAULT_DEPTH)
                        .build();

        void set(String name, String text) {
            var effect = OWN.get(name);
            if (effect == null && !RecorderOptions.names().contains(name))
                throw new IllegalArgumentException(
                        "unknown option '%s'; %s".formatted(name, known()));
            try {
                if (effect != null) effect.accept(this, text);
                else recorder = recorder.with(name, text);
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException(name + ": " + wrong.getMessage(), wrong);
            }
        }

        AgentOptions build() {
            if (!Double.isNaN(budget) && !measureOverhead)
                throw new IllegalArgumentException(
                        "budget: needs measure-overhead=true, found measure-overhead=false");
            return new AgentOptions(
                    include,
                    exclude,
                    annotated,
                    minSize,
                    fullNames,
                    mpi,
                    start,
                    stop,
                    measureOverhead,
                    budget,
                    patienceSeconds,
                    recorder);
        }
    }
}
