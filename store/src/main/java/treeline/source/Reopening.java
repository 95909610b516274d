package treeline.source;

import java.io.IOException;
import java.io.Serializable;

/// Reopens a source, possibly in another process on another machine that sees the same files.
@FunctionalInterface
public interface Reopening extends Serializable {
    ProfileSource open() throws IOException;
}
