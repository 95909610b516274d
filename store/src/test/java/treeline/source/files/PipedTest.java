package treeline.source.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.Input;
import treeline.testkit.Patience;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

@Timeout(Patience.TEST_SECONDS)
class PipedTest {
    @TempDir Path folder;
    private Path pipe;

    @BeforeEach
    void make() throws Exception {
        pipe = folder.resolve("pipe");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "no mkfifo");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    }

    private void send(byte[] bytes) {
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try (OutputStream out = Files.newOutputStream(pipe)) {
                                out.write(bytes);
                            } catch (IOException failed) {
                                throw new UncheckedIOException(failed);
                            }
                        });
    }

    @Test
    void aPipeIsReadOnceAndThenLikeAFile() throws IOException {
        send("hello profile".getBytes(StandardCharsets.UTF_8));
        Input input = Input.of(pipe.toString());
        assertThat(input.name()).isEqualTo(pipe.toString());
        Path file = input.files().getFirst();
        assertThat(input.prefix(file)).asString().isEqualTo("hello profile");
        try (MappedFile mapped = MappedFile.open(file)) {
            assertThat(mapped.size()).isEqualTo(13);
        }
        assertThat(Input.of(pipe.toString()).files()).containsExactly(file);
    }

    @Test
    void whatComesThroughMayBeAGzip() throws IOException {
        var bytes = new java.io.ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write("hello profile".getBytes(StandardCharsets.UTF_8));
        }
        send(bytes.toByteArray());
        Input input = Input.of(pipe.toString());
        assertThat(input.prefix(input.files().getFirst())).asString().isEqualTo("hello profile");
    }

    @Test
    void aPipeThroughWhichNothingComesIsAnError() {
        send(new byte[0]);
        assertThatThrownBy(() -> Input.of(pipe.toString()))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(pipe + ": expected a profile that is piped into it, found nothing");
    }

    @Test
    void devicesAreNotReadToTheirEnd() throws IOException {
        Path zero = Path.of("/dev/zero");
        assumeTrue(Files.exists(zero), "no /dev/zero");
        assertThat(Piped.isPipe(zero.toString(), zero)).isFalse();
    }
}
