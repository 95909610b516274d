package treeline.record;

import org.jspecify.annotations.Nullable;

import treeline.model.Metadata;
import treeline.record.events.Misuse;
import treeline.record.events.RecorderMessage;
import treeline.record.overhead.RecordingProbe;
import treeline.record.parts.OutputFolder;
import treeline.record.parts.WritePhase;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.SoloCommunicator;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// The recorder of a rank: started once by each rank, closed at its end.
///
/// ```java
/// try (Recorder _ = Recorder.start("out")) {
///     try (Event _ = Recorder.event("main")) {
///         Recorder.event("solve", () -> solve());
///     }
/// }
/// ```
///
/// Starting fails at once if an option is invalid or the directory cannot be written. After that,
/// no method throws into the program. Misuse and write failures are counted, and reported on
/// standard error and in the recording when the recorder is closed.
public final class Recorder implements AutoCloseable {
    private final @Nullable RecordingSetup recording;
    private final RecorderOptions options;
    private final @Nullable Communicator ranks;
    private final @Nullable SnapshotAgent agent;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile RecordingReport report;
    private volatile RecordingCost cost = RecordingCost.NONE;
    private final long cpuNanosAtStart;

    private Recorder(
            RecorderOptions options,
            @Nullable Communicator ranks,
            @Nullable RecordingSetup recording,
            @Nullable SnapshotAgent agent) {
        this.options = options;
        this.ranks = ranks;
        this.recording = recording;
        this.agent = agent;
        this.cpuNanosAtStart = ranks != null && ranks.rank() == 0 ? RecordingCost.cpuNanos() : 0;
        this.report = RecordingReport.nothing(options.output(), List.of());
    }

    /// Starts recording a program of one process into a directory.
    public static Recorder start(String output) {
        return start(RecorderOptions.to(output));
    }

    public static Recorder start(RecorderOptions options) {
        return start(options, new SoloCommunicator());
    }

    /// Starts recording one rank of a parallel program. Collective, as is closing the recorder. An
    /// invalid override is reported in one line and ignored.
    ///
    /// @throws IllegalArgumentException if an option is invalid
    /// @throws UncheckedIOException on all ranks, if the output directory cannot be written
    public static Recorder start(RecorderOptions options, Communicator communicator) {
        return start(options, communicator, false);
    }

    /// Starts recording an unchanged program, for agents. The recorder may be closed on any thread,
    /// usually at JVM exit; open events then count with their time so far. If the program starts a
    /// recorder of its own, that one takes over, and this one writes no recording ([#isReplaced]).
    public static Recorder startUnattended(RecorderOptions options, Communicator communicator) {
        return start(options, communicator, true);
    }

    private static Recorder start(
            RecorderOptions options, Communicator communicator, boolean unattended) {
        OptionOverrides.Changed changed = OptionOverrides.ofProcess().on(options);
        RecorderOptions asked = changed.options();
        if (asked.jfr()) FlightMirror.requireFlightRecorder();
        if (!unattended) Threads.requireFree();
        Communicator ranks = communicator.duplicate();
        OutputFolder folder = null;
        try {
            Start start = Start.agree(asked, changed.problems(), ranks);
            folder = start.folder();
            RecorderOptions agreed =
                    asked.with().output(start.folder().path()).trace(start.trace()).build();
            if (start.enabled()) return started(agreed, start, communicator, ranks, unattended);
            ranks.close();
            return new Recorder(agreed, null, null, null);
        } catch (RuntimeException failed) {
            if (folder != null) folder.unlock();
            ranks.close();
            throw failed;
        }
    }

    private static Recorder started(
            RecorderOptions options,
            Start start,
            Communicator communicator,
            Communicator ranks,
            boolean unattended) {
        RankMetrics metrics = RankMetrics.of(options.metrics(), options.builtIns());
        var events = new RankEvents(communicator, metrics, options, unattended);
        RankTrace trace = options.trace() ? new RankTrace(events, start, ranks) : null;
        Threads.enter(events);
        Metadata facts =
                ranks.rank() == 0 ? RunMetadata.of(options, ranks, start.instant()) : Metadata.NONE;
        var recording =
                new RecordingSetup(
                        start.name(),
                        options,
                        events,
                        start.folder(),
                        facts,
                        start.firstSnapshot(),
                        trace);
        long snapshotNanos = start.snapshotNanos();
        SnapshotAgent agent =
                snapshotNanos == 0
                        ? null
                        : new SnapshotAgent(ranks.duplicate().patient(), recording, snapshotNanos);
        events.hasSnapshots = agent != null;
        if (unattended)
            RecordingProbe.start(ranks.rank() == 0 && events.main.isPlain() ? events : null);
        var recorder = new Recorder(options, ranks, recording, agent);
        if (!unattended) OpenRecorders.add(recorder);
        return recorder;
    }

