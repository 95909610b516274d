package treeline.source.files;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/// Files that are reached by an address and not by a path, such as `hdfs://head/run.tldb`. Found as
/// a service, because the libraries that reach them are nobody's but their users'.
public interface RemoteFiles {

    /// Whether it knows addresses of this kind: `hdfs`, `s3a`.
    boolean reaches(String scheme);

    /// Copies a file, or a folder with the files in it.
    ///
    /// @param into an empty folder
    /// @return the file or folder below it
    Path copy(URI address, Path into) throws IOException;
}
