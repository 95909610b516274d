package treeline.source.files;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/// Access to files by address, such as `hdfs://head/run.tldb`. Implementations are found as
/// services, so their libraries are not dependencies of Treeline.
public interface RemoteFiles {

    /// Whether it knows addresses of this kind: `hdfs`, `s3a`.
    boolean reaches(String scheme);

    /// Copies a file, or a folder with the files in it.
    ///
    /// @param into an empty folder
    /// @return the file or folder below it
    Path copy(URI address, Path into) throws IOException;
}
