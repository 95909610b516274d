package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Profile;
import treeline.record.ranks.InProcessRanks;

import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class PauseTest {
    @TempDir Path out;

    private final ManualClock clock = new ManualClock();
    private final ExecutorService pool = Executors.newFixedThreadPool(1);

    @AfterEach
    void stop() {
        pool.shutdown();
    }

    private void event(String name, long nanos) {
        Recorder.event(name, () -> clock.pass(nanos));
    }

    private static double calls(Profile profile, int context, String path) {
        return profile.column("calls").at(context, profile.tree().at(path));
    }

    @Test
    void whatBeginsMeanwhileIsLeftOutAndWhatIsOpenGoesOn() throws Exception {
        try (Recorder recorder = Recorder.start(clock.options(out).build())) {
            try (Event _ = Recorder.event("main")) {
                event("step", 10);
                recorder.pause();
                event("step", 100);
                Recorder.attached(() -> event("task", 100)).run();
                event("never", 1000);
                recorder.resume();
                event("step", 10);
                recorder.pause();
            }
            event("main", 10_000);
        }
        Recordings.assertSame(
                Recordings.drawn(
                        """
                        metric time ns inclusive
                        path       loop  rank0
                        main       -      1220
                        main/step  -        20

                        metric calls count exclusive
                        path             rank0
                        main                 1
                        main/step            2
                        """),
                Recordings.read(out));
    }

    @Test
    void threadsThatComeMeanwhileRecordAfterwards() throws Exception {
        try (Recorder recorder = Recorder.start(clock.options(out).build())) {
            event("main", 1);
            recorder.pause();
            pool.submit(() -> event("never", 1)).get();
            recorder.resume();
            pool.submit(() -> event("work", 1)).get();
            recorder.pause();
            pool.submit(() -> event("work", 1)).get();
        }
        Profile profile = Recordings.read(out);
        assertThat(profile.tree().size()).isEqualTo(2);
        assertThat(profile.contexts())
                .containsExactly(Context.ofThread(0, 0), Context.ofThread(0, 1));
        assertThat(calls(profile, 1, "work")).isEqualTo(1);
    }

    @Test
    void otherRanksGoOn() throws Exception {
        InProcessRanks.run(
                3,
                ranks -> {
                    var options = RecorderOptions.to(out.toString());
                    try (Recorder recorder = Recorder.start(options, ranks)) {
                        Recorder.event("main", () -> {});
                        if (ranks.rank() == 1) recorder.pause();
                        ranks.barrier();
                        Recorder.event("main", () -> {});
                        Thread.ofVirtual().start(() -> Recorder.event("work", () -> {})).join();
                    }
                });
        Profile profile = Recordings.read(out);
        assertThat(profile.contexts().stream().filter(context -> context.rank() == 1)).hasSize(1);
        assertThat(profile.contexts().stream().filter(context -> context.rank() == 2)).hasSize(3);
    }

    /// A thread of a pool that has worked for one rank must not work for another when that pauses.
    @Test
    void aSharedThreadStaysWithItsRank() throws Exception {
        InProcessRanks.run(
                2,
                ranks -> {
                    var options = RecorderOptions.to(out.toString());
                    try (Recorder recorder = Recorder.start(options, ranks);
                            Event _ = Recorder.event("main")) {
                        ranks.barrier();
                        if (ranks.rank() == 1) {
                            Runnable attached =
                                    Recorder.attached(() -> Recorder.event("work", () -> {}));
                            pool.submit(attached).get();
                            recorder.pause();
                            pool.submit(() -> Recorder.event("never", () -> {})).get();
                            pool.submit(attached).get();
                        }
                        ranks.barrier();
                    }
                });
        Profile profile = Recordings.read(out);
        assertThat(profile.tree().size()).isEqualTo(2);
        assertThat(calls(profile, 2, "main/work")).isEqualTo(1);
    }

    @Test
    void aRecorderThatHasEndedOrIsOffTakesNoNotice() throws Exception {
        var off = RecorderOptions.builder(out.toString()).enabled(false).build();
        try (Recorder recorder = Recorder.start(off)) {
            recorder.resume();
            Recorder.event("main", () -> {});
            assertThat(recorder.isRecording()).isFalse();
        }
        Recorder ended = Recorder.start(out.toString());
        ended.close();
        ended.resume();
        Recorder.event("main", () -> {});
        Recorder next =
                Recorder.start(RecorderOptions.builder(out.toString()).replace(true).build());
        ended.pause();
        Recorder.event("main", () -> {});
        next.close();
        assertThat(calls(Recordings.read(out), 0, "main")).isEqualTo(1);
    }
}
