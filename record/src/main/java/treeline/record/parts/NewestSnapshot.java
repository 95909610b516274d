package treeline.record.parts;

import treeline.model.Metric;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// What a run that has not ended by itself left behind, with a note that it is not all.
final class NewestSnapshot implements ProfileSource {
    private final ProfileSource snapshot;
    private final ReadReport note;

    NewestSnapshot(ProfileSource snapshot, Path folder) {
        this.snapshot = snapshot;
        var log = new ReadReport.Log();
        log.note(
                "the recording is not complete, so this is the newest snapshot of the run",
                folder.toString());
        this.note = log.report();
    }

    @Override
    public Outline outline() {
        return snapshot.outline();
    }

    @Override
    public Profile load(Slice slice) throws IOException {
        return snapshot.load(slice);
    }

    @Override
    public Optional<NodeSums> sums(Metric metric) throws IOException {
        return snapshot.sums(metric);
    }

    @Override
    public ReadReport report() {
        return note.and(snapshot.report());
    }

    @Override
    public void close() throws IOException {
        snapshot.close();
    }
}
