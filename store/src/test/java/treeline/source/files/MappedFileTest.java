package treeline.source.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.Input;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;

class MappedFileTest {
    @TempDir Path folder;

    /// A million zeros are a thousand bytes of gzip, which is what an attack looks like.
    @Test
    void aGzipThatExpandsTooFarIsRefused() throws IOException {
        Path expanded = folder.resolve("expanded");
        Path allowed = gzip("allowed.gz", new byte[1_000_000]);
        MappedFile.expand(allowed, expanded, 1_000_000);
        assertThat(expanded).hasSize(1_000_000);

        Path bomb = gzip("bomb.gz", new byte[1_000_001]);
        assertThatThrownBy(() -> MappedFile.expand(bomb, expanded, 1_000_000))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(
                        bomb
                                + ": expected a gzip that expands at most 250 times, found more"
                                + " than 1000000 bytes");
    }

    @Test
    void aGzipOfAnySizeMayExpand250Times() throws IOException {
        Path expanded = folder.resolve("expanded");
        byte[] text = "hello profile ".repeat(500).getBytes(StandardCharsets.UTF_8);
        MappedFile.expand(gzip("text.gz", text), expanded, 0);
        assertThat(expanded).hasBinaryContent(text);
    }

    @Test
    void anExpandedGzipLeavesNoFileBehind() throws IOException {
        List<File> before = expanded(1_234_567);
        try (MappedFile file = MappedFile.open(gzip("text.gz", new byte[1_234_567]))) {
            assertThat(file.size()).isEqualTo(1_234_567);
            assertThat(expanded(1_234_567)).isEqualTo(before);
        }
    }

    private static List<File> expanded(long bytes) {
        File[] files = new File(System.getProperty("java.io.tmpdir")).listFiles();
        return Arrays.stream(Objects.requireNonNull(files))
                .filter(file -> file.getName().endsWith(".expanded") && file.length() == bytes)
                .sorted()
                .toList();
    }

    @Test
    void aGzipOfNothingButItsFirstBytesIsCut() throws IOException {
        Path cut = Files.write(folder.resolve("cut.gz"), new byte[] {0x1f, (byte) 0x8b});
        String message = cut + ": expected a complete gzip stream, found the end of the file";
        assertThatThrownBy(() -> MappedFile.open(cut)).hasMessage(message);
        assertThatThrownBy(() -> Input.of(cut).prefix(cut)).hasMessage(message);
    }

    @Test
    void anEmptyFileHasNoBytes() throws IOException {
        try (MappedFile file = MappedFile.open(Files.createFile(folder.resolve("empty")))) {
            assertThat(file.size()).isZero();
        }
    }

    @Test
    void closingUnmapsAtOnce() throws IOException {
        MappedFile file = MappedFile.open(Files.writeString(folder.resolve("some"), "bytes"));
        assertThat(file.bytes().scope().isAlive()).isTrue();
        file.close();
        assertThat(file.bytes().scope().isAlive()).isFalse();
    }

    @Test
    void aFileOfWhichNothingCouldBeMadeIsClosed() throws IOException {
        Path some = Files.writeString(folder.resolve("some"), "bytes");
        List<MappedFile> opened = new ArrayList<>();
        assertThatThrownBy(
                        () ->
                                MappedFile.open(
                                        some,
                                        file -> {
                                            opened.add(file);
                                            throw file.malformed(3, "a profile", "bytes");
                                        }))
                .hasMessage(some + " at byte 3: expected a profile, found bytes");
        assertThat(opened.getFirst().bytes().scope().isAlive()).isFalse();
    }

    private Path gzip(String name, byte[] content) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(content);
        }
        return file;
    }
}
