package treeline.bench.record.mpi;

import treeline.examples.Example;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.mpi.Comm;
import treeline.record.mpi.Mpi;
import treeline.record.mpi.Reduction;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// How much longer does an example take that is recorded? One rank that executes it again and again
/// in the same warm JVM, by turns recorded and not. Measured is each execution between two
/// barriers; recorders start and end outside.
///
/// Pairs of short executions (a twentieth of a second) compare no recorder with one: the speed of a
/// machine that others use changes slower than that. Pairs of long ones (a second) compare a
/// recorder with one that takes snapshots. A snapshot writes all that was recorded, so both are
/// preceded by the events of a longer run: the same program on each rank alone, as small as it
/// gets, which costs little beside its events.
///
/// Arguments: those of [Plan]. Prints, in seconds, `first START END` of the first recorder in the
/// process, `on WITHOUT WITH CPU_WITHOUT CPU_WITH` for each pair with the CPU time of the threads
/// that record, `snapshots WITHOUT WITH CPU_WITHOUT CPU_WITH NUMBER` with that of the processes and
/// how many snapshots there were, and `again START END` for the later recorders, in the median. The
/// recording that is left has one long execution.
final class OverheadProgram {
    static final double SNAPSHOT_SECONDS = 0.3;

    /// How many short executions are a long one.
    static final int PARTS = 20;

    private static final int WARM_UP_ROUNDS = 2;
    private static final String SNAPSHOT = "snapshot-";

    /// How an execution is recorded.
    private enum Recording {
        OFF,
        ON,
        SNAPSHOTS
    }

    /// @param rounds pairs of long executions; there are more short ones ([#PARTS])
    /// @param earlier how many long executions the recorder has seen before the one that is
    ///   measured
    /// @param options of an execution, without `counted`
    /// @param smallest the same for the least work with the same events
    /// @param counted the option that says how often the events come
    /// @param count its value for a long execution
    record Plan(
            String example,
            String folder,
            int rounds,
            int earlier,
            String options,
            String smallest,
            String counted,
            int count) {

        static Plan of(String... words) {
            return new Plan(
                    words[0],
                    words[1],
                    Integer.parseInt(words[2]),
                    Integer.parseInt(words[3]),
                    words[4],
                    words[5],
                    words[6],
                    Integer.parseInt(words[7]));
        }

        String[] words() {
            return new String[] {
                example, folder, "" + rounds, "" + earlier, options, smallest, counted, "" + count
            };
        }

        String[] shortExecution() {
            return arguments(options, count / PARTS, folder);
        }

        String[] longExecution() {
            return arguments(options, count, folder);
        }

        String[] earlierEvents(int rank) {
            return arguments(smallest, earlier * count, folder + "-rank" + rank);
        }

        private String[] arguments(String some, int times, String output) {
            return "%s --%s %d --output %s".formatted(some, counted, times, output).split(" ");
        }
    }

    /// What one execution took, with its recorder. CPU times are those of all ranks.
    private record Execution(
            double startSeconds,
            double seconds,
            double threadSeconds,
            double processSeconds,
            double endSeconds,
            int snapshots) {}

    private record Pair(Execution without, Execution with) {}

    private final Plan plan;
    private final Example example;
    private final Comm comm;

    private OverheadProgram(Plan plan, Comm comm) {
        this.plan = plan;
        this.example = Example.named(plan.example);
        this.comm = comm;
    }

    public static void main(String[] arguments) throws Exception {
        try (Comm comm = Mpi.world()) {
            new OverheadProgram(Plan.of(arguments), comm).run();
        }
    }

    private void run() throws Exception {
        Execution first = after(Recording.ON);
        print("first %.6f %.6f", first.startSeconds, first.endSeconds);
        if (plan.rounds > 0) {
            for (int i = -WARM_UP_ROUNDS * PARTS; i < plan.rounds * PARTS; i++) compareOff(i);
            compareSnapshots();
        }
        execution(Recording.ON, plan.longExecution());
    }

    private void compareOff(int round) throws Exception {
        Pair pair = pair(round, this::alone, Recording.OFF, Recording.ON);
        if (round >= 0)
            print(
                    "on %.6f %.6f %.6f %.6f",
                    pair.without.seconds,
                    pair.with.seconds,
                    pair.without.threadSeconds,
                    pair.with.threadSeconds);
    }

