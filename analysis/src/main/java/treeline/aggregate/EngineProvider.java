package treeline.aggregate;

import java.io.IOException;
import java.util.Optional;

/// Service interface for cluster engines, found by [java.util.ServiceLoader]. Only users with a
/// cluster have its jars on the class path.
public interface EngineProvider {

    /// The engine of an address, empty where it is none of this kind.
    ///
    /// @param address what the user wrote, such as `spark://host:7077`
    /// @throws IOException if nobody answers there
    Optional<Engine> engine(String address) throws IOException;
}
