package treeline.store.db;

import static treeline.testkit.Drawing.profileOf;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class DatabaseContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new DatabaseFormat();
    }

    @Override
    protected Optional<ProfileExporter> exporter() {
        return Optional.of(new DatabaseExporter());
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        Profile small =
                profileOf(
                                """
                                metric time ns inclusive
                                path             tag   rank0  rank1  rank2
                                main             -        10     12     11
                                main/loop        COMP  1+2+3    4+_  5+6+7
                                main/write       IO        -      7      -

                                metric mem B exclusive
                                path             rank0  rank1  rank2
                                main               0.5    1.5   -2.5
                                """)
                        .withMetadata(Metadata.NONE.with("host", "n1").with("ranks", 3));
        List<Profile> profiles =
                List.of(small, RandomProfiles.of(4), RandomProfiles.of(12), RandomProfiles.of(27));
        List<Path> files = new ArrayList<>();
        for (Profile profile : profiles) {
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
