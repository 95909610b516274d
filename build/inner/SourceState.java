import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/// The record of a source set's last compilation, stored in a text file of tab-separated fields.
///
/// Each change of an ABI gets a new version. A set above remembers the versions that it has seen,
/// so that it notices changes that were compiled by a run without it. The id changes whenever the
/// set is compiled from scratch.
final class SourceState {
    private static final String DIRTY = "dirty";
    private static final String DELETED = "deleted";

    /// @param digest of the ABI, or `deleted`
    record Compiled(String digest, Path source, List<String> supertypes, long version) {
        Compiled(String digest, Path source, List<String> supertypes) {
            this(digest, source, supertypes, 0);
        }
    }

    final Map<Path, String> sources = new TreeMap<>();
    final Map<Path, String> resources = new TreeMap<>();
    final Map<String, Compiled> classes = new TreeMap<>();
    private final Map<String, String> seen = new TreeMap<>();
    private final Path file;
    private String key = "";
    private String id = "";
    private long version;
    private List<String> stored = List.of();

    SourceState(Path file) {
        this.file = file;
    }

    /// Size and time of last modification.
    static String stamp(Path file) throws IOException {
        return Files.size(file) + "@" + Files.getLastModifiedTime(file).toInstant();
    }

    /// Returns false if there is no state or if it belongs to another key: everything has to be
    /// compiled.
    boolean load(String wantedKey) throws IOException {
        key = wantedKey;
        id = UUID.randomUUID().toString();
        if (!Files.exists(file)) return false;
        List<String> lines = Files.readAllLines(file);
        if (!lines.getFirst().equals("key\t" + key)) return false;
        for (String line : lines) {
            String[] field = line.split("\t", -1);
            switch (field[0]) {
                case "key" -> {}
                case "id" -> id = field[1];
                case "version" -> version = Long.parseLong(field[1]);
                case "seen" -> seen.put(field[1], field[2]);
                case "source" -> sources.put(Path.of(field[1]), field[2]);
                case "resource" -> resources.put(Path.of(field[1]), field[2]);
                case "class" -> classes.put(field[1], compiled(field));
                default -> throw new IOException(file + ": unknown line " + line);
            }
        }
        stored = lines;
        return true;
    }

    /// Saves that sources are about to be compiled. A first compilation that is interrupted is
    /// repeated from scratch.
    void saveDirty(Collection<Path> dirty) throws IOException {
        for (Path each : dirty) sources.put(each, DIRTY);
        if (!stored.isEmpty()) save();
    }

    void save() throws IOException {
        List<String> lines =
                new ArrayList<>(List.of("key\t" + key, "id\t" + id, "version\t" + version));
        seen.forEach((set, point) -> lines.add("seen\t" + set + "\t" + point));
        sources.forEach((source, stamp) -> lines.add("source\t" + source + "\t" + stamp));
        resources.forEach((resource, stamp) -> lines.add("resource\t" + resource + "\t" + stamp));
        classes.forEach((name, each) -> lines.add(line(name, each)));
        if (lines.equals(stored)) return;
        stored = lines;
        Files.write(Files.createDirectories(file.getParent()).resolve("state.new"), lines);
        Files.move(file.resolveSibling("state.new"), file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Compiled compiled(String[] field) {
        return new Compiled(
                field[2],
                Path.of(field[3]),
                List.of(field[4].split(" ")),
                Long.parseLong(field[5]));
    }

    private static String line(String name, Compiled compiled) {
        return String.join(
                "\t",
                "class",
                name,
                compiled.digest(),
                compiled.source().toString(),
                String.join(" ", compiled.supertypes()),
                Long.toString(compiled.version()));
    }

    /// Sources without their class files, which something else deleted.
    Set<Path> incomplete(Path output) {
        return classes.entrySet().stream()
                .filter(each -> !each.getValue().digest().equals(DELETED))
                .filter(each -> !Files.exists(output.resolve(each.getKey() + ".class")))
                .map(each -> each.getValue().source())
                .collect(Collectors.toSet());
    }

    Set<String> classesOf(Collection<Path> of) {
        return classes.entrySet().stream()
                .filter(
                        each ->
                                !each.getValue().digest().equals(DELETED)
                                        && of.contains(each.getValue().source()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Returns the names of the classes that are new, deleted or have another ABI.
    Set<String> replace(Set<String> deleted, Map<String, Compiled> now) {
        Map<String, Compiled> all = new TreeMap<>(now);
        for (String each : deleted)
            all.put(each, new Compiled(DELETED, classes.get(each).source(), List.of()));
        Set<String> changed = new TreeSet<>();
        all.forEach(
                (name, each) -> {
                    Compiled before = classes.get(name);
                    boolean isSame = before != null && before.digest().equals(each.digest());
                    if (!isSame) changed.add(name);
                    long since = isSame ? before.version() : version + 1;
                    classes.put(
                            name,
                            new Compiled(each.digest(), each.source(), each.supertypes(), since));
                });
        if (!changed.isEmpty()) version++;
        return changed;
    }

    boolean hasSeen(String set, SourceState lower) {
        return seen.getOrDefault(set, "").startsWith(lower.id + " ");
    }

    /// The classes of a set below whose ABI changed since [#see].
    Set<String> unseenChanges(String set, SourceState lower) {
        long before = Long.parseLong(seen.get(set).substring(lower.id.length() + 1));
        return lower.classes.entrySet().stream()
                .filter(each -> each.getValue().version() > before)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    void see(String set, SourceState lower) {
        seen.put(set, lower.id + " " + lower.version);
    }
}