    /// Starts an event that all ranks run; close it with try-with-resources.
    public static Event event(String name) {
        ThreadEvents mine = Threads.current();
        return mine == null
                ? Threads.beginMuted(name, null, -1, true)
                : mine.begin(name, null, -1, true);
    }

    /// Starts an event in a loop.
    public static Event event(String name, Loop loop, int iteration) {
        ThreadEvents mine = Threads.current();
        return mine == null
                ? Threads.beginMuted(name, loop, iteration, true)
                : mine.begin(name, loop, iteration, true);
    }

    /// Starts an event that only some ranks run. This hint saves a round of messages at the end;
    /// the recording is the same without it.
    public static Event localEvent(String name) {
        ThreadEvents mine = Threads.current();
        return mine == null
                ? Threads.beginMuted(name, null, -1, false)
                : mine.begin(name, null, -1, false);
    }

    /// Starts an event in a loop that only some ranks run.
    public static Event localEvent(String name, Loop loop, int iteration) {
        ThreadEvents mine = Threads.current();
        return mine == null
                ? Threads.beginMuted(name, loop, iteration, false)
                : mine.begin(name, loop, iteration, false);
    }

    /// An action that may throw.
    @FunctionalInterface
    public interface Action<X extends Exception> {
        void run() throws X;
    }

    /// A computation that returns a value or throws.
    @FunctionalInterface
    public interface Call<T extends @Nullable Object, X extends Exception> {
        T run() throws X;
    }

    /// Runs an action inside an event.
    public static <X extends Exception> void event(String name, Action<X> action) throws X {
        Event event = event(name);
        try {
            action.run();
        } finally {
            event.close();
        }
    }

    /// Computes a value inside an event.
    public static <T extends @Nullable Object, X extends Exception> T event(
            String name, Call<T, X> call) throws X {
        Event event = event(name);
        try {
            return call.run();
        } finally {
            event.close();
        }
    }

    /// Wraps a task: on any thread, its events become children of the current call path.
    public static Runnable attached(Runnable task) {
        ThreadEvents mine = Threads.current();
        if (mine == null) mine = Threads.currentMuted();
        if (mine == null) return task;
        CallPath path = mine.openPath();
        return () -> {
            ThreadEvents there = Threads.of(path.rank());
            if (there == null) task.run();
            else there.attached(path, task);
        };
    }

    /// A handle of a declared metric, for [Event#add(MetricHandle, double)].
    public MetricHandle metric(String name) {
        int number =
                recording == null
                        ? RankMetrics.UNDECLARED
                        : recording.events().metrics.numberOf(name);
        return new MetricHandle(name, number);
    }

    /// Omits events that this rank starts from now on, on any thread; open events continue. Not
    /// collective, and sends no message.
    public void pause() {
        if (recording != null) recording.events().pause(true);
    }

    /// Resumes recording after [#pause].
    public void resume() {
        if (recording != null) recording.events().pause(false);
    }

    /// Whether events are being recorded.
    public boolean isRecording() {
        return recording != null && !closed.get();
    }

    /// Whether the program has started its own recorder, which replaced this one.
    public boolean isReplaced() {
        return recording != null && recording.events().replaced;
    }

    /// The result of the recording, after it was closed.
    public RecordingReport report() {
        return report;
    }

    /// The overhead of recording, after it was closed; on rank 0 only.
    public RecordingCost cost() {
        return cost;
    }

    /// Ends the recording and writes it. Collective; never throws.
    @Override
    public void close() {
        if (recording == null || ranks == null || !closed.compareAndSet(false, true)) return;
        close(recording, ranks, recording.events().unattended, "");
    }

