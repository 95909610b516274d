package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Repetitions and iterations that are over are written once; every snapshot is whole all the same.
@Timeout(60)
class SettledPartsTest {
    /// Enough of two events each to be worth a file.
    private static final int MANY = 3000;

    @TempDir Path out;

    private RecorderOptions options() {
        return RecorderOptions.builder(out.toString())
                .snapshotEvery(Duration.ofMillis(20))
                .snapshotShare(1)
                .build();
    }

    private List<Path> snapshots() throws IOException {
        try (Stream<Path> there = Files.list(out)) {
            return there.filter(path -> path.getFileName().toString().startsWith("snapshot-"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> there = Files.list(folder)) {
            return there.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private interface Reading<R> {
        R of(Path snapshot) throws IOException;
    }

    /// Of the next snapshot; it may just be removed, because there is a newer one.
    private <R> R read(Reading<R> reading) throws IOException, InterruptedException {
        IOException removed = new IOException("no snapshot");
        for (int tries = 0; tries < 100; tries++) {
            try {
                return reading.of(nextSnapshot());
            } catch (IOException gone) {
                removed = gone;
            }
        }
        throw removed;
    }

    /// The newest snapshot that was begun after the call.
    private Path nextSnapshot() throws IOException, InterruptedException {
        int before = snapshots().isEmpty() ? 0 : number(snapshots().getLast());
        while (snapshots().isEmpty() || number(snapshots().getLast()) < before + 2) Thread.sleep(2);
        return snapshots().getLast();
    }

    private static int number(Path snapshot) {
        return Integer.parseInt(snapshot.getFileName().toString().substring("snapshot-".length()));
    }

    private Profile readNext() throws IOException, InterruptedException {
        return read(Recordings::read);
    }

    private List<String> namesOfNext() throws IOException, InterruptedException {
        return read(SettledPartsTest::names);
    }

    /// Which file it is, by whatever name.
    private Object settledOfNext() throws IOException, InterruptedException {
        return read(
                snapshot ->
                        Files.readAttributes(
                                snapshot.resolve("settled-0001-000.tlsnap"), "unix:ino"));
    }

    private static void steps(int count) {
        for (int i = 0; i < count; i++)
            try (Event _ = Recorder.event("main")) {
                Recorder.event("step", () -> {});
            }
    }

    private static void iterate(int from, int to) {
        for (int i = from; i < to; i++)
            try (Event event = Recorder.event("loop", Loop.EACH, i)) {
                event.add("size", i + 0.1);
            }
    }

    private RecorderOptions withSize() {
        return options().with().metrics("size:1").build();
    }

    /// Of the only context.
    private static double[] series(Profile profile, String metric, String path) {
        SparseRows rows = profile.column(metric).byContext();
        return rows.series(rows.find(0, profile.tree().at(path)));
    }

    private static double[] sizes(int count) {
        return IntStream.range(0, count).mapToDouble(i -> i + 0.1).toArray();
    }

    private static void assertIterations(Profile snapshot, int count) {
        assertThat(snapshot.contexts()).hasSize(1);
        assertThat(series(snapshot, "size", "main/loop")).containsExactly(sizes(count));
        double[] times = series(snapshot, "time", "main/loop");
        assertThat(times).hasSize(count).doesNotContain(Double.NaN);
        assertThat(snapshot.column("time").at(0, snapshot.tree().at("main/loop")))
                .isEqualTo(Arrays.stream(times).sum());
    }

    private static double calls(Profile profile, int rank, String path) {
        int node = profile.tree().at(path);
        double calls = 0;
        for (int context = 0; context < profile.contexts().size(); context++) {
            double here = profile.column("calls").at(context, node);
            if (profile.contexts().get(context).rank() == rank && !Double.isNaN(here))
                calls += here;
        }
        return calls;
    }

    @Test
    void everySnapshotHasWhatWasRecordedBeforeIt() throws Exception {
        InProcessRanks.run(
                4,
                ranks -> {
                    var two = options().with().aggregators(2).build();
                    try (Recorder _ = Recorder.start(two, ranks)) {
                        for (int round = 1; round <= 3; round++) {
                            if (ranks.rank() != 2) steps(MANY);
                            ranks.barrier();
                            if (ranks.rank() == 0) {
                                Profile snapshot = readNext();
                                for (int rank : new int[] {0, 1, 3})
                                    assertThat(calls(snapshot, rank, "main/step"))
                                            .isEqualTo(round * MANY);
                                assertThat(snapshot.contexts()).hasSize(3 * round * MANY + 1);
                            }
                            ranks.barrier();
                        }
                        if (ranks.rank() == 0)
                            assertThat(namesOfNext())
                                    .contains("part-000.tlsnap", "part-001.tlsnap")
                                    .anyMatch(name -> name.matches("settled-\\d{4}-000.tlsnap"))
                                    .anyMatch(name -> name.matches("settled-\\d{4}-001.tlsnap"));
                        ranks.barrier();
                    }
                });
        assertThat(names(out)).containsExactly("part-000.tldb", "part-001.tldb");
        assertThat(calls(Recordings.read(out), 3, "main/step")).isEqualTo(3 * MANY);
    }

    @Test
    void whatIsOverIsNotWrittenAgain() throws Exception {
        try (Recorder _ = Recorder.start(options())) {
            steps(MANY);
            readNext();
            Object file = settledOfNext();
            steps(1);
            readNext();
            assertThat(settledOfNext()).isEqualTo(file);
        }
    }

    /// Else there would be as many links to make and to remove as there have been snapshots.
    @Test
    void theDirectoryOfARemovedSnapshotIsUsedAgain() throws Exception {
        try (Recorder _ = Recorder.start(options())) {
            steps(MANY);
            Set<Object> directories = new HashSet<>();
            for (int i = 0; i < 10; i++)
                directories.add(read(snapshot -> Files.getAttribute(snapshot, "unix:ino")));
            assertThat(directories).hasSizeLessThanOrEqualTo(3);
            steps(MANY);
            for (int i = 0; i < 4; i++) {
                Profile snapshot = readNext();
                assertThat(calls(snapshot, 0, "main/step")).isEqualTo(2 * MANY);
                assertThat(snapshot.contexts()).hasSize(2 * MANY);
            }
        }
    }

    @Test
    void whoReadsASnapshotIsNotDisturbedByLaterOnes() throws Exception {
        try (Recorder _ = Recorder.start(withSize());
                Event _ = Recorder.event("main")) {
            iterate(0, 100);
            try (ProfileSource source = read(SettledPartsTest::open)) {
                for (int i = 0; i < 3; i++) readNext(); // its directory is another one's by now
                assertThat(series(source.load(Slice.everything()), "time", "main/loop"))
                        .hasSize(100);
            }
        }
    }

    private static ProfileSource open(Path snapshot) throws IOException {
        return new SnapshotFormat().open(Input.of(snapshot.toString()));
    }

    /// Another root event counts its repetitions from 0.
    @Test
    void aRepetitionThatIsGoneBackToIsWrittenAgain() throws Exception {
        try (Recorder _ = Recorder.start(options())) {
            steps(MANY);
            assertThat(calls(readNext(), 0, "main")).isEqualTo(MANY);
            for (int i = 0; i < 10; i++) Recorder.event("other", () -> {});
            Profile snapshot = readNext();
            assertThat(calls(snapshot, 0, "other")).isEqualTo(10);
            assertThat(calls(snapshot, 0, "main/step")).isEqualTo(MANY);
            assertThat(snapshot.contexts()).hasSize(MANY);
        }
    }

    @Test
    void aTaskOfAnEarlierRepetitionIsInTheNextSnapshot() throws Exception {
        try (Recorder _ = Recorder.start(options())) {
            Runnable late;
            try (Event _ = Recorder.event("main")) {
                late = Recorder.attached(() -> Recorder.event("late", () -> {}));
            }
            steps(MANY);
            assertThat(readNext().tree().size()).isEqualTo(2);
            late.run();
            assertThat(calls(readNext(), 0, "main/late")).isEqualTo(1);
            steps(MANY);
            assertThat(calls(readNext(), 0, "main/step")).isEqualTo(2 * MANY);
        }
    }

    @Test
    void iterationsThatAreOverAreNotWrittenAgain() throws Exception {
        try (Recorder _ = Recorder.start(withSize());
                Event _ = Recorder.event("main")) {
            iterate(0, 2 * MANY);
            assertIterations(readNext(), 2 * MANY);
            Object file = settledOfNext();
            iterate(2 * MANY, 3 * MANY);
            Profile snapshot = readNext();
            assertIterations(snapshot, 3 * MANY);
            assertThat(calls(snapshot, 0, "main/loop")).isEqualTo(3 * MANY);
            assertThat(settledOfNext()).isEqualTo(file);
            assertThat(namesOfNext())
                    .containsExactly(
                            "part-000.tlsnap",
                            "settled-0001-000.tlsnap",
                            "settled-0002-000.tlsnap");
        }
        Profile whole = Recordings.read(out);
        assertIterations(whole, 3 * MANY);
        assertThat(calls(whole, 0, "main/loop")).isEqualTo(3 * MANY);
    }

    @Test
    void anIterationThatRunsAgainIsWrittenAgain() throws Exception {
        try (Recorder _ = Recorder.start(withSize());
                Event _ = Recorder.event("main")) {
            iterate(0, 2 * MANY);
            readNext();
            settledOfNext();
            iterate(7, 8);
            Profile snapshot = readNext();
            assertThat(series(snapshot, "size", "main/loop")[7]).isEqualTo(7.1 + 7.1);
            assertThat(series(snapshot, "size", "main/loop")).hasSize(2 * MANY);
            assertThat(calls(snapshot, 0, "main/loop")).isEqualTo(2 * MANY + 1);
            assertThat(namesOfNext()).containsExactly("part-000.tlsnap");
        }
    }

    /// The inner loop of two begins again and again.
    @Test
    void shortLoopsStayWhereTheyAre() throws Exception {
        try (Recorder _ = Recorder.start(withSize());
                Event _ = Recorder.event("main")) {
            for (int outer = 0; outer < 100; outer++) iterate(0, 100);
            Profile snapshot = readNext();
            assertThat(calls(snapshot, 0, "main/loop")).isEqualTo(100 * 100);
            assertThat(series(snapshot, "size", "main/loop")).hasSize(100);
            assertThat(namesOfNext()).containsExactly("part-000.tlsnap");
        }
    }

    @Test
    void aLongRepetitionThatEndsIsWholeToo() throws Exception {
        try (Recorder _ = Recorder.start(withSize())) {
            try (Event _ = Recorder.event("main")) {
                iterate(0, 2 * MANY);
                assertIterations(readNext(), 2 * MANY);
                iterate(2 * MANY, 2 * MANY + 100);
            }
            steps(MANY);
            Profile snapshot = readNext();
            assertThat(snapshot.contexts()).hasSize(MANY + 1);
            assertThat(series(snapshot, "size", "main/loop"))
                    .containsExactly(sizes(2 * MANY + 100));
            assertThat(calls(snapshot, 0, "main/loop")).isEqualTo(2 * MANY + 100);
            assertThat(calls(snapshot, 0, "main")).isEqualTo(MANY + 1);
        }
    }

    /// As parallel streams do on the thread that starts them.
    @Test
    void aTaskOfTheSameRepetitionChangesNothing() throws Exception {
        try (Recorder _ = Recorder.start(options())) {
            for (int i = 0; i < MANY; i++)
                try (Event _ = Recorder.event("main")) {
                    Recorder.attached(() -> Recorder.event("task", () -> {})).run();
                }
            assertThat(calls(readNext(), 0, "main/task")).isEqualTo(MANY);
            assertThat(namesOfNext()).contains("settled-0001-000.tlsnap");
        }
    }

    /// With the first event of another thread contexts name threads: none of the old files fits.
    @Test
    void contextsThatGetThreadsAreWrittenAgain() throws Exception {
        try (Recorder _ = Recorder.start(options())) {
            steps(MANY);
            for (int i = 0; i < 3; i++) readNext(); // until there is a directory to use again
            Thread.ofPlatform().start(() -> Recorder.event("work", () -> {})).join();
            for (int i = 0; i < 3; i++) {
                Profile snapshot = readNext();
                assertThat(calls(snapshot, 0, "work")).isEqualTo(1);
                assertThat(calls(snapshot, 0, "main/step")).isEqualTo(MANY);
                assertThat(snapshot.contexts()).hasSize(MANY + 1);
            }
        }
    }

    @Test
    void aFailureIsMadeGoodByTheNext() throws Exception {
        Recorder recorder = Recorder.start(options());
        steps(MANY);
        readNext();
        Files.createDirectories(out.resolve(".settled/settled-0002-000.tlsnap/in-the-way"));
        steps(MANY);
        Profile snapshot = readNext();
        assertThat(calls(snapshot, 0, "main/step")).isEqualTo(2 * MANY);
        recorder.close();
        assertThat(recorder.report().problems())
                .singleElement()
                .asString()
                .contains("snapshots failed, first: settled-0002-000.tlsnap was not written");
        assertThat(names(out)).containsExactly("part-000.tldb");
    }

    @Test
    void snapshotsAreTheSameWhateverTheEndIsWrittenAs() throws Exception {
        var other = options().with().format("compact-text").build();
        try (Recorder _ = Recorder.start(other)) {
            steps(MANY);
            assertThat(calls(readNext(), 0, "main/step")).isEqualTo(MANY);
            assertThat(namesOfNext()).contains("part-000.tlsnap", "settled-0001-000.tlsnap");
        }
        assertThat(names(out)).singleElement().asString().endsWith(".tltext");
    }

    @Test
    void aTidyFolderIsLeftEvenWhereAnEarlierRunWasKilled() throws Exception {
        Files.createDirectories(out.resolve(".settled"));
        Files.writeString(out.resolve(".settled/settled-0001-000.tlsnap"), "of a killed run");
        try (Recorder _ = Recorder.start(options())) {
            steps(MANY);
            assertThat(calls(readNext(), 0, "main")).isEqualTo(MANY);
        }
        assertThat(names(out)).containsExactly("part-000.tldb");
    }
}
