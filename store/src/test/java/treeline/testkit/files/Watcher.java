package treeline.testkit.files;

import java.io.IOException;

/// Sees every call before it reaches the real file system, and may delay it ([Simulation]) or fail
/// it ([Faults]).
@FunctionalInterface
public interface Watcher {
    void before(Call call) throws IOException;
}
