package treeline.formats.hpctoolkit;

import treeline.formats.hpctoolkit.files.DatabaseFiles;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.NamedFormat;

import java.io.IOException;

/// HPCToolkit databases of release 2022.10 and later (format 4), with the values of every thread.
public final class HpctoolkitFormat extends NamedFormat {

    public HpctoolkitFormat() {
        super("hpctoolkit", "HPCToolkit database (meta.db, profile.db, cct.db)");
    }

    @Override
    public Match sniff(Input input) throws IOException {
        return DatabaseFiles.isDatabase(input) ? Match.CERTAIN : Match.NO;
    }

    @Override
    public boolean isProfileFolder(Input folder) throws IOException {
        return DatabaseFiles.isDatabase(folder);
    }

    @Override
    public HpctoolkitSource open(Input input) throws IOException {
        return new HpctoolkitSource(Database.open(DatabaseFiles.of(input), false));
    }
}
