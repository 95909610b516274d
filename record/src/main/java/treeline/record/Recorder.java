package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.model.Metadata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/// Records a program: started once by each rank, closed at its end.
///
/// ```java
/// try (Recorder _ = Recorder.start("out")) {
///     try (Event _ = Recorder.event("main")) {
///         Recorder.event("solve", () -> solve());
///     }
/// }
/// ```
///
/// Starting fails at once where the options are wrong or the directory cannot be written. After
/// that nothing throws into the program: what cannot be recorded or written is counted, and told on
/// the error output and in the recording itself when the recorder is closed.
public final class Recorder implements AutoCloseable {
    private final @Nullable Recording recording;
    private final RecorderOptions options;
    private final @Nullable Communicator ranks;
    private final @Nullable SnapshotAgent agent;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile RecordingReport report;
    private volatile RecordingCost cost = RecordingCost.NONE;
    private final long cpuNanosAtStart;

    private Recorder(
            RecorderOptions options,
            @Nullable Communicator ranks,
            @Nullable Recording recording,
            @Nullable SnapshotAgent agent) {
        this.options = options;
        this.ranks = ranks;
        this.recording = recording;
        this.agent = agent;
        this.cpuNanosAtStart = ranks != null && ranks.rank() == 0 ? RecordingCost.cpuNanos() : 0;
        this.report = RecordingReport.nothing(options.output(), List.of());
    }

    /// Records a program of one process into a directory.
    public static Recorder start(String output) {
        return start(RecorderOptions.to(output));
    }

    public static Recorder start(RecorderOptions options) {
        return start(options, new SoloCommunicator());
    }

    /// Records one rank of a parallel program. All ranks call it, and later close it, together.
    ///
    /// @throws IllegalArgumentException if an option or its override is wrong
    /// @throws UncheckedIOException if the output directory cannot be written, on all ranks
    public static Recorder start(RecorderOptions options, Communicator communicator) {
        return start(options, communicator, false);
    }

    /// Records a program that does not know of it, until someone closes the recorder: on any
    /// thread, mostly when the JVM ends. Events that are open then, on whichever thread, count with
    /// their time up to then. If the program starts a recorder of its own, that one takes over, and
    /// nothing is written here ([#isReplaced]).
    public static Recorder startUnattended(RecorderOptions options, Communicator communicator) {
        return start(options, communicator, true);
    }

    private static Recorder start(
            RecorderOptions options, Communicator communicator, boolean unattended) {
        RecorderOptions effective = OptionOverrides.ofProcess().on(options);
        if (effective.jfr()) FlightMirror.requireFlightRecorder();
        Communicator ranks = communicator.duplicate();
        Start start = Start.agree(effective, ranks);
        if (!start.enabled()) {
            ranks.close();
            return new Recorder(effective, null, null, null);
        }
        var events =
                new RankEvents(
                        communicator,
                        RankMetrics.of(effective.metrics(), effective.builtIns()),
                        effective,
                        unattended);
        Threads.enter(events);
        var recording =
                new Recording(
                        start.name(),
                        effective,
                        events,
                        new OutputFolder(effective.output()),
                        ranks.rank() == 0
                                ? RunFacts.of(effective, ranks, start.instant())
                                : Metadata.NONE,
                        start.firstSnapshot());
        SnapshotAgent agent =
                start.snapshotNanos() == 0
                        ? null
                        : new SnapshotAgent(
                                ranks.duplicate().patient(), recording, start.snapshotNanos());
        events.hasSnapshots = agent != null;
        return new Recorder(effective, ranks, recording, agent);
    }

    /// Begins an event that all ranks have; close it by try-with-resources.
    public static Event event(String name) {
        ThreadEvents mine = Threads.current();
        return mine == null ? Event.OFF : mine.begin(name, null, -1, true);
    }

    /// Begins an event in a loop.
    public static Event event(String name, Loop loop, int iteration) {
        ThreadEvents mine = Threads.current();
        return mine == null ? Event.OFF : mine.begin(name, loop, iteration, true);
    }

    /// Begins an event that only some ranks have. Declaring it saves a round of messages at the
    /// end; the recording is right either way.
    public static Event localEvent(String name) {
        ThreadEvents mine = Threads.current();
        return mine == null ? Event.OFF : mine.begin(name, null, -1, false);
    }

    public static Event localEvent(String name, Loop loop, int iteration) {
        ThreadEvents mine = Threads.current();
        return mine == null ? Event.OFF : mine.begin(name, loop, iteration, false);
    }

    /// Something that may throw.
    @FunctionalInterface
    public interface Action<X extends Exception> {
        void run() throws X;
    }

    /// Something that gives a value or throws.
    @FunctionalInterface
    public interface Call<T extends @Nullable Object, X extends Exception> {
        T run() throws X;
    }

    public static <X extends Exception> void event(String name, Action<X> action) throws X {
        Event event = event(name);
        try {
            action.run();
        } finally {
            event.close();
        }
    }

    public static <T extends @Nullable Object, X extends Exception> T event(
            String name, Call<T, X> call) throws X {
        Event event = event(name);
        try {
            return call.run();
        } finally {
            event.close();
        }
    }

    /// The task, with its events below the call path that is open here, whichever thread runs it.
    public static Runnable attached(Runnable task) {
        ThreadEvents mine = Threads.current();
        if (mine == null) return task;
        CallPath path = mine.openPath();
        return () -> {
            ThreadEvents there = Threads.of(path.rank());
            if (there == null) task.run();
            else there.attached(path, task);
        };
    }

    /// A declared metric for [Event#add(MetricHandle, double)].
    public MetricHandle metric(String name) {
        int number =
                recording == null
                        ? RankMetrics.UNDECLARED
                        : recording.events().metrics.numberOf(name);
        return new MetricHandle(name, number);
    }

