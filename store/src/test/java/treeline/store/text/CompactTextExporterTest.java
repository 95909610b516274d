package treeline.store.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.store.text.rows.TextForm;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

class CompactTextExporterTest {
    @TempDir Path folder;
    private TextFiles files;

    @BeforeEach
    void prepare() {
        files = new TextFiles(folder);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.map(path -> path.getFileName().toString()).toList();
        }
    }

    /// A Turkish `I` in lower case is not an `i`, and Arabic has other digits.
    @Test
    void theLanguageOfTheUserDoesNotChangeTheFile() throws IOException {
        Profile profile =
                profileOf(
                        """
                        metric size B inclusive
                        path  loop  rank0
                        main  each  1.5+2
                        """);
        String expected = files.text(profile);
        Locale own = Locale.getDefault();
        try {
            for (Locale locale : Locale.getAvailableLocales()) {
                Locale.setDefault(locale);
                assertThat(files.text(profile)).as(locale.toString()).isEqualTo(expected);
            }
            Locale.setDefault(Locale.of("tr", "TR"));
            assertThat(ProfileDifference.between(profile, files.again(profile))).isEmpty();
        } finally {
            Locale.setDefault(own);
        }
    }

    @Test
    void aProfileAsText() throws IOException {
        Profile profile =
                profileOf(
                                """
                                metric time s inclusive
                                path             loop  tag   rank0rep0  rank0rep1  rank1rep0  rank1rep1
                                main             -     -           1.5          2          3          -
                                main/compute     each  COMP      1+2+3      4+_+5          -         -6
                                main/a,b         sum   COMM      1e-12          -          -          -
                                main/a,b/inner   -     -             -          -          -          0

                                metric mem B point
                                path             rank0rep0
                                main             4096
                                """)
                        .withMetadata(Metadata.NONE.with("command", "./run 1,2").with("ranks", 2));
        assertThat(files.text(profile))
                .isEqualTo(
                        """
                        #treeline-text 1
                        @meta,text,command,./run 1%2C2
                        @meta,whole,ranks,2
                        @contexts,r0..1e0..1
                        @frame,1,region,main
                        @frame,2,region,compute
                        @frame,3,region,a%2Cb
                        @frame,4,region,inner
                        @columns,path,loop,tag,time:s:inclusive,mem:B:point
                        1,,,1.5-2|3,4096
                        1<2,each,COMP,1+2+3-4++5|-~6,
                        1<3,sum,COMM,1e~12,
                        1<3<4,,,|-0,
                        @end,4,7afd6b93
                        """);
    }

    @Test
    void manyAbsentPlacesAreCounted() throws IOException {
        assertThat(
                        files.text(
                                profileOf(
                                        """
                                        path  rank0 rank1 rank2 rank3 rank4 rank5 rank6 rank7 rank8
                                        a         1     -     -     -     2     -     -     -     -
                                        b         1     -     -     -     -     2     -     -     -
                                        c         -     -     -     -     1     -     -     -     -
                                        """)))
                .contains("\n1,1||||2\n")
                .contains("\n2,1|*4|2\n")
                .contains("\n3,*4|1\n");
    }

    @Test
    void anExistingFileIsReplacedAndNothingElseIsLeft() throws IOException {
        Path file = files.write("exported.tltext", "old");
        files.export(profileOf("path rank0\nmain 1"));
        assertThat(Files.readString(file)).startsWith("#treeline-text 1\n");
        assertThat(names()).containsExactly("exported.tltext");
    }

    @Test
    void aFailedExportLeavesTheOldFileAndNothingElse() throws IOException {
        Path file = files.write("exported.tltext", "old");
        Profile unsorted = withContexts(Context.ofRank(1), Context.ofRank(0));
        assertThatThrownBy(() -> files.export(unsorted))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("contexts must ascend, but rank 0 follows rank 1");
        assertThat(Files.readString(file)).isEqualTo("old");
        assertThat(names()).containsExactly("exported.tltext");
    }

    @Test
    void columnsOfTheSameNameCannotBeToldApart() {
        Profile profile = profileOf("path tag rank0\nmain x 1");
        Outline outline = profile.outline();
        var twice =
                new Outline(
                        outline.tree(),
                        List.of(outline.labels().getFirst(), outline.labels().getFirst()),
                        outline.contexts(),
                        outline.metrics(),
                        outline.metadata());
        assertThatThrownBy(() -> files.export(new Profile(twice, profile.values())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two columns are called 'tag'");
    }

    @Test
    void aFolderThatIsNotThereIsAnIoError() {
        Path file = folder.resolve("nowhere/x.tltext");
        assertThatThrownBy(
                        () -> new CompactTextExporter().export(profileOf("path rank0\nm 1"), file))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void moreContextsThanAReaderAcceptsAreRefused() {
        Outline outline = profileOf("path rank0\nmain 1").outline();
        var many =
                new Outline(
                        outline.tree(),
                        List.of(),
                        Collections.nCopies(TextForm.MAX_CONTEXTS + 1, Context.WHOLE),
                        List.of(),
                        Metadata.NONE);
        assertThatThrownBy(
                        () ->
                                files.export(
                                        new Profile(many, new MetricTable(List.of(), List.of()))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "compact text stores at most 8388608 contexts, the profile has 8388609");
    }

    private static Profile withContexts(Context... contexts) {
        Profile profile = profileOf("path rank0\nmain 1");
        Outline outline = profile.outline();
        SparseRows none = new SparseRows.Builder().endRow().endRow().build();
        return new Profile(
                new Outline(
                        outline.tree(),
                        outline.labels(),
                        List.of(contexts),
                        outline.metrics(),
                        outline.metadata()),
                new MetricTable(outline.metrics(), List.of(MetricColumn.ofContexts(none, 1))));
    }
}
