package treeline.formats.hpctoolkit;

import treeline.formats.hpctoolkit.files.DatabaseFiles;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;

import java.io.IOException;

/// The summary profile over all threads that hpcprof stores in every database, as one context:
/// sufficient for a first look at a run of any size, and the only one with statistics other than
/// sums. It is never detected, because [HpctoolkitFormat] reads the same files; users select it by
/// name.
public final class HpctoolkitSummaryFormat extends NamedFormat {

    public HpctoolkitSummaryFormat() {
        super("hpctoolkit-summary", "summary over all threads of an HPCToolkit database");
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
