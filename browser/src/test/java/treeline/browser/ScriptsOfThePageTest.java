package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// What can be said of the front end without a browser: its types hold, and its own tests pass.
class ScriptsOfThePageTest {
    private static final Path WEB = Path.of("..", "dashboard", "src", "main", "web");
    private static final Path TESTS = Path.of("src", "test", "js");

    @Test
    void allTypesHold() throws IOException, InterruptedException {
        Path compiler = unpackedCompiler();
        Path settings = Path.of("target", "tsconfig.json").toAbsolutePath();
        Files.writeString(
                settings,
                """
                {
                  "compilerOptions": {
                    "allowJs": true, "checkJs": true, "strict": true, "noEmit": true,
                    "noImplicitReturns": true, "noFallthroughCasesInSwitch": true,
                    "target": "ES2023", "module": "ESNext", "moduleResolution": "bundler",
                    "lib": ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"], "types": []
                  },
                  "include": ["%s/**/*.js"]
                }
                """
                        .formatted(WEB.toRealPath().toString().replace('\\', '/')));
        var ended =
                Node.run(
                        Path.of("target"),
                        List.of(
                                compiler.toString(),
                                "--pretty",
                                "false",
                                "-p",
                                settings.toString()));
        assertThat(ended.output()).isEmpty();
        assertThat(ended.code()).isZero();
    }

    @Test
    void itsOwnTestsPass() throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("--test", "--test-reporter=tap"));
        try (Stream<Path> files = Files.list(TESTS)) {
            files.filter(file -> file.toString().endsWith(".test.js"))
                    .sorted()
                    .forEach(file -> arguments.add(file.toString()));
        }
        var ended = Node.run(Path.of("."), arguments);
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).doesNotContain("# pass 0");
    }

    /// The compiler and what it knows of browsers, out of its jar.
    private static Path unpackedCompiler() throws IOException {
        Path folder = Path.of("target", "typescript").toAbsolutePath();
        String version = version();
        String inside = "META-INF/resources/webjars/typescript/" + version + "/lib";
        var jar =
                Objects.requireNonNull(
                        ScriptsOfThePageTest.class
                                .getClassLoader()
                                .getResource(inside + "/tsc.js"));
        URI archive = URI.create(jar.toString().substring(0, jar.toString().indexOf('!')));
        try (FileSystem files = FileSystems.newFileSystem(archive, Map.of());
                Stream<Path> all = Files.list(files.getPath(inside))) {
            Files.createDirectories(folder);
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(file.getFileName().toString());
                if (!Files.exists(copy)) Files.copy(file, copy);
            }
        }
        return folder.resolve("tsc.js");
    }

    private static String version() throws IOException {
        String facts = "META-INF/maven/org.webjars.npm/typescript/pom.properties";
        var properties = new java.util.Properties();
        try (InputStream file =
                ScriptsOfThePageTest.class.getClassLoader().getResourceAsStream(facts)) {
            properties.load(Objects.requireNonNull(file));
        }
        return properties.getProperty("version");
    }
}
