package treeline.record;

import treeline.model.Metadata;
import treeline.record.parts.OutputFolder;
import treeline.record.parts.RecordingPart;
import treeline.record.parts.SnapshotFile;
import treeline.record.parts.WritePhase;

import java.nio.file.Path;

/// Setup of a recording: everything that is fixed at its start, shared by the final output and by
/// snapshots.
record RecordingSetup(
        String name,
        RecorderOptions options,
        RankEvents events,
        OutputFolder folder,
        Metadata metadata,
        int firstSnapshot) {
    private static final String PREFIX = "part-";

    WritePhase.Target target(Path directory) {
        return new WritePhase.Target(
                directory, PREFIX, RecordingPart.exported(options.format()), name);
    }

    WritePhase.Target snapshotTarget(int number) {
        return new WritePhase.Target(
                folder.hiddenSnapshot(number), PREFIX, new SnapshotFile(), name);
    }

    int aggregators(int ranks, long values) {
        return options.aggregatorsFor(ranks, values);
    }
}
