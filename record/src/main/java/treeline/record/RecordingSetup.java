package treeline.record;

import treeline.model.Metadata;
import treeline.record.parts.OutputFolder;
import treeline.record.parts.RecordingPart;
import treeline.record.parts.SnapshotFile;
import treeline.record.parts.WritePhase;

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

    WritePhase.Target target() {
        return new WritePhase.Target(
                folder.hiddenParts(name),
                folder.path(),
                PREFIX,
                RecordingPart.exported(options.format()),
                name);
    }

    WritePhase.Target snapshotTarget(int number) {
        return new WritePhase.Target(
                folder.hiddenSnapshot(name, number),
                folder.shownSnapshot(number),
                PREFIX,
                new SnapshotFile(),
                name);
    }

    int aggregators(int ranks, long values) {
        return options.aggregatorsFor(ranks, values);
    }
}
