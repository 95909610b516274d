package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Follows the recipe "Add an analysis" of CONTRIBUTING.md as written, in a copy: writes its files,
/// inserts its lines and runs its tests.
///
/// Only the sources of the recipe are compiled, on the class path of this test, because all modules
/// take 45 CPU seconds. For the same reason `ParityTest` is not run with all its profiles.
class RecipeTest {
    private static final String HEADING = "## Add an analysis";

    /// The methods of `ParityTest` that ask every question about one run once, in memory and in
    /// parts.
    private static final List<String> PARITY =
            List.of(
                    "questionsAboutARunWithTraces",
                    "aRunThatIsReadInPartsHasTheSameAnswersOrARefusal");

    @TempDir Path copy;

    @Test
    void itsStepsAreComplete() throws Exception {
        copyPages("docs/reference");
        List<String> tests = new ArrayList<>();
        List<Path> files = new ArrayList<>(List.of(root("build/inner/runner/RunTests.java")));
        for (GuidePage.Block block : blocks()) {
            switch (block.language()) {
                case "java" -> files.add(written(target(block), block.text()));
                case "diff" -> files.add(written(target(block), changed(block)));
                case "sh" -> tests.addAll(List.of(block.text().strip().split(" ")));
                default -> throw new IllegalStateException(block.info());
            }
        }
        assertThat(tests.removeFirst()).isEqualTo("build/test");
        files.removeIf(each -> !each.toString().endsWith(".java"));
        assertThat(compiled(files)).isEmpty();
        assertThat(output(tests)).endsWith(" passed, 0 failed, 0 skipped\n");
        assertThat(copy.resolve("docs/reference/commands.md")).content().contains("depths");
    }

    private static Path root(String file) {
        return GuidePage.ROOT.resolve(file);
    }

    private static List<GuidePage.Block> blocks() throws IOException {
        List<String> section =
                Files.readAllLines(root("CONTRIBUTING.md")).stream()
                        .dropWhile(line -> !line.equals(HEADING))
                        .skip(1)
                        .takeWhile(line -> !line.startsWith("## "))
                        .toList();
        return GuidePage.of(HEADING, section).blocks();
    }

    /// The file that a block names after its language.
    private static String target(GuidePage.Block block) {
        return block.info().split(" ")[1];
    }

    private void copyPages(String folder) throws IOException {
        try (Stream<Path> pages = Files.list(root(folder))) {
            for (Path page : pages.filter(Files::isRegularFile).toList())
                written(folder + "/" + page.getFileName(), Files.readString(page));
        }
    }

    private Path written(String file, String text) throws IOException {
        Path path = copy.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    /// The file of a block with its lines that start with `+`, each below the line above it.
    private static String changed(GuidePage.Block block) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(root(target(block))));
        int above = -1;
        for (String line : block.lines()) {
            String text = line.substring(1);
            if (line.startsWith("+")) lines.add(++above, text);
            else above = lines.indexOf(text);
            assertThat(above).as("%s: %s", target(block), text).isNotNegative();
        }
        return String.join("\n", lines) + "\n";
    }

    private Path classes() {
        return copy.resolve("classes");
    }

    /// What the compiler says about sources, warnings included.
    private String compiled(List<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of(
                            "-proc:none",
                            "-Xlint:all",
                            "-cp",
                            GuideJava.classPath(),
                            "-d",
                            Files.createDirectories(classes()).toString());
            compiler.getTask(
                            said,
                            files,
                            null,
                            options,
                            null,
                            files.getJavaFileObjectsFromPaths(sources))
                    .call();
        }
        return said.toString();
    }

    /// Runs tests as `build/test` does.
    ///
    /// @param words options for the JVM and names of classes
    private String output(List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(words.stream().filter(each -> each.startsWith("-")).toList());
        command.addAll(List.of("-cp", classes() + File.pathSeparator + GuideJava.classPath()));
        command.add("RunTests");
        for (String each : words) if (!each.startsWith("-")) command.addAll(selectors(each));
        Path out = copy.resolve("out");
        new ProcessBuilder(command)
                .directory(copy.resolve("app").toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start()
                .waitFor();
        return Files.readString(out);
    }

    private List<String> selectors(String test) throws IOException {
        String name = qualified(test);
        if (!test.equals("ParityTest")) return List.of(name);
        return PARITY.stream().map(each -> name + "#" + each).toList();
    }

    /// The class of a simple name, in the tests of the copy or of this module.
    private String qualified(String test) throws IOException {
        for (Path tests : List.of(copy.resolve("app/src/test/java"), root("app/src/test/java")))
            try (Stream<Path> files = Files.walk(tests)) {
                for (Path file : files.filter(each -> each.endsWith(test + ".java")).toList())
                    return tests.relativize(file)
                            .toString()
                            .replace(".java", "")
                            .replace(File.separatorChar, '.');
            }
        throw new IllegalArgumentException("no test " + test);
    }
}