    private void compareSnapshots() throws Exception {
        List<Double> starts = new ArrayList<>();
        List<Double> ends = new ArrayList<>();
        for (int round = -WARM_UP_ROUNDS; round < plan.rounds; round++) {
            Pair pair = pair(round, this::after, Recording.ON, Recording.SNAPSHOTS);
            if (round < 0) continue;
            if (pair.with.snapshots < 1)
                throw new IllegalStateException(
                        "executions of %s took less than %s s, so that there were no snapshots"
                                .formatted(plan.example, SNAPSHOT_SECONDS));
            starts.add(pair.without.startSeconds);
            ends.add(pair.without.endSeconds);
            print(
                    "snapshots %.6f %.6f %.6f %.6f %d",
                    pair.without.seconds,
                    pair.with.seconds,
                    pair.without.processSeconds,
                    pair.with.processSeconds,
                    pair.with.snapshots);
        }
        print("again %.6f %.6f", new Sample(starts).median(), new Sample(ends).median());
    }

    private interface Executed {
        Execution by(Recording recording) throws Exception;
    }

    /// Neither is always the first.
    private static Pair pair(int round, Executed executed, Recording without, Recording with)
            throws Exception {
        if (round % 2 == 0) return new Pair(executed.by(without), executed.by(with));
        Execution second = executed.by(with);
        return new Pair(executed.by(without), second);
    }

    private Execution alone(Recording recording) throws Exception {
        return execution(recording, plan.shortExecution());
    }

    private Execution after(Recording recording) throws Exception {
        return execution(recording, plan.longExecution(), plan.earlierEvents(comm.rank()));
    }

    private Execution execution(Recording recording, String[] arguments, String... earlier)
            throws Exception {
        long start = together();
        Recorder recorder = Recorder.start(options(recording), comm);
        double startSeconds = secondsSince(start);
        if (earlier.length > 0) example.compute(Mpi.serial(), earlier);
        System.gc(); // so that each finds the same heap
        if (recording == Recording.SNAPSHOTS) awaitSnapshot();
        int snapshots = snapshots();
        long process = processNanos();
        start = together();
        long thread = threadNanos();
        example.compute(comm, arguments);
        double threadSeconds = (threadNanos() - thread) / 1e9;
        double seconds = secondsSince(start);
        double processSeconds = (processNanos() - process) / 1e9;
        int taken = (int) comm.allreduce(snapshots() - snapshots, Reduction.SUM);
        start = together();
        recorder.close();
        double endSeconds = secondsSince(start);
        return new Execution(
                startSeconds,
                seconds,
                comm.allreduce(threadSeconds, Reduction.SUM),
                comm.allreduce(processSeconds, Reduction.SUM),
                endSeconds,
                taken);
    }

    private RecorderOptions options(Recording recording) {
        Duration interval =
                recording == Recording.SNAPSHOTS
                        ? Duration.ofMillis(Math.round(1e3 * SNAPSHOT_SECONDS))
                        : Duration.ZERO;
        return example.recorderOptions(plan.longExecution())
                .with()
                .enabled(recording != Recording.OFF)
                .snapshotEvery(interval)
                .build();
    }

    private long together() {
        comm.barrier();
        return System.nanoTime();
    }

    private double secondsSince(long start) {
        comm.barrier();
        return (System.nanoTime() - start) / 1e9;
    }

    /// Waits until one has just been written, so that the next is a whole interval away: an
    /// execution holds whole snapshots only.
    private void awaitSnapshot() throws IOException, InterruptedException {
        if (comm.rank() > 0) return;
        int before = snapshots();
        while (snapshots() == before) Thread.sleep(1);
    }

    /// How many this recorder has written: they are numbered, and the newest are still there.
    private int snapshots() throws IOException {
        if (comm.rank() > 0) return 0;
        try (Stream<Path> all = Files.list(Path.of(plan.folder))) {
            return all.map(each -> each.getFileName().toString())
                    .filter(name -> name.startsWith(SNAPSHOT))
                    .mapToInt(name -> Integer.parseInt(name.substring(SNAPSHOT.length())))
                    .max()
                    .orElse(0);
        }
    }

    private static long threadNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long processNanos() {
        return ((com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private void print(String format, Object... values) {
        if (comm.rank() == 0) Print.line(format, values);
    }
}
