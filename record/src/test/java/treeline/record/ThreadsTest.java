package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Profile;
import treeline.record.ranks.InProcessRanks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

class ThreadsTest {
    @TempDir Path out;

    private RecorderOptions options() {
        return RecorderOptions.to(out.toString());
    }

    private static double sumOfCalls(Profile profile, String path) {
        int node = profile.tree().at(path);
        double sum = 0;
        for (int context = 0; context < profile.contexts().size(); context++) {
            double calls = profile.column("calls").at(context, node);
            if (!Double.isNaN(calls)) sum += calls;
        }
        return sum;
    }

    @Test
    void workersHaveContextsOfTheirOwn() throws Exception {
        try (Recorder _ = Recorder.start(options());
                Event _ = Recorder.event("main")) {
            Thread worker = Thread.ofPlatform().start(() -> Recorder.event("work", () -> {}));
            worker.join();
        }
        Profile profile = Recordings.read(out);
        assertThat(profile.contexts())
                .containsExactly(Context.ofThread(0, 0), Context.ofThread(0, 1));
        assertThat(profile.column("calls").at(0, profile.tree().at("main"))).isEqualTo(1);
        assertThat(profile.column("calls").at(1, profile.tree().at("work"))).isEqualTo(1);
    }

    @Test
    void withoutWorkersAContextIsARank() throws Exception {
        try (Recorder _ = Recorder.start(options())) {
            Recorder.event("main", () -> {});
        }
        assertThat(Recordings.read(out).contexts()).containsExactly(Context.ofRank(0));
    }

    @Test
    void oneRankWithWorkersGivesAllRanksThreadNumbers() throws Exception {
        InProcessRanks.run(
                2,
                ranks -> {
                    try (Recorder _ = Recorder.start(options(), ranks)) {
                        Recorder.event("main", () -> {});
                        if (ranks.rank() == 1)
                            Thread.ofVirtual().start(() -> Recorder.event("work", () -> {})).join();
                    }
                });
        assertThat(Recordings.read(out).contexts())
                .containsExactly(
                        Context.ofThread(0, 0), Context.ofThread(1, 0), Context.ofThread(1, 1));
    }

    @Test
    void thousandsOfShortThreadsShareAFewContexts() throws Exception {
        try (Recorder _ = Recorder.start(options());
                Event _ = Recorder.event("main")) {
            for (int round = 0; round < 50; round++) {
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < 100; i++)
                    threads.add(Thread.ofVirtual().start(() -> Recorder.event("task", () -> {})));
                for (Thread thread : threads) thread.join();
            }
        }
        Profile profile = Recordings.read(out);
        assertThat(sumOfCalls(profile, "task")).isEqualTo(5000);
        assertThat(profile.contexts()).hasSizeLessThan(250);
    }

    @Test
    void threadsAtTheSameTimeNeverShareAContext() throws Exception {
        int count = 500;
        var allRecord = new CountDownLatch(count);
        try (Recorder _ = Recorder.start(options())) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < count; i++)
                threads.add(
                        Thread.ofVirtual().start(() -> Recorder.event("task", meet(allRecord))));
            for (Thread thread : threads) thread.join();
        }
        Profile profile = Recordings.read(out);
        assertThat(profile.column("calls").byNode().end(0)).isEqualTo(count);
        assertThat(sumOfCalls(profile, "task")).isEqualTo(count);
    }

    private static Recorder.Action<RuntimeException> meet(CountDownLatch all) {
        return () -> {
            all.countDown();
            try {
                all.await();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        };
    }

    @Test
    void anAttachedTaskHangsBelowTheCallPathThatStartedIt() throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(2);
                Recorder _ = Recorder.start(options())) {
            for (int run = 0; run < 3; run++)
                try (Event _ = Recorder.event("main")) {
                    try (Event _ = Recorder.event("solve")) {
                        Runnable task = Recorder.attached(() -> Recorder.event("part", () -> {}));
                        pool.submit(task).get();
                        pool.submit(() -> Recorder.event("alone", () -> {})).get();
                    }
                }
        }
        Profile profile = Recordings.read(out);
        assertThat(sumOfCalls(profile, "main/solve/part")).isEqualTo(3);
        assertThat(sumOfCalls(profile, "alone")).isEqualTo(3);
        int part = profile.tree().at("main/solve/part");
        for (int context = 0; context < profile.contexts().size(); context++)
            assertThat(profile.column("calls").at(context, part)).isNotEqualTo(2);
        assertThat(sumOfCalls(profile, "main/solve")).isEqualTo(3);
    }

    @Test
    void anAttachedTaskThatThrowsLeavesItsThreadInOrder() throws Exception {
        try (Recorder _ = Recorder.start(options());
                Event _ = Recorder.event("main")) {
            Runnable task =
                    Recorder.attached(
                            () -> {
                                throw new IllegalStateException("task");
                            });
            assertThatThrownBy(task::run).hasMessage("task");
            Recorder.event("after", () -> {});
        }
        assertThat(sumOfCalls(Recordings.read(out), "main/after")).isEqualTo(1);
    }

    @Test
    void sharedPoolsRecordForTheRankOfTheProcess() throws Exception {
        try (Recorder _ = Recorder.start(options())) {
            ForkJoinPool.commonPool().submit(() -> Recorder.event("pooled", () -> {})).get();
        }
        assertThat(sumOfCalls(Recordings.read(out), "pooled")).isEqualTo(1);
    }

    @Test
    void oneRankHasOneRecorder() {
        try (Recorder _ = Recorder.start(options())) {
            assertThatThrownBy(() -> Recorder.start(options()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("a recorder is already running on this rank");
        }
    }

    @Test
    void eventsWithoutARecorderCostNothingAndDoNothing() {
        try (Event event = Recorder.event("nothing")) {
            event.add("mem", 1).put("tag", "x");
            assertThat(event).isSameAs(Event.OFF);
        }
    }

    @Test
    void builtInMetricsAreReadWhereTheJvmTells() throws Exception {
        RecorderOptions all =
                RecorderOptions.builder(out.toString()).builtIn(BuiltIn.values()).build();
        InProcessRanks.runOnPlatformThreads(
                2,
                ranks -> {
                    try (Recorder _ = Recorder.start(all, ranks);
                            Event _ = Recorder.event("main")) {
                        byte[] message = new byte[1 << 16];
                        ranks.allgather(message);
                    }
                });
        Profile profile = Recordings.read(out);
        assertThat(profile.column("allocated").at(0, 0)).isGreaterThan(1 << 16);
        assertThat(profile.column("cpu").at(1, 0)).isPositive();
        assertThat(profile.column("gc").at(0, 0)).isNotNegative();
        assertThat(profile.column("moved").at(1, 0)).isEqualTo(2 << 16);
    }
}
