package treeline.store.text;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.Input;
import treeline.source.Match;
import treeline.store.text.tinyprof.TinyProfSniff;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/// Which files are compact text.
class CompactTextFormatTest {
    @TempDir Path folder;
    private TextFiles files;

    @BeforeEach
    void prepare() {
        files = new TextFiles(folder);
    }

    private Match match(String text) throws IOException {
        return new CompactTextFormat().sniff(Input.of(files.write("file", text)));
    }

    @Test
    void itsNameAndExtension() {
        assertThat(new CompactTextFormat().name()).isEqualTo("compact-text");
        assertThat(new CompactTextFormat().description()).contains("Treeline and TinyProf");
        assertThat(new CompactTextExporter().name()).isEqualTo("compact-text");
        assertThat(new CompactTextExporter().extension()).isEqualTo(".tltext");
    }

    @Test
    void versionLineHeadersTablesAndRowsAreCertain() throws IOException {
        for (String certain :
                List.of(
                        "#treeline-text 1\n",
                        "#treeline-text 9\n",
                        "\"id\",\"parent\",\"tag\",\"is_loop\",\"times\"\n",
                        "\"id\",\"parent\",\"tag\",\"size\",\"is_loop\",\"times\"\r\n",
                        "id,tag,is_loop,times\n",
                        "a,2,main,1\nid,tag,is_loop,times\n",
                        "1,,0,0.000154|0.000165\n",
                        "1>update,COMP,2,0.000154-0.1+0.2",
                        "main,,1,12.5\n"))
            assertThat(match(certain)).as(certain).isEqualTo(Match.CERTAIN);
    }

    @Test
    void otherTablesAreNot() throws IOException {
        for (String other :
                List.of(
                        "id,name,times\n",
                        "a,b,c,d\n1,2,3,4\n",
                        "1,2,3,4\n",
                        "1,,0,5\n",
                        "a,2,main,1\n",
                        "a,2,main,x\nid,tag,is_loop,times\n",
                        ",,0,0.5\n",
                        "main;solve 12\n")) assertThat(match(other)).as(other).isEqualTo(Match.NO);
    }

    @Test
    void aNameTableMayBeLongerThanWhatIsLookedAt() throws IOException {
        var table = new StringBuilder("main,1");
        for (int code = 2; code < 9000; code++)
            table.append(",kernel_").append(code).append(',').append(code);
        String text = table + "\nid,tag,is_loop,times\n1>8999,,0,0.5\n";
        assertThat(match(text)).isEqualTo(Match.CERTAIN);
        assertThat(match("word ".repeat(20_000))).isEqualTo(Match.NO);
        assertThat(match("1,2,".repeat(9_000) + "x,y,z")).isEqualTo(Match.NO);
        assertThat(files.read("long.csv", text).profile().tree().path(1))
                .containsExactly("main", "kernel_8999");
    }

    @Test
    void theFirstBytesOfANameTableHaveToBeMany() {
        var table = new StringBuilder("main,1");
        for (int code = 2; table.length() < 1 << 16; code++)
            table.append(",kernel_").append(code).append(',').append(code);
        byte[] bytes = table.toString().getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        for (int length = 1 << 15; length < (1 << 15) + 40; length++)
            assertThat(TinyProfSniff.accepts(java.util.Arrays.copyOf(bytes, length)))
                    .as("%d bytes", length)
                    .isTrue();
        assertThat(TinyProfSniff.accepts(java.util.Arrays.copyOf(bytes, (1 << 15) - 1))).isFalse();
    }

    @Test
    void aNameTableGivesEveryCodeOnce() throws IOException {
        assertThat(match("a,1,b,2\nid,tag,is_loop,times\n")).isEqualTo(Match.CERTAIN);
        assertThat(match("a,1,b,1\nid,tag,is_loop,times\n")).isEqualTo(Match.NO);
    }

    @Test
    void subFilesOfOurDialectJoinAndOtherFilesAreNoted() throws IOException {
        var profile = profileOf("path rank0 rank1\nmain 1 2");
        for (var part : treeline.source.join.Parts.split(profile, 2, "r1"))
            Files.move(
                    files.export(part),
                    folder.resolve("part-%d.tltext".formatted(part.contexts().getFirst().rank())));
        files.write("notes", "hello");
        TextFiles.Read read = TextFiles.read(Input.of(folder.toString()));
        assertThat(ProfileDifference.between(profile, read.profile())).isEmpty();
        assertThat(read.report().entries())
                .extracting(Object::toString)
                .containsExactly(
                        "a file is not part of the recording (first: %s)"
                                .formatted(folder.resolve("notes")));
    }

    @Test
    void aFolderWithOtherFilesIsPlausible() throws IOException {
        files.write("a.tltext", "#treeline-text 1\n");
        files.write("notes", "hello");
        assertThat(new CompactTextFormat().sniff(Input.of(folder.toString())))
                .isEqualTo(Match.PLAUSIBLE);
    }

    @Test
    void compressedFilesAreReadToo() throws IOException {
        var profile = profileOf("path rank0 rank1\nmain 1 2");
        byte[] text = Files.readAllBytes(files.export(profile));
        Path zipped = folder.resolve("x.tltext.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            out.write(text);
        }
        assertThat(ProfileDifference.between(profile, TextFiles.read(Input.of(zipped)).profile()))
                .isEmpty();
    }
}
