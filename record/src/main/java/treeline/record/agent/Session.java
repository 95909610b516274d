package treeline.record.agent;

import org.jspecify.annotations.Nullable;

import treeline.record.Recorder;
import treeline.record.events.RecorderMessage;
import treeline.record.mpi.Mpi;
import treeline.record.overhead.MeasuredOverhead;
import treeline.record.overhead.RecordingProbe;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.SoloCommunicator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// The recording of the process; it starts and ends once.
final class Session {
    private final AgentOptions options;
    private final InstrumentationTally tally;
    private @Nullable Communicator ranks;
    private @Nullable Recorder recorder;
    private @Nullable OverheadWatch watch;
    private boolean over;
    private final Predicate<Set<String>> remover;

    /// @param remover removes the events of these names from the program; false if it cannot
    Session(AgentOptions options, InstrumentationTally tally, Predicate<Set<String>> remover) {
        this.options = options;
        this.tally = tally;
        this.remover = remover;
    }

    /// @throws RuntimeException if the recorder cannot start: what that says is for the user
    synchronized void begin() {
        if (ranks != null || over) return;
        Communicator all = isRank() ? Mpi.world() : new SoloCommunicator();
        ranks = all;
        Recorder started = Recorder.startUnattended(options.recorder(), all);
        recorder = started;
        if (options.measureOverhead() && started.isRecording())
            watch =
                    RecordingProbe.current()
                            .map(it -> new OverheadWatch(it, options.budget(), remover))
                            .orElse(null);
    }

    /// Whether the process is a rank of an MPI program.
    private boolean isRank() {
        return options.mpi().orElseGet(Mpi::isLaunched);
    }

    synchronized boolean isRecording() {
        return recorder != null && recorder.isRecording();
    }

    /// Ends the recording when the JVM does. Other ranks may never come, because this one fails; so
    /// the wait is limited.
    void endWithJvm() {
        if (!hasOthers()) {
            end();
            return;
        }
        Thread ending = Thread.ofPlatform().daemon().name("treeline end").start(this::end);
        try {
            if (!ending.join(Duration.ofSeconds(options.patienceSeconds())))
                RecorderMessage.print(
                        "recording not written: timed out after %d s waiting for other ranks to exit (raise 'patience')"
                                .formatted(options.patienceSeconds()));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean hasOthers() {
        return !over && ranks != null && ranks.size() > 1;
    }

    synchronized void end() {
        Communicator all = ranks;
        Recorder ended = recorder;
        if (over) return;
        over = true;
        if (all == null || ended == null) return;
        boolean recorded = ended.isRecording();
        MeasuredOverhead measured = measured();
        ended.close();
        if (recorded && all.rank() == 0)
            lines(ended, measured, all.size()).forEach(RecorderMessage::print);
        all.close();
    }

    private MeasuredOverhead measured() {
        OverheadWatch started = watch;
        if (started == null) return MeasuredOverhead.NONE;
        try {
            return started.end();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return MeasuredOverhead.NONE;
        }
    }

    private List<String> lines(Recorder ended, MeasuredOverhead measured, int size) {
        List<String> lines = new ArrayList<>(tally.problems());
        if (tally.methods() == 0) {
            lines.add("no methods recorded: " + nothingMatched());
            return lines;
        }
        lines.add(
                "%d methods of %d classes recorded in %s%s%s"
                        .formatted(
                                tally.methods(),
                                tally.classes(),
                                ended.isReplaced()
                                        ? "the program's own recording"
                                        : ended.report().output(),
                                leftOut(),
                                CostText.calls(ended.cost(), size)));
        lines.addAll(new CostText(ended.cost(), measured, tally, options).lines());
        return lines;
    }

    private String leftOut() {
        return tally.tooShort() == 0
                ? ""
                : ", %d skipped with less than min-size=%d bytes of code"
                        .formatted(tally.tooShort(), options.minSize());
    }

    private String nothingMatched() {
        List<String> none = new ArrayList<>();
        if (!options.include().isEmpty())
            none.add("no loaded class matches include=" + join(options.include()));
        if (options.annotated()) none.add("no loaded class has @Recorded");
        return String.join(", and ", none);
    }

    private static String join(List<MethodPattern> patterns) {
        return String.join(",", patterns.stream().map(MethodPattern::toString).toList());
    }
}
