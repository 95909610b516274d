import java.io.File;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The javadoc of all modules that export something, as one site; a warning is an error.
///
/// Usage: `java Javadoc.java ROOT SITE MODULE_PATH`. Started by the build on JDK 25, because Maven itself may run on an
/// older Java.
///
/// All that doclint knows is checked but `missing`: it asks for `@param` and `@return` where the name says it already,
/// which our style forbids. A type without a comment is an error all the same.
void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]);
    List<String> words = new ArrayList<>(List.of("-d", arguments[1], "--module-path", modulesOf(arguments[2])));
    words.addAll(List.of("-quiet", "-Xdoclint:all,-missing", "-Werror", "-Xmaxwarns", "1000"));
    words.addAll(List.of("-notimestamp", "-windowtitle", "Treeline", "-doctitle", "Treeline"));
    List<String> names = new ArrayList<>();
    int wrong = 0;
    for (Path sources : modules(root)) {
        String descriptor = Files.readString(sources.resolve("module-info.java"));
        String name = first(MODULE, descriptor);
        words.addAll(List.of("--module-source-path", name + "=" + sources));
        if (!EXPORTS.matcher(descriptor).find()) continue;
        names.add(name);
        wrong += undocumented(sources, descriptor);
    }
    words.addAll(List.of("--module", String.join(",", names)));
    int failed = ToolProvider.findFirst("javadoc").orElseThrow().run(System.out, System.err, words.toArray(String[]::new));
    if (failed != 0 || wrong > 0) System.exit(1);
    IO.println("javadoc of %s in %s".formatted(String.join(", ", names), arguments[1]));
}

final Pattern MODULE = Pattern.compile("(?m)^(?:open )?module ([\\w.]+)");
final Pattern EXPORTS = Pattern.compile("(?m)^\\s*exports ([\\w.]+);");
final Pattern PUBLIC_TYPE =
        Pattern.compile("^public (?:(?:final|abstract|sealed|non-sealed) )*(?:class|interface|record|enum|@interface) (\\w+)");

/// Jars of tests need not be modules, and javadoc ends at one that cannot be.
String modulesOf(String classPath) {
    return Stream.of(classPath.split(File.pathSeparator)).filter(this::isModule).collect(Collectors.joining(File.pathSeparator));
}

boolean isModule(String place) {
    try {
        return !ModuleFinder.of(Path.of(place)).findAll().isEmpty() || Files.isDirectory(Path.of(place));
    } catch (FindException noName) {
        return false;
    }
}

String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) throw new IllegalArgumentException("nothing like " + pattern + " in " + text);
    return matcher.group(1);
}

/// The sources of all modules: those that export nothing are required by the others, and the class path need not have
/// their compiled descriptors.
List<Path> modules(Path root) throws Exception {
    try (Stream<Path> folders = Files.list(root)) {
        return folders.sorted()
                .map(folder -> folder.resolve("src/main/java"))
                .filter(sources -> Files.exists(sources.resolve("module-info.java")))
                .toList();
    }
}

/// How many exported packages and types have no comment; each is printed.
int undocumented(Path sources, String descriptor) throws Exception {
    int count = 0;
    Matcher exported = EXPORTS.matcher(descriptor);
    while (exported.find()) {
        Path folder = sources.resolve(exported.group(1).replace('.', '/'));
        if (!Files.exists(folder.resolve("package-info.java"))) count += error(folder, "no package-info.java");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).sorted().toList())
                if (isUndocumented(file)) count += error(file, "no comment");
        }
    }
    return count;
}

boolean isUndocumented(Path file) throws Exception {
    boolean documented = false;
    for (String line : Files.readAllLines(file)) {
        if (line.startsWith("///")) documented = true;
        if (PUBLIC_TYPE.matcher(line).find() || line.startsWith("package ") && file.endsWith("package-info.java"))
            return !documented;
    }
    return false;
}

int error(Path file, String problem) {
    IO.println("%s: error: %s".formatted(file, problem));
    return 1;
}
