package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.InProcessRanks;
import treeline.record.ranks.SoloCommunicator;
import treeline.record.testkit.Child;
import treeline.testkit.Patience;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/// Programs that end without closing their recorder.
@Timeout(Patience.TEST_SECONDS)
class ExitTest {
    @TempDir Path folder;

    private Path out() {
        return folder.resolve("out");
    }

    private String endedEarly() {
        return "treeline: the program exited before closing its recorder; events recorded until then are in %s%n"
                .formatted(out());
    }

    @Test
    void systemExitWritesWhatWasRecorded() throws Exception {
        Child.Ended ended = Child.run(Exits.class, "exit", out().toString());
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).isEqualTo(endedEarly());
        Profile profile = Recordings.read(out());
        assertThat(profile.column("calls").at(0, profile.tree().at("main/step"))).isEqualTo(5);
        assertThat(profile.column("time").at(0, profile.tree().at("main")))
                .as("the open event up to the end")
                .isPositive();
        assertThat(profile.metadata().keys()).noneMatch(key -> key.contains("misuse"));
    }

    /// Else its child would have taken more than it.
    @Test
    void theOpenIterationOfALoopCountsUpToTheEnd() throws Exception {
        Child.run(Exits.class, "iteration", out().toString());
        Profile profile = Recordings.read(out());
        int step = profile.tree().at("main/step");
        int solve = profile.tree().at("main/step/solve");
        MetricColumn time = profile.column("time");
        assertThat(time.at(0, solve)).isGreaterThan(20e6);
        assertThat(time.at(0, step)).isGreaterThanOrEqualTo(time.at(0, solve));
        assertThat(profile.column("calls").at(0, step)).isEqualTo(4);
        assertThat(time.byContext().seriesLength(time.byContext().find(0, step))).isEqualTo(4);
        assertThat(profile.metadata().get("recorder.ended").orElseThrow())
                .hasToString("before it was closed");
    }

    @Test
    void aRecorderThatNobodyClosesIsWritten() throws Exception {
        Child.Ended ended = Child.run(Exits.class, "forget", out().toString());
        assertThat(ended.code()).isZero();
        assertThat(ended.err()).isEqualTo(endedEarly());
        assertThat(Recordings.read(out()).tree().name(0)).isEqualTo("main");
    }

    @Test
    void aSignalWritesWhatWasRecorded() throws Exception {
        Child child = Child.start(Exits.class, "wait", out().toString());
        child.awaitLine("ready");
        Child.Ended ended = child.terminated();
        assertThat(ended.code()).isEqualTo(143);
        assertThat(ended.err()).isEqualTo(endedEarly());
        Profile profile = Recordings.read(out());
        assertThat(profile.column("calls").at(0, profile.tree().at("main/step"))).isEqualTo(5);
    }

    /// Each thread is inside an event. The end must not take longer than the limit.
    @Test
    void tenThousandThreadsAreWritten() throws Exception {
        Child child = Child.start(Exits.class, "threads", out().toString());
        child.awaitLine("ready");
        Child.Ended ended = child.terminated();
        assertThat(ended.err()).isEqualTo(endedEarly());
        Profile profile = Recordings.read(out());
        assertThat(profile.contexts()).hasSize(Exits.THREADS + 1);
        SparseRows calls = profile.column("calls").byNode();
        int node = profile.tree().at("task");
        assertThat(calls.end(node) - calls.start(node)).isEqualTo(Exits.THREADS);
        assertThat(profile.column("time").at(Exits.THREADS, node)).isPositive();
    }

    @Test
    void ranksInOneProcessAreWrittenTogether() throws Exception {
        Child.Ended ended = Child.run(Exits.class, "ranks", out().toString());
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).isEqualTo(endedEarly());
        assertThat(Recordings.read(out()).contexts()).hasSize(4);
    }

    @Test
    void ranksThatDoNotTakePartCostNoMoreThanTheLimit() throws Exception {
        Child.Ended ended = Child.run(Exits.class, "alone", out().toString());
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err())
                .isEqualTo(
                        "treeline: recording in %s lost: the program exited before closing its recorder, and not all ranks exited within 500 ms (raise 'exit-limit')%n"
                                .formatted(out()));
    }

    @Test
    void aLimitOfZeroLosesTheRecordingAndSaysSo() throws Exception {
        Child.Ended ended = Child.run(Exits.class, "noLimit", out().toString());
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err())
                .isEqualTo(
                        "treeline: recording in %s lost: the program exited before closing its recorder, and it could not be written within 0 ms (raise 'exit-limit')%n"
                                .formatted(out()));
        assertThat(Files.exists(out().resolve("part-000.tldb"))).isFalse();
    }

    /// What a child does.
    static final class Exits {
        static final int THREADS = 10_000;

        private Exits() {}

        private static void threads(RecorderOptions options) throws InterruptedException {
            Recorder.start(options);
            Event _ = Recorder.event("main");
            var inside = new CountDownLatch(THREADS);
            for (int i = 0; i < THREADS; i++)
                new Thread(
                                null,
                                () -> {
                                    Event _ = Recorder.event("task");
                                    inside.countDown();
                                    while (true) LockSupport.park();
                                },
                                "task",
                                1 << 16)
                        .start();
            inside.await();
            System.out.println("ready");
        }

        public static void main(String[] arguments) throws Exception {
            RecorderOptions options =
                    RecorderOptions.to(arguments[1]).with().exitLimit(Patience.DURATION).build();
            switch (arguments[0]) {
                case "exit" -> exit(options);
                case "forget" -> {
                    Recorder.start(options);
                    Recorder.event("main", () -> {});
                }
                case "wait" -> {
                    Recorder.start(options);
                    Event _ = Recorder.event("main");
                    for (int i = 0; i < 5; i++) Recorder.event("step", () -> {});
                    System.out.println("ready");
                    Thread.sleep(Patience.MILLIS);
                }
                case "ranks" ->
                        InProcessRanks.run(
                                4,
                                ranks -> {
                                    Recorder.start(options, ranks);
                                    Event _ = Recorder.event("main");
                                    ranks.barrier();
                                    if (ranks.rank() == 2) System.exit(3);
                                    Thread.sleep(Patience.MILLIS);
                                });
                case "alone" -> alone(options);
                case "threads" -> threads(options);
                case "iteration" -> {
                    Recorder.start(options);
                    Event _ = Recorder.event("main");
                    for (int i = 0; i < 3; i++) Recorder.event("step", Loop.EACH, i).close();
                    Event _ = Recorder.event("step", Loop.EACH, 3);
                    Event _ = Recorder.event("solve");
                    Thread.sleep(20);
                    System.exit(3);
                }
                case "noLimit" -> exit(options.with().exitLimit(Duration.ZERO).build());
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }

        private static void exit(RecorderOptions options) throws InterruptedException {
            try (Recorder _ = Recorder.start(options);
                    Event _ = Recorder.event("main")) {
                for (int i = 0; i < 5; i++) Recorder.event("step", () -> {});
                Thread.sleep(2);
                System.exit(3);
            }
        }

        /// Rank 1 is stuck in the program, with a recorder that cannot be closed from outside: its
        /// communicator never answers.
        private static void alone(RecorderOptions options) {
            var limited = options.with().exitLimit(Duration.ofMillis(500)).build();
            Recorder.start(limited, new Deaf());
            System.exit(3);
        }
    }

    /// Rank 0 of two, of which the other one is gone after the start, where it sends its version.
    private static final class Deaf implements Communicator {
        private final SoloCommunicator self = new SoloCommunicator();
        private boolean hasStarted;

        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return 2;
        }

        @Override
        public byte[] broadcast(byte[] message, int root) {
            return message;
        }

        @Override
        public java.util.List<byte[]> gather(byte[] message, int root) {
            if (!hasStarted) {
                hasStarted = true;
                return java.util.List.of(message, message);
            }
            while (true) java.util.concurrent.locks.LockSupport.park(this);
        }

        @Override
        public java.util.List<byte[]> allgather(byte[] message) {
            return gather(message, 0);
        }

        @Override
        public Communicator split(int color, int key) {
            return this;
        }

        @Override
        public Communicator duplicate() {
            return this;
        }

        @Override
        public void barrier() {
            self.barrier();
        }

        @Override
        public long bytesMoved() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
