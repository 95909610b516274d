package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import treeline.app.Session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Runs the Python blocks of the documentation, each as a program in the demo folder.
final class GuidePython {
    static final Path SAMPLES = Path.of("../samples/python").toAbsolutePath().normalize();

    /// Modules that some machines lack; blocks that import them are skipped there.
    private static final List<String> RARE = List.of("hatchet", "thicket", "pyarrow");

    private GuidePython() {}

    static void run(GuidePage.Block block, GuideFolder folder) throws Exception {
        String python = requireInterpreter();
        for (String module : RARE)
            assumeTrue(
                    !block.lines().contains("import " + module) || canImport(python, module),
                    "needs " + module + " in Python");
        Path program = folder.path().resolve("block.py");
        Files.writeString(program, block.text());
        // A program may handle the error of a command.
        Session.Answer answer =
                folder.script("TREELINE_FAILURES=/dev/null %s block.py\n".formatted(python));
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        assertThat(answer.out()).isNotBlank();
    }

    /// The output of a Python program; fails with it if the program fails.
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
