import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The one formatter of the code: `check` fails on the first pass that would change a file, `fix` rewrites it.
/// Started from source by the build on JDK 25, because Maven itself may run on an older Java.
void main(String[] args) throws Exception {
    boolean fix = args[0].equals("fix");
    var formatter =
            new Formatter(JavaFormatterOptions.builder().style(JavaFormatterOptions.Style.AOSP).build());
    int wrong = 0;
    for (Path file : javaFiles(Path.of(args[1]))) {
        String source = Files.readString(file);
        String formatted = formatter.formatSourceAndFixImports(source);
        formatted = formatter.formatSourceAndFixImports(formatted); // one pass may leave work for another
        if (formatted.equals(source)) continue;
        wrong++;
        if (fix) Files.writeString(file, formatted);
        else IO.println("not formatted: " + file);
    }
    if (wrong == 0 || fix) return;
    IO.println(wrong + " files are not formatted; run: mvn -q -N process-sources -Dformat.mode=fix");
    System.exit(1);
}

List<Path> javaFiles(Path root) throws Exception {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root)) {
        for (Path sources : modules.map(module -> module.resolve("src")).filter(Files::isDirectory).sorted().toList())
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(found::add);
            }
    }
    return found;
}
