package treeline.store.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Input;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Loops that start at a high iteration number take neither space nor memory for earlier ones.
class LateIterationsTest {
    private static final int VERSION_BYTE = 8;

    @TempDir Path folder;

    private final Profile late = LateIterations.profile();

    private Path written(Profile profile) throws IOException {
        Path file = folder.resolve("a.tldb");
        new DatabaseExporter().export(profile, file);
        return file;
    }

    private static Profile read(Path file, Slice slice) throws IOException {
        try (ProfileSource source = new DatabaseFormat().open(Input.of(file))) {
            return source.load(slice);
        }
    }

    @Test
    void iterationsBeforeTheFirstAreNotStored() throws IOException {
        Path file = written(late);
        assertThat(Files.size(file)).isLessThan(7_000);
        assertThat(Files.readAllBytes(file)[VERSION_BYTE]).isEqualTo((byte) 3);
        assertThat(DatabaseCheck.of(file)).isEmpty();
        Profile again = read(file, Slice.everything());
        assertThat(ProfileDifference.between(late, again)).isEmpty();
        assertThat(again.column("time").iterations()).isEqualTo(2 * 400 + 3 * 3);
    }

    @Test
    void someIterationsAreReadByTheirNumbers() throws IOException {
        Slice slice = Slice.everything().withIterations(1_000_299, 1_000_302);
        Profile some = read(written(late), slice);
        assertThat(ProfileDifference.between(slice.of(late), some)).isEmpty();
        SparseRows rows = some.column("time").byContext();
        int step = late.tree().at("main/step");
        assertThat(rows.series(rows.find(0, step))).containsExactly(399, 400, 401);
        assertThat(rows.series(rows.find(1, step))).containsExactly(Double.NaN, 100, 101);
        assertThat(rows.value(rows.find(2, step))).isEqualTo(77);
        assertThat(rows.find(0, late.tree().at("main/other"))).isNegative();
    }

    @Test
    void iterationsBeforeTheFirstAreAbsent() throws IOException {
        Slice slice = Slice.everything().withIterations(10, 20);
        Profile none = slice.of(late);
        SparseRows rows = none.column("time").byContext();
        int cell = rows.find(0, late.tree().at("main/step"));
        assertThat(rows.value(cell)).isZero();
        assertThat(rows.seriesLength(cell)).isEqualTo(10);
        assertThat(none.column("time").iterations()).isZero();
    }

    @Test
    void aRunThatIsWrittenInPartsHasTheSame() throws IOException {
        Path file = folder.resolve("a.tldb");
        new DatabaseExporter()
                .exportParts(
                        new LoadedSource(late, ReadReport.CLEAN),
                        10,
                        late::metadata,
                        file,
                        _ -> {});
        assertThat(ProfileDifference.between(late, read(file, Slice.everything()))).isEmpty();
    }

    /// So that the version of Treeline that users have can read it.
    @Test
    void otherRunsAreStillWrittenAsVersionTwo() throws IOException {
        Path file = written(RandomProfiles.of(4));
        assertThat(Files.readAllBytes(file)[VERSION_BYTE]).isEqualTo((byte) 2);
    }
}
