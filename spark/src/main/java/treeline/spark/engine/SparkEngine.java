package treeline.spark.engine;

import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.LongAccumulator;

import treeline.aggregate.Aggregation;
import treeline.aggregate.Engine;
import treeline.aggregate.PartitionedSource;

import java.io.IOException;
import java.io.Serializable;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// The engine for Apache Spark clusters. Each task aggregates consecutive parts of a run; the sums
/// of tasks are merged in the order of parts, in groups on the cluster and finally on the driver.
/// Results therefore do not depend on timing, and the driver holds few sums at a time.
public final class SparkEngine implements Engine {
    /// Tasks for each core: one that is slow, or lost with its machine, delays little.
    private static final int TASKS_PER_CORE = 3;

    /// About what a core adds up in half a second. Right after it connects, Spark knows few of the
    /// cores of its cluster, so a large run has tasks by its size.
    private static final long VALUES_PER_TASK = 8_000_000;

    /// So many sums go to the driver; more are merged on the cluster first.
    private static final int MAX_AT_DRIVER = 16;

    private static final long LOOK_MILLIS = 50;

    private final JavaSparkContext spark;

    /// An engine on a cluster that the caller connected to, and closes.
    public SparkEngine(JavaSparkContext spark) {
        this.spark = spark;
    }

    @Override
    public <P, S extends Serializable, R> R run(
            Aggregation<P, S, R> aggregation, PartitionedSource work, Progress progress)
            throws IOException {
        if (Thread.interrupted()) throw new ClosedByInterruptException();
        return whileConnected(() -> sum(aggregation, work, progress));
    }

    private <P, S extends Serializable, R> R sum(
            Aggregation<P, S, R> aggregation, PartitionedSource work, Progress progress)
            throws IOException {
        List<TaskPartition> shares = TaskPartition.of(work, tasks(work));
        Broadcast<Aggregation<P, S, R>> question = spark.broadcast(aggregation);
        LongAccumulator added = spark.sc().longAccumulator();
        try {
            JavaRDD<Result<S>> sums =
                    results(
                            IntStream.range(0, shares.size())
                                    .mapToObj(i -> new Sum<>(shares.get(i), question, added))
                                    .toList());
            var reported = new Reported(work.values(), progress);
            S sum = aggregation.zero();
            for (Result<S> each :
                    collected(merged(sums, question), () -> reported.upTo(added.value())))
                sum = aggregation.merge(sum, each.get());
            reported.upTo(work.values());
            return aggregation.finish(sum);
        } finally {
            if (!spark.sc().isStopped()) question.destroy();
        }
    }

    private interface Answer<T> {
        T get() throws IOException;
    }

    /// Spark stops its context when it cannot reach the master or start executors. Whichever call
    /// comes next fails then, with an exception that says no more than that.
    private <T> T whileConnected(Answer<T> answer) throws IOException {
        try {
            return answer.get();
        } catch (IllegalStateException failed) {
            if (spark.sc().isStopped()) throw ClusterFailure.ofStopped(failed);
            throw failed;
        }
    }

    private int tasks(PartitionedSource work) {
        int forCores = spark.defaultParallelism() * TASKS_PER_CORE;
        return Math.max(forCores, Math.toIntExact(work.values() / VALUES_PER_TASK));
    }

    /// The sum over one partition.
    private record Sum<P, S extends Serializable, R>(
            TaskPartition share, Broadcast<Aggregation<P, S, R>> question, LongAccumulator added)
            implements Task<S> {
        @Override
        public S run() throws IOException {
            return share.sum(question.value(), added::add);
        }
    }

    @Override
    public <R extends Serializable> void map(List<? extends Task<R>> tasks, Consumer<R> next)
            throws IOException {
        List<Result<R>> found = whileConnected(() -> collected(results(tasks), () -> {}));
        for (Result<R> each : found) next.accept(each.get());
    }

    /// What tasks find, in their order. Each is sent to where it runs, and nowhere else.
    private <R extends Serializable> JavaRDD<Result<R>> results(List<? extends Task<R>> tasks) {
        List<Numbered<R>> numbered = new ArrayList<>();
        String version = Version.text();
        for (Task<R> task : tasks) numbered.add(new Numbered<>(numbered.size(), task, version));
        return spark.parallelize(numbered, Math.max(1, numbered.size())).map(Numbered::result);
    }

    private record Numbered<R extends Serializable>(int index, Task<R> task, String version)
            implements Serializable {
        Result<R> result() {
            return Result.of(
                    index,
                    () -> {
                        Version.require(version);
                        return task.run();
                    });
        }
    }

    /// Sums of consecutive shares as one, where there are many.
    private static <P, S extends Serializable, R> JavaRDD<Result<S>> merged(
            JavaRDD<Result<S>> sums, Broadcast<Aggregation<P, S, R>> question) {
        int shares = sums.getNumPartitions();
        if (shares <= MAX_AT_DRIVER) return sums;
        int together = Math.ceilDiv(shares, MAX_AT_DRIVER);
        int groups = Math.ceilDiv(shares, together);
        return sums.groupBy(sum -> sum.index() / together, groups)
                .map(group -> merged(group._1(), group._2(), question.value()));
    }

    private static <P, S extends Serializable, R> Result<S> merged(
            int index, Iterable<Result<S>> group, Aggregation<P, S, R> aggregation) {
        List<Result<S>> inOrder = new ArrayList<>();
        group.forEach(inOrder::add);
        inOrder.sort(Comparator.comparingInt(Result::index));
        return Result.of(
                index,
                () -> {
                    S sum = aggregation.zero();
                    for (Result<S> each : inOrder) sum = aggregation.merge(sum, each.get());
                    return sum;
                });
    }

    /// All results, in order, once they are there.
    ///
    /// @param look is called now and then while the cluster works
    private static <R extends Serializable> List<Result<R>> collected(
            JavaRDD<Result<R>> results, Runnable look) throws IOException {
        if (Thread.interrupted()) throw new ClosedByInterruptException();
        JavaFutureAction<List<Result<R>>> job = results.collectAsync();
        try {
            while (!job.isDone()) {
                look.run();
                waitFor(job);
            }
            return job.get().stream().sorted(Comparator.comparingInt(Result::index)).toList();
        } catch (InterruptedException stopped) {
            job.cancel(true);
            throw new ClosedByInterruptException();
        } catch (ExecutionException failed) {
            throw ClusterFailure.of(failed);
        }
    }

    private static void waitFor(JavaFutureAction<?> job)
            throws InterruptedException, ExecutionException {
        try {
            job.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException working) {
            // so it is looked at once more
        }
    }

    /// The reported progress; tasks that ran twice count once.
    private static final class Reported {
        private final long all;
        private final Progress progress;
        private long reported;

        Reported(long all, Progress progress) {
            this.all = all;
            this.progress = progress;
        }

        void upTo(long values) {
            long more = Math.min(values, all) - reported;
            if (more <= 0) return;
            reported += more;
            progress.added(more);
        }
    }
}
