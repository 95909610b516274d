import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The one formatter of the code: `check` names the files that it would change, `fix` rewrites them.
/// Started from source by the build on JDK 25, because Maven itself may run on an older Java.
void main(String[] args) throws Exception {
    boolean fix = args[0].equals("fix");
    long wrong = javaFiles(Path.of(args[1])).parallelStream().filter(file -> !isFormatted(file, fix)).count();
    if (wrong == 0 || fix) return;
    IO.println(wrong + " files are not formatted; run: mvn -q -N process-sources -Dformat.mode=fix");
    System.exit(1);
}

boolean isFormatted(Path file, boolean fix) {
    try {
        var formatter = new Formatter(JavaFormatterOptions.builder().style(JavaFormatterOptions.Style.AOSP).build());
        String source = Files.readString(file);
        String formatted = formatter.formatSourceAndFixImports(source);
        if (formatted.equals(source)) return true;
        formatted = formatter.formatSourceAndFixImports(formatted); // one pass may leave work for another
        if (formatted.equals(source)) return true;
        if (fix) Files.writeString(file, formatted);
        else IO.println("not formatted: " + file);
        return false;
    } catch (IOException | FormatterException failure) {
        throw new IllegalStateException(file.toString(), failure);
    }
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
