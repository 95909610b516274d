package treeline.bench.record.mpi;

import treeline.examples.Collectives;
import treeline.examples.Example;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.record.mpi.Mpi;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.SoloCommunicator;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
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
/// records: the speed of a machine that others use changes slower than that. For snapshots they
/// follow each other without a rest, recorded as far as there are no more than 10,000 events a
/// second, and those that one touched are compared with others near it ([Steps]). Start and end of
/// the first recorder come with the events of a longer run: the same program on each rank alone, as
/// small as it gets, which costs little beside its events.
///
/// Arguments: those of [Plan]. Prints, in seconds, `first START END` of the first recorder in the
/// process, `on WITHOUT WITH CPU_WITHOUT CPU_WITH` for each pair with the CPU time of the threads
/// that record, `early WITHOUT WITH CPU` for the first snapshots of the process with that of the
/// threads that write them, `snapshots` the same for later ones, when Java has compiled their code,
/// `apart SECONDS` of snapshots whose share of the run is as it usually is, and `again START END`
/// for the later recorders, in the median. CPU times are those of all ranks. The recording that is
/// left has one short execution.
final class OverheadProgram {
    static final double ASKED_SECONDS = 2;

    private static final int EVENTS_PER_SECOND = 10_000;
    private static final int SHORT_EVENTS = 100;

    /// After so many pairs a new recorder starts: what it holds must not grow without end.
    private static final int PAIRS_OF_RECORDER = 100;

    /// Of which the first and the last are compared with nothing.
    private static final int SNAPSHOTS_OF_RECORDER = 7;

    private static final int WARM_UP_PAIRS = 5;
    private static final int WARM_UP_RECORDERS = 3;

    /// As many snapshots as seven minutes have.
    private static final int SNAPSHOT_WARM_UP_RECORDERS = 5;

    private static final int WARM_UP_SNAPSHOTS = 40;
    private static final double WARM_UP_SECONDS = 0.1;

    private static final int SNAPSHOTS_APART = 3;
    private static final int MANY_REPETITIONS = 1 << 20;

    /// The threads that virtual ones run on: snapshots are written there, and nothing else is.
    private static final String CARRIER = "ForkJoinPool-";

    private static final String SNAPSHOT = "snapshot-";
    private static final String BEGUN = "." + SNAPSHOT;

