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
/// in the same warm JVM, between two barriers each time.
///
/// Pairs of short executions (a hundredth of a second) compare a recorder that pauses with one that
/// records: the speed of a machine that others use changes slower than that. Pairs of longer ones
/// compare a recorder between two snapshots with the same recorder during one. What a snapshot
/// takes depends on what was recorded before it and since the last one, so these are preceded by
/// the events of a longer run, and each snapshot by those of two seconds: the same program on each
/// rank alone, as small as it gets, which costs little beside its events. Meanwhile the recorder
/// pauses.
///
/// Arguments: those of [Plan]. Prints, in seconds, `first START END` of the first recorder in the
/// process, `on WITHOUT WITH CPU_WITHOUT CPU_WITH` for each pair with the CPU time of the threads
/// that record, `snapshots WITHOUT WITH CPU_WITHOUT CPU_WITH` with that of the processes, `apart
/// SECONDS` of snapshots that are asked for every two seconds, and `again START END` for the later
/// recorders, in the median. The recording that is left has one short execution.
final class OverheadProgram {
    /// How many short executions there are for a pair of longer ones.
    static final int PARTS = 60;

    static final double ASKED_SECONDS = 2;

    private static final int EVENTS_PER_SECOND = 10_000;
    private static final int SHORT_EVENTS = 100;

    /// After so many pairs a new recorder starts: what it holds must not grow without end.
    private static final int PAIRS_OF_RECORDER = 100;

    private static final int SNAPSHOT_PAIRS_OF_RECORDER = 10;
    private static final int WARM_UP_PAIRS = 5;
    private static final int WARM_UP_RECORDERS = 3;

    private static final double SNAPSHOT_SECONDS = 1;
    private static final double LONGER_SECONDS = 0.3;
    private static final int SNAPSHOTS_APART = 3;

    /// How long before the next snapshot is shown the execution begins that is to hold it. Before
    /// each there is a shorter one: a core that has slept is slow at first.
    private static final double AHEAD_SECONDS = 0.15;

    private static final int AWAKENING = 4;
    private static final double AWAKENING_SECONDS = LONGER_SECONDS / AWAKENING;

    private static final String SNAPSHOT = "snapshot-";
    private static final String BEGUN = "." + SNAPSHOT;

