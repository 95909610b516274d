package treeline.formats.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// What is fuzzed, as the fuzzer sees it. The reader behind it is loaded by a [CoverageLoader],
/// this interface is not, so that both sides mean the same.
public interface Subject {
    String formatName();

    /// Writes good files into a folder.
    List<Path> samples(Path into) throws IOException;

    /// Returns if the file is read or refused as it should be, throws otherwise.
    void read(Path file);
}
