package treeline.archive;

import java.io.IOException;
import java.nio.file.Path;

/// The index cannot be read. Nothing is lost: it is made again from the runs.
final class DamagedIndexException extends IOException {
    DamagedIndexException(Path index, Throwable cause) {
        super("%s is damaged: %s".formatted(index, cause.getMessage()), cause);
    }
}
