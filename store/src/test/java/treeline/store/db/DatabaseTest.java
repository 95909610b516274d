package treeline.store.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.bytes.LittleEndianBytes;
import treeline.model.Metric;
import treeline.model.NodeSums;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Version;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.join.Parts;
import treeline.store.db.DatabaseLayout.Tag;
import treeline.store.db.SectionDirectory.Section;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class DatabaseTest extends DatabaseFiles {
    @Test
    void everyProfileComesBackTheSame() throws IOException {
        for (int seed = 0; seed < 300; seed++) {
            Profile profile = RandomProfiles.of(seed);
            try (DatabaseSource source = stored(profile)) {
                assertThat(ProfileDifference.between(profile, source.load(Slice.everything())))
                        .as("seed %d", seed)
                        .isEmpty();
                assertThat(source.report()).isEqualTo(ReadReport.CLEAN);
            }
        }
    }

    @Test
    void aSliceOfTheFileIsTheSliceOfTheProfile() throws IOException {
        for (int seed = 0; seed < 100; seed++) {
            Profile profile = RandomProfiles.of(seed);
            int contexts = profile.contexts().size();
            int nodes = profile.tree().size();
            List<Slice> slices =
                    List.of(
                            Slice.summed(),
                            Slice.everything()
                                    .withContexts(Selection.where(contexts, i -> i % 3 == 0)),
                            Slice.everything().withNodes(Selection.of(nodes / 2)),
                            Slice.everything().withMetrics(Selection.of(0)),
                            Slice.everything().withIterations(1, 3),
                            Slice.everything().withIterations(250, 520),
                            Slice.summed()
                                    .withContexts(Selection.of(0))
                                    .withNodes(Selection.of(0)));
            try (DatabaseSource source = stored(profile)) {
                for (Slice slice : slices)
                    assertThat(ProfileDifference.between(slice.of(profile), source.load(slice)))
                            .as("seed %d, %s", seed, slice)
                            .isEmpty();
            }
        }
    }

    @Test
    void theIndexTellsWhetherAMetricHasIterations() throws IOException {
        for (int seed = 0; seed < 100; seed++) {
            Profile profile = RandomProfiles.of(seed);
            try (DatabaseSource source = stored(profile)) {
                for (Metric metric : profile.metrics())
                    assertThat(source.mayHaveIterations(metric))
                            .as("seed %d, %s", seed, metric)
                            .isEqualTo(profile.column(metric).hasSeries());
            }
        }
    }

    @Test
    void oneNodeOfAllRanksReadsLittleOfTheFile() throws IOException {
        Profile profile = wide(512, 200, 10);
        try (DatabaseSource source = stored(profile)) {
            long size = Files.size(folder.resolve("p.tldb"));
            source.load(Slice.everything().withNodes(Selection.of(77)));
            assertThat(source.bytesRead()).isLessThan(size / 50);
        }
    }

    @Test
    void oneRankOfAllNodesReadsOnlyItsGroup() throws IOException {
        Profile profile = wide(2048, 40, 10);
        try (DatabaseSource source = stored(profile)) {
            long size = Files.size(folder.resolve("p.tldb"));
            source.load(Slice.everything().withContexts(Selection.of(3)));
            assertThat(source.bytesRead()).isLessThan(size / 3);
        }
    }

    @Test
    void sumsAreReadWithoutTheirIterations() throws IOException {
        try (DatabaseSource source = stored(wide(64, 50, 100))) {
            source.load(Slice.summed());
            assertThat(source.bytesRead()).isLessThan(Files.size(folder.resolve("p.tldb")) / 10);
        }
    }

    @Test
    void subFilesOpenAsOneProfile() throws IOException {
        Profile profile = wide(40, 5, 3);
        List<Profile> parts = Parts.split(profile, 4, "r1");
        for (int i = 0; i < parts.size(); i++)
            new DatabaseExporter()
                    .export(parts.get(i), folder.resolve("part-%d.tldb".formatted(i)));
        Files.writeString(folder.resolve("notes.txt"), "mine");
        try (ProfileSource source = new DatabaseFormat().open(Input.of(folder.toString()))) {
            assertThat(ProfileDifference.between(profile, source.load(Slice.everything())))
                    .isEmpty();
            assertThat(source.report().entries())
                    .extracting(ReadReport.Entry::reason)
                    .containsExactly("a file is not part of the recording");
        }
    }

    @Test
    void fewValuesStandTogetherWithoutBlocks() throws IOException {
        Profile profile = sums(16, 50);
        Path file = store(profile);
        assertThat(sections(file))
                .filteredOn(section -> section.tag().holdsValues())
                .extracting(Section::tag)
                .containsOnly(Tag.FEW_CELLS);
        try (DatabaseSource source = DatabaseFormat.openFile(file)) {
            assertThat(ProfileDifference.between(profile, source.load(Slice.everything())))
                    .isEmpty();
        }
        assertThat(sections(store(sums(16, 300))))
                .filteredOn(section -> section.tag().holdsValues())
                .extracting(Section::tag)
                .containsOnly(Tag.COLUMNS);
    }

    @Test
    void aDamagedSectionOfFewValuesIsReported() throws IOException {
        Profile profile = sums(4, 3);
        Path file = store(profile);
        Section few =
                sections(file).stream()
                        .filter(s -> s.tag() == Tag.FEW_CELLS)
                        .findFirst()
                        .orElseThrow();
        flip(file, few.headAt() + 3);
        try (DatabaseSource source = DatabaseFormat.openFile(file)) {
            assertThat(source.load(Slice.everything()).column("time").cells()).isZero();
            assertThat(source.report().entries())
                    .singleElement()
                    .asString()
                    .contains(
                            "a section of values is damaged",
                            "expected a CELS section with checksum");
        }
    }

    @Test
    void sumsAreKnownWithoutReadingValues() throws IOException {
        Profile profile = sums(64, 100);
        SparseRows rows = profile.column("time").byNode();
        try (DatabaseSource source = DatabaseFormat.openFile(store(profile))) {
            long before = source.bytesRead();
            NodeSums sums = source.sums(profile.metrics().getFirst()).orElseThrow();
            assertThat(source.bytesRead() - before).isLessThan(1_000);
            for (int node = 0; node < rows.rows(); node++) {
                double sum = 0;
                for (int cell = rows.start(node); cell < rows.end(node); cell++)
                    sum += rows.value(cell);
                assertThat(sums.sum().at(node)).isEqualTo(sum);
                assertThat(sums.contexts().at(node)).isEqualTo(rows.end(node) - rows.start(node));
            }
        }
    }

    @Test
    void fewValuesHaveNoSums() throws IOException {
        Profile profile = sums(4, 3);
        try (DatabaseSource source = DatabaseFormat.openFile(store(profile))) {
            assertThat(source.sums(profile.metrics().getFirst())).isEmpty();
        }
    }

    @Test
    void damagedSumsLoseNothing() throws IOException {
        Profile profile = sums(64, 100);
        Path file = store(profile);
        Section sums =
                sections(file).stream().filter(s -> s.tag() == Tag.SUMS).findFirst().orElseThrow();
        flip(file, sums.headAt() + 3);
        try (DatabaseSource source = DatabaseFormat.openFile(file)) {
            assertThat(source.sums(profile.metrics().getFirst())).isEmpty();
            assertThat(source.report().isLossy()).isFalse();
            assertThat(source.report().entries())
                    .singleElement()
                    .asString()
                    .contains("the sums are damaged; values are read instead");
            assertThat(ProfileDifference.between(profile, source.load(Slice.everything())))
                    .isEmpty();
        }
    }

    @Test
    void aNewerVersionNeedsAnUpgrade() throws IOException {
        Path file = store(wide(1, 1, 1));
        setVersion(file, 9);
        assertThatThrownBy(() -> DatabaseFormat.openFile(file))
                .hasMessageEndingWith(
                        "p.tldb at byte 8: database version 9 is newer than this Treeline (%s) can read, which is up to 3; upgrade to read this file"
                                .formatted(Version.number()));
    }

    @Test
    void versionsThatNeverWereAreNamed() throws IOException {
        Path file = store(wide(1, 1, 1));
        setVersion(file, 0);
        assertThatThrownBy(() -> DatabaseFormat.openFile(file))
                .hasMessageEndingWith(
                        "p.tldb at byte 8: expected database version 1 to 3, found 0");
    }

    static void setVersion(Path file, int version) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[DatabaseLayout.VERSION_AT] = (byte) version;
        var header = new LittleEndianBytes();
        header.raw(bytes, 0, DatabaseLayout.HEADER_CRC_AT);
        header.i32(header.crcFrom(0));
        System.arraycopy(header.array(), 0, bytes, 0, DatabaseLayout.HEADER_BYTES);
        Files.write(file, bytes);
    }

    @Test
    void aFailedExportLeavesTheOldFileAndNothingElse() throws IOException {
        Path file = store(wide(2, 2, 1));
        byte[] before = Files.readAllBytes(file);
        Path nowhere = folder.resolve("missing/p.tldb");
        assertThatThrownBy(() -> new DatabaseExporter().export(wide(3, 3, 1), nowhere))
                .isInstanceOf(IOException.class);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }
}
