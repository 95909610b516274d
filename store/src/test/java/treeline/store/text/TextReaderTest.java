package treeline.store.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
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
    void aRowThatComesLateStandsWithItsCaller() throws IOException {
        assertReads(
                """
                #treeline-text 1
                @contexts,r0
                @frame,1,region,main
                @frame,2,region,a
                @frame,3,region,other
                @columns,path,tag,time:s:inclusive
                1,M,1
                3,O,3
                1<2,A,2
                @end,3
                """,
                """
                metric time s inclusive
                path    tag  rank0
                main    M        1
                main/a  A        2
                other   O        3
                """);
    }

    /// Four hundred rows of two to 800 bytes, one below the other, of one iteration more each.
    @Test
    void rowsOfEveryLengthAreRead() throws IOException {
        var text = new StringBuilder("#treeline-text 1\n@contexts,r0\n");
        for (int i = 1; i <= 400; i++) text.append("@frame,%d,region,f%d\n".formatted(i, i));
        text.append("@columns,path,tag,time:s:inclusive\n");
        StringBuilder path = new StringBuilder();
        for (int i = 1; i <= 400; i++)
            text.append(path.append(i == 1 ? "" : "<").append(i))
                    .append(",t" + i + "," + "1+".repeat(i) + "\n");
        Profile profile = read(text.append("@end,400\n").toString());
        SparseRows rows = profile.column("time").byNode();
        for (int node = 0; node < 400; node++) {
            assertThat(profile.tree().depth(node)).isEqualTo(node);
            assertThat(profile.outline().label("tag", node)).isEqualTo("t" + (node + 1));
            assertThat(rows.seriesLength(node)).isEqualTo(node + 1);
            assertThat(rows.value(node)).isEqualTo(node + 1);
        }
    }

    @Test
    void placesMayBeSkippedUpToTheLast() throws IOException {
        assertReads(
                """
                #treeline-text 1
                @contexts,r0..2
                @frame,1,region,a
                @frame,2,region,b
                @columns,path,time:s:inclusive
                1,*3
                2,1|*2
                @end,2
                """,
                """
                metric time s inclusive
                path  rank0  rank1  rank2
                a     -      -      -
                b     1      -      -
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

    @Test
    void anEndThatWasCutIsNoEnd() throws IOException {
        String rows =
                """
                #treeline-text 1
                @contexts,r0
                @frame,1,region,main
                @columns,path,time:s:inclusive
                1,5
                """;
        for (String cut : List.of("@end", "@end,", "@end,1,0"))
            assertThat(files.read("cut.tltext", rows + cut).report().isLossy()).as(cut).isTrue();
        assertThat(files.read("whole.tltext", rows + "@end,1").report().entries()).isEmpty();
    }

    @Test
    void aClosedSourceReadsNothing() throws IOException {
        Path file = files.export(profileOf("path rank0\nmain 1"));
        ProfileSource source = new CompactTextFormat().open(Input.of(file));
        source.close();
        assertThatThrownBy(() -> source.load(Slice.everything()))
                .isInstanceOf(IllegalStateException.class);
    }
}
