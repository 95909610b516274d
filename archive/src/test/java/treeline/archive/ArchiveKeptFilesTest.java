package treeline.archive;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata;
import treeline.table.Table;
import treeline.testkit.Corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class ArchiveKeptFilesTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    private static final String LINES =
            """
            SELECT run || ' ' || time || ' ' || branch || ' ' || commit_id || ' ' || path || ' '
              || metric || ' ' || unit || ' ' || inclusive || ' ' || exclusive AS line
            FROM history ORDER BY 1\
            """;

    @TempDir Path folder;

    @Test
    void everyKeptArchiveIsReadAsItsTextSays() throws IOException {
        for (String input : Corpus.inputs("archive")) {
            Archive archive = Archive.at(Corpus.copied(input, folder));
            assertThat(text(archive)).as(input).isEqualTo(Corpus.text(input));
        }
    }

    @Test
    void anIndexOfTheCurrentVersionIsUsedAsItIs() throws IOException {
        String kept = "archive-v%d/history".formatted(Schema.VERSION);
        Archive archive = Archive.at(Corpus.copied(kept, folder));
        text(archive);
        assertThat(Files.readAllBytes(archive.folder().resolve(IndexFile.NAME)))
                .as(
                        "run this test with -D%s=true to add files of version %d",
                        Corpus.WRITE, Schema.VERSION)
                .isEqualTo(Corpus.bytes(kept + "/" + IndexFile.NAME));
    }

    @Test
    @EnabledIfSystemProperty(named = Corpus.WRITE, matches = "true")
    void filesOfTheCurrentVersionAreAdded() throws IOException {
        Archive written = Archive.atOrNew(folder.resolve("history"));
        for (int build = 0; build < 3; build++)
            written.add(
                    profileOf("path whole\nmain 1\nmain/solve %d".formatted(build))
                            .withMetadata(Metadata.NONE.with("ranks", 4).with("host", "fixture")),
                    new RunLabel(NOON.plus(Duration.ofHours(build)), "main", "c" + build));
        new Corpus.Addition("archive-v" + Schema.VERSION)
                .add("history", text(written), to -> copy(written.folder(), to));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (Path each : files.toList())
                Files.copy(each, to.resolve(from.relativize(each).toString()));
        }
    }

    private static String text(Archive archive) throws IOException {
        return archive.ask(
                index -> {
                    String runs =
                            index.runs().stream()
                                    .map(run -> run.name() + " " + run.metadata() + "\n")
                                    .collect(Collectors.joining());
                    Table values = index.sql(LINES);
                    return IntStream.range(0, values.rows())
                            .mapToObj(row -> values.column("line").text(row) + "\n")
                            .collect(Collectors.joining("", runs, ""));
                });
    }
}
