package treeline.record.parts;

import treeline.source.ForwardingSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;

import java.nio.file.Path;

/// The newest snapshot of a run that did not end normally, with a note that it is incomplete.
final class NewestSnapshot extends ForwardingSource {
    private final ReadReport note;

    NewestSnapshot(ProfileSource snapshot, Path folder) {
        super(snapshot);
        var log = new ReadReport.Log();
        log.note("incomplete recording; showing the newest snapshot of the run", folder.toString());
        this.note = log.report();
    }

    @Override
    public ReadReport report() {
        return note.and(source.report());
    }
}
