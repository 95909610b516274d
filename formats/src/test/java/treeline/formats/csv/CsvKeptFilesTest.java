package treeline.formats.csv;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.source.ProfileFormat;
import treeline.testkit.Corpus;
import treeline.testkit.KeptFiles;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.util.List;

/// CSV files do not say their version, so every reader must read every version.
class CsvKeptFilesTest extends KeptFiles {
    @Override
    protected String formatName() {
        return "csv";
    }

    @Override
    protected int currentVersion() {
        return 1;
    }

    @Override
    protected ProfileFormat reader() {
        return new CsvFormat();
    }

    @Override
    protected void write(Corpus.Addition addition) throws IOException {
        for (int seed : new int[] {0, 4, 6, 10}) {
            Profile drawn = RandomProfiles.of(seed).withMetadata(Metadata.NONE);
            var profile = new Profile(drawn.outline().withContextLabels(List.of()), drawn.values());
            addition.add(
                    "random-%d.csv".formatted(seed),
                    profile,
                    to -> new CsvExporter().export(profile, to));
        }
    }
}
