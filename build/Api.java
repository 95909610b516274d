import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.classfile.ClassFile;
import java.lang.reflect.AccessFlag;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Every signature that our modules export, as `javap` reads it from compiled classes: one file a module in `docs/api`,
/// sorted, so that a change of the API is a change of a file that is reviewed.
///
/// Usage: `java build/Api.java check|fix [CLASS_PATH]`, at the root. The class path is that of compiled modules; without
/// it the folders `target/classes` of all modules.
void main(String[] arguments) throws Exception {
    boolean fix = arguments[0].equals("fix");
    String classPath = arguments.length > 1 ? arguments[1] : compiledModules();
    Path listings = Files.createDirectories(Path.of("docs", "api"));
    int wrong = 0;
    for (Map.Entry<String, Set<String>> module : exports().entrySet()) {
        Path file = listings.resolve(module.getKey() + ".txt");
        List<String> listing = listing(module.getValue(), classPath);
        List<String> known = Files.exists(file) ? Files.readAllLines(file) : List.of();
        if (listing.equals(known)) continue;
        if (fix) Files.write(file, listing);
        else wrong += printDifference(file, known, listing);
    }
    if (wrong == 0) return;
    IO.println("The public API is not what docs/api lists. If that is meant, run: build/test -Dtreeline.reference.write=true PublicApiTest");
    System.exit(1);
}

final Pattern MODULE = Pattern.compile("(?m)^(?:open )?module ([\\w.]+)");
final Pattern EXPORTS = Pattern.compile("(?m)^\\s*exports ([\\w.]+);");

/// What every record and every enum has is no news.
final Pattern OF_EVERY_TYPE =
        Pattern.compile(
                "(final |static )*(boolean equals\\(Object\\)|int hashCode\\(\\)|String toString\\(\\)"
                        + "|\\w[\\w.$]*\\[\\] values\\(\\)|\\w[\\w.$]* valueOf\\(String\\));");

final Pattern CLASS_FILE = Pattern.compile("(?!package-info)\\w+(\\$[A-Za-z_]\\w*)*\\.class");

String compiledModules() throws Exception {
    try (Stream<Path> folders = Files.list(Path.of("."))) {
        return folders.map(folder -> folder.resolve("target/classes"))
                .filter(Files::isDirectory)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }
}

/// The exported packages by module.
Map<String, Set<String>> exports() throws Exception {
    Map<String, Set<String>> byModule = new TreeMap<>();
    try (Stream<Path> folders = Files.list(Path.of("."))) {
        for (Path folder : folders.toList()) {
            Path file = folder.resolve("src/main/java/module-info.java");
            if (!Files.exists(file)) continue;
            String descriptor = Files.readString(file);
            Set<String> packages = new TreeSet<>(EXPORTS.matcher(descriptor).results().map(each -> each.group(1)).toList());
            Matcher name = MODULE.matcher(descriptor);
            if (name.find() && !packages.isEmpty()) byModule.put(name.group(1), packages);
        }
    }
    return byModule;
}

List<String> listing(Set<String> packages, String classPath) throws Exception {
    List<String> lines = new ArrayList<>();
    for (String name : packages) {
        lines.add("package " + name);
        Map<String, List<String>> types = types(name, classPath);
        types.forEach(
                (type, members) -> {
                    if (!isReachable(type, types.keySet())) return;
                    lines.add("");
                    lines.addAll(members);
                });
        lines.add("");
    }
    return lines;
}

boolean isReachable(String type, Set<String> visible) {
    for (int at = type.indexOf('.'); at > 0; at = type.indexOf('.', at + 1))
        if (!visible.contains(type.substring(0, at))) return false;
    return true;
}

