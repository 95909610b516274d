import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The main or test sources and resources of a module, compiled incrementally into
/// `target/inner/MODULE`.
///
/// A source is recompiled if it changed, or if the ABI of a class changed that its class files
/// mention or whose name occurs in its text; subclasses of a changed class count as changed. Class
/// files alone are not enough, because constants are copied into their users. Names in the text
/// alone are not enough, because the result type of a call need not be named. The state on disk is
/// saved before each compilation, so that an interrupted or failed one is repeated.
final class SourceSet {
    static final Path INNER = Path.of("target", "inner");

    private static final Pattern RUNNER_NEEDS =
            Pattern.compile("^(junit-platform|opentest4j|apiguardian|jspecify)");
    private static final Pattern NOT_AN_IDENTIFIER = Pattern.compile("\\W+");

    private final String name;
    private final Map<Path, String> releases; // by source folder
    private final List<Module.Resources> resources;
    private final List<SourceSet> lower;
    private final Module module;
    private final List<Path> jars;
    private final Path output;
    private final SourceState state;

    SourceSet(Module module, String kind, List<SourceSet> lower) {
        this.name = module.name() + " " + kind;
        this.module = module;
        this.jars = module.jars();
        Path folder = module.folder().resolve("src", kind);
        this.releases = new LinkedHashMap<>(Map.of(folder.resolve("java"), module.release()));
        releases.put(folder.resolve("java8"), "8");
        this.resources = module.resources(kind);
        this.lower = lower;
        this.output =
                INNER.resolve(module.name(), kind.equals("main") ? "classes" : "test-classes");
        this.state = new SourceState(INNER.resolve(module.name(), kind + ".state"));
    }

    private SourceSet(Module junit) {
        this.name = "runner";
        this.module = junit;
        this.jars =
                junit.jars().stream()
                        .filter(each -> RUNNER_NEEDS.matcher(each.getFileName().toString()).find())
                        .toList();
        this.releases = Map.of(Path.of("build", "inner", "runner"), junit.release());
        this.resources = List.of();
        this.lower = List.of();
        this.output = INNER.resolve("runner", "classes");
        this.state = new SourceState(INNER.resolve("runner", "main.state"));
    }

    /// The program that runs tests, compiled with the JUnit of a module.
    static SourceSet ofRunner(Module junit) {
        return new SourceSet(junit);
    }

    @Override
    public String toString() {
        return name;
    }

    Path output() {
        return output.toAbsolutePath();
    }

    /// Adds this set after all sets on its class path.
    void addWithLower(Set<SourceSet> sets) {
        for (SourceSet each : lower) each.addWithLower(sets);
        sets.add(this);
    }

    String classPath() {
        Stream<Path> folders =
                Stream.concat(Stream.of(this), lower.stream()).map(SourceSet::output);
        return Stream.concat(folders, jars.stream())
                .map(Path::toString)
                .collect(Collectors.joining(":"));
    }

