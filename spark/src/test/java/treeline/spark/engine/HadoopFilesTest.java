package treeline.spark.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.RandomContexts;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Profiles of a file system that only Hadoop knows.
class HadoopFilesTest {
    private static final String IMPLEMENTATION = "spark.hadoop.fs.elsewhere.impl";

    @TempDir Path folder;

    /// Files of this machine under addresses of another kind.
    public static final class Elsewhere extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("elsewhere://there");
        }
    }

    @BeforeEach
    void tellHadoop() {
        System.setProperty(IMPLEMENTATION, Elsewhere.class.getName());
    }

    @AfterEach
    void forget() {
        System.clearProperty(IMPLEMENTATION);
    }

    private static String address(Path path) {
        return "elsewhere://there" + path;
    }

    @Test
    void aFileIsReadByItsAddress() throws IOException {
        Profile run = RandomContexts.of(3);
        Path file = folder.resolve("run.tldb");
        new DatabaseExporter().export(run, file);
        try (ProfileSource source = Formats.all().open(address(file))) {
            assertThat(source.load(Slice.everything()).values().values())
                    .isEqualTo(run.values().values());
            assertThat(source.reopening()).isPresent();
        }
    }

    @Test
    void aFolderHasItsFiles() throws IOException {
        Files.writeString(folder.resolve("b"), "2");
        Files.writeString(folder.resolve("a"), "1");
        Files.createDirectory(folder.resolve("below"));
        Input input = Input.of(address(folder));
        assertThat(input.files())
                .extracting(file -> file.getFileName().toString())
                .containsExactly("a", "b");
        assertThat(input.absoluteName()).contains(address(folder));
    }

    @Test
    void whatIsNotThereIsNamedByItsAddress() {
        String missing = address(folder.resolve("no.tldb"));
        assertThatThrownBy(() -> Input.of(missing))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining(missing);
        assertThatThrownBy(() -> Input.of("nobody://knows/this"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("addresses of 'nobody'");
    }
}
