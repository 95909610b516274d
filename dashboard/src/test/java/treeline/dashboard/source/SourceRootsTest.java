package treeline.dashboard.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.dashboard.http.RefusedRequest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Paths come from profiles, so a hostile profile must not reach a file outside the roots.
class SourceRootsTest {
    @TempDir Path folder;
    private Path root = Path.of("");
    private Path secret = Path.of("");

    @BeforeEach
    void makeFiles() throws IOException {
        root = Files.createDirectories(folder.resolve("sources"));
        secret = Files.writeString(folder.resolve("secret.txt"), "password");
        Files.createDirectories(root.resolve("app/src"));
        Files.writeString(root.resolve("app/src/main.c"), "int main;\n");
        Files.writeString(root.resolve("main.c"), "another\n");
    }

    private Optional<String> found(String named) throws IOException {
        return new SourceRoots(List.of(root)).find(named).map(SourceRoots.Found::shown);
    }

    @Test
    void theLongestEndOfAPathThatExistsIsFound() throws IOException {
        assertThat(found("/home/ada/app/src/main.c")).contains("app/src/main.c");
        assertThat(found("C:\\work\\app\\src\\main.c")).contains("app/src/main.c");
        assertThat(found("./main.c")).contains("main.c");
        assertThat(found("/home/ada/other.c")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret.txt",
                "app/../../secret.txt",
                "/../secret.txt",
                "..",
                "/",
                "",
                "app",
                "a\0b",
                "app/src/main.c/x",
                "/etc/passwd"
            })
    void nothingOutsideTheRootsIsFound(String named) throws IOException {
        assertThat(found(named)).isEmpty();
    }

    @Test
    void anAbsolutePathOutsideIsNotFound() throws IOException {
        assertThat(found(secret.toString())).isEmpty();
    }

    @Test
    void aSymbolicLinkOutOfTheRootIsNotFollowed() throws IOException {
        Files.createSymbolicLink(root.resolve("link.c"), secret);
        Files.createSymbolicLink(root.resolve("up"), folder);
        assertThat(found("link.c")).isEmpty();
        assertThat(found("up/secret.txt")).isEmpty();
        Files.createSymbolicLink(root.resolve("alias.c"), root.resolve("main.c"));
        assertThat(found("alias.c")).as("a link within the root").contains("alias.c");
    }

    @Test
    void withoutRootsNothingIsFound() throws IOException {
        assertThat(new SourceRoots(List.of()).find("main.c")).isEmpty();
    }

    private String text(byte[] content) throws IOException {
        Path file = Files.write(root.resolve("file"), content);
        return SourceRoots.text(new SourceRoots.Found(file, "file"));
    }

    @Test
    void onlyTextOfALimitedSizeIsRead() throws IOException {
        assertThat(text(new byte[] {'a', (byte) 0xff, 'b'})).isEqualTo("a\ufffdb");
        assertThatThrownBy(() -> text(new byte[] {'a', 0, 'b'}))
                .isInstanceOf(RefusedRequest.class)
                .hasMessage("file is not a text file");
        assertThatThrownBy(() -> text(new byte[SourceRoots.MAX_BYTES + 1]))
                .hasMessage("file is larger than 4 MiB");
    }
}
