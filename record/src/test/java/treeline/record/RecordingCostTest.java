package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata;

import java.nio.file.Path;
import java.util.List;

class RecordingCostTest {
    @TempDir Path folder;

    @Test
    void theShareIsCallsTimesCostOfTheBusyTime() {
        assertThat(cost(10_000, 100, 4_000_000).share()).isEqualTo(0.25);
        assertThat(cost(10_000, 100, 400_000).share()).isEqualTo(1);
        assertThat(cost(0, 0, 0).share()).isEqualTo(0);
    }

    @Test
    void onlyMoreThanATenthIsLarge() {
        assertThat(cost(10_000, 100, 10_000_000).isLarge()).isFalse();
        assertThat(cost(10_001, 100, 10_000_000).isLarge()).isTrue();
    }

    @Test
    void eventsWithManyShortCallsAreNamed() {
        RecordingCost cost = recorded(20_000);
        assertThat(cost.calls()).isEqualTo(20_000 + 20_000 / 2 + 100 + 1);
        assertThat(cost.small())
                .containsExactly(
                        new RecordingCost.Small("tiny", 20_000),
                        new RecordingCost.Small("odd", 10_000));
        assertThat(cost.nanosPerCall()).isGreaterThan(0);
        Metadata metadata = cost.in(Metadata.NONE);
        assertThat(metadata.get("recorder.calls")).contains(new Metadata.Value.Whole(30_101));
        assertThat(metadata.keys()).contains("recorder.call.nanos", "recorder.share");
    }

    @Test
    void fewCallsAreNotMeasured() {
        RecordingCost cost = recorded(200);
        assertThat(cost.calls()).isEqualTo(401);
        assertThat(cost.nanosPerCall()).isEqualTo(0);
        assertThat(cost.small()).isEmpty();
        assertThat(cost.in(Metadata.NONE).keys()).isSubsetOf("recorder.cpu.share");
    }

    @Test
    void theCpuTimeOfTheProcessIsStoredAsAShareOfTheRecordedTime() {
        var waits = new RecordingCost(7, 0, 0, 0.04567, List.of());
        assertThat(waits.in(Metadata.NONE).get("recorder.cpu.share"))
                .contains(new Metadata.Value.Real(0.046));
        assertThat(cost(7, 0, 0).in(Metadata.NONE).keys()).isEmpty();
    }

    @Test
    void timeIsThatOfAllThreadsAndOfKeptIterations() throws InterruptedException {
        var clock = new ManualClock();
        Recorder recorder = Recorder.start(clock.options(folder).build());
        Runnable work =
                () -> {
                    try (Event _ = Recorder.event("main")) {
                        clock.pass(5);
                        for (int i = 0; i < 3; i++)
                            try (Event _ = Recorder.event("step", Loop.EACH, i)) {
                                clock.pass(10);
                            }
                    }
                };
        work.run();
        Thread thread = new Thread(work);
        thread.start();
        thread.join();
        recorder.close();
        assertThat(recorder.cost().busyNanos()).isEqualTo(2 * 35);
        assertThat(recorder.cost().calls()).isEqualTo(8);
    }

    @Test
    void threadsThatWaitAreNotBusy() {
        assertThat(RecordingCost.busyNanos(50, 70)).isEqualTo(50);
        assertThat(RecordingCost.busyNanos(90, 70)).isEqualTo(70);
        assertThat(RecordingCost.busyNanos(0, 70)).as("where CPU time is not known").isEqualTo(70);
    }

    /// A hundred blocks of 10 ms, with so many short calls.
    private RecordingCost recorded(int calls) {
        var clock = new ManualClock();
        Recorder recorder = Recorder.start(clock.options(folder).build());
        try (Event _ = Recorder.event("main")) {
            for (int block = 0; block < 100; block++) {
                try (Event _ = Recorder.event("block")) {
                    clock.pass(10_000_000);
                    for (int i = 0; i < calls / 100; i++) {
                        Recorder.event("tiny").close();
                        if (i % 2 == 1) Recorder.event("odd").close();
                    }
                }
            }
        }
        recorder.close();
        return recorder.cost();
    }

    private static RecordingCost cost(long calls, double nanosPerCall, long busyNanos) {
        return new RecordingCost(calls, nanosPerCall, busyNanos, Double.NaN, List.of());
    }
}
