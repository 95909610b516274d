package treeline.record.overhead;

import org.jspecify.annotations.Nullable;

import treeline.record.overhead.Reading.Progress;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Measures the recording overhead in the running program, finds the events to exclude, and stops
/// recording them if a budget is given.
///
/// Slices have 5 ms of CPU time, and those with muted events take at most 5 % of the time except at
/// the beginning. Programs with few calls are left alone.
public final class OverheadMeter {
    /// Passage of time, replaced in tests.
    public interface Pace {
        void pause(long nanos) throws InterruptedException;

        long nanos();
    }

    /// Overhead that a proposal must reach.
    public static final double TARGET = 0.05;

    /// CPU time of the program in a slice; longer than the phases of most programs' inner loops.
    private static final long SLICE_NANOS = 5_000_000;

    /// Elapsed time after which a slice ends, because the program waits.
    private static final long MAX_SLICE_NANOS = 60_000_000;

    private static final long SETTLE_NANOS = 300_000;

    /// Below this fraction of the CPU time, at the cost of a call in a tight loop, events are not
    /// muted.
    public static final double WORTHWHILE = 0.01;

    private static final double TIGHT_NANOS = 60;
    public static final int MIN_CYCLES = 8;
    private static final int DENSE_CYCLES = 16;
    private static final double MUTED_FRACTION = 0.05;
    private static final long DENSE_PAUSE_NANOS = 40_000_000;

    /// Proposals aim lower than the limit, because the expected overhead is an estimate.
    private static final double AIM = 0.6;

    private static final double MAX_SHARE = 0.98;

    /// A proposal is kept up to this fraction of the limit.
    private static final double ENOUGH = 0.8;

    /// After a removal the JIT compiler compiles the changed methods again.
    private static final long RECOMPILE_NANOS = 500_000_000;

    private static final Progress NOTHING = new Progress(0, 0);

    private final RecordingProbe probe;
    private final Pace pace;
    private final double budget;
    private final Predicate<Set<String>> remover;
    private final long startNanos;
    private SliceLedger ledger = new SliceLedger();
    private MutedNames frequent = new MutedNames(Set.of());
    private MutedNames proposed = new MutedNames(Set.of());
    private final List<MeasuredOverhead.Removal> removals = new ArrayList<>();
    private final Set<String> removed = new HashSet<>();
    private @Nullable Reading last;
    private long nextChoice;
    private boolean isChosenByShare;
    private double callsLeft = 1;
    private long resumeNanos;
    private Optional<Estimate> nanosPerCallBefore = Optional.empty();
    private int turn;

    /// @param budget maximum overhead as a fraction of the CPU time; NaN for no limit
    /// @param remover stops recording the events of these names; false if it cannot
    public OverheadMeter(
            RecordingProbe probe, Pace pace, double budget, Predicate<Set<String>> remover) {
        this.probe = probe;
        this.pace = pace;
        this.budget = budget;
        this.remover = remover;
        this.startNanos = pace.nanos();
    }