    /// @param rounds pairs of longer executions; there are more short ones ([#PARTS])
    /// @param earlierSeconds how long the recorder has seen events before longer executions
    /// @param options of an execution, without `counted`
    /// @param smallest the same for the least work with the same events
    /// @param counted the option that says how often the events come
    /// @param perSecond its value for 10,000 events of a rank
    record Plan(
            String example,
            String folder,
            int rounds,
            int earlierSeconds,
            String options,
            String smallest,
            String counted,
            int perSecond) {

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
                example,
                folder,
                "" + rounds,
                "" + earlierSeconds,
                options,
                smallest,
                counted,
                "" + perSecond
            };
        }

        String[] shortExecution() {
            int count = Math.ceilDiv(perSecond * SHORT_EVENTS, EVENTS_PER_SECOND);
            return arguments(options, count, folder);
        }

        String[] events(double seconds, int rank) {
            return arguments(smallest, (int) (seconds * perSecond), folder + "-rank" + rank);
        }

        private String[] arguments(String some, int times, String output) {
            return "%s --%s %d --output %s".formatted(some, counted, times, output).split(" ");
        }
    }

    /// What one execution took. CPU times are those of all ranks.
    private record Execution(double seconds, double threadSeconds, double processSeconds) {}

    private record Pair(Execution without, Execution with) {}

    private final Plan plan;
    private final Example example;
    private final Comm comm;
    private final List<Double> starts = new ArrayList<>();
    private final List<Double> ends = new ArrayList<>();

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
        close(afterEarlierEvents(options(0)));
        print("first %.6f %.6f", starts.removeFirst(), ends.removeFirst());
        if (plan.rounds > 0) {
            compareSnapshots(partsOf(LONGER_SECONDS, comparePauses()));
            print("apart %.6f", secondsApart());
            print("again %.6f %.6f", new Sample(starts).median(), new Sample(ends).median());
        }
        Recorder last = start(options(0));
        execution(1);
        close(last);
    }

    /// Prints the pairs.
    ///
    /// @return how long a short execution takes
    private double comparePauses() throws Exception {
        List<Double> seconds = new ArrayList<>();
        int pairs = plan.rounds * PARTS;
        for (int recorders = -WARM_UP_RECORDERS; seconds.size() < pairs; recorders++) {
            Recorder recorder = start(options(0));
            for (int i = -WARM_UP_PAIRS; i < PAIRS_OF_RECORDER && seconds.size() < pairs; i++) {
                Pair pair = pauseOrRecord(recorder, i % 2 == 0);
                if (recorders < 0 || i < 0) continue;
                seconds.add(pair.without.seconds);
                print(
                        "on %.6f %.6f %.6f %.6f",
                        pair.without.seconds,
                        pair.with.seconds,
                        pair.without.threadSeconds,
                        pair.with.threadSeconds);
            }
            close(recorder);
        }
        return new Sample(seconds).median();
    }

    /// Neither is always the first.
    private Pair pauseOrRecord(Recorder recorder, boolean pausesFirst) throws Exception {
        if (pausesFirst) return new Pair(paused(recorder), execution(1));
        Execution with = execution(1);
        return new Pair(paused(recorder), with);
    }

    private Execution paused(Recorder recorder) throws Exception {
        recorder.pause();
        Execution without = execution(1);
        recorder.resume();
        return without;
    }

    /// The same on all ranks.
    private int partsOf(double seconds, double partSeconds) {
        return (int) comm.allreduce(Math.ceil(seconds / partSeconds), Reduction.MAX);
    }

    private void compareSnapshots(int parts) throws Exception {
        int found = 0;
        int missed = 0;
        while (found < plan.rounds) {
            Recorder recorder = afterEarlierEvents(atEveryInterval());
            recorder.pause();
            awaitSnapshot();
            for (int i = 0; i < SNAPSHOT_PAIRS_OF_RECORDER && found < plan.rounds; i++) {
                if (betweenAndDuring(recorder, parts)) found++;
                else if (++missed > 2 * plan.rounds)
                    throw new IllegalStateException(
                            "%d of %d executions of %s did not hold one whole snapshot"
                                    .formatted(missed, missed + found, plan.example));
            }
            close(recorder);
        }
        print("missed %d", missed);
    }

    /// Prints a pair, if one execution held no part of a snapshot and the other a whole one.
    private boolean betweenAndDuring(Recorder recorder, int parts) throws Exception {
        awaitSnapshot();
        long shown = System.nanoTime();
        int before = snapshots();
        execution(parts / AWAKENING);
        Execution without = execution(parts);
        boolean isPair = snapshots() == before && !isSnapshotBegun();
        recorder.resume();
        computeAlone(ASKED_SECONDS);
        recorder.pause();
        sleepUntil(shown + (long) (1e9 * (SNAPSHOT_SECONDS - AHEAD_SECONDS - AWAKENING_SECONDS)));
        execution(parts / AWAKENING);
        isPair &= !isSnapshotBegun();
        Execution with = execution(parts);
        isPair &= comm.rank() > 0 || snapshots() == before + 1;
        if (comm.allreduce(isPair ? 0 : 1, Reduction.SUM) > 0) return false;
        print(
                "snapshots %.6f %.6f %.6f %.6f",
                without.seconds, with.seconds, without.processSeconds, with.processSeconds);
        return true;
    }

    /// How far apart snapshots are whose share of the run is as it usually is.
    private double secondsApart() throws Exception {
        Recorder recorder = afterEarlierEvents(options(ASKED_SECONDS));
        computeUntilSnapshot(1);
        long start = System.nanoTime();
        computeUntilSnapshot(1 + SNAPSHOTS_APART);
        double seconds = (System.nanoTime() - start) / 1e9;
        close(recorder);
        return seconds / SNAPSHOTS_APART;
    }

    private void computeUntilSnapshot(int number) throws Exception {
        while (comm.allreduce(snapshots(), Reduction.MAX) < number) execution(1);
    }

    private Recorder start(RecorderOptions options) {
        long start = together();
        Recorder recorder = Recorder.start(options, comm);
        starts.add(secondsSince(start));
        return recorder;
    }

    private void close(Recorder recorder) {
        long start = together();
        recorder.close();
        ends.add(secondsSince(start));
    }

    private Recorder afterEarlierEvents(RecorderOptions options) throws Exception {
        Recorder recorder = start(options);
        computeAlone(plan.earlierSeconds);
        return recorder;
    }

    /// The events of so many seconds.
    private void computeAlone(double seconds) throws Exception {
        example.compute(Mpi.serial(), plan.events(seconds, comm.rank()));
    }

    private RecorderOptions options(double snapshotSeconds) {
        return example.recorderOptions(plan.shortExecution())
                .with()
                .snapshotEvery(Duration.ofMillis(Math.round(1e3 * snapshotSeconds)))
                .build();
    }

    private RecorderOptions atEveryInterval() {
        return options(SNAPSHOT_SECONDS).with().snapshotShare(1).build();
    }

    /// So many short executions one after the other.
    private Execution execution(int parts) throws Exception {
        String[] arguments = plan.shortExecution();
        long process = processNanos();
        long start = together();
        long thread = threadNanos();
        for (int part = 0; part < parts; part++) example.compute(comm, arguments);
        double threadSeconds = (threadNanos() - thread) / 1e9;
        double seconds = secondsSince(start);
        double processSeconds = (processNanos() - process) / 1e9;
        return new Execution(
                seconds,
                comm.allreduce(threadSeconds, Reduction.SUM),
                comm.allreduce(processSeconds, Reduction.SUM));
    }

    private long together() {
        comm.barrier();
        return System.nanoTime();
    }

    private double secondsSince(long start) {
        comm.barrier();
        return (System.nanoTime() - start) / 1e9;
    }

    /// Waits until one has just been written.
    private void awaitSnapshot() throws IOException, InterruptedException {
        int before = snapshots();
        while (comm.rank() == 0 && snapshots() == before) Thread.sleep(1);
        comm.barrier();
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        long left = nanos - System.nanoTime();
        if (left > 0) Thread.sleep(Duration.ofNanos(left));
    }

    /// How many this recorder has written, as rank 0 knows: they are numbered, and the newest are
    /// still there.
    private int snapshots() throws IOException {
        return files().stream()
                .filter(name -> name.startsWith(SNAPSHOT))
                .mapToInt(name -> Integer.parseInt(name.substring(SNAPSHOT.length())))
                .max()
                .orElse(0);
    }

    private boolean isSnapshotBegun() throws IOException {
        return files().stream().anyMatch(name -> name.startsWith(BEGUN));
    }

    /// Of the recording, on rank 0.
    private List<String> files() throws IOException {
        if (comm.rank() > 0) return List.of();
        try (Stream<Path> all = Files.list(Path.of(plan.folder))) {
            return all.map(each -> each.getFileName().toString()).toList();
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
