package treeline.testkit.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A fuzz target. The reader or parser behind it is loaded by a [CoverageLoader]; this interface is
/// loaded by the ordinary loader, so that fuzzer and target share it.
public interface Subject {
    String formatName();

    /// The prefix of the class names whose coverage is reported.
    String code();

    /// Writes good files into a folder.
    List<Path> samples(Path into) throws IOException;

    /// Returns if the file is read or refused as it should be, throws otherwise.
    void read(Path file);
}