    /// Measures until the thread is interrupted.
    public void run() {
        try {
            while (true) {
                pace.pause(pauseNanos());
                step();
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        } finally {
            probe.mute(null);
        }
    }

    private long pauseNanos() {
        long muted = 3 * (SLICE_NANOS + SETTLE_NANOS);
        return ledger.cycles() < DENSE_CYCLES ? DENSE_PAUSE_NANOS : (long) (muted / MUTED_FRACTION);
    }

    /// One cycle, if the program has enough calls.
    void step() throws InterruptedException {
        if (pace.nanos() - startNanos < resumeNanos) return;
        Reading now = probe.read();
        Reading before = last;
        last = now;
        if (before == null) return;
        Progress since = now.since(before);
        ledger.passed(since);
        boolean isCheck = !removed.isEmpty() && ledger.cycles() < DENSE_CYCLES;
        if (!isCheck && since.calls() * TIGHT_NANOS <= WORTHWHILE * since.cpuNanos()) return;
        if (since.calls() < SliceLedger.MIN_CALLS) return;
        choose();
        measure();
        last = probe.read();
        keepBudget();
    }

    /// Names are chosen anew after 1.5 times as long.
    private void choose() {
        long elapsed = pace.nanos() - startNanos;
        boolean isNews = share().isPresent() != isChosenByShare;
        if (elapsed < nextChoice && !isNews) return;
        nextChoice = elapsed + elapsed / 2;
        var ranking = new EventRanking(probe.sums(), removed);
        frequent = new MutedNames(ranking.frequent());
        double share = share().map(OverheadMeter::pessimistic).orElse(0.0);
        if (!isNews && ranking.shareWithout(proposed.names(), share) <= ENOUGH * limit()) return;
        isChosenByShare = share().isPresent();
        if (share <= TARGET) return;
        proposed = new MutedNames(ranking.withoutWhich(aim(), share));
        callsLeft = ranking.callsWithout(proposed.names());
        ledger.proposalChanged();
    }

    private double aim() {
        return AIM * limit();
    }

    private double limit() {
        return Double.isNaN(budget) ? TARGET : budget;
    }

    /// The order of the slices rotates, so that no kind of slice always follows the same other one.
    private void measure() throws InterruptedException {
        Progress recorded = NOTHING;
        Progress muted = NOTHING;
        Progress twice = NOTHING;
        Progress partly = null;
        for (int i = 0; i < 4; i++)
            switch ((i + turn) % 4) {
                case 0 -> recorded = slice(null);
                case 1 -> muted = slice(frequent);
                case 2 -> twice = slice(new MutedNames(frequent.names(), true));
                default -> partly = !proposed.names().isEmpty() ? slice(proposed) : null;
            }
        probe.mute(null);
        turn++;
        ledger.add(recorded, muted, twice, partly);
    }

    private Progress slice(@Nullable MutedNames muted) throws InterruptedException {
        probe.mute(muted);
        pace.pause(SETTLE_NANOS);
        long end = pace.nanos() + MAX_SLICE_NANOS;
        Reading start = probe.read();
        Progress progress = NOTHING;
        while (progress.cpuNanos() < SLICE_NANOS && pace.nanos() < end) {
            pace.pause(Math.max(SETTLE_NANOS, SLICE_NANOS - progress.cpuNanos()));
            progress = probe.read().since(start);
        }
        return progress;
    }

    private Optional<Estimate> share() {
        if (ledger.cycles() < MIN_CYCLES) return Optional.empty();
        return ledger.nanosPerCall()
                .flatMap(each -> MeasuredOverhead.share(each, ledger.calls(), ledger.cpuNanos()));
    }

    /// The upper end of the interval, so that a proposal is enough.
    private static double pessimistic(Estimate share) {
        return Math.min(share.high(), MAX_SHARE);
    }

    private void keepBudget() {
        Estimate share = share().orElse(null);
        if (Double.isNaN(budget) || share == null || !isExceeded(share)) return;
        var ranking = new EventRanking(probe.sums(), removed);
        Set<String> names = ranking.withoutWhich(aim(), pessimistic(share));
        if (names.isEmpty() || !remover.test(names)) return;
        long at = pace.nanos() - startNanos;
        for (String name : names)
            removals.add(new MeasuredOverhead.Removal(name, at, ranking.callsOf(name)));
        removed.addAll(names);
        nanosPerCallBefore = ledger.nanosPerCall();
        proposed = new MutedNames(Set.of());
        isChosenByShare = false;
        ledger = new SliceLedger();
        last = null;
        nextChoice = 0;
        resumeNanos = at + RECOMPILE_NANOS;
    }

    /// Few calls are measured with much noise, so the lower end of the interval counts, too.
    private boolean isExceeded(Estimate share) {
        return share.value() > budget && share.low() > aim();
    }

    /// The result up to now. To be called after [#run] has ended.
    public MeasuredOverhead result() {
        return new MeasuredOverhead(
                ledger.calls(),
                ledger.cpuNanos(),
                ledger.cycles(),
                nanosPerCall(),
                proposal(),
                removals);
    }

    /// After a removal, calls may be too few to be measured again; the cost per call is known.
    private Optional<Estimate> nanosPerCall() {
        return ledger.cycles() >= MIN_CYCLES ? ledger.nanosPerCall() : nanosPerCallBefore;
    }

    private Optional<MeasuredOverhead.Proposal> proposal() {
        Estimate share = share().orElse(null);
        if (share == null || share.value() <= TARGET || proposed.names().isEmpty())
            return Optional.empty();
        var left =
                new Estimate(
                        shareLeft(share.value()),
                        shareLeft(share.low()),
                        shareLeft(pessimistic(share)));
        return Optional.of(
                new MeasuredOverhead.Proposal(
                        List.copyOf(proposed.names()), callsLeft, left, isChecked()));
    }

    private double shareLeft(double share) {
        return share * callsLeft / (1 - share * (1 - callsLeft));
    }

    /// Whether the slices with the proposed events muted agree with an overhead below the target.
    private boolean isChecked() {
        Estimate left = ledger.nanosPerCallLeft(callsLeft).orElse(null);
        if (left == null || ledger.proposedCycles() < MIN_CYCLES) return false;
        double useful =
                ledger.cpuNanos() - ledger.nanosPerCall().orElseThrow().low() * ledger.calls();
        double cost = Math.max(0, left.low()) * ledger.calls();
        return cost < TARGET * (cost + Math.max(0, useful));
    }
}
