package treeline.store.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;
import treeline.source.Slice;
import treeline.store.db.DatabaseLayout.Tag;
import treeline.store.db.SectionDirectory.Section;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class DatabaseCheckTest extends DatabaseFiles {
    @Test
    void intactFilesHaveNoDamage() throws IOException {
        for (int seed = 0; seed < 50; seed++)
            assertThat(DatabaseCheck.of(store(RandomProfiles.of(seed)))).isEmpty();
        assertThat(DatabaseCheck.of(store(sums(512, 20)))).isEmpty();
    }

    @Test
    void everyFlippedByteIsFound() throws IOException {
        for (Profile profile : List.of(RandomProfiles.of(4), wide(3, 3, 300), sums(300, 16))) {
            Path file = store(profile);
            long step = Math.max(1, Files.size(file) / 1500);
            for (long at = 0; at < Files.size(file); at += step) {
                flip(file, at);
                assertThat(DatabaseCheck.of(file)).as("flipped byte %d", at).isNotEmpty();
                flip(file, at);
            }
            assertThat(DatabaseCheck.of(file)).isEmpty();
        }
    }

    @Test
    void everyCutIsFound() throws IOException {
        byte[] whole = Files.readAllBytes(store(RandomProfiles.of(4)));
        Path file = folder.resolve("cut.tldb");
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            assertThat(DatabaseCheck.of(file)).as("cut at byte %d", length).isNotEmpty();
        }
    }

    @Test
    void aDamagedBlockIsNamedByMetricRanksAndNode() throws IOException {
        Path file = store(wide(2048, 40, 10));
        Section columns =
                sections(file).stream()
                        .filter(s -> s.tag() == Tag.COLUMNS)
                        .findFirst()
                        .orElseThrow();
        flip(file, columns.bodyAt() + 5);
        assertThat(DatabaseCheck.of(file))
                .singleElement()
                .satisfies(
                        damage -> {
                            assertThat(damage.place())
                                    .isEqualTo("COLS section at byte " + columns.offset());
                            assertThat(damage.problem())
                                    .startsWith(
                                            "at byte %d: expected a block with checksum "
                                                    .formatted(columns.bodyAt()));
                            assertThat(damage.lost()).matches("time of ranks 0-\\d+ at event0");
                        });
    }

    @Test
    void whatASectionLosesIsNamed() throws IOException {
        Path file = store(profileOf("path rank0 rank1\nmain 1 2"));
        for (Section section : sections(file)) {
            flip(file, section.headAt());
            List<Damage> damages = DatabaseCheck.of(file);
            flip(file, section.headAt());
            assertThat(damages)
                    .as(section.tag().text)
                    .extracting(Damage::lost)
                    .contains(
                            switch (section.tag()) {
                                case METADATA -> "the metadata of the run";
                                case LABELS -> "the labels of nodes";
                                case FEW_CELLS -> "time of ranks 0-1";
                                default -> "the whole file";
                            });
        }
    }

    @Test
    void aFileOfANewerVersionIsNotDamaged() throws IOException {
        Path file = store(wide(1, 1, 1));
        DatabaseTest.setVersion(file, 9);
        assertThatThrownBy(() -> DatabaseCheck.of(file))
                .hasMessageEndingWith("upgrade to read this file");
    }

    @Test
    void sectionsBehindADamagedFrameAreFoundWithoutAFooter() throws IOException {
        Profile profile = wide(2048, 40, 10);
        Path file = store(profile);
        List<Section> columns =
                sections(file).stream().filter(s -> s.tag() == Tag.COLUMNS).toList();
        assertThat(columns).hasSizeGreaterThan(2);
        cut(file, Files.size(file) - 1);
        flip(file, columns.get(1).offset() + 2);
        try (DatabaseSource source = DatabaseFormat.openFile(file)) {
            Profile loaded = source.load(Slice.everything());
            assertThat(ProfileDifference.beyond(profile, loaded)).isEmpty();
            assertThat(source.lostContexts())
                    .hasSize(source.groups().ends()[1] - source.groups().ends()[0]);
            assertThat(loaded.column("time").cells())
                    .isEqualTo(40 * (2048 - source.lostContexts().size()));
        }
    }

    /// Else the values of another run would be taken for those of this one.
    @Test
    void aDatabaseBehindADatabaseIsNoPartOfIt() throws IOException {
        Profile profile = wide(64, 3, 2);
        byte[] one = Files.readAllBytes(store(profile));
        byte[] other = Files.readAllBytes(store(wide(64, 3, 3)));
        byte[] both = java.util.Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        Path file = folder.resolve("both.tldb");
        int footer = one.length - DatabaseLayout.TRAILER_BYTES - 60;
        for (int at = footer; at < one.length; at++) {
            byte[] damaged = both.clone();
            damaged[at] ^= 16;
            Files.write(file, java.util.Arrays.copyOf(damaged, damaged.length - 1));
            try (DatabaseSource source = DatabaseFormat.openFile(file)) {
                assertThat(ProfileDifference.beyond(profile, source.load(Slice.everything())))
                        .as("flipped byte %d", at)
                        .isEmpty();
            }
        }
    }
}
