package treeline.archive;

import java.io.IOException;
import java.nio.file.Path;

/// The index cannot be read. No data is lost: the index is rebuilt from the runs.
final class DamagedIndexException extends IOException {
    DamagedIndexException(Path index, Throwable cause) {
        super("%s is damaged: %s".formatted(index, cause.getMessage()), cause);
    }
}
