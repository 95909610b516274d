package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.DynamicTest;

import treeline.app.Session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The blocks of Python in the guides, each a program of its own, in the folder of the examples and
/// with what the command lines of the page write. The `treeline` that they start is what is tested.
final class GuidePython {
    private static final Path SAMPLES = Path.of("../samples/python").toAbsolutePath().normalize();

    /// What only some machines have; blocks that import it are skipped elsewhere.
    private static final List<String> RARE = List.of("hatchet", "thicket", "pyarrow");

    private GuidePython() {}

    static Stream<DynamicTest> tests(List<GuidePage> pages, GuideFolder folder) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (GuidePage page : pages) {
            if (page.in("python").isEmpty() || interpreter().isEmpty()) continue;
            for (String line : page.commandLines()) write(line, folder);
        }
        for (GuidePage page : pages)
            for (GuidePage.Block block : page.in("python"))
                tests.add(
                        DynamicTest.dynamicTest(
                                "%s line %d".formatted(page.name(), block.line()),
                                () -> run(block, folder)));
        return tests.stream();
    }

    /// What a command line writes, or prints into a file.
    private static void write(String line, GuideFolder folder) throws IOException {
        Session.Answer answer =
                folder.run(GuidePage.words(line, folder::expanded).toArray(String[]::new));
        int into = line.indexOf(" > ");
        if (into > 0)
            Files.writeString(folder.path().resolve(line.substring(into + 3)), answer.out());
    }

    private static void run(GuidePage.Block block, GuideFolder folder) throws Exception {
        String python = requireInterpreter();
        for (String module : RARE)
            assumeTrue(
                    !block.lines().contains("import " + module) || canImport(python, module),
                    "needs " + module + " in Python");
        Path program = folder.path().resolve("block.py");
        Files.writeString(program, block.text());
        assertThat(output(folder.path(), python, program.toString())).isNotBlank();
    }

    /// What a program of Python prints; fails with it if the program does.
    static String output(Path folder, String... words) throws IOException, InterruptedException {
        Path launcher = folder.resolve("treeline-tested");
        if (!Files.exists(launcher)) writeLauncher(launcher);
        Path said = folder.resolve("said.txt");
        var builder = new ProcessBuilder(words).directory(folder.toFile());
        builder.environment().put("TREELINE", launcher.toString());
        builder.environment().put("PYTHONPATH", SAMPLES.toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        int code =
                builder.redirectErrorStream(true).redirectOutput(said.toFile()).start().waitFor();
        String text = Files.readString(said);
        assertThat(code).as(text).isZero();
        return text;
    }

    private static void writeLauncher(Path file) throws IOException {
        String classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        Files.writeString(
                file,
                "#!/bin/sh\nexec '%s/bin/java' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' treeline.app.Main \"$@\"\n"
                        .formatted(System.getProperty("java.home"), classPath));
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    static String requireInterpreter() throws IOException {
        Optional<String> python = interpreter();
        assumeTrue(python.isPresent(), "needs python3-pandas");
        return python.orElseThrow();
    }

    /// The first Python that has pandas: that of the path may be another one than the system's, for
    /// which `./check` installs it.
    private static Optional<String> interpreter() throws IOException {
        for (String python : List.of("python3", "/usr/bin/python3"))
            if (canImport(python, "pandas")) return Optional.of(python);
        return Optional.empty();
    }

    private static boolean canImport(String python, String module) throws IOException {
        try {
            return new ProcessBuilder(python, "-c", "import " + module)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noPython) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException(stopped);
        }
    }
}
