package treeline.record;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Writes snapshots of a rank at fixed intervals, beside the program: it reads a prefix of the
/// event map and never stops the rank. Agents of all ranks meet on a communicator of their own; the
/// program makes no collective call for it. They end when all ranks are closing.
///
/// Repetitions that are over are written once, for all later snapshots ([SettledParts]). The others
/// are written each time, which may take longer and longer. So rank 0 lets an interval pass without
/// a snapshot until the rank with the most to do for the last has had its rest: what snapshots take
/// stays a small share of the run.
final class SnapshotAgent {
    /// What all agents do next.
    private enum Decision {
        STOP,
        WRITE,
        WRITE_ALL,
        REST
    }

    private final Communicator ranks;
    private final SettledParts settled;
    private final ThreePhases phases;
    private final Recording recording;
    private final long startNanos = System.nanoTime();
    private final long intervalNanos;
    private final double share;
    private final Thread thread;
    private final List<String> problems = new ArrayList<>();
    private int written;
    private int failed;
    private long lastNanos = System.nanoTime();
    private boolean lastFailed;
    private volatile boolean closing;

    SnapshotAgent(Communicator ranks, Recording recording, long intervalNanos) {
        this.ranks = ranks;
        this.settled = new SettledParts(recording.folder().settled());
        this.phases = new ThreePhases(ranks, settled);
        this.recording = recording;
        this.intervalNanos = intervalNanos;
        this.share = recording.options().snapshotShare();
        this.thread =
                Thread.ofVirtual()
                        .name("treeline snapshots of rank " + ranks.rank())
                        .inheritInheritableThreadLocals(false)
                        .start(this::run);
    }

    /// The rank has nothing more to record. Its agent takes part until all ranks are this far.
    void rankCloses() {
        closing = true;
        LockSupport.unpark(thread);
    }

    /// Waits for the end, which comes once all ranks are closing.
    void awaitEnd() {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException stop) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    int written() {
        return written;
    }

    List<String> problems() {
        if (failed == 0) return List.of();
        return List.of("%d snapshots failed, first: %s".formatted(failed, problems.getFirst()));
    }

    private void run() {
        try {
            int number = recording.firstSnapshot();
            while (true) {
                sleepUntilNextTick();
                var next = new MessageReader(ranks.broadcast(told(states()), 0));
                Decision decision = Decision.valueOf(next.text());
                if (decision == Decision.STOP) return;
                if (decision == Decision.REST) continue;
                snapshot(number++, next.count(), decision == Decision.WRITE_ALL);
            }
        } catch (CommunicatorException aborted) {
            failed(WritePhase.reason(aborted));
        } catch (RuntimeException | OutOfMemoryError unexpected) {
            failed(WritePhase.reason(unexpected));
        } finally {
            if (ranks.rank() == 0) attempt(recording.folder()::deleteHidden);
            phases.close();
        }
    }

    private void sleepUntilNextTick() {
        long tick = (System.nanoTime() - startNanos) / intervalNanos + 1;
        long wake = startNanos + tick * intervalNanos;
        while (!closing) {
            long left = wake - System.nanoTime();
            if (left <= 0) return;
            LockSupport.parkNanos(this, left);
        }
    }

    private List<byte[]> states() {
        return ranks.gather(state(), 0);
    }

    private byte[] state() {
        boolean isClosing = closing || recording.events().closed;
        return new MessageWriter(32)
                .flag(isClosing)
                .flag(recording.events().reopened || settled.isOutdated())
                .varint(phases.workNanos())
                .message();
    }

    /// What rank 0 tells all: its decision, and which directory can be used again.
    private byte[] told(List<byte[]> states) {
        return new MessageWriter(16)
                .text(decision(states).name())
                .varint(recording.folder().spare())
                .message();
    }

    private Decision decision(List<byte[]> states) {
        boolean allAreClosing = true;
        boolean anyReopened = lastFailed;
        long mostNanos = 0;
        for (byte[] state : states) {
            var in = new MessageReader(state);
            allAreClosing &= in.flag();
            anyReopened |= in.flag();
            mostNanos = Math.max(mostNanos, in.varint());
        }
        if (allAreClosing) return Decision.STOP;
        if (System.nanoTime() - lastNanos < mostNanos / share) return Decision.REST;
        return anyReopened ? Decision.WRITE_ALL : Decision.WRITE;
    }

    private void forgetSettled() {
        recording.events().reopened = false;
        settled.forget();
    }

    /// @param spare the removed snapshot whose directory it may get
    private void snapshot(int number, int spare, boolean isAll) {
        lastNanos = System.nanoTime();
        OutputFolder folder = recording.folder();
        settled.begin(number, spare);
        if (isAll) forgetSettled();
        ThreePhases.Outcome outcome =
                phases.run(
                        recording.events(),
                        recording::aggregators,
                        recording.metadata().with("snapshot", number),
                        recording.snapshotTarget(number),
                        true,
                        facts ->
                                attempt(
                                        () ->
                                                folder.beginSnapshot(
                                                        number, settled.isSpareOfUse(facts))));
        if (ranks.rank() != 0) return;
        lastFailed = !outcome.problems().isEmpty();
        if (!lastFailed) {
            if (attempt(() -> folder.showSnapshot(number))) written++;
        } else {
            failed(outcome.problems().getFirst());
            attempt(() -> folder.dropSnapshot(number));
        }
    }

    private interface FileWork {
        void run() throws IOException;
    }

    private boolean attempt(FileWork work) {
        try {
            work.run();
            return true;
        } catch (IOException wrong) {
            failed(WritePhase.reason(wrong));
            return false;
        }
    }

    private void failed(String problem) {
        failed++;
        if (problems.isEmpty()) problems.add(problem);
    }
}
