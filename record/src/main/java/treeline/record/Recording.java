package treeline.record;

import treeline.model.Metadata;

import java.nio.file.Path;

/// What is fixed when a recording starts, for the final output and for snapshots.
record Recording(
        String name,
        RecorderOptions options,
        RankEvents events,
        OutputFolder folder,
        Metadata metadata,
        int firstSnapshot) {

    WritePhase.Target target(Path directory) {
        return new WritePhase.Target(directory, "part-", options.format(), name);
    }

    int aggregators(int ranks, long values) {
        return options.aggregatorsFor(ranks, values);
    }
}
