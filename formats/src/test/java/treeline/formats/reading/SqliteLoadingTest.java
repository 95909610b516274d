package treeline.formats.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// SQLite's library takes longer to load than most files take to read.
class SqliteLoadingTest {
    @TempDir Path folder;

    @Test
    void otherFilesDoNotLoadSqlite() throws Exception {
        Path file = Files.writeString(folder.resolve("out.collapsed"), "main;solve 3\n");
        var loader = new Recording();
        Class<?> formats = loader.loadClass(Formats.class.getName());
        ClassLoader usual = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Object all = formats.getMethod("all").invoke(null);
            Object source = formats.getMethod("open", String.class).invoke(all, file.toString());
            assertThat(source.toString()).isNotEmpty();
        } finally {
            Thread.currentThread().setContextClassLoader(usual);
        }
        assertThat(loader.asked)
                .contains("treeline.formats.reading.SqliteHeader")
                .doesNotContain("treeline.formats.reading.SqliteFile", "java.sql.DriverManager");
    }

    /// Loads our classes anew and knows what they ask for.
    private static final class Recording extends ClassLoader {
        private final Set<String> asked = ConcurrentHashMap.newKeySet();

        Recording() {
            super(Formats.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            asked.add(name);
            if (!name.startsWith("treeline.")) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) return loaded;
                byte[] bytes = bytes(name.replace('.', '/') + ".class");
                return defineClass(name, bytes, 0, bytes.length);
            }
        }

        private byte[] bytes(String resource) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(resource)) {
                if (in == null) throw new ClassNotFoundException(resource);
                return in.readAllBytes();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
