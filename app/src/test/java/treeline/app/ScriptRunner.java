package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Base of tests that run shell scripts of the repository, with JDKs that only look like ones.
abstract class ScriptRunner {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir Path folder;

    record Said(int exitCode, String out, String err) {}

    Said run(Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        var builder = new ProcessBuilder(words).directory(ROOT.toFile());
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment()
                .keySet()
                .removeAll(List.of("JAVA_HOME", "TREELINE_JAVA_HOME", "TREELINE_OPTS"));
        builder.environment().put("PATH", folder + ":/usr/bin:/bin");
        builder.environment()
                .put("JDK_PLACES", Files.createDirectories(folder.resolve("jdks")).toString());
        builder.environment().putAll(environment);
        int exitCode = builder.start().waitFor();
        return new Said(exitCode, Files.readString(out), Files.readString(err));
    }

    /// A folder with the files of a JDK that the scripts inspect.
    Path jdk(String name, String version) throws IOException {
        Path home = Files.createDirectories(folder.resolve("jdks").resolve(name));
        script(Files.createDirectories(home.resolve("bin")).resolve("java"), "exit 0");
        script(home.resolve("bin/javac"), "exit 0");
        Files.writeString(
                home.resolve("release"),
                "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"%s\"\nOS_NAME=\"Linux\"\n"
                        .formatted(version));
        return home;
    }

    static Path script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
