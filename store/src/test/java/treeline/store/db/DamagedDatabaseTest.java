package treeline.store.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.Label;
import treeline.model.Profile;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.store.db.DatabaseLayout.Tag;
import treeline.store.db.SectionDirectory.Section;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// What is left of a damaged file, and what is said of the rest.
class DamagedDatabaseTest extends DatabaseFiles {
    @Test
    void aDamagedBlockLosesOnlyItself() throws IOException {
        Profile profile = wide(8, 4, 3);
        Path file = store(profile);
        Section columns =
                sections(file).stream()
                        .filter(s -> s.tag() == Tag.COLUMNS)
                        .findFirst()
                        .orElseThrow();
        flip(file, columns.bodyAt() + 3);
        try (DatabaseSource source = DatabaseFormat.openFile(file)) {
            Profile loaded = source.load(Slice.everything());
            assertThat(ProfileDifference.beyond(profile, loaded)).isEmpty();
            assertThat(loaded.column("time").cells()).isEqualTo(profile.column("time").cells() - 8);
            assertThat(source.report().entries())
                    .singleElement()
                    .asString()
                    .contains("a block of values is damaged", "expected a block with checksum");
        }
    }

    @Test
    void aDamagedBlockThatIsReadAgainIsCountedOnce() throws IOException {
        Path file = store(wide(8, 4, 3));
        Section columns =
                sections(file).stream()
                        .filter(s -> s.tag() == Tag.COLUMNS)
                        .findFirst()
                        .orElseThrow();
        flip(file, columns.bodyAt() + 3);
        try (DatabaseSource source = DatabaseFormat.openFile(file)) {
            for (int i = 0; i < 3; i++) source.load(Slice.everything());
            assertThat(source.report().entries())
                    .singleElement()
                    .extracting(ReadReport.Entry::count)
                    .isEqualTo(1L);
        }
    }

    @Test
    void aFileCutWithinASectionIsWholeUpToTheOneBefore() throws IOException {
        Path file = store(wide(2048, 40, 10));
        List<Section> columns =
                sections(file).stream().filter(s -> s.tag() == Tag.COLUMNS).toList();
        long cutAt = columns.get(1).end() - 7;
        cut(file, cutAt);
        try (DatabaseSource source = DatabaseFormat.openFile(file)) {
            assertThat(source.report().entries().getFirst().firstPlace())
                    .isEqualTo(
                            "p.tldb, whole up to byte %d of %d"
                                    .formatted(columns.get(1).offset(), cutAt));
        }
    }

    @Test
    void aFileCutBetweenSectionsKeepsWhatIsBefore() throws IOException {
        Profile profile = wide(2048, 40, 10);
        Path file = store(profile);
        List<Section> columns =
                sections(file).stream().filter(s -> s.tag() == Tag.COLUMNS).toList();
        cut(file, columns.get(1).offset());
        try (DatabaseSource source = DatabaseFormat.openFile(file)) {
            Profile loaded = source.load(Slice.everything());
            assertThat(ProfileDifference.beyond(profile, loaded)).isEmpty();
            assertThat(loaded.column("time").cells()).isPositive();
            assertThat(source.report().entries())
                    .extracting(ReadReport.Entry::toString)
                    .anySatisfy(
                            entry ->
                                    assertThat(entry)
                                            .contains(
                                                    "a section of values is missing",
                                                    "times (first: time of rank"))
                    .anySatisfy(
                            entry ->
                                    assertThat(entry)
                                            .contains(
                                                    "the file has no intact footer",
                                                    "p.tldb, whole up to byte %d of %d"
                                                            .formatted(
                                                                    columns.get(1).offset(),
                                                                    columns.get(1).offset())));
        }
    }

    @Test
    void aFileWithoutItsTreeCannotBeRead() throws IOException {
        Path file = store(wide(4, 3, 2));
        Section tree =
                sections(file).stream().filter(s -> s.tag() == Tag.TREE).findFirst().orElseThrow();
        flip(file, tree.headAt());
        assertThatThrownBy(() -> DatabaseFormat.openFile(file))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining(
                        "p.tldb at byte %d: expected a TREE section with checksum"
                                .formatted(tree.headAt()));
        cut(file, tree.offset());
        assertThatThrownBy(() -> DatabaseFormat.openFile(file))
                .hasMessageContaining("expected a TREE section, found none that is intact");
    }

    @Test
    void labelsOfContextsThatAreDamagedAreReportedAndTheRestIsRead() throws IOException {
        Profile profile = wide(4, 3, 2);
        Profile labelled =
                new Profile(
                        profile.outline()
                                .withContextLabels(
                                        List.of(Label.of("core", List.of("0", "1", "", "3")))),
                        profile.values());
        for (long intoSection : List.of(0L, (long) DatabaseLayout.FRAME_BYTES)) {
            Path file = store(labelled);
            Section labels =
                    sections(file).stream()
                            .filter(s -> s.tag() == Tag.CONTEXT_LABELS)
                            .findFirst()
                            .orElseThrow();
            flip(file, labels.offset() + intoSection);
            try (DatabaseSource source = DatabaseFormat.openFile(file)) {
                assertThat(ProfileDifference.between(profile, source.load(Slice.everything())))
                        .isEmpty();
                assertThat(source.report().entries())
                        .singleElement()
                        .asString()
                        .startsWith("the CLBL section cannot be read");
                assertThat(source.report().isLossy()).isTrue();
            }
        }
    }

    @Test
    void damagedMetadataIsReportedAndTheRestIsRead() throws IOException {
        Profile profile = wide(4, 3, 2);
        Path file = store(profile.withMetadata(profile.metadata().with("host", "n1")));
        flip(file, sections(file).getFirst().headAt());
        try (DatabaseSource source = DatabaseFormat.openFile(file)) {
            assertThat(ProfileDifference.between(profile, source.load(Slice.everything())))
                    .isEmpty();
            assertThat(source.report().entries())
                    .singleElement()
                    .asString()
                    .startsWith("the META section cannot be read");
        }
    }
}
