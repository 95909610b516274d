package treeline.app.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.testkit.FolderWatch;
import treeline.testkit.Patience;
import treeline.testkit.Recordings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// The commands on what the recorder really writes.
class RecordedExamplesTest {
    static final List<String> EXAMPLES = Recordings.EXAMPLES;

    @TempDir Path folder;

    private static String said(String command, Path... files) {
        Session session = new Session(Formats.all(), Session.PLAIN);
        List<String> words = new ArrayList<>(List.of(command));
        for (Path file : files) words.add(file.toString());
        Session.Answer answer = session.run(words.toArray(String[]::new));
        assertThat(answer.err()).isEmpty();
        assertThat(answer.exitCode()).isZero();
        return answer.out();
    }

    @ParameterizedTest
    @FieldSource("EXAMPLES")
    void infoTellsWhatWasRecorded(String example) {
        assertThat(said("info", Recordings.database(example, folder)))
                .contains("database", example, "time", "calls", "mem");
    }

    @ParameterizedTest
    @FieldSource("EXAMPLES")
    void treeShowsTheProgramBelowMain(String example) {
        int ranks = example.equals("figure-two") ? 2 : 4;
        assertThat(said("tree", Recordings.database(example, folder)))
                .startsWith(
                        "time (inclusive), mean of %d ranks, 2 repetitions averaged"
                                .formatted(ranks))
                .contains("100.0 %  ██████████  ● main\n");
    }

    @Test
    void textIsShownLikeADatabase() {
        Path text = Recordings.figureTwoAsText(folder);
        assertThat(said("info", text)).contains("figure-two");
        assertThat(said("tree", text)).contains("exchange").contains("compute  COMP");
    }

    /// As of a program that was killed: nobody needs to know of their form.
    @Test
    @Timeout(Patience.TEST_SECONDS)
    void aSnapshotIsShownAndKeptLikeADatabase() throws Exception {
        var clock = new AtomicLong();
        var options =
                RecorderOptions.builder(folder.resolve("run").toString())
                        .clock(clock::get)
                        .snapshotEvery(Duration.ofMillis(300))
                        .build();
        try (Recorder _ = Recorder.start(options)) {
            Recorder.event("main", () -> Recorder.event("solve", () -> clock.addAndGet(1_000_000)));
            Path kept = folder.resolve("kept");
            FolderWatch.until(folder.resolve("run"), () -> copied(folder.resolve("run"), kept));
            assertThat(said("info", kept)).contains("snapshot", "time", "calls");
            assertThat(said("tree", kept)).contains("main", "solve");
            Path database = folder.resolve("kept.tldb");
            said("convert", kept, database);
            assertThat(said("tree", database)).isEqualTo(said("tree", kept));
        }
    }

    /// Whether a snapshot was there until it was copied: it goes when there are two newer ones.
    private static boolean copied(Path run, Path kept) throws IOException {
        for (Path snapshot : entries(run)) {
            if (!snapshot.getFileName().toString().startsWith("snapshot-")) continue;
            if (Files.exists(kept)) for (Path part : entries(kept)) Files.delete(part);
            else Files.createDirectory(kept);
            try {
                for (Path part : entries(snapshot))
                    Files.copy(part, kept.resolve(part.getFileName()));
                if (Files.exists(snapshot)) return true;
            } catch (NoSuchFileException replaced) {
                // a newer one is there
            }
        }
        return false;
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }
}
