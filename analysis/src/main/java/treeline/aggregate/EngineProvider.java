package treeline.aggregate;

import java.io.IOException;
import java.util.Optional;

/// Engines of other machines, found by [java.util.ServiceLoader]: what a cluster needs is on the
/// class path only of those who have one.
public interface EngineProvider {

    /// The engine of an address, empty where it is none of this kind.
    ///
    /// @param address what the user wrote, such as `spark://host:7077`
    /// @throws IOException if nobody answers there
    Optional<Engine> engine(String address) throws IOException;
}
