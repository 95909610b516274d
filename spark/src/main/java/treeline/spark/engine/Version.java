package treeline.spark.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The Treeline version, which must be the same on driver and executors.
final class Version {
    private Version() {}

    static String text() {
        try (InputStream resource = Version.class.getResourceAsStream("version.txt")) {
            if (resource == null) return "of an unknown version";
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// Refuses to work for a driver of another version.
    static void require(String ofDriver) throws IOException {
        if (!text().equals(ofDriver))
            throw new IOException(
                    ("the cluster has Treeline %s among its jars, but this is %s: remove it from"
                                    + " the cluster, because every job sends the right version")
                            .formatted(text(), ofDriver));
    }
}