    /// @param word message that rank 0 prints before the output directory; empty for none
    private void close(
            RecordingSetup recording, Communicator ranks, boolean whileRunning, String word) {
        boolean interrupted = Thread.interrupted(); // it would end the waiting for other ranks
        try {
            if (recording.events().replaced) standDown(recording, ranks);
            else end(recording, ranks, whileRunning);
            if (ranks.rank() == 0 && report.files() > 0 && !word.isEmpty())
                RecorderMessage.print(word + report.output());
            for (String problem : report.problems()) RecorderMessage.print(problem);
        } finally {
            recording.folder().unlock();
            OpenRecorders.remove(this);
            ended.countDown();
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// Closes the recorder at JVM exit: open events count with their time so far.
    void closeAtExit() {
        if (recording == null || ranks == null || exitLimit().isZero()) return;
        if (!closed.compareAndSet(false, true)) return;
        close(
                recording,
                ranks,
                true,
                "the program exited before closing its recorder; events recorded until then are"
                        + " in ");
    }

    Duration exitLimit() {
        return options.exitLimit();
    }

    /// Waits until the recorder is closed; false on timeout.
    boolean awaitEnd(Duration patience) {
        try {
            return ended.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// The message if the recorder was not closed in time.
    String lostAtExit() {
        String reason =
                ranks != null && ranks.size() > 1
                        ? "not all ranks exited within %d ms".formatted(exitLimit().toMillis())
                        : "it could not be written within %d ms".formatted(exitLimit().toMillis());
        return "recording in %s lost: the program exited before closing its recorder, and %s (raise 'exit-limit')%s"
                .formatted(
                        options.output(),
                        reason,
                        agent == null ? "" : "; the newest snapshot remains");
    }

    /// Closes without output, because the program's own recorder has the events.
    private void standDown(RecordingSetup replaced, Communicator communicator) {
        if (agent != null) {
            agent.rankCloses();
            agent.awaitEnd();
        }
        List<String> problems = new ArrayList<>();
        if (communicator.rank() == 0) {
            if (agent != null) replaced.attempt(problems, replaced.folder()::deleteSnapshots);
            replaced.folder().unlock();
            replaced.attempt(problems, replaced.folder()::deleteIfEmpty);
        }
        communicator.close();
        report = RecordingReport.nothing(options.output(), problems);
    }

    private void end(RecordingSetup recording, Communicator ranks, boolean whileRunning) {
        recording.events().close(whileRunning);
        Threads.leave(recording.events());
        recording.events().communicator.observe(null);
        if (agent != null) agent.rankCloses();
        try {
            report = written(recording, ranks, whileRunning);
        } catch (RuntimeException | OutOfMemoryError failed) {
            report =
                    RecordingReport.nothing(
                            options.output(),
                            List.of("recording not written: " + WritePhase.reason(failed)));
        }
    }

    private RecordingReport written(
            RecordingSetup done, Communicator communicator, boolean whileRunning) {
        List<String> problems = new ArrayList<>();
        boolean isRoot = communicator.rank() == 0;
        if (isRoot) cost = RecordingCost.of(done.events(), options, cpuNanosAtStart);
        done.writeTrace(communicator, problems);
        var phases = new ThreePhases(communicator);
        // most ranks end here for the first and last time, so they load no code that only rank 0
        // needs
        ThreePhases.Outcome outcome =
                phases.run(
                        done.events(),
                        done,
                        done.metadata(cost, whileRunning),
                        whileRunning,
                        isRoot ? () -> done.attempt(problems, done::createHidden) : null);
        for (Map.Entry<Misuse, Misuse.Entry> each : outcome.misuse().entrySet())
            problems.add(each.getKey().sentence(each.getValue()));
        problems.addAll(outcome.problems());
        boolean isShown = isRoot && done.attempt(problems, () -> done.show(outcome.files()));
        if (isRoot && options.trace()) done.attempt(problems, () -> done.settleTraces(isShown));
        if (agent != null) {
            agent.awaitEnd();
            problems.addAll(agent.problems());
            if (isShown && outcome.problems().isEmpty())
                done.attempt(problems, done.folder()::deleteSnapshots);
        }
        // a process that is gone ends the others under MPI, which may still be writing
        if (whileRunning && !done.events().unattended) {
            done.folder().unlock();
            communicator.barrier();
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
}