    static List<Path> javaFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(
                            each ->
                                    each.toString().endsWith(".java")
                                            && !each.endsWith("module-info.java"))
                    .toList();
        }
    }

    /// The internal name of the class that a source in a folder is named after.
    static String className(Path folder, Path source) {
        return folder.relativize(source).toString().replaceFirst("\\.java$", "");
    }

    private String className(Path source) {
        return className(
                releases.keySet().stream().filter(source::startsWith).findFirst().orElseThrow(),
                source);
    }

    /// Brings the class files up to date. Returns false, with the errors printed, if a source does
    /// not compile.
    boolean compile() throws IOException {
        if (!state.load(key())) deleteRecursively(output);
        Files.createDirectories(output);
        copyResources();
        Map<Path, String> stamps = stamps();
        Set<String> changed = removed(stamps.keySet());
        Set<Path> dirty = state.incomplete(output);
        for (Path each : stamps.keySet())
            if (!stamps.get(each).equals(state.sources.get(each))) dirty.add(each);
        for (Path each : dirty) if (!state.sources.containsKey(each)) changed.add(className(each));
        if (lower.stream().allMatch(each -> state.hasSeen(each.name, each.state))) {
            for (SourceSet each : lower) changed.addAll(state.unseenChanges(each.name, each.state));
            dirty.addAll(dependents(changed, stamps.keySet()));
        } else {
            dirty.addAll(stamps.keySet());
        }
        for (SourceSet each : lower) state.see(each.name, each.state);
        return recompiled(dirty, stamps);
    }

    /// Compiles the dirty sources, then those that depend on what that changed, until nothing
    /// changes.
    private boolean recompiled(Set<Path> dirty, Map<Path, String> stamps) throws IOException {
        Set<Path> round = dirty;
        while (!round.isEmpty()) {
            state.saveDirty(round);
            System.err.println(
                    "build/test: compiling %d of %d files of %s"
                            .formatted(round.size(), stamps.size(), name));
            Set<String> written = new TreeSet<>();
            for (Path folder : releases.keySet()) {
                List<Path> sources =
                        round.stream().filter(each -> each.startsWith(folder)).toList();
                if (!sources.isEmpty() && !Javac.compile(sources, options(folder), written))
                    return false;
            }
            Set<String> changed = updated(round, written);
            for (Path each : round) state.sources.put(each, stamps.get(each));
            Set<Path> next =
                    round.size() == stamps.size()
                            ? new TreeSet<>()
                            : dependents(changed, stamps.keySet());
            next.removeAll(round);
            round = next;
        }
        state.save();
        return true;
    }

    private List<String> options(Path folder) {
        List<String> options =
                new ArrayList<>(List.of("-d", output.toString(), "-cp", classPath()));
        options.addAll(
                List.of(
                        "--release",
                        releases.get(folder),
                        "-g",
                        "-encoding",
                        "UTF-8",
                        "-proc:none",
                        "-implicit:none"));
        options.addAll(module.lints());
        if (releases.get(folder).equals("8")) options.add("-Xlint:-options");
        return options;
    }

    /// Everything but sources that class files depend on.
    private String key() throws IOException {
        List<String> parts = new ArrayList<>(List.of(Runtime.version().toString()));
        for (Path folder : releases.keySet()) parts.add(options(folder).toString());
        for (Path each : javaFiles(Path.of("build", "inner")))
            parts.add(each + SourceState.stamp(each));
        return UUID.nameUUIDFromBytes(parts.toString().getBytes(StandardCharsets.UTF_8)).toString();
    }

    private Map<Path, String> stamps() throws IOException {
        Map<Path, String> stamps = new TreeMap<>();
        for (Path folder : releases.keySet())
            for (Path each : javaFiles(folder)) stamps.put(each, SourceState.stamp(each));
        return stamps;
    }

    /// Deletes the classes of sources that are gone, and returns their names.
    private Set<String> removed(Set<Path> present) throws IOException {
        Set<Path> gone = new TreeSet<>(state.sources.keySet());
        gone.removeAll(present);
        Set<String> changed = updated(gone, Set.of());
        state.sources.keySet().removeAll(gone);
        return changed;
    }

    /// Takes over the classes that the compiler wrote for some sources, deletes those that it no
    /// longer writes, and returns the names of all whose ABI changed.
    private Set<String> updated(Set<Path> sources, Set<String> written) throws IOException {
        Map<String, Path> byName = new TreeMap<>();
        for (Path each : sources) byName.put(className(each), each);
        Map<String, SourceState.Compiled> now = new TreeMap<>();
        for (String each : written) {
            Abi abi = Abi.of(Files.readAllBytes(classFile(each)));
            String folder = each.substring(0, each.lastIndexOf('/') + 1);
            Path source = byName.get(folder + abi.source().replaceFirst("\\.java$", ""));
            now.put(each, new SourceState.Compiled(abi.digest(), source, abi.supertypes()));
        }
        Set<String> deleted = state.classesOf(sources);
        deleted.removeAll(written);
        for (String each : deleted) Files.deleteIfExists(classFile(each));
        return state.replace(deleted, now);
    }

    private Path classFile(String className) {
        return output.resolve(className + ".class");
    }

    /// The sources that may compile differently after some classes changed.
    private Set<Path> dependents(Set<String> changed, Set<Path> sources) throws IOException {
        Set<Path> found = new TreeSet<>();
        if (changed.isEmpty()) return found;
        Set<String> names = withSubclasses(changed);
        for (var each : state.classes.entrySet())
            if (Files.exists(classFile(each.getKey()))
                    && Abi.references(Files.readAllBytes(classFile(each.getKey()))).stream()
                            .anyMatch(names::contains)) found.add(each.getValue().source());
        Set<String> words = new HashSet<>();
        for (String each : names)
            words.add(each.replaceFirst("^.*/", "").replaceFirst("\\$.*", ""));
        for (Path each : sources)
            if (NOT_AN_IDENTIFIER.splitAsStream(Files.readString(each)).anyMatch(words::contains))
                found.add(each);
        return found;
    }

    /// Adds enclosing classes, whose subclasses inherit the nested ones, and all subclasses.
    private Set<String> withSubclasses(Set<String> changed) {
        Set<String> names = new HashSet<>(changed);
        for (String each : changed) names.add(each.replaceFirst("\\$.*", ""));
        List<SourceSet> sets = new ArrayList<>(lower);
        sets.add(this);
        boolean grows = true;
        while (grows) {
            grows = false;
            for (SourceSet set : sets)
                for (var each : set.state.classes.entrySet())
                    if (each.getValue().supertypes().stream().anyMatch(names::contains))
                        grows |= names.add(each.getKey());
        }
        return names;
    }

    /// Copies changed resources as Maven does, and deletes the copies of those that are gone.
    private void copyResources() throws IOException {
        Map<Path, String> stamps = new TreeMap<>();
        for (Module.Resources each : resources) each.copy(module, output, state.resources, stamps);
        for (Path each : state.resources.keySet())
            if (!stamps.containsKey(each)) Files.deleteIfExists(output.resolve(each));
        state.resources.clear();
        state.resources.putAll(stamps);
    }

    private static void deleteRecursively(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(each);
        }
    }
}
