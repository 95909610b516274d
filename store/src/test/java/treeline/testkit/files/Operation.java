package treeline.testkit.files;

/// An entry of the log of a [WatchedFileSystem]: a change, a force, or a milestone of the test.
/// Files and directories are numbered like inodes: a number belongs to one file whatever its name
/// is, and is never used again.
sealed interface Operation {
    /// A change of directory entries. It is durable when [#directory] has been forced after it.
    sealed interface EntryChange extends Operation {
        int directory();
    }

    /// A change of the content of a file. It is durable when the file has been forced after it.
    sealed interface DataChange extends Operation {
        int file();
    }

    record Create(int directory, String name, int file) implements EntryChange {}

    record MakeDirectory(int directory, String name, int made) implements EntryChange {}

    /// A hard link.
    record Link(int directory, String name, int file) implements EntryChange {}

    /// Atomic: the old name is gone if and only if the new one is there.
    ///
    /// @param directory that of the new name
    record Rename(int oldDirectory, String oldName, int directory, String name, int moved)
            implements EntryChange {}

    record Delete(int directory, String name) implements EntryChange {}

    record Write(int file, long offset, Bytes bytes) implements DataChange {}

    record Resize(int file, long size) implements DataChange {}

    /// `fsync` of a file or directory.
    record Force(int forced) implements Operation {}

    /// A promise of the code under test, such as a method that returned without an exception.
    record Milestone(String name) implements Operation {}

    /// Immutable bytes.
    final class Bytes {
        private final byte[] content;

        Bytes(byte[] content) {
            this.content = content;
        }

        int size() {
            return content.length;
        }

        byte at(int index) {
            return content[index];
        }

        @Override
        public String toString() {
            return content.length + " bytes";
        }
    }
}
