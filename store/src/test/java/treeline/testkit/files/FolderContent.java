package treeline.testkit.files;

import java.io.IOException;
import java.nio.file.Path;

/// The bytes of a file or of all files of a folder as a short text, to compare them.
public final class FolderContent {
    private FolderContent() {}

    public static String of(Path path) throws IOException {
        return DiskImage.ofOne(path, "").fingerprint();
    }
}
