package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.Recorder;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// What almost every Java program is: a main thread that hands work to a pool. What is shown of it
/// by default agrees with stopwatches in the program.
class StopwatchTest {
    private static final int STEPS = 3;
    private static final int TASKS = 8;
    private static final int TASK_MILLIS = 5;

    /// A region by two stopwatches, one started inside of it and one around it: what is recorded
    /// lies between them, however busy the machine is.
    private record Watched(long insideNanos, long aroundNanos) {
        void holds(double recordedNanos) {
            assertThat(recordedNanos).isBetween((double) insideNanos, (double) aroundNanos);
        }
    }

    @TempDir Path folder;

    @Test
    void aPoolOfThreadsDividesNoTime() throws Exception {
        Path recording = folder.resolve("run");
        Watched main = record(recording, Executors.newFixedThreadPool(4));
        Numbers numbers = Numbers.of(loaded(recording), "time");
        int[] nodes = nodes(numbers);
        double[] elapsed = numbers.elapsed(Reduction.MEAN).orElseThrow();
        double[] all = numbers.inclusive(Reduction.MEAN);

        main.holds(elapsed[nodes[0]]);
        assertThat(elapsed[nodes[1]]).isLessThanOrEqualTo(elapsed[nodes[0]]);
        assertThat(all[nodes[2]]).isGreaterThanOrEqualTo(STEPS * TASKS * TASK_MILLIS * 1e6);
        assertThat(all[nodes[1]]).isGreaterThanOrEqualTo(all[nodes[2]]);
        assertThat(all[nodes[0]]).isGreaterThanOrEqualTo(all[nodes[1]]);
        assertThat(numbers.total(all)).isEqualTo(all[nodes[0]]);
        assertThat(numbers.imbalance(Scope.EXCLUSIVE)[nodes[1]]).isEqualTo(1);
    }

    @Test
    void virtualThreadsDivideNoTime() throws Exception {
        Path recording = folder.resolve("run");
        Watched main = record(recording, Executors.newVirtualThreadPerTaskExecutor());
        Numbers numbers = Numbers.of(loaded(recording), "time");
        main.holds(numbers.elapsed(Reduction.MEAN).orElseThrow()[nodes(numbers)[0]]);
    }

    private static Watched record(Path output, ExecutorService pool) throws Exception {
        long inside;
        long around;
        try (pool;
                Recorder _ = Recorder.start(output.toString())) {
            long before = System.nanoTime();
            try (Event _ = Recorder.event("main")) {
                long entered = System.nanoTime();
                for (int i = 0; i < STEPS; i++)
                    try (Event _ = Recorder.event("step", Loop.EACH, i)) {
                        runTasks(pool);
                    }
                inside = System.nanoTime() - entered;
            }
            around = System.nanoTime() - before;
        }
        return new Watched(inside, around);
    }

    private static void runTasks(ExecutorService pool) throws Exception {
        List<Future<?>> tasks = new ArrayList<>();
        for (int task = 0; task < TASKS; task++)
            tasks.add(pool.submit(Recorder.attached(StopwatchTest::work)));
        for (Future<?> task : tasks) task.get();
    }

    private static void work() {
        try (Event _ = Recorder.event("work")) {
            Thread.sleep(TASK_MILLIS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static Profile loaded(Path recording) throws IOException {
        try (ProfileSource source = Formats.all().open(recording.toString())) {
            return source.load(Slice.summed());
        }
    }

    private static int[] nodes(Numbers numbers) {
        return new int[] {
            numbers.tree().at("main"),
            numbers.tree().at("main/step"),
            numbers.tree().at("main/step/work")
        };
    }
}
