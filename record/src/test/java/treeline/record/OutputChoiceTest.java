package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.record.ranks.InProcessRanks;
import treeline.record.testkit.Child;
import treeline.testkit.Patience;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Which directory a recording gets, and that no other program's data is lost for it.
@Timeout(Patience.TEST_SECONDS)
class OutputChoiceTest {
    @TempDir Path folder;

    private Path out() {
        return folder.resolve("out");
    }

    private Path second() {
        return folder.resolve("out-2");
    }

    private Set<String> names() throws IOException {
        try (Stream<Path> there = Files.walk(folder)) {
            var names = new TreeSet<String>();
            there.filter(Files::isRegularFile)
                    .forEach(file -> names.add(folder.relativize(file).toString()));
            return names;
        }
    }

    private static Path recorded(RecorderOptions options, String event) {
        Recorder recorder = Recorder.start(options);
        Recorder.event(event, () -> {});
        recorder.close();
        return recorder.report().output();
    }

    @Test
    void aSecondRecordingGetsTheNextFreeName() throws IOException {
        RecorderOptions options = RecorderOptions.to(out().toString());
        assertThat(recorded(options, "first")).isEqualTo(out());
        assertThat(recorded(options, "second")).isEqualTo(second());
        assertThat(recorded(options, "third")).isEqualTo(folder.resolve("out-3"));
        assertThat(Recordings.read(out()).tree().name(0)).isEqualTo("first");
        assertThat(Recordings.read(second()).tree().name(0)).isEqualTo("second");
        assertThat(names())
                .containsExactly("out-2/part-000.tldb", "out-3/part-000.tldb", "out/part-000.tldb");
    }

    @Test
    void aNameThatIsNotValidInTheEncodingOfTheLocaleIsRefusedAtTheStart() throws IOException {
        String name = folder.resolve("bad\ufffd").toString();
        assertThatThrownBy(() -> Recorder.start(name))
                .hasMessageContaining(
                        "output directory %s is not writable: the name is not valid in ", name);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whoAsksForItReplacesTheEarlierRecording() throws IOException {
        var options = RecorderOptions.builder(out().toString()).replace(true).build();
        recorded(options, "first");
        assertThat(recorded(options, "second")).isEqualTo(out());
        assertThat(Recordings.read(out()).tree().name(0)).isEqualTo("second");
        assertThat(names()).containsExactly("out/part-000.tldb");
    }

    @Test
    void replacingCanBeAskedForFromOutside() {
        assertThat(RecorderOptions.to("out").with("replace", "true").replace()).isTrue();
        assertThat(RecorderOptions.to("out").replace()).isFalse();
    }

    @Test
    void theUserIsToldOfTheOtherName() throws Exception {
        recorded(RecorderOptions.to(out().toString()), "first");
        Child.Ended ended = Child.run(Records.class, out().toString());
        assertThat(ended.err())
                .isEqualTo(
                        "treeline: recording into %s, because %s already contains a recording (set 'replace' to overwrite it)%n"
                                .formatted(second(), out()));
    }

    @Test
    void programsThatRecordAtTheSameTimeGetADirectoryEach() throws Exception {
        Child first = Child.start(Waits.class, out().toString());
        first.awaitLine("ready");
        var options = RecorderOptions.builder(out().toString()).replace(true).build();
        assertThat(recorded(options, "second")).as("also where replacing").isEqualTo(second());
        Child.Ended third = Child.run(Records.class, out().toString());
        assertThat(third.err())
                .isEqualTo(
                        "treeline: recording into %s, because another program is recording into %s%n"
                                .formatted(folder.resolve("out-3"), out()));
        first.endInput();
        assertThat(first.ended().code()).isZero();
        assertThat(Recordings.read(out()).tree().name(0)).isEqualTo("waits");
        assertThat(Recordings.read(second()).tree().name(0)).isEqualTo("second");
    }

    @Test
    void aKilledProgramDoesNotKeepItsDirectory() throws Exception {
        Child first = Child.start(Waits.class, out().toString());
        first.awaitLine("ready");
        first.killed();
        assertThat(recorded(RecorderOptions.to(out().toString()), "second")).isEqualTo(out());
        assertThat(names()).containsExactly("out/part-000.tldb");
    }

    @Test
    void allRanksOfARunShareTheDirectoryOfRankZero() throws IOException {
        Files.createDirectories(out());
        Files.writeString(out().resolve("part-000.tldb"), "of another run");
        Set<Path> outputs = ConcurrentHashMap.newKeySet();
        InProcessRanks.run(
                32,
                ranks -> {
                    Recorder recorder = Recorder.start(RecorderOptions.to(out().toString()), ranks);
                    Recorder.event("main", () -> {});
                    recorder.close();
                    outputs.add(recorder.report().output());
                });
        assertThat(outputs).containsExactly(second());
        assertThat(Recordings.read(second()).contexts()).hasSize(32);
        assertThat(out().resolve("part-000.tldb")).content().isEqualTo("of another run");
    }

    @Test
    void namesMayHoldTheProcessTheHostAndTheTime() {
        assertThat(OutputChoice.named("run-%p")).isEqualTo("run-" + ProcessHandle.current().pid());
        assertThat(OutputChoice.named("run-%h-x")).isEqualTo("run-" + RunMetadata.host() + "-x");
        assertThat(OutputChoice.named("%t")).matches("\\d{8}-\\d{6}");
        assertThat(OutputChoice.named("100%/50%x")).isEqualTo("100%/50%x");
    }

    @Test
    void aSecondRecorderOfARankIsRefusedAndLeavesNothingBehind() throws IOException {
        try (Recorder _ = Recorder.start(out().toString())) {
            assertThatThrownBy(() -> Recorder.start(folder.resolve("other").toString()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a recorder is already running on this rank");
        }
        assertThat(folder.resolve("other")).doesNotExist();
        assertThat(names()).containsExactly("out/part-000.tldb");
    }

    @Test
    void anOutputThatCannotBeWrittenIsOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "not a directory");
        assertThatThrownBy(() -> Recorder.start(file.toString()))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("output %s is not a directory".formatted(file))
                .satisfies(
                        thrown ->
                                assertThat(printed(thrown))
                                        .isEqualTo(
                                                "treeline: output %s is not a directory%n"
                                                        .formatted(file)));
    }

    private static String printed(Throwable thrown) {
        var text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    /// Records one event.
    static final class Records {
        private Records() {}

        public static void main(String[] arguments) {
            recorded(RecorderOptions.to(arguments[0]), "main");
        }
    }

    /// Records until its input ends.
    static final class Waits {
        private Waits() {}

        public static void main(String[] arguments) throws Exception {
            try (Recorder _ = Recorder.start(arguments[0]);
                    Event _ = Recorder.event("waits")) {
                System.out.println("ready");
                System.in.read();
            }
        }
    }

    @Test
    void leftOverSnapshotsOfAKilledRunAreNoRecording() throws IOException {
        Files.createDirectories(out().resolve("snapshot-0001"));
        assertThat(recorded(RecorderOptions.to(out().toString()), "main")).isEqualTo(out());
        assertThat(List.of("snapshot-0001")).allMatch(name -> Files.exists(out().resolve(name)));
    }
}
