package treeline.formats.fuzz;

import treeline.model.Profile;
import treeline.source.ProfileFormat;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;
import treeline.testkit.FormatContract;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Databases to damage. The contract of this format is tested where the format is, in a module
/// whose tests this one does not see.
public final class DatabaseSamples extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new DatabaseFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        List<Path> files = new ArrayList<>();
        for (long seed : new long[] {4, 12, 27}) {
            Profile profile = RandomProfiles.of(seed);
            Path file = into.resolve("sample" + files.size() + ".tldb");
            new DatabaseExporter().export(profile, file);
            files.add(file);
        }
        return files;
    }

    @Override
    protected boolean noticesEveryFlip() {
        return true;
    }
}
