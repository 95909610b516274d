package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.record.parts.MessageWriter;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.InProcessRanks;
import treeline.record.ranks.SoloCommunicator;
import treeline.testkit.FolderWatch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Mistakes of the published prototype of the paper, each of which must be impossible here.
class PrototypeMistakesTest {
    @TempDir Path out;

    private interface RankWork {
        void run(ManualClock clock, int rank) throws Exception;
    }

    private Profile record(int size, RankWork work) throws Exception {
        InProcessRanks.run(
                size,
                ranks -> {
                    var clock = new ManualClock();
                    try (Recorder _ = Recorder.start(clock.options(out).build(), ranks)) {
                        work.run(clock, ranks.rank());
                    }
                });
        return Recordings.read(out);
    }

    private static void event(ManualClock clock, String name, long nanos) {
        try (Event _ = Recorder.event(name)) {
            clock.pass(nanos);
        }
    }

    private static void iteration(ManualClock clock, String name, int i, long nanos) {
        try (Event _ = Recorder.event(name, Loop.EACH, i)) {
            clock.pass(nanos);
        }
    }

    private static double time(Profile profile, int context, String path) {
        return profile.column("time").at(context, profile.tree().at(path));
    }

    private static double[] series(Profile profile, int context, String path) {
        SparseRows rows = profile.column("time").byContext();
        return rows.series(rows.find(context, profile.tree().at(path)));
    }

    @Test
    void ranksThatMeetEventsInAnotherOrderDoNotMixThem() throws Exception {
        List<String> names = List.of("a", "b", "c", "d", "e");
        Profile profile =
                record(
                        20,
                        (clock, rank) -> {
                            for (int i = 0; i < names.size(); i++) {
                                int at = (i * (1 + rank % 4) + rank) % names.size();
                                event(clock, names.get(at), 100L * at + rank);
                            }
                        });
        for (int rank = 0; rank < 20; rank++)
            for (int at = 0; at < names.size(); at++)
                assertThat(time(profile, rank, names.get(at))).isEqualTo(100 * at + rank);
    }

    @Test
    void unevenIterationCountsStayWithTheirRankAndRepetition() throws Exception {
        Profile profile =
                record(
                        3,
                        (clock, rank) -> {
                            for (int run = 0; run < 2; run++)
                                try (Event _ = Recorder.event("main")) {
                                    for (int i = 0; i < 1 + rank + run; i++)
                                        iteration(clock, "step", i, 10 + i);
                                }
                        });
        assertThat(profile.contexts()).hasSize(6);
        assertThat(series(profile, 0, "main/step")).containsExactly(10);
        assertThat(series(profile, 1, "main/step")).containsExactly(10, 11);
        assertThat(series(profile, 5, "main/step")).containsExactly(10, 11, 12, 13);
    }

    @Test
    void anEventInNestedLoopsDoesNotStartARepetition() throws Exception {
        Profile profile =
                record(
                        1,
                        (clock, _) -> {
                            try (Event _ = Recorder.event("main")) {
                                for (int outer = 0; outer < 3; outer++)
                                    for (int inner = 0; inner < 2; inner++)
                                        iteration(clock, "step", inner, 10 + inner);
                            }
                        });
        assertThat(profile.contexts()).hasSize(1);
        assertThat(series(profile, 0, "main/step")).containsExactly(30, 33);
    }

    @Test
    void zeroIsATimeAndNotAnEventThatDidNotRun() throws Exception {
        Profile profile =
                record(
                        2,
                        (clock, rank) -> {
                            try (Event _ = Recorder.event("main")) {
                                event(clock, "start", 0);
                                iteration(clock, "step", 0, 0);
                                iteration(clock, "step", 2, 5);
                                if (rank == 1) event(clock, "only on rank 1", 0);
                            }
                        });
        assertThat(time(profile, 0, "main/start")).isZero();
        assertThat(series(profile, 0, "main/step")).isEqualTo(new double[] {0, Double.NaN, 5});
        assertThat(time(profile, 0, "main/only on rank 1")).isNaN();
        assertThat(time(profile, 1, "main/only on rank 1")).isZero();
    }

    @Test
    void aCommonEventThatARankDidNotRunIsAbsentThereOnly() throws Exception {
        Profile profile =
                record(
                        4,
                        (clock, rank) -> {
                            if (rank != 0) event(clock, "solve", rank);
                            event(clock, "end", 7);
                        });
        assertThat(time(profile, 0, "solve")).isNaN();
        for (int rank = 1; rank < 4; rank++)
            assertThat(time(profile, rank, "solve")).isEqualTo(rank);
    }

    @Test
    void timesAreKeptToTheNanosecond() throws Exception {
        Profile profile = record(1, (clock, _) -> event(clock, "main", 1_234_567_890_123_457L));
        Profile small = record(1, (clock, _) -> event(clock, "main", 1));
        assertThat(time(profile, 0, "main")).isEqualTo(1_234_567_890_123_457d);
        assertThat(time(small, 0, "main")).isEqualTo(1);
    }

