package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.record.ranks.SoloCommunicator;
import treeline.testkit.FolderWatch;

import java.nio.file.Path;
import java.time.Duration;

/// Recorders of programs that do not know of them.
class UnattendedTest {
    @TempDir Path folder;
    private final ManualClock clock = new ManualClock();

    private Recorder unattended() {
        return Recorder.startUnattended(
                clock.options(folder.resolve("agent")).build(), new SoloCommunicator());
    }

    @Test
    void whatIsOpenOnOtherThreadsCountsUpToTheEnd() throws Exception {
        Recorder recorder = unattended();
        try (Event _ = Recorder.event("main")) {
            clock.pass(3);
            Thread ending = Thread.ofPlatform().start(recorder::close);
            ending.join();
        }
        assertThat(recorder.report().problems()).isEmpty();
        assertThat(Recordings.read(folder.resolve("agent")).column("time").at(0, 0)).isEqualTo(3);
    }

    @Test
    void aRecorderOfTheProgramTakesOver() throws Exception {
        Recorder agent = unattended();
        Event before = Recorder.event("before");
        try (Recorder own = Recorder.start(clock.options(folder.resolve("own")).build())) {
            assertThat(agent.isReplaced()).isTrue();
            assertThat(own.isReplaced()).isFalse();
            Recorder.event("main", () -> clock.pass(4));
        }
        before.close();
        agent.close();
        assertThat(agent.report().files()).isZero();
        assertThat(folder.resolve("agent")).doesNotExist();
        assertThat(Recordings.read(folder.resolve("own")).tree().name(0)).isEqualTo("main");
        assertThat(Recorder.event("nobody records")).isSameAs(Event.OFF);
    }

    @Test
    void aRecorderOfTheProgramThatRunsAlreadyStays() throws Exception {
        try (Recorder _ = Recorder.start(clock.options(folder.resolve("own")).build());
                Recorder agent = unattended()) {
            assertThat(agent.isReplaced()).isTrue();
            Recorder.event("main", () -> clock.pass(4));
        }
        assertThat(Recordings.read(folder.resolve("own")).tree().name(0)).isEqualTo("main");
        assertThat(Recorder.event("nobody records")).isSameAs(Event.OFF);
    }

    @Test
    void snapshotsEndWhereTheProgramTakesOver() throws Exception {
        Path output = folder.resolve("agent");
        Recorder agent =
                Recorder.startUnattended(
                        RecorderOptions.builder(output.toString())
                                .snapshotEvery(Duration.ofMillis(20))
                                .snapshotShare(1)
                                .build(),
                        new SoloCommunicator());
        Recorder.event(
                "main",
                () -> FolderWatch.until(output, () -> Recordings.newestSnapshot(output) >= 2));
        Recorder.start(folder.resolve("own").toString()).close();
        agent.close();
        assertThat(agent.report().problems()).isEmpty();
        assertThat(output).doesNotExist();
    }

    @Test
    void iterationsOfSnapshotsAreInTheEndToo() throws Exception {
        int count = 6000;
        Path output = folder.resolve("agent");
        Recorder agent =
                Recorder.startUnattended(
                        RecorderOptions.builder(output.toString())
                                .snapshotEvery(Duration.ofMillis(20))
                                .snapshotShare(1)
                                .build(),
                        new SoloCommunicator());
        try (Event _ = Recorder.event("main")) {
            for (int i = 0; i < count; i++) Recorder.event("step", Loop.EACH, i).close();
            FolderWatch.until(output, () -> Recordings.newestSnapshot(output) >= 3);
        }
        agent.close();
        Profile profile = Recordings.read(output);
        SparseRows rows = profile.column("time").byContext();
        double[] series = rows.series(rows.find(0, profile.tree().at("main/step")));
        assertThat(series).hasSize(count).doesNotContain(Double.NaN);
    }
}
