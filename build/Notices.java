import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/// Merges the licence and notice files of several jars, for a jar that contains all their classes.
///
/// Usage: `java Notices.java FOLDER ROOT LIB`. Writes `FOLDER/LICENSE` and `FOLDER/NOTICE`: the file of that name in `ROOT`, then those in the
/// third-party jars of the folder `LIB`, or in `ROOT/packaging/licences/NAME` for a jar without. A text that several jars contain is written once and referred to by the others.
void main(String[] arguments) throws Exception {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    List<Path> jars;
    try (Stream<Path> files = Files.list(Path.of(arguments[2]))) {
        jars = files.filter(file -> file.toString().endsWith(".jar")).filter(file -> !isOurs(file)).sorted().toList();
    }
    for (String name : List.of("LICENSE", "NOTICE"))
        Files.writeString(folder.resolve(name), merge(Path.of(arguments[1]).resolve(name), name, jars));
}

boolean isOurs(Path jar) {
    return jar.getFileName().toString().startsWith("treeline-");
}

String merge(Path own, String name, List<Path> jars) throws Exception {
    String first = Files.readString(own);
    StringBuilder merged = new StringBuilder(first);
    Map<String, String> places = new HashMap<>(Map.of(first, "the first text of this file"));
    for (Path jar : jars) {
        try (JarFile file = new JarFile(jar.toFile())) {
            for (ZipEntry entry : file.stream().filter(each -> each.getName().matches("META-INF/(.*/)?" + name + "[^/]*")).toList()) {
                String text = new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
                add(merged, places, jar.getFileName() + ", " + entry.getName(), text);
            }
        }
        Path given = own.resolveSibling("packaging/licences").resolve(nameOf(jar)).resolve(name);
        if (Files.exists(given)) add(merged, places, jar.getFileName() + ", " + name, Files.readString(given));
    }
    return merged.toString();
}

void add(StringBuilder merged, Map<String, String> places, String place, String text) {
    String same = places.putIfAbsent(text, place);
    merged.append("\n").append("=".repeat(80)).append("\n").append(place).append("\n\n");
    merged.append(same == null ? text.stripTrailing() : "The same as " + same + ".").append("\n");
}

/// `re2j` of `re2j-1.8.jar`.
String nameOf(Path jar) {
    return jar.getFileName().toString().replaceFirst("-\\d.*", "");
}
