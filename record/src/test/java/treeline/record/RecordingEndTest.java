package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.record.ranks.InProcessRanks;
import treeline.source.ExporterTraits;
import treeline.source.ProfileExporter;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

@Timeout(Patience.TEST_SECONDS)
class RecordingEndTest {
    @TempDir Path out;

    @Test
    void shutdownNowDoesNotLoseTheRecording() throws Exception {
        var inside = new CountDownLatch(1);
        var interrupted = new boolean[1];
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            threads.execute(
                    () -> {
                        try (Recorder _ = Recorder.start(out.toString());
                                Event _ = Recorder.event("main")) {
                            inside.countDown();
                            new CountDownLatch(1).await();
                        } catch (InterruptedException stop) {
                            Thread.currentThread().interrupt();
                        }
                        interrupted[0] = Thread.currentThread().isInterrupted();
                    });
            inside.await();
            threads.shutdownNow();
        }
        assertThat(interrupted[0]).as("the interrupt status is kept").isTrue();
        assertThat(Recordings.read(out).tree().name(0)).isEqualTo("main");
    }

    @Test
    void aThreadThatIsInterruptedBeforeItClosesWritesTheRecording() throws IOException {
        Recorder recorder = Recorder.start(out.toString());
        Recorder.event("main", () -> {});
        Thread.currentThread().interrupt();
        recorder.close();
        assertThat(Thread.interrupted()).as("the interrupt status is kept").isTrue();
        assertThat(recorder.report().problems()).isEmpty();
        assertThat(Recordings.read(out).tree().name(0)).isEqualTo("main");
    }

    @Test
    void anInterruptThatArrivesDuringTheWriteIsKeptAndLosesNothing() throws IOException {
        var interrupting = new Exporter(() -> Thread.currentThread().interrupt());
        Recorder recorder = Recorder.start(options(interrupting));
        Recorder.event("main", () -> {});
        recorder.close();
        assertThat(Thread.interrupted()).as("the interrupt status is kept").isTrue();
        assertThat(recorder.report().problems()).isEmpty();
        assertThat(Recordings.read(out).tree().name(0)).isEqualTo("main");
    }

    @Test
    void aFullDiskKeepsTheEarlierRecording() throws IOException {
        record(new DatabaseExporter(), "earlier");
        List<String> problems = record(new Exporter(RecordingEndTest::full), "later");
        assertThat(problems)
                .containsExactly(
                        out.resolve("part-000.tldb")
                                + " was not written: IOException: No space left on device",
                        "the earlier recording in %s was kept".formatted(out));
        assertThat(names()).containsExactly("part-000.tldb");
        assertThat(Recordings.read(out).tree().name(0)).isEqualTo("earlier");
    }

    @Test
    void ofAFirstRecordingThePartsThatCouldBeWrittenAreKept() throws IOException {
        var second = new Exporter(() -> {});
        InProcessRanks.run(
                2,
                ranks -> {
                    var own = ranks.rank() == 0 ? second : new Exporter(RecordingEndTest::full);
                    var options =
                            RecorderOptions.builder(out.toString()).aggregators(2).format(own);
                    try (Recorder _ = Recorder.start(options.build(), ranks)) {
                        Recorder.event("main", () -> {});
                    }
                });
        assertThat(names()).containsExactly("part-000.tldb");
    }

    @Test
    void aNewRecordingReplacesAllPartsOfTheEarlierOne() throws IOException {
        InProcessRanks.run(
                3,
                ranks -> {
                    var options = RecorderOptions.builder(out.toString()).aggregators(3).build();
                    try (Recorder _ = Recorder.start(options, ranks)) {
                        Recorder.event("earlier", () -> {});
                    }
                });
        assertThat(names()).hasSize(3);
        assertThat(record(new DatabaseExporter(), "later")).isEmpty();
        assertThat(names()).containsExactly("part-000.tldb");
        assertThat(Recordings.read(out).tree().name(0)).isEqualTo("later");
    }

    /// A limit on the file size refuses bytes as a full disk does.
    @Test
    void aDiskThatIsReallyFullIsReportedAndTheProgramContinues() throws Exception {
        Path sh = Path.of("/bin/sh");
        assumeTrue(Files.isExecutable(sh), "no /bin/sh on this system");
        String java = ProcessHandle.current().info().command().orElseThrow();
        Process program =
                new ProcessBuilder(
                                sh.toString(),
                                "-c",
                                "ulimit -f 16 && exec \"$@\"",
                                "sh",
                                java,
                                "-XX:-UsePerfData",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ManyEvents.class.getName(),
                                out.toString())
                        .redirectErrorStream(true)
                        .start();
        String printed =
                new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(printed).isZero();
        assertThat(printed.lines())
                .contains(
                        "treeline: %s was not written: File too large"
                                .formatted(out.resolve("part-000.tldb")),
                        "the program continued");
        assertThat(names()).isEmpty();
    }

    static final class ManyEvents {
        private ManyEvents() {}

        public static void main(String[] arguments) {
            try (Recorder _ = Recorder.start(arguments[0])) {
                for (int i = 0; i < 30_000; i++) Recorder.event("name_" + i * 7919, () -> {});
            }
            System.out.println("the program continued");
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /// Does something before it writes a database.
    private record Exporter(Step before) implements ProfileExporter {
        @Override
        public ExporterTraits traits() {
            return new DatabaseExporter().traits();
        }

        @Override
        public void export(Profile profile, Path file) throws IOException {
            before.run();
            new DatabaseExporter().export(profile, file);
        }
    }

    private static void full() throws IOException {
        throw new IOException("No space left on device");
    }

    private RecorderOptions options(ProfileExporter exporter) {
        return RecorderOptions.builder(out.toString()).replace(true).format(exporter).build();
    }

    private List<String> record(ProfileExporter exporter, String event) {
        Recorder recorder = Recorder.start(options(exporter));
        Recorder.event(event, () -> {});
        recorder.close();
        return recorder.report().problems();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(out)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
