import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Compiles incrementally and runs test classes; started at the root by `build/test`, which
/// documents the arguments.
void main(String[] arguments) throws Exception {
    List<String> options = Stream.of(arguments).filter(each -> each.startsWith("-")).toList();
    List<String> names = Stream.of(arguments).filter(each -> !each.startsWith("-")).toList();
    if (names.isEmpty()) exit(64, "usage: build/test [-OPTION...] NAME[#METHOD]...");
    Map<String, Module> modules = Module.all(Path.of(""));
    Map<Module, List<String>> tests = new LinkedHashMap<>();
    for (String name : names) {
        TestClass test = find(name.replaceFirst("#.*", ""), modules);
        String method = name.contains("#") ? name.substring(name.indexOf('#')) : "";
        tests.computeIfAbsent(test.module(), _ -> new ArrayList<>()).add(test.name() + method);
    }
    SourceSet runner = SourceSet.ofRunner(tests.keySet().iterator().next());
    compile(runner, tests.keySet());
    int status = 0;
    for (var each : tests.entrySet())
        status = Math.max(status, run(each.getKey(), runner, options, each.getValue()));
    System.exit(status);
}

record TestClass(Module module, String name) {}

TestClass find(String name, Map<String, Module> modules) throws IOException {
    List<TestClass> all = new ArrayList<>();
    for (Module module : modules.values()) {
        Path folder = module.folder().resolve("src/test/java");
        for (Path source : SourceSet.javaFiles(folder))
            all.add(new TestClass(module, SourceSet.className(folder, source).replace('/', '.')));
    }
    List<TestClass> found =
            all.stream().filter(each -> ("." + each.name()).endsWith("." + name)).toList();
    if (found.size() == 1) return found.getFirst();
    if (found.isEmpty())
        exit(
                64,
                "build/test: unknown test class '%s'".formatted(name),
                "; similar names:",
                similar(name, all));
    exit(
            64,
            "build/test: several test classes are named '%s'".formatted(name),
            "; add the package:",
            found);
    throw new AssertionError();
}

/// The five test classes whose simple names are nearest to a name by edit distance, parts of a name
/// first.
List<TestClass> similar(String name, List<TestClass> all) {
    String simple = simpleName(name).toLowerCase(Locale.ROOT);
    Map<TestClass, Integer> distances = new LinkedHashMap<>();
    for (TestClass each : all) {
        String other = simpleName(each.name()).toLowerCase(Locale.ROOT);
        int distance = other.contains(simple) ? 0 : editDistance(simple, other);
        if (distance <= 1 + simple.length() / 4) distances.put(each, distance);
    }
    return distances.keySet().stream()
            .sorted(Comparator.comparing(distances::get))
            .limit(5)
            .toList();
}

String simpleName(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
}

/// Levenshtein distance, by the row-wise dynamic programme.
int editDistance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j < above.length; j++) above[j] = j;
    for (int i = 1; i <= a.length(); i++) {
        int[] row = new int[above.length];
        row[0] = i;
        for (int j = 1; j < row.length; j++) {
            int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
            row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
        }
        above = row;
    }
    return above[b.length()];
}

void exit(int status, String message, String heading, List<TestClass> tests) {
    System.err.println(message + (tests.isEmpty() ? "" : heading));
    for (TestClass each : tests)
        System.err.println("  %-10s %s".formatted(each.module().name(), each.name()));
    System.exit(status);
}

void exit(int status, String message) {
    exit(status, message, "", List.of());
}

/// Compiles the runner and all source sets on the class paths of the tests. The lock excludes other
/// calls of `build/test`.
void compile(SourceSet runner, Set<Module> tested) throws IOException {
    Path lock = Path.of("target/inner/lock");
    try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            var _ = channel.lock()) {
        Set<SourceSet> needed = new LinkedHashSet<>(List.of(runner));
        for (Module module : tested) module.test().addWithLower(needed);
        for (SourceSet each : needed)
            if (!each.compile()) exit(70, "build/test: " + each + " does not compile");
    }
}

int run(Module module, SourceSet runner, List<String> options, List<String> tests)
        throws Exception {
    List<String> command =
            new ArrayList<>(
                    List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(module.jvmOptions());
    command.addAll(options);
    command.addAll(List.of("-cp", module.test().classPath() + ":" + runner.output(), "RunTests"));
    command.addAll(tests);
    return new ProcessBuilder(command)
            .directory(module.folder().toFile())
            .inheritIO()
            .start()
            .waitFor();
}
