package treeline.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class CorpusTest {
    private static final Path SOURCES =
            Path.of("src/test/resources/treeline/testkit/compatibility");

    @Test
    void noKeptFileHasChangedOrVanished() throws IOException {
        for (Map.Entry<String, String> kept : Corpus.sums().entrySet())
            assertThat(Corpus.sum(Corpus.bytes(kept.getKey())))
                    .as("%s is kept for good and must not change", kept.getKey())
                    .isEqualTo(kept.getValue());
    }

    @Test
    void everyKeptFileIsListed() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<String> names =
                    files.filter(Files::isRegularFile)
                            .map(file -> SOURCES.relativize(file).toString().replace('\\', '/'))
                            .filter(name -> !name.equals("SHA256SUMS"))
                            .toList();
            assertThat(names).containsExactlyInAnyOrderElementsOf(Corpus.sums().keySet());
        }
    }

    /// The list itself only grows.
    @Test
    void noVersionHasFewerFilesThanItHad() throws IOException {
        Map<String, Long> files =
                Corpus.sums().keySet().stream()
                        .collect(
                                Collectors.groupingBy(
                                        name -> name.substring(0, name.indexOf('/')),
                                        Collectors.counting()));
        Map<String, Long> atLeast =
                Map.of(
                        "archive-v2", 5L,
                        "compact-text-v1", 22L,
                        "csv-v1", 8L,
                        "database-v1", 58L,
                        "database-v2", 20L,
                        "ensemble-v1", 2L,
                        "snapshot-v1", 9L);
        atLeast.forEach(
                (version, count) ->
                        assertThat(files.get(version)).as(version).isGreaterThanOrEqualTo(count));
    }
}
