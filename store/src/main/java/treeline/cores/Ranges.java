package treeline.cores;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Parallel loop over ranges of rows, with results in row order. Ranges have a fixed size, so that
/// neither results nor the reported error depend on the number of cores. An interrupt of the caller
/// ends a loop between two ranges ([Interrupts]).
public final class Ranges {
    /// About so many cells are worth a task of their own: below it starting one costs more.
    public static final int CELLS_PER_TASK = 1 << 16;

    /// As many cells as wait at once for being put into their column.
    private static final int CELLS_PER_WAVE = 1 << 22;

    private static final int TASKS_PER_CORE = 2;

    private Ranges() {}

    /// Processes the range `[from, to)`.
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T of(int from, int to) throws E;
    }

    /// How many rows a task has, if so many cells are spread evenly over the rows.
    public static int rowsPerTask(int rows, long cells) {
        long tasks = Math.max(1, cells / CELLS_PER_TASK);
        return (int) Math.max(1, Math.ceilDiv(rows, tasks));
    }

    /// How many rows a task has, if each needs an array as long as the call tree: some tasks per
    /// core. Only for results that do not depend on where rows are cut.
    public static int rowsPerTaskWithArrays(int rows) {
        int tasks = TASKS_PER_CORE * Runtime.getRuntime().availableProcessors();
        return Math.max(1, Math.ceilDiv(rows, tasks));
    }

    /// The results of all ranges, in order.
    ///
    /// @throws E of the first range that fails
    public static <T, E extends Exception> List<T> map(int count, int perTask, Work<T, E> work)
            throws E {
        return map(0, count, perTask, work);
    }

    /// Work that stores its results by row.
    @FunctionalInterface
    public interface Step {
        void on(int from, int to);
    }

    /// Does the work on all ranges.
    public static void each(int count, int perTask, Step step) {
        map(
                count,
                perTask,
                (from, to) -> {
                    step.on(from, to);
                    return to;
                });
    }

    /// The same as [#map] for work whose results are large and are put together as they come: some
    /// ranges at a time, so that never all results are there beside what becomes of them.
    ///
    /// @param cells how many cells all results have, about
    /// @param inOrder takes the results of some ranges, on the thread of the caller
    public static <T, E extends Exception> void inWaves(
            int count, long cells, Work<T, E> work, Consumer<List<T>> inOrder) throws E {
        int perTask = rowsPerTask(count, cells);
        long tasks = Math.ceilDiv(count, perTask);
        long waves = Math.clamp(cells / CELLS_PER_WAVE, 1, Math.max(1, tasks));
        long perWave = Math.ceilDiv(tasks, waves) * perTask;
        for (long from = 0; from < count; from += perWave)
            inOrder.accept(map((int) from, (int) Math.min(count, from + perWave), perTask, work));
    }

    private static <T, E extends Exception> List<T> map(
            int first, int end, int perTask, Work<T, E> work) throws E {
        Interrupts.check();
        int tasks = Math.ceilDiv(end - first, perTask);
        if (tasks <= 1) return tasks == 0 ? List.of() : List.of(work.of(first, end));
        var failed = new AtomicInteger(Integer.MAX_VALUE);
        Work<T, E> checked = interruptible(Thread.currentThread(), work);
        List<Outcome<T>> outcomes =
                IntStream.range(0, tasks)
                        .parallel()
                        .mapToObj(task -> outcome(task, first, end, perTask, checked, failed))
                        .toList();
        List<T> results = new ArrayList<>(tasks);
        for (Outcome<T> outcome : outcomes) {
            if (outcome.failure != null) throw Ranges.<E>asThrown(outcome.failure);
            results.add(outcome.result);
        }
        return results;
    }

    /// The threads that share the work are not interrupted: the one that waits for them is.
    private static <T, E extends Exception> Work<T, E> interruptible(
            Thread caller, Work<T, E> work) {
        return (from, to) -> {
            Interrupts.check(caller);
            return work.of(from, to);
        };
    }

    private record Outcome<T>(T result, @Nullable Exception failure) {}

    /// What is behind a range that failed is not worked on any more.
    @SuppressWarnings("NullAway")
    private static <T, E extends Exception> Outcome<T> outcome(
            int task, int first, int end, int perTask, Work<T, E> work, AtomicInteger failed) {
        if (failed.get() < task) return new Outcome<>(null, null);
        int from = (int) (first + (long) task * perTask);
        int to = (int) Math.min(end, (long) from + perTask);
        try {
            return new Outcome<>(work.of(from, to), null);
        } catch (Exception failure) {
            failed.accumulateAndGet(task, Math::min);
            return new Outcome<>(null, failure);
        }
    }

    /// Work throws what it declares, or what is unchecked.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Exception> E asThrown(Exception failure) {
        if (failure instanceof RuntimeException unchecked) throw unchecked;
        return (E) failure;
    }
}