    /// Leaves out what this rank begins from now on, on any of its threads; what is open goes on.
    /// For programs that want to see a few steps of a long run. Costs no message; ranks need not do
    /// it together.
    public void pause() {
        if (recording != null) recording.events().pause(true);
    }

    /// Records again after [#pause].
    public void resume() {
        if (recording != null) recording.events().pause(false);
    }

    /// Whether events are recorded at all.
    public boolean isRecording() {
        return recording != null && !closed.get();
    }

    /// Whether the program has started a recorder of its own in the place of this one.
    public boolean isReplaced() {
        return recording != null && recording.events().replaced;
    }

    /// What became of the recording, once it is closed.
    public RecordingReport report() {
        return report;
    }

    /// What it cost, once it is closed; on rank 0 only.
    public RecordingCost cost() {
        return cost;
    }

    /// Ends the recording and writes it. All ranks call it; it never throws.
    @Override
    public void close() {
        if (recording == null || ranks == null || !closed.compareAndSet(false, true)) return;
        if (recording.events().replaced) standDown(recording, ranks);
        else end(recording, ranks);
        report.problems().forEach(problem -> System.err.println("treeline: " + problem));
    }

    /// The program's own recorder has the events; here is nothing to write.
    private void standDown(Recording replaced, Communicator communicator) {
        if (agent != null) {
            agent.rankCloses();
            agent.awaitEnd();
        }
        List<String> problems = new ArrayList<>();
        if (communicator.rank() == 0) {
            if (agent != null) attempt(problems, replaced.folder()::deleteSnapshots);
            attempt(problems, replaced.folder()::deleteIfEmpty);
        }
        communicator.close();
        report = RecordingReport.nothing(options.output(), problems);
    }

    private void end(Recording recording, Communicator ranks) {
        recording.events().close();
        Threads.leave(recording.events());
        if (agent != null) agent.rankCloses();
        try {
            report = written(recording, ranks);
        } catch (RuntimeException | OutOfMemoryError failed) {
            report =
                    RecordingReport.nothing(
                            options.output(),
                            List.of("the recording was not written: " + WritePhase.reason(failed)));
        }
    }

    private RecordingReport written(Recording done, Communicator communicator) {
        List<String> problems = new ArrayList<>();
        boolean isRoot = communicator.rank() == 0;
        if (isRoot) cost = RecordingCost.of(done.events(), options, cpuNanosAtStart);
        var phases = new ThreePhases(communicator);
        ThreePhases.Outcome outcome =
                phases.run(
                        done.events(),
                        done::aggregators,
                        cost.in(done.metadata()),
                        done.target(done.folder().path()),
                        done.events().unattended,
                        _ -> attempt(problems, done.folder()::deleteEarlierParts));
        outcome.misuse().forEach((kind, entry) -> problems.add(sentence(kind, entry)));
        problems.addAll(outcome.problems());
        if (agent != null) {
            agent.awaitEnd();
            problems.addAll(agent.problems());
            if (isRoot && outcome.problems().isEmpty())
                attempt(problems, done.folder()::deleteSnapshots);
        }
        phases.close();
        return new RecordingReport(
                options.output(),
                communicator.size(),
                outcome.files(),
                outcome.bytes(),
                Duration.ofNanos(outcome.syncNanos()),
                Duration.ofNanos(outcome.gatherNanos()),
                Duration.ofNanos(outcome.writeNanos()),
                agent == null ? 0 : agent.written(),
                isRoot ? problems : List.of());
    }

    private static String sentence(Misuse kind, Misuse.Entry entry) {
        return "%s, %d times (first: %s)".formatted(kind.text, entry.count(), entry.firstPlace());
    }

    private interface FileWork {
        void run() throws IOException;
    }

    private static void attempt(List<String> problems, FileWork work) {
        try {
            work.run();
        } catch (IOException failed) {
            problems.add(WritePhase.reason(failed));
        }
    }

    /// What rank 0 decides for all: a setting that differs between nodes must not leave ranks
    /// waiting for each other.
    private record Start(
            boolean enabled,
            String name,
            Instant instant,
            long snapshotNanos,
            int firstSnapshot,
            String problem) {

        static Start agree(RecorderOptions options, Communicator ranks) {
            byte[] decision = ranks.rank() == 0 ? decide(options).message() : new byte[0];
            Start start = read(new MessageReader(ranks.broadcast(decision, 0)));
            if (!start.problem.isEmpty())
                throw new UncheckedIOException(new IOException(start.problem));
            return start;
        }

        private static Start decide(RecorderOptions options) {
            int firstSnapshot = 1;
            String problem = "";
            try {
                if (options.enabled()) {
                    var folder = new OutputFolder(options.output());
                    folder.prepare();
                    firstSnapshot = folder.firstSnapshot();
                }
            } catch (IOException failed) {
                problem = WritePhase.messageOf(failed);
            }
            return new Start(
                    options.enabled(),
                    UUID.randomUUID().toString(),
                    Instant.now(),
                    options.snapshotInterval().toNanos(),
                    firstSnapshot,
                    problem);
        }

        private byte[] message() {
            return new MessageWriter(96)
                    .flag(enabled)
                    .text(name)
                    .varint(instant.getEpochSecond())
                    .varint(instant.getNano())
                    .varint(snapshotNanos)
                    .varint(firstSnapshot)
                    .text(problem)
                    .message();
        }

        private static Start read(MessageReader in) {
            return new Start(
                    in.flag(),
                    in.text(),
                    Instant.ofEpochSecond(in.varint(), in.varint()),
                    in.varint(),
                    in.count(),
                    in.text());
        }
    }
}
