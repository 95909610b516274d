package treeline.runs;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The runs of an ensemble stored as one profile, whose contexts they are: names, metadata and
/// nodes of each run. It is stored in the metadata of the profile, encoded by [RunColumn].
///
/// @param keys unique
/// @param nodes of the profile's tree, with or without values
public record RunList(List<String> keys, List<Metadata> metadata, List<BitSet> nodes) {
    private static final String KEYS = "treeline.ensemble.runs";
    private static final String NODES = "treeline.ensemble.nodes";
    private static final String METADATA = "treeline.ensemble.metadata.";

    public RunList {
        keys = List.copyOf(keys);
        metadata = List.copyOf(metadata);
        nodes = nodes.stream().map(each -> (BitSet) each.clone()).toList();
        if (keys.isEmpty() || metadata.size() != keys.size() || nodes.size() != keys.size())
            throw new IllegalArgumentException(
                    "%d runs with metadata of %d and nodes of %d"
                            .formatted(keys.size(), metadata.size(), nodes.size()));
    }

    /// Whether a profile says that its contexts are runs.
    public static boolean isIn(Metadata metadata) {
        return metadata.keys().contains(KEYS);
    }

    /// The metadata of the profile that keeps the ensemble.
    public Metadata onto(Metadata profile) {
        Metadata all =
                profile.with(KEYS, RunColumn.text(keys.stream().map(Optional::of).toList()))
                        .with(
                                NODES,
                                RunColumn.text(
                                        nodes.stream()
                                                .map(RunList::text)
                                                .map(Optional::of)
                                                .toList()));
        Map<String, Value> more = new LinkedHashMap<>();
        for (String name : names())
            more.put(
                    METADATA + name,
                    new Value.Text(
                            RunColumn.text(
                                    metadata.stream()
                                            .map(run -> run.get(name).map(RunList::text))
                                            .toList())));
        return all.with(more);
    }

    private Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (Metadata run : metadata) names.addAll(run.keys());
        return names;
    }

    /// What the metadata of a profile says of its runs.
    ///
    /// @throws IllegalArgumentException with what is wrong
    public static RunList of(Metadata profile) {
        List<String> keys = required(textOf(profile, KEYS), "a key");
        Map<String, BitSet> sets = new HashMap<>();
        List<BitSet> nodes = new ArrayList<>();
        for (String text : required(textOf(profile, NODES), "nodes"))
            nodes.add(sets.computeIfAbsent(text, RunList::nodes));
        List<Map<String, Value>> metadata = new ArrayList<>();
        for (int run = 0; run < keys.size(); run++) metadata.add(new LinkedHashMap<>());
        Map<String, Value> known = new HashMap<>();
        for (String key : profile.keys()) {
            if (!key.startsWith(METADATA)) continue;
            List<Optional<String>> texts = RunColumn.of(textOf(profile, key));
            if (texts.size() != keys.size())
                throw new IllegalArgumentException(
                        "%s is of %d runs, expected %d".formatted(key, texts.size(), keys.size()));
            String name = key.substring(METADATA.length());
            for (int run = 0; run < keys.size(); run++)
                if (texts.get(run).isPresent())
                    metadata.get(run)
                            .put(name, known.computeIfAbsent(texts.get(run).get(), RunList::value));
        }
        return new RunList(keys, metadata.stream().map(Metadata::of).toList(), nodes);
    }

    /// The metadata of a profile without what stands there of its runs.
    public static Metadata without(Metadata profile) {
        Metadata own = profile;
        for (String key : List.copyOf(profile.keys()))
            if (key.equals(KEYS) || key.equals(NODES) || key.startsWith(METADATA))
                own = own.without(key);
        return own;
    }

    private static String textOf(Metadata profile, String key) {
        return profile.get(key)
                .map(Value::toString)
                .orElseThrow(() -> new IllegalArgumentException(key + " is missing"));
    }

    private static List<String> required(String column, String what) {
        List<String> all = new ArrayList<>();
        for (Optional<String> each : RunColumn.of(column))
            all.add(each.orElseThrow(() -> new IllegalArgumentException("a run without " + what)));
        return all;
    }

    private static String text(Value value) {
        return switch (value) {
            case Value.Text _ -> "t" + value;
            case Value.Whole _ -> "w" + value;
            case Value.Real _ -> "r" + value;
            case Value.Flag _ -> "f" + value;
        };
    }

    private static Value value(String text) {
        String rest = text.isEmpty() ? "" : text.substring(1);
        return switch (text.isEmpty() ? ' ' : text.charAt(0)) {
            case 't' -> new Value.Text(rest);
            case 'w' -> new Value.Whole(Long.parseLong(rest));
            case 'r' -> new Value.Real(Double.parseDouble(rest));
            case 'f' -> new Value.Flag(Boolean.parseBoolean(rest));
            default -> throw new IllegalArgumentException("'%s' is not a value".formatted(text));
        };
    }

    /// Ranges, as `0-31,40`.
    private static String text(BitSet nodes) {
        var text = new StringBuilder();
        for (int from = nodes.nextSetBit(0); from >= 0; ) {
            int to = nodes.nextClearBit(from) - 1;
            if (!text.isEmpty()) text.append(',');
            text.append(from);
            if (to > from) text.append('-').append(to);
            from = nodes.nextSetBit(to + 1);
        }
        return text.toString();
    }

    private static BitSet nodes(String text) {
        var nodes = new BitSet();
        if (text.isEmpty()) return nodes;
        for (String range : text.split(",", -1)) {
            int dash = range.indexOf('-');
            int from = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int to = dash < 0 ? from : Integer.parseInt(range.substring(dash + 1));
            if (to < from)
                throw new IllegalArgumentException("'%s' is not a range".formatted(range));
            nodes.set(from, Math.addExact(to, 1));
        }
        return nodes;
    }
}
