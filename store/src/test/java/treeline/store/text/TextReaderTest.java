package treeline.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What a file of our own dialect means.
class TextReaderTest {
    @TempDir Path folder;
    private TextFiles files;

    @BeforeEach
    void prepare() {
        files = new TextFiles(folder);
    }

    private Profile read(String text) throws IOException {
        TextFiles.Read read = files.read("drawn.tltext", text);
        assertThat(read.report().entries()).isEmpty();
        return read.profile();
    }

    private void assertReads(String text, String drawing) throws IOException {
        assertThat(ProfileDifference.between(profileOf(drawing), read(text))).isEmpty();
    }

    @Test
    void placesExecutionsAndIterations() throws IOException {
        assertReads(
                """
                #treeline-text 1
                @contexts,r0..1e0..1
                @frame,1,region,main
                @frame,2,region,compute
                @frame,3,region,comm
                @columns,path,loop,tag,time:s:inclusive
                1,,,1.5-2|3
                1<2,each,COMP,1+2+3-4+5|-~6
                1<3,sum,COMM,0|9-8
                @end,3
                """,
                """
                metric time s inclusive
                path          loop  tag   rank0rep0  rank0rep1  rank1rep0  rank1rep1
                main          -     -           1.5          2          3          -
                main/compute  each  COMP      1+2+3        4+5          -         -6
                main/comm     sum   COMM          0          -          9          8
                """);
    }

    @Test
    void absentIsNotZero() throws IOException {
        Profile profile =
                read(
                        """
                        #treeline-text 1
                        @contexts,r0..9
                        @frame,1,region,main
                        @columns,path,time:s:inclusive
                        1,0||2|*5|8
                        @end,1
                        """);
        assertThat(profile.column("time").at(0, 0)).isZero();
        assertThat(profile.column("time").at(1, 0)).isNaN();
        assertThat(profile.column("time").at(2, 0)).isEqualTo(2);
        assertThat(profile.column("time").at(8, 0)).isEqualTo(8);
        assertThat(profile.column("time").cells()).isEqualTo(3);
    }

    @Test
    void rowsMayStandInAnyOrderAndNodesAboveThemAreMade() throws IOException {
        assertReads(
                """
                #treeline-text 1
                @contexts,r0
                @frame,1,region,main
                @frame,2,region,a
                @frame,3,region,b
                @columns,path,time:s:inclusive
                1<2<3,4
                1<3,3
                1<2,2
                @end,3
                """,
                """
                metric time s inclusive
                path      rank0
                main      -
                main/a    2
                main/a/b  4
                main/b    3
                """);
    }

    @Test
    void aPathThatComesAgainIsASibling() throws IOException {
        Profile profile =
                read(
                        """
                        #treeline-text 1
                        @contexts,_
                        @frame,1,function,main
                        @frame,2,function,f
                        @columns,path,time:s:inclusive
                        1,
                        1<2,1
                        1<2<2,2
                        1<2,3
                        1<2<2,4
                        @end,5
                        """);
        assertThat(profile.tree().children(0)).containsExactly(1, 3);
        assertThat(profile.tree().parent(4)).isEqualTo(3);
        assertThat(profile.column("time").at(0, 4)).isEqualTo(4);
    }

    @Test
    void framesContextsMetricsAndMetadata() throws IOException {
        Profile profile =
                read(
                        """
                        #treeline-text 1
                        @meta,text,command,./a %2C b
                        @meta,whole,ranks,-3
                        @meta,real,rate,2.5e-3
                        @meta,flag,dry,false
                        @contexts,_,t0,r1t2s3e4,n01!r5
                        @frame,1,loop,for%25,a.c,7,lib.so
                        @frame,2,kernel,k,,,gpu
                        @columns,path,mem:kB:point:bytes:1000.0,n::exclusive
                        1,,
                        2,,
                        @end,2
                        """);
        assertThat(profile.tree().frame(0))
                .isEqualTo(new Frame(Frame.Kind.LOOP, "for%", "a.c", 7, "lib.so"));
        assertThat(profile.tree().frame(1))
                .isEqualTo(new Frame(Frame.Kind.KERNEL, "k", "", 0, "gpu"));
        assertThat(profile.contexts())
                .containsExactly(
                        Context.WHOLE,
                        new Context("", -1, 0, -1, -1),
                        new Context("", 1, 2, 3, 4),
                        new Context("n01", 5, -1, -1, -1));
        assertThat(profile.metrics())
                .containsExactly(
                        new Metric(
                                "mem",
                                new Unit("kB", Unit.Dimension.BYTES, 1000),
                                Metric.Scope.POINT),
                        new Metric("n", Unit.COUNT, Metric.Scope.EXCLUSIVE));
        assertThat(profile.metadata())
                .isEqualTo(
                        Metadata.NONE
                                .with("command", "./a , b")
                                .with("ranks", -3)
                                .with("rate", new Metadata.Value.Real(2.5e-3))
                                .with("dry", new Metadata.Value.Flag(false)));
    }

    @Test
    void theExampleOfTheDocumentIsReadAndWrittenAsItStands() throws IOException {
        String document = Files.readString(Path.of("../docs/formats/compact-text.md"));
        int from = document.indexOf("#treeline-text 1\n");
        String example = document.substring(from, document.indexOf("```", from));
        assertThat(files.text(read(example))).isEqualTo(example);
    }

    @Test
    void aFileWithoutMetricsIsATree() throws IOException {
        Profile profile =
                read(
                        """
                        #treeline-text 1
                        @contexts
                        @frame,1,region,main
                        @columns,path
                        1
                        @end,1
                        """);
        assertThat(profile.tree().name(0)).isEqualTo("main");
        assertThat(profile.contexts()).isEmpty();
    }

    @Test
    void lineEndsOfWindowsAreLineEnds() throws IOException {
        assertReads(
                """
                #treeline-text 1
                @contexts,r0
                @frame,1,region,main
                @columns,path,time:s:inclusive
                1,5
                @end,1
                """
                        .replace("\n", "\r\n"),
                "metric time s inclusive\npath rank0\nmain 5");
    }

    @Test
    void aFileThatWasCutGivesItsWholeRowsAndSaysSo() throws IOException {
        String text =
                """
                #treeline-text 1
                @contexts,r0
                @frame,1,region,main
                @frame,2,region,a
                @columns,path,time:s:inclusive
                1,5
                1<2,123\
                """;
        TextFiles.Read read = files.read("cut.tltext", text);
        assertThat(read.profile().tree().size()).isEqualTo(1);
        assertThat(read.report().isLossy()).isTrue();
        assertThat(read.report().entries())
                .extracting(Object::toString)
                .containsExactly(
                        "the file ends before its @end line, so rows are missing (first: %s line 7)"
                                .formatted(folder.resolve("cut.tltext")));
        assertThat(files.read("cut.tltext", text + "\n").profile().tree().at(List.of("main", "a")))
                .isEqualTo(1);
    }
}
