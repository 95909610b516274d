package treeline.record;

import treeline.record.parts.MessageReader;
import treeline.record.parts.MessageWriter;
import treeline.record.parts.WritePhase;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.CommunicatorException;
import treeline.source.files.CompleteFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Background thread that writes snapshots of a rank at fixed intervals. It reads a consistent
/// prefix of the event map and never stops the rank. The agents of all ranks use a communicator of
/// their own, so the program makes no collective calls. They end when all ranks are closing.
///
/// Snapshots grow with the run. Rank 0 skips intervals such that the slowest agent spends at most a
/// fixed share of the run time on snapshots.
final class SnapshotAgent {
    /// The next action of all agents.
    private enum Decision {
        STOP,
        WRITE,
        REST
    }

    private final Communicator ranks;
    private final ThreePhases phases;
    private final RecordingSetup recording;
    private final long startNanos = System.nanoTime();
    private final long intervalNanos;
    private final double share;
    private final Thread thread;
    private final List<String> problems = new ArrayList<>();
    private int written;
    private int failed;
    private long lastNanos = System.nanoTime();
    private volatile boolean closing;

    SnapshotAgent(Communicator ranks, RecordingSetup recording, long intervalNanos) {
        this.ranks = ranks;
        this.phases = ThreePhases.ofSnapshots(ranks);
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
                switch (next()) {
                    case STOP -> {
                        return;
                    }
                    case WRITE -> snapshot(number++);
                    case REST -> {}
                }
            }
        } catch (CommunicatorException aborted) {
            failed(WritePhase.reason(aborted));
        } catch (RuntimeException | OutOfMemoryError unexpected) {
            failed(WritePhase.reason(unexpected));
        } finally {
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

    /// What rank 0 decides for all.
    private Decision next() {
        List<byte[]> states = ranks.gather(state(), 0);
        byte[] told =
                ranks.rank() == 0
                        ? new MessageWriter(16).text(decision(states).name()).message()
                        : new byte[0];
        return Decision.valueOf(new MessageReader(ranks.broadcast(told, 0)).text());
    }

    private byte[] state() {
        boolean isClosing = closing || recording.events().closed;
        return new MessageWriter(32).flag(isClosing).varint(phases.workNanos()).message();
    }

    private Decision decision(List<byte[]> states) {
        boolean allAreClosing = true;
        long mostNanos = 0;
        for (byte[] state : states) {
            var in = new MessageReader(state);
            allAreClosing &= in.flag();
            mostNanos = Math.max(mostNanos, in.varint());
        }
        if (allAreClosing) return Decision.STOP;
        if (System.nanoTime() - lastNanos < mostNanos / share) return Decision.REST;
        return Decision.WRITE;
    }

    private void snapshot(int number) {
        lastNanos = System.nanoTime();
        WritePhase.Target target = recording.snapshotTarget(number);
        Path hidden = target.folder();
        ThreePhases.Outcome outcome =
                phases.run(
                        recording.events(),
                        new Output(recording, target),
                        recording.metadata().with("snapshot", number),
                        true,
                        () -> attempt(() -> recording.folder().create(hidden)));
        if (ranks.rank() != 0) return;
        if (outcome.problems().isEmpty()) {
            if (attempt(() -> recording.folder().showSnapshot(hidden, number))) written++;
        } else {
            failed(outcome.problems().getFirst());
            if (Files.exists(hidden)) attempt(() -> CompleteFolder.delete(hidden));
        }
    }

    /// The location of one snapshot.
    private record Output(RecordingSetup recording, WritePhase.Target target)
            implements ThreePhases.Output {
        @Override
        public int of(int ranks, long values) {
            return recording.of(ranks, values);
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
