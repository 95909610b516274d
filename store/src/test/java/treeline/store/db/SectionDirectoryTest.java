package treeline.store.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.bytes.LittleEndianBytes;
import treeline.model.Label;
import treeline.model.Profile;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;
import treeline.store.db.DatabaseLayout.Tag;
import treeline.store.db.SectionDirectory.Section;
import treeline.testkit.Patience;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

class SectionDirectoryTest {
    private final Profile profile = profileOf("path rank0 rank1\nmain 1 2\nmain/solve 3 -");

    @TempDir Path folder;
    private Path file;
    private byte[] bytes;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("p.tldb");
        new DatabaseExporter().export(profile, file);
        bytes = Files.readAllBytes(file);
    }

    /// All behind the last section of values: the footer's frame, its list, and the trailer.
    @Test
    void aFooterDamagedAnywhereLosesNothing() throws IOException {
        int footerAt = Math.toIntExact(directory().sections().getLast().end());
        for (int at = footerAt; at < bytes.length; at++) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 0x10;
            Files.write(file, damaged);
            try (DatabaseSource source = DatabaseFormat.openFile(file)) {
                assertThat(ProfileDifference.between(profile, source.load(Slice.everything())))
                        .as("byte %d", at)
                        .isEmpty();
                assertThat(source.report().entries())
                        .as("byte %d", at)
                        .singleElement()
                        .asString()
                        .startsWith("the file has no intact footer");
                assertThat(source.report().isLossy()).isFalse();
            }
        }
    }

    @Test
    void aFileThatIsNoDatabaseIsNamed() throws IOException {
        for (int at = 0; at < DatabaseLayout.MAGIC.length; at++) {
            byte[] other = bytes.clone();
            other[at] ^= 1;
            Files.write(file, other);
            assertThatThrownBy(() -> DatabaseFormat.openFile(file))
                    .isInstanceOf(MalformedProfileException.class)
                    .hasMessage(
                            file
                                    + " at byte 0: expected the mark of a Treeline database, found"
                                    + " other bytes");
        }
    }

    @Test
    void aDamagedHeaderIsNotTakenForAnotherVersion() throws IOException {
        bytes[DatabaseLayout.VERSION_AT] = 9;
        Files.write(file, bytes);
        assertThatThrownBy(() -> DatabaseFormat.openFile(file))
                .hasMessageContaining("p.tldb at byte 16: expected header checksum 0x");
    }

    @Test
    @Timeout(Patience.TEST_SECONDS)
    void theSearchForSectionsEndsAtALengthThatCannotBe() throws IOException {
        for (long[] headAndBody :
                new long[][] {{-1, 0}, {0, -1}, {0, -DatabaseLayout.FRAME_BYTES}}) {
            var sink = new LittleEndianBytes();
            sink.raw(bytes, 0, DatabaseLayout.HEADER_BYTES);
            sink.i32(Tag.METADATA.code);
            sink.i32((int) headAndBody[0]);
            sink.i64(headAndBody[1]);
            sink.i32(0);
            sink.i32(sink.crcFrom(DatabaseLayout.HEADER_BYTES));
            sink.raw(new byte[100], 0, 100);
            Files.write(file, Arrays.copyOf(sink.array(), sink.size()));
            assertThat(directory().sections()).isEmpty();
        }
    }

    @Test
    void sectionsFollowEachOtherUpToTheFooter() throws IOException {
        long at = DatabaseLayout.HEADER_BYTES;
        for (Section section : directory().sections()) {
            assertThat(section.offset()).isEqualTo(at);
            at = section.end();
        }
        assertThat(directory().sections())
                .extracting(Section::tag)
                .containsExactly(
                        Tag.METADATA,
                        Tag.FRAMES,
                        Tag.TREE,
                        Tag.LABELS,
                        Tag.CONTEXTS,
                        Tag.METRICS,
                        Tag.FEW_CELLS);
    }

    @Test
    void onlyFilesWithLabelsOfContextsHaveASectionOfThem() throws IOException {
        assertThat(directory().find(Tag.CONTEXT_LABELS)).isNull();
        writeLabelled();
        assertThat(directory().sections())
                .extracting(Section::tag)
                .containsSubsequence(Tag.METRICS, Tag.CONTEXT_LABELS, Tag.FEW_CELLS);
        try (DatabaseSource source = DatabaseFormat.openFile(file)) {
            assertThat(source.outline().contextLabel("core", 0)).isEqualTo("7");
            assertThat(source.report().entries()).isEmpty();
        }
    }

    /// As a later Treeline may write it, with a footer and without.
    @Test
    void aSectionOfAnUnknownKindIsLeftOutWithANote() throws IOException {
        writeLabelled();
        Section labels = directory().find(Tag.CONTEXT_LABELS);
        byte[] later = Files.readAllBytes(file);
        int at = Math.toIntExact(labels.offset());
        later[at] = 'X';
        int crc = LittleEndianBytes.crc(later, at, DatabaseLayout.FRAME_CRC_AT);
        for (int i = 0; i < Integer.BYTES; i++)
            later[at + DatabaseLayout.FRAME_CRC_AT + i] = (byte) (crc >>> (8 * i));
        for (int cut : new int[] {0, 1}) {
            Files.write(file, Arrays.copyOf(later, later.length - cut));
            try (DatabaseSource source = DatabaseFormat.openFile(file)) {
                assertThat(ProfileDifference.between(profile, source.load(Slice.everything())))
                        .isEmpty();
                assertThat(source.report().entries())
                        .hasSize(1 + cut)
                        .last()
                        .asString()
                        .isEqualTo(
                                "ignored a section of an unknown kind, written by a later version"
                                        + " of Treeline"
                                        + " (first: p.tldb at byte %d)".formatted(at));
                assertThat(source.report().isLossy()).isFalse();
            }
        }
    }

    private void writeLabelled() throws IOException {
        var labelled =
                new Profile(
                        profile.outline()
                                .withContextLabels(List.of(Label.of("core", List.of("7", "")))),
                        profile.values());
        new DatabaseExporter().export(labelled, file);
    }

    private SectionDirectory directory() throws IOException {
        try (MappedFile mapped = MappedFile.open(file)) {
            return SectionDirectory.of(mapped, new ReadReport.Log());
        }
    }
}
