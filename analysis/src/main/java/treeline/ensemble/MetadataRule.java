package treeline.ensemble;

import treeline.ensemble.metadata.MetadataValues;
import treeline.ensemble.metadata.NamedGroups;
import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.pattern.UserPattern;
import treeline.table.Table;
import treeline.view.DisplayNames;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// A rule that adds metadata to runs: a constant, groups of a regular expression over the run's
/// name or other metadata, a mapping of values, or a row of a table. It replaces metadata of the
/// run with the same key. Text that is a number becomes a number.
///
/// ```
/// ensemble.withMetadata(MetadataRule.fromKey("-(?<ranks>\\d+)cores"));
/// ```
public final class MetadataRule {
    /// The new metadata of each run as text by key, and the table rows that were not used.
    private record Said(List<Map<String, String>> ofRun, List<String> unused) {}

    @FunctionalInterface
    private interface Source {
        Said of(Ensemble ensemble);
    }

    private final Source source;

    private MetadataRule(Source source) {
        this.source = source;
    }

    /// The ensemble with the new metadata.
    ///
    /// @param without the runs that the rule does not match
    /// @param unused the table rows that match no run
    public record Applied(Ensemble ensemble, List<String> without, List<String> unused) {
        public Applied {
            without = List.copyOf(without);
            unused = List.copyOf(unused);
        }
    }

    /// The same for every run.
    public static MetadataRule constant(String name, String text) {
        requireName(name);
        return new MetadataRule(
                ensemble ->
                        new Said(
                                ensemble.keys().stream().map(_ -> Map.of(name, text)).toList(),
                                List.of()));
    }

    /// What named groups of a regular expression find in what runs are called:
    /// `-(?<ranks>\d+)cores`. The name of a file comes before its folder and that before the one
    /// above it: a folder called `2024` does not hide the number of a file.
    public static MetadataRule fromKey(String regex) {
        var groups = new NamedGroups(regex);
        return new MetadataRule(
                ensemble -> found(inPath(groups::in), regex, ensemble.keys(), "name"));
    }

    /// What the first group of a regular expression finds in what runs are called: `-(\d+)cores`.
    public static MetadataRule fromKey(String name, String regex) {
        requireName(name);
        UserPattern pattern = UserPattern.of(regex);
        if (pattern.groups() == 0)
            throw new IllegalArgumentException(
                    "'%s' has no capturing group, such as run-(\\d+)".formatted(regex));
        return new MetadataRule(
                ensemble ->
                        found(
                                inPath(text -> firstGroup(name, pattern, text)),
                                regex,
                                ensemble.keys(),
                                "name"));
    }

    /// Looks at the end of a path, and at more of it as long as nothing is found there.
    private static Function<String, Map<String, String>> inPath(
            Function<String, Map<String, String>> in) {
        return path -> {
            Map<String, String> found = Map.of();
            int from = path.length();
            while (found.isEmpty() && from > 0) {
                from = path.lastIndexOf('/', from - 1);
                found = in.apply(path.substring(from + 1));
            }
            return found.isEmpty() ? in.apply(path) : found;
        };
    }

    private static Map<String, String> firstGroup(String name, UserPattern pattern, String text) {
        String group = pattern.find(text).get(1);
        return group == null ? Map.of() : Map.of(name, group);
    }

    /// What named groups of a regular expression find in a piece of metadata: `-O(?<level>\d)` in
    /// `compiler_options`.
    public static MetadataRule from(String name, String regex) {
        var groups = new NamedGroups(regex);
        return new MetadataRule(
                ensemble -> {
                    ensemble.requireMetadata(name);
                    List<String> texts = new ArrayList<>();
                    for (Metadata each : ensemble.metadataOfRuns())
                        texts.add(each.get(name).map(Value::toString).orElse(""));
                    return found(groups::in, regex, texts, name);
                });
    }

