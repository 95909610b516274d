package treeline.formats.tau;

import treeline.model.Metadata;
import treeline.model.ProfileBuilder;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Metadata of all files: of the run if they agree, otherwise of contexts. Start and end times
/// always differ slightly; the run has those of the first file.
final class TauFacts {
    /// The host is part of contexts, the metric has columns.
    private static final Set<String> KNOWN = Set.of("Hostname", "Metric Name");

    private static final Set<String> TIMES =
            Set.of("Starting Timestamp", "Ending Timestamp", "Timestamp", "Local Time", "UTC Time");

    private final Map<String, String> first = new LinkedHashMap<>();

    /// By name and context, what is not as in the first file.
    private final Map<String, Map<Integer, String>> others = new TreeMap<>();

    private final Set<Integer> contexts = new LinkedHashSet<>();

    void add(int context, Map<String, String> metadata) {
        if (contexts.isEmpty()) first.putAll(metadata);
        contexts.add(context);
        first.forEach(
                (name, text) -> {
                    String here = metadata.getOrDefault(name, "");
                    if (!here.equals(text)) keep(name, context, here);
                });
        metadata.forEach(
                (name, text) -> {
                    if (!first.containsKey(name)) keep(name, context, text);
                });
    }

    private void keep(String name, int context, String text) {
        if (!KNOWN.contains(name) && !TIMES.contains(name))
            others.computeIfAbsent(name, _ -> new HashMap<>()).put(context, text);
    }

    /// Gives the run and its contexts what is known of them.
    void addTo(ProfileBuilder builder) {
        Metadata run = Metadata.NONE;
        for (Map.Entry<String, String> each : first.entrySet())
            if (!each.getKey().equals("Metric Name") && !others.containsKey(each.getKey()))
                run = run.with(each.getKey(), each.getValue());
        builder.metadata(run);
        others.forEach(
                (name, texts) -> {
                    String usual = first.getOrDefault(name, "");
                    for (int context : contexts) {
                        String text = texts.getOrDefault(context, usual);
                        if (!text.isEmpty()) builder.contextLabel(name, context, text);
                    }
                });
    }
}
