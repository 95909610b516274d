package treeline.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Which version of Treeline this is, for those who report a problem; the build writes it into a
/// resource.
public final class Version {
    private Version() {}

    public static String text() {
        try (InputStream resource = Version.class.getResourceAsStream("version.txt")) {
            if (resource == null) return "of an unknown version";
            String version = new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
            return version + " (Java " + Runtime.version().feature() + ")";
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
