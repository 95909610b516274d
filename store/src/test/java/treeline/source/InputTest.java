package treeline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;

class InputTest {
    @TempDir Path folder;

    @BeforeEach
    void write() throws IOException {
        for (String name :
                new String[] {"part-10.txt", "part-2.txt", "other.csv", ".hidden", "half.tmp"})
            Files.writeString(folder.resolve(name), name);
        Files.createDirectory(folder.resolve("below"));
        Files.writeString(folder.resolve("below/deep.txt"), "deep");
    }

    @Test
    void aDirectoryIsItsOwnVisibleFilesInCountingOrder() throws IOException {
        assertThat(Input.of(folder.toString()).files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("other.csv", "part-2.txt", "part-10.txt");
    }

    @Test
    void aGlobIsWhatItMatches() throws IOException {
        assertThat(Input.of(folder + "/part-*.txt").files()).hasSize(2);
        assertThat(Input.of(folder + "/**.txt").files()).hasSize(3);
        assertThat(Input.of(folder + "/*/deep.txt").files()).hasSize(1);
    }

    @Test
    void aGlobGoesThroughALinkedFolder() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("below"));
        assertThat(Input.of(link + "/*.txt").files()).containsExactly(link.resolve("deep.txt"));
    }

    @Test
    void aGlobIsOfFilesAndNotOfFolders() throws IOException {
        assertThat(Input.of(folder + "/{other,below}*").files())
                .containsExactly(folder.resolve("other.csv"));
        assertThatThrownBy(() -> Input.of(folder + "/b*")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> Input.of(folder + "/nothing/*.txt"))
                .hasMessageEndingWith("/nothing/*.txt: no file matches this pattern");
    }

    /// Every module has a `pom.xml`, and tests run in its folder.
    @Test
    void aGlobWithoutAFolderIsOfTheWorkingDirectory() throws IOException {
        assertThat(Input.of("pom.[x]ml").files()).containsExactly(Path.of("pom.xml"));
        assertThat(Input.of("pom.?ml").files()).containsExactly(Path.of("pom.xml"));
    }

    @Test
    void otherProcessesFindItByItsAbsoluteName() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        assertThat(Input.of("pom.xml").absoluteName()).contains(here + "/pom.xml");
        assertThat(Input.of("pom.?ml").absoluteName()).contains(here + "/pom.?ml");
        assertThat(Input.of("src").absoluteName()).contains(here + "/src");
        assertThat(Input.of("pom.xml#2").absoluteName()).contains(here + "/pom.xml#2");
        assertThat(Input.of(folder + "/part-*.txt").absoluteName())
                .contains(folder + "/part-*.txt");
        assertThat(Input.of("two", List.of(Path.of("pom.xml"))).absoluteName()).isEmpty();
    }

    @Test
    void aFileThatIsThereIsNoGlob() throws IOException {
        Path odd = Files.writeString(folder.resolve("part[2].txt"), "odd");
        Input input = Input.of(odd.toString());
        assertThat(input.files()).containsExactly(odd);
        assertThat(input.root()).isEqualTo(odd);
        assertThat(input.run()).isEmpty();
        assertThat(input.isDirectory()).isFalse();
        assertThat(Input.of(folder.toString()).isDirectory()).isTrue();
    }

    @Test
    void aRunOfAFileThatHoldsSeveralIsNamedBehindAHash() throws IOException {
        Input input = Input.of(folder + "/other.csv#3");
        assertThat(input.files()).containsExactly(folder.resolve("other.csv"));
        assertThat(input.run()).isEqualTo("3");
        assertThat(input.name()).isEqualTo(folder + "/other.csv#3");
        assertThat(input.root()).isEqualTo(folder.resolve("other.csv"));
        assertThatThrownBy(() -> Input.of(folder + "/nothing.csv#3"))
                .hasMessageEndingWith("nothing.csv#3: no such file");
        assertThatThrownBy(() -> Input.of("#3")).hasMessage("#3: no such file");
    }

    @Test
    void numbersAtTheEndOfNamesCountToo() throws IOException {
        for (String name : new String[] {"rank10", "rank9", "rank"})
            Files.writeString(folder.resolve("below").resolve(name), name);
        assertThat(Input.of(folder + "/below/rank*").files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("rank", "rank9", "rank10");
    }

    @Test
    void filesThatBelongTogetherAreOfTheirFolder() {
        List<Path> files = List.of(folder.resolve("part-2.txt"), folder.resolve("other.csv"));
        Input input = Input.of("both", files);
        assertThat(input.name()).isEqualTo("both");
        assertThat(input.root()).isEqualTo(folder);
        assertThat(input.files()).isEqualTo(files);
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertThatThrownBy(() -> Input.of(folder + "/nothing"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageEndingWith("nothing: no such file");
        assertThatThrownBy(() -> Input.of(folder + "/no*"))
                .hasMessageEndingWith("no*: no file matches this pattern");
    }

    @Test
    void aGzipIsReadExpanded() throws IOException {
        Path file = gzip("hello profile");
        assertThat(Input.of(file).prefix(file)).asString().isEqualTo("hello profile");
        try (MappedFile mapped = MappedFile.open(file)) {
            assertThat(mapped.size()).isEqualTo("hello profile".length());
            assertThat(mapped.path()).isEqualTo(file);
        }
    }

    @Test
    void aCutGzipIsALocatedError() throws IOException {
        Path file = gzip("hello profile".repeat(1000));
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(() -> MappedFile.open(file))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining("text.gz: expected a complete gzip stream");
    }

    private Path gzip(String text) throws IOException {
        Path file = folder.resolve("text.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        return file;
    }

    @Test
    void aFileHasAnAddress(@TempDir Path below) throws IOException {
        Path file = Files.writeString(below.resolve("run.txt"), "x");
        Input input = Input.of("file://" + file);
        assertThat(input.files()).containsExactly(file);
        assertThat(input.name()).isEqualTo("file://" + file);
        assertThatThrownBy(() -> Input.of("file://" + below.resolve("no.txt")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("no such file");
        assertThatThrownBy(() -> Input.of("nobody://knows/this"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("addresses of 'nobody'");
        assertThatThrownBy(() -> Input.of("hdfs://a|b"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("no address");
    }
}
