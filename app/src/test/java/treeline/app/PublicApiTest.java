package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// What users of our modules see: the signatures that are exported, and what is written about them.
class PublicApiTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir Path folder;

    /// `-Dtreeline.reference.write=true` writes the listing.
    @Test
    void itIsWhatTheListingSays() throws IOException, InterruptedException {
        String task = Boolean.getBoolean("treeline.reference.write") ? "fix" : "check";
        assertThat(said("Api.java", task, classPath())).isEmpty();
    }

    @Test
    void theJavadocOfAllModulesHasNoWarnings() throws IOException, InterruptedException {
        Path site = Path.of("target", "javadoc").toAbsolutePath();
        assertThat(said("Javadoc.java", ROOT.toString(), site.toString(), classPath()))
                .startsWith("javadoc of ")
                .hasLineCount(1);
        assertThat(site.resolve("index.html")).content().contains("treeline.store");
    }

    /// What a program of `build` prints at the root.
    private String said(String program, String... arguments)
            throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "build/" + program));
        words.addAll(Arrays.asList(arguments));
        new ProcessBuilder(words)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start()
                .waitFor();
        return Files.readString(out);
    }

    /// Of what is compiled, without tests. The test runner hides it in the manifest of a jar and
    /// names it by a property.
    private static String classPath() {
        String all =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(all.split(File.pathSeparator))
                .filter(place -> !place.endsWith("-tests.jar") && !place.endsWith("test-classes"))
                .filter(place -> Files.exists(Path.of(place)))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