    @Test
    void noEventMakesACollectiveCall() throws Exception {
        InProcessRanks.run(
                2,
                ranks -> {
                    var clock = new ManualClock();
                    var options =
                            clock.options(out)
                                    .snapshotEvery(java.time.Duration.ofMillis(20))
                                    .snapshotShare(1)
                                    .build();
                    try (Recorder _ = Recorder.start(options, ranks)) {
                        int events = ranks.rank() == 0 ? 10_000 : 1;
                        for (int i = 0; i < events; i++) event(clock, "main", 1);
                        assertThat(ranks.bytesMoved()).isZero();
                    }
                });
        assertThat(Recordings.read(out).contexts()).hasSize(10_001);
    }

    /// A communicator of one rank that counts the calls on it and on all that come of it.
    private record CountedCalls(Communicator ranks, AtomicInteger calls) implements Communicator {
        private Communicator counted() {
            calls.incrementAndGet();
            return ranks;
        }

        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public void barrier() {
            counted().barrier();
        }

        @Override
        public byte[] broadcast(byte[] message, int root) {
            return counted().broadcast(message, root);
        }

        @Override
        public List<byte[]> gather(byte[] message, int root) {
            return counted().gather(message, root);
        }

        @Override
        public List<byte[]> allgather(byte[] message) {
            return counted().allgather(message);
        }

        @Override
        public Communicator split(int color, int key) {
            return new CountedCalls(counted().split(color, key), calls);
        }

        @Override
        public Communicator duplicate() {
            return new CountedCalls(counted().duplicate(), calls);
        }

        @Override
        public long bytesMoved() {
            return ranks.bytesMoved();
        }

        @Override
        public void close() {
            ranks.close();
        }
    }

    /// Also not on the communicators that the recorder makes for itself, and not where snapshots
    /// are wanted.
    @Test
    void theEndOfAnEventCallsNoCommunicator() {
        var calls = new AtomicInteger();
        var ranks = new CountedCalls(new SoloCommunicator(), calls);
        var options =
                RecorderOptions.builder(out.toString())
                        .snapshotEvery(java.time.Duration.ofHours(1))
                        .build();
        try (Recorder _ = Recorder.start(options, ranks)) {
            int before = calls.get();
            for (int i = 0; i < 10_000; i++) Recorder.event("main").close();
            assertThat(calls).hasValue(before);
        }
        assertThat(calls).hasValueGreaterThan(5);
    }

    @Test
    void oneSnapshotDoesNotOverwriteTheLast() throws Exception {
        var options =
                RecorderOptions.builder(out.toString())
                        .snapshotEvery(java.time.Duration.ofMillis(20))
                        .snapshotShare(1)
                        .build();
        try (Recorder _ = Recorder.start(options)) {
            Recorder.event("main", () -> {});
            FolderWatch.until(out, () -> snapshots() >= 2);
        }
        assertThat(snapshots()).as("once the recording is complete").isZero();
    }

    private long snapshots() throws IOException {
        try (var there = Files.list(out)) {
            return there.filter(path -> path.getFileName().toString().startsWith("snapshot-"))
                    .count();
        }
    }

    @Test
    void namesMayHoldAnySeparatorAndAnyLetter() throws Exception {
        List<String> names =
                List.of("a<b>c|d-e+f,g;h:i", "größe Δt", "日本語", "tab\tnew\nline", "😀");
        Profile profile =
                record(
                        2,
                        (clock, rank) -> {
                            for (String name : names) event(clock, name, 10 + rank);
                        });
        assertThat(profile.tree().frames().stream().map(frame -> frame.name()))
                .containsExactlyElementsOf(names);
    }

    @Test
    void theWallClockPlaysNoPart() throws Exception {
        long before = System.nanoTime();
        try (Recorder _ = Recorder.start(out.toString())) {
            Recorder.event("main", () -> Thread.sleep(3));
        }
        double recorded = time(Recordings.read(out), 0, "main");
        assertThat(recorded).isBetween(3e6, (double) (System.nanoTime() - before));
    }

    @Test
    void lengthsBeyond2GiBAreRefusedInsteadOfWrapped() {
        assertThat(MessageWriter.grownLength(2_000_000_000, 100_000_000)).isPositive();
        assertThatThrownBy(() -> MessageWriter.grownLength(2_000_000_000, 200_000_000))
                .hasMessage(
                        "one rank's message would be longer than 2 GiB: record sums instead of each"
                                + " iteration");
    }

    @Test
    void aGroupThatWouldNotFitIntoMemoryIsSplit() {
        assertThat(SyncPhase.enoughAggregators(1, List.of(10L, 10L, 10L, 10L), 25)).isEqualTo(2);
        assertThat(SyncPhase.enoughAggregators(1, List.of(10L, 10L, 10L, 10L), 40)).isEqualTo(1);
        assertThat(SyncPhase.enoughAggregators(1, List.of(1L << 40, 1L << 40, 1L << 40), 1L << 41))
                .isEqualTo(2);
    }

    @Test
    void everyPartSaysItsNames() throws Exception {
        record(65, (clock, rank) -> event(clock, "main", rank));
        try (var files = Files.list(out)) {
            List<Path> parts = files.sorted().toList();
            assertThat(parts.stream().map(part -> part.getFileName().toString()))
                    .hasSize(5)
                    .endsWith("part-003.tldb", "part-004.tldb");
            try (var last = treeline.store.db.DatabaseFormat.openFile(parts.getLast())) {
                assertThat(last.outline().tree().name(0)).isEqualTo("main");
            }
        }
    }
}
