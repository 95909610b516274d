package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.numbers.Locations;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/// How much an engine does at once, and how it ends.
class LocalEngineLimitsTest {
    @AfterEach
    void clearTheInterrupt() {
        Thread.interrupted();
    }

    @Test
    void anEngineHasAThreadAtLeast() {
        assertThatThrownBy(() -> LocalEngine.of(0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an engine without threads");
        assertThat(LocalEngine.of(1, 1)).isNotNull();
    }

    /// Four parts of 10 values with 48 bytes each, the largest has 480 bytes.
    @Test
    void asManyPartsAreInMemoryAsFitIntoIt() throws IOException {
        PartitionedSource four = PlannedSource.of("values 9 10 8 7\nblocks 0 1 2 3").parts(1);
        assertThat(LocalEngine.of(8, 3 * 480).atOnce(four)).isEqualTo(3);
        assertThat(LocalEngine.of(8, 3 * 480 - 1).atOnce(four)).isEqualTo(2);
        assertThat(LocalEngine.of(8, 0).atOnce(four)).isEqualTo(1);
    }

    @Test
    void noMorePartsAreInMemoryThanThereAreThreadsOrParts() throws IOException {
        PartitionedSource four = PlannedSource.of("values 1 1 1 1\nblocks 0 1 2 3").parts(1);
        assertThat(LocalEngine.of(3, Long.MAX_VALUE).atOnce(four)).isEqualTo(3);
        assertThat(LocalEngine.of(8, Long.MAX_VALUE).atOnce(four)).isEqualTo(4);
        PartitionedSource empty = PlannedSource.of("values 0 0\nblocks 0 1").parts(1);
        assertThat(LocalEngine.of(8, 100).atOnce(empty)).isEqualTo(1);
    }

    @Test
    void partsTakeHalfOfTheHeapByDefault() throws IOException {
        long half = Runtime.getRuntime().maxMemory() / 2 / 48;
        int processors = Runtime.getRuntime().availableProcessors();
        assertThat(LocalEngine.withDefaults().atOnce(three(half / 2)))
                .isEqualTo(Math.min(2, processors));
        assertThat(LocalEngine.withDefaults().atOnce(three(half / 2 + 1))).isEqualTo(1);
    }

    private static PartitionedSource three(long values) throws IOException {
        return PlannedSource.of("values %1$d %1$d %1$d\nblocks 0 1 2".formatted(values)).parts(1);
    }

    @Test
    void resultsComeInTheOrderOfTheTasks() throws IOException {
        List<Engine.Task<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            int task = i;
            tasks.add(() -> task);
        }
        List<Integer> results = new ArrayList<>();
        LocalEngine.of(3, 1).map(tasks, results::add);
        assertThat(results).isEqualTo(IntStream.range(0, 50).boxed().toList());
    }

    /// Tasks are taken from the list when they are started.
    @Test
    void fourTasksPerThreadAreAheadOfTheResults() throws IOException {
        for (int threads = 1; threads <= 2; threads++) {
            var tasks = new CountedTasks(12);
            List<Integer> taken = new ArrayList<>();
            LocalEngine.of(threads, 1).map(tasks, _ -> taken.add(tasks.taken));
            int ahead = 4 * threads;
            assertThat(taken)
                    .isEqualTo(
                            IntStream.range(0, 12)
                                    .map(result -> Math.min(12, result + ahead + 1))
                                    .boxed()
                                    .toList());
        }
    }

    private static final class CountedTasks extends AbstractList<Engine.Task<Integer>> {
        private final int size;
        private int taken;

        CountedTasks(int size) {
            this.size = size;
        }

        @Override
        public Engine.Task<Integer> get(int index) {
            taken++;
            return () -> index;
        }

        @Override
        public int size() {
            return size;
        }
    }

    @Test
    void theFailureOfATaskIsPassedOn() {
        List<Throwable> failures =
                List.of(new IOException("disk"), new IllegalStateException("no"), new Error("bad"));
        for (Throwable failure : failures)
            assertThatThrownBy(() -> map(() -> sneakily(failure))).isSameAs(failure);
        assertThatThrownBy(() -> map(() -> sneakily(new Exception("checked"))))
                .isInstanceOf(IOException.class)
                .hasRootCauseMessage("checked");
    }

    private static void map(Engine.Task<Integer> task) throws IOException {
        LocalEngine.of(1, 1).map(List.of(task), _ -> {});
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> Integer sneakily(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    void anInterruptEndsTheWaitForATask() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> map(LocalEngineLimitsTest::spinUntilInterrupted))
                .isInstanceOf(ClosedByInterruptException.class);
    }

    @Test
    void anInterruptAfterTheLastTaskIsKept() throws IOException {
        LocalEngine.of(1, 1)
                .map(
                        List.<Engine.Task<Integer>>of(() -> 1),
                        _ -> Thread.currentThread().interrupt());
        assertThat(Thread.interrupted()).isTrue();
        map(() -> 1);
        assertThat(Thread.interrupted()).isFalse();
    }

    /// The threads on which parts were mapped.
    private static final Queue<Thread> MAPPED_ON = new ConcurrentLinkedQueue<>();

    private static void run(LocalEngine engine) throws IOException {
        PartitionedSource parts = PlannedSource.of("values 1 1 1 1\nblocks 0 1 2 3").parts(1);
        Metric time = parts.pieces().getFirst().source().outline().metric("time");
        MAPPED_ON.clear();
        engine.run(
                MomentsByNode.of(List.of(time), Locations.By.RANK)
                        .after(
                                part -> {
                                    MAPPED_ON.add(Thread.currentThread());
                                    return part;
                                }),
                parts);
    }

    @Test
    void withOnePartAtATimeTheCallingThreadDoesTheWork() throws IOException {
        run(LocalEngine.of(4, 0));
        assertThat(MAPPED_ON).hasSize(4).containsOnly(Thread.currentThread());
    }

    @Test
    void theThreadsOfPartsEndWithTheRun() throws Exception {
        run(LocalEngine.of(2, Long.MAX_VALUE));
        assertThat(MAPPED_ON).hasSize(4).doesNotContain(Thread.currentThread());
        for (Thread each : MAPPED_ON) requireEnd(each);
    }

    @Test
    void theThreadsOfTasksEndWithTheLastTask() throws Exception {
        MAPPED_ON.clear();
        map(
                () -> {
                    MAPPED_ON.add(Thread.currentThread());
                    return 1;
                });
        requireEnd(MAPPED_ON.remove());
    }

    /// Its pool has ended, so the thread is about to end if it did not yet.
    private static void requireEnd(Thread thread) throws InterruptedException {
        assertThat(thread.join(Duration.ofSeconds(5))).isTrue();
    }

    private static final CountDownLatch STARTED = new CountDownLatch(1);
    private static volatile boolean hasEnded;

    /// The second task goes on until it is interrupted.
    @Test
    void noTaskGoesOnAfterAFailure() {
        List<Engine.Task<Integer>> tasks =
                List.of(
                        () -> {
                            awaitTheStart();
                            throw new IllegalStateException("no");
                        },
                        LocalEngineLimitsTest::untilInterrupted);
        assertThatThrownBy(() -> LocalEngine.of(2, 1).map(tasks, _ -> {})).hasMessage("no");
        assertThat(hasEnded).isTrue();
    }

    private static void awaitTheStart() {
        try {
            STARTED.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private static int untilInterrupted() {
        STARTED.countDown();
        int result = spinUntilInterrupted();
        hasEnded = true;
        return result;
    }

    /// The engine interrupts its tasks when it gives up.
    private static int spinUntilInterrupted() {
        while (!Thread.interrupted()) Thread.onSpinWait();
        return 1;
    }
}
