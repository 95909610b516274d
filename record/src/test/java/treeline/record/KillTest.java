package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.record.parts.SnapshotFormat;
import treeline.record.testkit.Child;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.testkit.FolderWatch;
import treeline.testkit.Trials;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;

/// Programs that are killed at random moments (`kill -9`) leave a snapshot that is complete and
/// agrees in itself, or nothing that could be taken for a recording. Three in four are killed after
/// the first snapshot. `-Dtreeline.full=true` kills more of them.
@Timeout(3_600)
class KillTest {
    private static final int KILLS = Trials.of(3, 100);

    @TempDir Path folder;

    @Test
    void aKilledProgramLeavesACompleteSnapshotOrNothing() throws Exception {
        var random = new Random(39);
        int snapshots = 0;
        for (int i = 0; i < KILLS; i++) {
            Path out = folder.resolve("out" + i);
            Child child = Child.start(Endless.class, out.toString());
            child.awaitLine("started");
            if (i % 4 != 3) FolderWatch.until(out, () -> Recordings.newestSnapshot(out) > 0);
            Thread.sleep(random.nextInt(200));
            assertThat(child.killed().code()).isEqualTo(137);
            if (leavesSnapshot(out)) snapshots++;
        }
        System.out.printf("%d kills, %d with a snapshot%n", KILLS, snapshots);
    }

    private static boolean leavesSnapshot(Path out) throws IOException {
        Input input = Input.of(out.toString());
        if (!new SnapshotFormat().isProfileFolder(input)) return false;
        try (ProfileSource source = new SnapshotFormat().open(input)) {
            assertThat(source.report().entries())
                    .singleElement()
                    .asString()
                    .contains("incomplete recording; showing the newest snapshot of the run");
            assertAgrees(source.load(Slice.everything()));
            return true;
        }
    }

    private static void assertAgrees(Profile profile) {
        if (profile.tree().size() < 3) return; // the loop has just started
        int main = profile.tree().at("main");
        int step = profile.tree().at("main/step");
        int in = profile.tree().at("main/step/in");
        MetricColumn calls = profile.column("calls");
        assertThat(calls.at(0, step) - calls.at(0, in)).isBetween(0., 1.);
        assertThat(calls.at(0, in) - profile.column("n").at(0, in)).isBetween(0., 1.);
        MetricColumn time = profile.column("time");
        assertThat(time.at(0, main)).isGreaterThanOrEqualTo(time.at(0, step));
        assertThat(time.at(0, step)).isGreaterThanOrEqualTo(time.at(0, in));
        SparseRows rows = time.byContext();
        assertThat((double) rows.seriesLength(rows.find(0, step))).isEqualTo(calls.at(0, step));
    }

    /// The program that is killed.
    static final class Endless {
        private Endless() {}

        public static void main(String[] arguments) throws Exception {
            Recorder.start(
                    RecorderOptions.builder(arguments[0])
                            .metrics("n:1")
                            .snapshotEvery(Duration.ofMillis(20))
                            .snapshotShare(1)
                            .build());
            System.out.println("started");
            try (Event _ = Recorder.event("main")) {
                for (int i = 0; ; i++)
                    try (Event _ = Recorder.event("step", Loop.EACH, i);
                            Event in = Recorder.event("in")) {
                        in.add("n", 1);
                        for (long until = System.nanoTime() + 10_000; System.nanoTime() < until; )
                            Thread.onSpinWait();
                    }
            }
        }
    }
}
