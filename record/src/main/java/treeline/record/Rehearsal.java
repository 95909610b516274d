package treeline.record;

import treeline.model.Metadata;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// Plays the end of a recording once when a program starts, with a few events that nobody sees.
///
/// Java loads and links code when it first runs. Without this the code of the three phases first
/// runs in the last moment of the program, in every rank at once: with more ranks than cores that
/// took longer than all the rest. Ranks that share a process pay only once and need it not.
final class Rehearsal {
    /// More than any communicator sends along with the length, so that both ways of a message are
    /// known.
    private static final int LONG_MESSAGE_BYTES = 2048;

    private static final int EVENTS = 4;
    private static final int ITERATIONS = 24;

    /// The root plays with more: what it does for each event of each rank is to be compiled.
    private static final int EVENTS_OF_ROOT = 40;

    private static final int PLAYED_RANKS = 16;

    /// What has been called so often is compiled.
    private static final int OFTEN = 500;

    private static final AtomicBoolean DONE = new AtomicBoolean();

    private Rehearsal() {}

    /// Collective. What goes wrong here does not stop the program; it is told with the problems of
    /// the recording.
    static List<String> run(Communicator ranks, Path output) {
        if (!ranks.hasProcessPerRank()) return List.of();
        ranks.gather(new byte[LONG_MESSAGE_BYTES], 0);
        if (!DONE.compareAndSet(false, true)) return List.of();
        try {
            if (ranks.rank() == 0) write(output);
            else send();
            return List.of();
        } catch (IOException | RuntimeException | OutOfMemoryError failed) {
            return List.of("the rehearsal at start failed: " + WritePhase.reason(failed));
        }
    }

    /// What the root does: all three phases, into a hidden directory that is deleted.
    static void write(Path output) throws IOException {
        Path hidden = Files.createTempDirectory(output, ".rehearsal");
        try {
            RecorderOptions options = RecorderOptions.to(hidden.toString());
            var recording =
                    new Recording(
                            "rehearsal",
                            options,
                            events(EVENTS_OF_ROOT, options),
                            new OutputFolder(hidden),
                            Metadata.NONE,
                            1);
            var phases = new ThreePhases(new Chorus());
            phases.run(
                    recording.events(),
                    recording::aggregators,
                    recording.metadata(),
                    recording.target(hidden),
                    false,
                    _ -> {});
            recording.folder().deleteEarlierParts();
        } finally {
            Files.delete(hidden);
        }
    }

    /// What the others do: they write their values into a message. Most of it is one loop.
    private static void send() {
        RankPaths paths = RankPaths.of(events(EVENTS, RecorderOptions.to(".")));
        SyncPhase.firstMessage(paths, RankValues.early(paths, false));
        var out = new MessageWriter(64);
        int[] few = {1, 2, 3, 4};
        for (int i = 0; i < OFTEN; i++) {
            out.clear();
            out.series(few, 0, few.length);
        }
    }

    private static RankEvents events(int count, RecorderOptions options) {
        var events =
                new RankEvents(
                        new SoloCommunicator(),
                        RankMetrics.of(options.metrics(), options.builtIns()),
                        options,
                        false);
        Event main = events.main.begin("main", null, -1, true);
        for (int i = 0; i < ITERATIONS; i++)
            for (int event = 0; event < count; event++)
                events.main.begin("event " + event, loop(event), i, event > 1).close();
        main.close();
        events.close();
        return events;
    }

    private static Loop loop(int event) {
        return event % 2 == 0 ? Loop.EACH : Loop.SUM;
    }

    /// Rank 0 of several that all say what it says, for the three phases and nothing else.
    private static final class Chorus implements Communicator {
        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return PLAYED_RANKS;
        }

        @Override
        public boolean hasProcessPerRank() {
            return true;
        }

        @Override
        public byte[] broadcast(byte[] message, int root) {
            return message;
        }

        @Override
        public List<byte[]> gather(byte[] message, int root) {
            return Collections.nCopies(PLAYED_RANKS, message);
        }

        @Override
        public List<byte[]> allgather(byte[] message) {
            return gather(message, 0);
        }

        @Override
        public Communicator split(int color, int key) {
            return this;
        }

        @Override
        public Communicator duplicate() {
            return this;
        }

        @Override
        public void barrier() {}

        @Override
        public long bytesMoved() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
