package treeline.record;

import treeline.model.Metadata;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /// So many that Java compiles what the root does for each event and iteration of every rank.
    private static final int EVENTS_OF_ROOT = 240;

    private static final int EVENTS_OF_OTHERS = 4;
    private static final int ITERATIONS = 24;
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
            var phases = new ThreePhases(new SoloCommunicator());
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

    /// What the others do: they write their values into a message.
    private static void send() {
        RankPaths paths = RankPaths.of(events(EVENTS_OF_OTHERS, RecorderOptions.to(".")));
        SyncPhase.firstMessage(paths, RankValues.early(paths, false));
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
}