/// The public types of a package by their names: the declaration, and the members below it.
Map<String, List<String>> types(String packageName, String classPath) throws Exception {
    Map<String, Path> files = classes(packageName, classPath);
    if (files.isEmpty()) throw new IllegalStateException("no classes of " + packageName + ": compile first");
    Set<String> bridges = new TreeSet<>();
    for (String name : files.keySet()) addBridges(name.replace('$', '.'), files.get(name), bridges);
    Map<String, List<String>> types = new TreeMap<>();
    List<String> lines = printed(packageName, files.keySet(), classPath);
    String type = "";
    for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i);
        if (line.endsWith(" {")) {
            String declaration = declaration(shortened(line.substring(0, line.length() - 2), packageName));
            type = declaration.startsWith("public ") ? typeName(declaration) : "";
            types.put(type, new ArrayList<>(List.of(declaration)));
        } else if (line.startsWith("  ") && !line.startsWith("    ")) {
            String member = shortened(line.strip(), packageName).replaceFirst("^public ", "");
            String key = type + "." + name(member) + lines.get(i + 1).strip().replace("descriptor: ", "");
            if (!OF_EVERY_TYPE.matcher(member).matches() && !bridges.contains(key)) types.get(type).add("    " + member);
        }
    }
    types.remove("");
    types.values().forEach(each -> each.subList(1, each.size()).sort(null));
    return types;
}

List<String> printed(String packageName, Set<String> names, String classPath) {
    List<String> words = new ArrayList<>(List.of("-protected", "-s", "-cp", classPath));
    names.forEach(name -> words.add(packageName + "." + name));
    var said = new StringWriter();
    var out = new PrintWriter(said);
    if (ToolProvider.findFirst("javap").orElseThrow().run(out, out, words.toArray(String[]::new)) != 0)
        throw new IllegalStateException(said.toString());
    return said.toString().lines().toList();
}

/// Methods that the compiler added for callers of a more general type. Their names and descriptors are added.
void addBridges(String type, Path file, Set<String> bridges) throws Exception {
    for (var method : ClassFile.of().parse(Files.readAllBytes(file)).methods())
        if (method.flags().has(AccessFlag.BRIDGE))
            bridges.add(type + "." + method.methodName().stringValue() + method.methodType().stringValue());
}

String declaration(String line) {
    return line.replaceFirst("(final )?class ([\\w.]+(?:<.*>)?) extends Record\\b", "record $2")
            .replaceFirst("(final |abstract )?class ([\\w.]+) extends Enum<[\\w.]+>", "enum $2");
}

String typeName(String declaration) {
    return found(Pattern.compile("(?:class|interface|record|enum) ([\\w.]+)"), declaration);
}

/// What stands before the parentheses.
String name(String member) {
    return member.contains("(") ? found(Pattern.compile("([\\w.]+)\\("), member) : "";
}

String found(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) throw new IllegalStateException(text);
    return matcher.group(1);
}

String shortened(String line, String packageName) {
    return line.replaceAll("\\bjava\\.(lang|util)\\.(?=[A-Z])", "")
            .replaceAll("(?<![\\w.])" + Pattern.quote(packageName) + "\\.(?=[A-Z])", "")
            .replaceAll("(?<=\\w)\\$(?=\\w)", ".");
}

/// The files of all classes of a package by their names without it; anonymous and local ones left out.
Map<String, Path> classes(String packageName, String classPath) throws Exception {
    Map<String, Path> files = new TreeMap<>();
    for (String place : classPath.split(File.pathSeparator)) {
        Path root = Path.of(place);
        if (place.endsWith(".jar")) root = FileSystems.newFileSystem(root).getPath("/");
        Path folder = root.resolve(packageName.replace('.', '/'));
        if (!Files.isDirectory(folder)) continue;
        try (Stream<Path> found = Files.list(folder)) {
            found.filter(file -> CLASS_FILE.matcher(file.getFileName().toString()).matches())
                    .forEach(file -> files.put(file.getFileName().toString().replace(".class", ""), file));
        }
    }
    return files;
}

int printDifference(Path file, List<String> known, List<String> listing) {
    List<String> gone = new ArrayList<>(known);
    listing.forEach(gone::remove);
    List<String> come = new ArrayList<>(listing);
    known.forEach(come::remove);
    IO.println(file + ":");
    gone.forEach(line -> IO.println("  - " + line.strip()));
    come.forEach(line -> IO.println("  + " + line.strip()));
    return 1;
}
