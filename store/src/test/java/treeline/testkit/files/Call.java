package treeline.testkit.files;

import java.nio.file.Path;

/// A call of the code under test to a [WatchedFileSystem].
///
/// @param path the real path of the file or directory; the old name of a rename
public record Call(Kind kind, Path path) {
    /// The system call that a method of `java.nio.file` stands for.
    public enum Kind {
        /// Opening a file that may be created by that.
        CREATE,
        OPEN,
        READ,
        WRITE,
        RESIZE,
        FORCE,
        /// Closing a channel that may have written.
        CLOSE,
        LOCK,
        RENAME,
        DELETE,
        MAKE_DIRECTORY,
        LINK,
        LIST,
        ATTRIBUTES
    }

    @Override
    public String toString() {
        return kind + " " + path.getFileName();
    }
}
