package treeline.formats.hpctoolkit;

import treeline.formats.hpctoolkit.files.DatabaseFiles;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;

import java.io.IOException;

/// The summary over all threads that hpcprof puts into every database, as one context: enough for a
/// first look at a run of any size, and all that holds statistics other than sums. Never chosen on
/// its own, because [HpctoolkitFormat] reads the same files; users ask for it by name.
public final class HpctoolkitSummaryFormat implements ProfileFormat {

    @Override
    public String name() {
        return "hpctoolkit-summary";
    }

    @Override
    public String description() {
        return "summary over all threads of an HPCToolkit database";
    }

    @Override
    public Match sniff(Input input) {
        return Match.NO;
    }

    @Override
    public boolean isProfileFolder(Input folder) throws IOException {
        return DatabaseFiles.isDatabase(folder);
    }

    @Override
    public HpctoolkitSource open(Input input) throws IOException {
        return new HpctoolkitSource(Database.open(DatabaseFiles.of(input), true));
    }
}
