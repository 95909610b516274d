package treeline.record;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.record.parts.PathTable;
import treeline.record.parts.RecordingPart;
import treeline.record.parts.SnapshotFile;
import treeline.record.ranks.SoloCommunicator;
import treeline.source.join.Parts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Snapshots of one rank without the thread that writes them.
final class SnapshotReads {
    private SnapshotReads() {}

    static Profile profile(RankEvents events) {
        return part(events).profile(new ArrayList<>());
    }

    /// The same, written to a file.
    static Profile profile(RankEvents events, Path file) throws IOException {
        new SnapshotFile().write(part(events), file, new ArrayList<>());
        return Recordings.read(file);
    }

    /// A loop from iteration 1,000,000 on, with calls that are not stored by iteration.
    static RecordingPart restarted() {
        var clock = new ManualClock();
        var events =
                new RankEvents(
                        new SoloCommunicator(),
                        RankMetrics.of(DeclaredMetric.parse("n:1"), List.of()),
                        clock.options(Path.of("out")).build(),
                        false);
        try (Event _ = events.main.begin("main", null, -1, true)) {
            for (int i : new int[] {1_000_000, -1, 1_000_002, 999_990, Integer.MAX_VALUE})
                try (Event step = events.main.begin("step", Loop.EACH, i, true)) {
                    clock.pass(5);
                    step.add("n", 1);
                }
        }
        return part(events);
    }

    private static RecordingPart part(RankEvents events) {
        RankPaths paths = RankPaths.of(events);
        PathTable table =
                new SyncPhase(new SoloCommunicator()).run(paths, (_, _) -> 1).requireTable();
        return new RecordingPart(
                List.of(RankValuesWriter.message(paths, table, true)),
                0,
                table,
                events.metrics.recorded(),
                new Parts.Mark("r1", 0, 1).onto(Metadata.NONE));
    }
}