    /// @param pairs of executions; 0 if only start and end are of interest
    /// @param snapshots that are compared
    /// @param earlierSeconds how long the first recorder sees events
    /// @param options of an execution, without `counted`
    /// @param smallest the same for the least work with the same events
    /// @param counted the option that says how often the events come
    /// @param perSecond its value for 10,000 events of a rank
    record Plan(
            String example,
            String folder,
            int pairs,
            int snapshots,
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
                    Integer.parseInt(words[4]),
                    words[5],
                    words[6],
                    words[7],
                    Integer.parseInt(words[8]));
        }

        String[] words() {
            return new String[] {
                example,
                folder,
                "" + pairs,
                "" + snapshots,
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
    private record Execution(double seconds, double threadSeconds) {}

    private record Pair(Execution without, Execution with) {}

    private final Plan plan;
    private final Example example;
    private final Communicator comm;
    private final List<Double> starts = new ArrayList<>();
    private final List<Double> ends = new ArrayList<>();

    private OverheadProgram(Plan plan, Communicator comm) {
        this.plan = plan;
        this.example = Example.named(plan.example);
        this.comm = comm;
    }

    public static void main(String[] arguments) throws Exception {
        try (Communicator comm = Mpi.world()) {
            new OverheadProgram(Plan.of(arguments), comm).run();
        }
    }

    private void run() throws Exception {
        Recorder first = start(options(0));
        example.compute(new SoloCommunicator(), plan.events(plan.earlierSeconds, comm.rank()));
        close(first);
        print("first %.6f %.6f", starts.removeFirst(), ends.removeFirst());
        if (plan.pairs > 0) {
            comparePauses();
            compareSnapshots();
            print("apart %.6f", secondsApart());
            print("again %.6f %.6f", new Sample(starts).median(), new Sample(ends).median());
        }
        Recorder last = start(options(0));
        execution();
        close(last);
    }

    private void comparePauses() throws Exception {
        int done = 0;
        for (int recorders = -WARM_UP_RECORDERS; done < plan.pairs; recorders++) {
            Recorder recorder = start(options(0));
            for (int i = -WARM_UP_PAIRS; i < PAIRS_OF_RECORDER && done < plan.pairs; i++) {
                Pair pair = pauseOrRecord(recorder, i % 2 == 0);
                if (recorders < 0 || i < 0) continue;
                done++;
                print(
                        "on %.6f %.6f %.6f %.6f",
                        pair.without.seconds,
                        pair.with.seconds,
                        pair.without.threadSeconds,
                        pair.with.threadSeconds);
            }
            close(recorder);
        }
    }

    /// Neither is always the first.
    private Pair pauseOrRecord(Recorder recorder, boolean pausesFirst) throws Exception {
        if (pausesFirst) return new Pair(paused(recorder), execution());
        Execution with = execution();
        return new Pair(paused(recorder), with);
    }

    private Execution paused(Recorder recorder) throws Exception {
        recorder.pause();
        Execution without = execution();
        recorder.resume();
        return without;
    }

    private void compareSnapshots() throws Exception {
        compared("early");
        for (int i = 0; i < SNAPSHOT_WARM_UP_RECORDERS; i++) {
            Recorder recorder = start(withSnapshots(WARM_UP_SECONDS));
            untilSnapshot(recorder, WARM_UP_SNAPSHOTS, Integer.MAX_VALUE);
            close(recorder);
        }
        for (int found = 0; found < plan.snapshots; ) found += compared("snapshots");
    }

    /// How many snapshots of a recorder could be.
    private int compared(String word) throws Exception {
        Recorder recorder = start(withSnapshots(ASKED_SECONDS));
        List<Steps.Comparison> comparisons =
                untilSnapshot(recorder, SNAPSHOTS_OF_RECORDER, EVENTS_PER_SECOND).comparisons();
        close(recorder);
        for (Steps.Comparison each : comparisons)
            print(word + " %.6f %.6f %.6f", each.without(), each.with(), each.agentSeconds());
        return agreed(Math.max(1, comparisons.size()));
    }

    /// What rank 0 says.
    private int agreed(int number) {
        return (int) Collectives.combined(comm, comm.rank() == 0 ? number : 0, Double::sum);
    }

    /// Executions until so many snapshots have been shown, and one more. Where they have more
    /// events a second than that, some are not recorded.
    private Steps untilSnapshot(Recorder recorder, int number, int mostPerSecond) throws Exception {
        var steps = new Steps();
        double[] seen = new double[3];
        long begin = System.nanoTime();
        long recorded = 0;
        while (true) {
            boolean isLast = seen[0] >= number;
            double wanted = mostPerSecond * ((System.nanoTime() - begin) / 1e9);
            boolean records = recorded < wanted;
            if (records) recorded += SHORT_EVENTS;
            else recorder.pause();
            long start = together();
            example.compute(comm, plan.shortExecution());
            double seconds = secondsSince(start);
            if (!records) recorder.resume();
            seen =
                    Collectives.combined(
                            comm,
                            new double[] {snapshots(), isSnapshotBegun() ? 1 : 0, agentSeconds()},
                            Double::sum);
            steps.add(new Steps.Step(seconds, (int) seen[0], seen[1] > 0, seen[2]));
            if (isLast) return steps;
        }
    }

    /// How far apart snapshots are whose share of the run is as it usually is.
    private double secondsApart() throws Exception {
        Recorder recorder = start(manyRepetitions(ASKED_SECONDS));
        untilSnapshot(recorder, 1, EVENTS_PER_SECOND);
        long start = System.nanoTime();
        untilSnapshot(recorder, 1 + SNAPSHOTS_APART, EVENTS_PER_SECOND);
        double seconds = (System.nanoTime() - start) / 1e9;
        close(recorder);
        return seconds / SNAPSHOTS_APART;
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

    private RecorderOptions options(double snapshotSeconds) {
        return example.recorderOptions(plan.shortExecution())
                .with()
                .replace(true)
                .snapshotEvery(Duration.ofMillis(Math.round(1e3 * snapshotSeconds)))
                .build();
    }

    /// What lies beyond the limit would be added up, and snapshots of it cost nothing.
    private RecorderOptions manyRepetitions(double snapshotSeconds) {
        return options(snapshotSeconds).with().repetitionLimit(MANY_REPETITIONS).build();
    }

    /// One at every interval, whatever it costs.
    private RecorderOptions withSnapshots(double seconds) {
        return manyRepetitions(seconds).with().snapshotShare(1).build();
    }

    private Execution execution() throws Exception {
        long start = together();
        long thread = threadNanos();
        example.compute(comm, plan.shortExecution());
        double threadSeconds = (threadNanos() - thread) / 1e9;
        double seconds = secondsSince(start);
        return new Execution(seconds, Collectives.combined(comm, threadSeconds, Double::sum));
    }

    private long together() {
        comm.barrier();
        return System.nanoTime();
    }

    private double secondsSince(long start) {
        comm.barrier();
        return (System.nanoTime() - start) / 1e9;
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

    private static double agentSeconds() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long nanos = 0;
        for (ThreadInfo each : threads.getThreadInfo(threads.getAllThreadIds()))
            if (each != null && each.getThreadName().startsWith(CARRIER))
                nanos += Math.max(0, threads.getThreadCpuTime(each.getThreadId()));
        return nanos / 1e9;
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private void print(String format, Object... values) {
        if (comm.rank() == 0) Print.line(format, values);
    }
}