    /// Replaces the values of a key that a regular expression matches entirely; other values stay.
    ///
    /// @param replacement may refer to groups, as `$1`
    public static MetadataRule mapped(String name, String regex, String replacement) {
        UserPattern pattern = UserPattern.of(regex);
        return new MetadataRule(
                ensemble -> {
                    ensemble.requireMetadata(name);
                    List<Optional<String>> texts =
                            ensemble.metadataOfRuns().stream()
                                    .map(each -> each.get(name).map(Value::toString))
                                    .toList();
                    if (texts.stream().flatMap(Optional::stream).noneMatch(pattern::matches))
                        throw new IllegalArgumentException(
                                "'%s' matches no value of '%s'; the values are %s"
                                        .formatted(
                                                regex,
                                                name,
                                                DisplayNames.some(
                                                        texts.stream()
                                                                .flatMap(Optional::stream)
                                                                .distinct()
                                                                .toList())));
                    return new Said(
                            texts.stream()
                                    .map(text -> mapped(name, text, pattern, replacement))
                                    .toList(),
                            List.of());
                });
    }

    private static Map<String, String> mapped(
            String name, Optional<String> text, UserPattern pattern, String replacement) {
        return text.map(each -> Map.of(name, pattern.replaced(each, replacement))).orElse(Map.of());
    }

    private static Said found(
            Function<String, Map<String, String>> in,
            String regex,
            List<String> texts,
            String where) {
        List<Map<String, String>> said = texts.stream().map(in).toList();
        if (said.stream().allMatch(Map::isEmpty))
            throw new IllegalArgumentException(
                    "'%s' does not match the %s of any run; the first is '%s'"
                            .formatted(regex, where, texts.getFirst()));
        return new Said(said, List.of());
    }

    /// What a table says: its column `run` has the name of a run, or the end of its path from a `/`
    /// on where no other run ends so; the other columns are metadata. Empty cells say nothing.
    ///
    /// @param table such as [Table#ofCsv(String)] gives
    public static MetadataRule table(Table table) {
        if (!table.names().contains(Ensemble.RUN))
            throw new IllegalArgumentException(
                    "the table has no column 'run'; available: " + table.names());
        return new MetadataRule(ensemble -> rows(table, ensemble));
    }

    private static Said rows(Table table, Ensemble ensemble) {
        List<Map<String, String>> said = new ArrayList<>();
        for (int run = 0; run < ensemble.runs(); run++) said.add(new LinkedHashMap<>());
        List<String> unused = new ArrayList<>();
        var names = new RunNames(ensemble.keys());
        Set<Integer> met = new LinkedHashSet<>();
        for (int row = 0; row < table.rows(); row++) {
            String name = table.column(Ensemble.RUN).text(row);
            Optional<Integer> run = names.find(name);
            if (run.isEmpty()) unused.add(name);
            else if (met.add(run.get())) said.get(run.get()).putAll(cells(table, row));
            else
                throw new IllegalArgumentException(
                        "two rows of the table name the run '%s'"
                                .formatted(ensemble.keys().get(run.get())));
        }
        return new Said(said, unused);
    }

    private static Map<String, String> cells(Table table, int row) {
        Map<String, String> cells = new LinkedHashMap<>();
        for (String name : table.names())
            if (!name.equals(Ensemble.RUN) && !table.column(name).isMissing(row))
                cells.put(name, table.column(name).text(row));
        return cells;
    }

    private static void requireName(String name) {
        if (name.isBlank()) throw new IllegalArgumentException("the metadata name is blank");
    }

    /// Adds what the rule says, and says what it left open.
    ///
    /// @throws IllegalArgumentException where it says nothing of any run
    public Applied on(Ensemble ensemble) {
        Said said = source.of(ensemble);
        Set<String> names = new LinkedHashSet<>();
        said.ofRun.forEach(each -> names.addAll(each.keySet()));
        List<Metadata> metadata = new ArrayList<>(ensemble.metadataOfRuns());
        for (String name : names) {
            requireName(name);
            List<Optional<String>> texts =
                    said.ofRun.stream().map(each -> Optional.ofNullable(each.get(name))).toList();
            List<Optional<Value>> values = MetadataValues.typed(texts);
            for (int run = 0; run < metadata.size(); run++) {
                Metadata old = metadata.get(run);
                metadata.set(run, values.get(run).map(each -> old.with(name, each)).orElse(old));
            }
        }
        List<String> without = new ArrayList<>();
        for (int run = 0; run < ensemble.runs(); run++)
            if (said.ofRun.get(run).isEmpty()) without.add(ensemble.keys().get(run));
        return new Applied(ensemble.withMetadata(metadata), without, said.unused);
    }
}
