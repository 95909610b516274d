package treeline.bench;

import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/// Ways to read a file that benches of readers compare: the whole profile, the tree alone and, as
/// the limit of both, the bytes.
public final class Reads {
    private Reads() {}

    /// All values, decoded; the path is a file or a folder.
    public static Profile profile(ProfileFormat format, Path path) throws IOException {
        return profile(format.open(Input.of(path.toString())));
    }

    /// The same of a source, which is closed.
    public static Profile profile(ProfileSource source) throws IOException {
        try (source) {
            return source.load(Slice.everything());
        }
    }

    /// How many nodes a source has, which is closed.
    public static int nodes(ProfileSource source) throws IOException {
        try (source) {
            return source.outline().tree().size();
        }
    }

    /// A file once, front to back.
    public static long bytes(Path file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 22);
        long bytes = 0;
        try (FileChannel channel = FileChannel.open(file)) {
            for (int read = channel.read(buffer); read >= 0; read = channel.read(buffer)) {
                bytes += read;
                buffer.clear();
            }
        }
        return bytes;
    }
}
