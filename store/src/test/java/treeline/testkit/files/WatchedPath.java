package treeline.testkit.files;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/// A path of a [WatchedFileSystem]: a real one that leads to the watched calls.
final class WatchedPath implements Path {
    private final WatchedFileSystem system;
    private final Path real;

    WatchedPath(WatchedFileSystem system, Path real) {
        this.system = system;
        this.real = real;
    }

    static Path real(Path path) {
        return path instanceof WatchedPath watched ? watched.real : path;
    }

    private Path wrap(Path other) {
        return system.wrap(other);
    }

    private @org.jspecify.annotations.Nullable Path wrapOrNull(
            @org.jspecify.annotations.Nullable Path other) {
        return other == null ? null : wrap(other);
    }

    @Override
    public WatchedFileSystem getFileSystem() {
        return system;
    }

    @Override
    public boolean isAbsolute() {
        return real.isAbsolute();
    }

    @Override
    public Path getRoot() {
        return wrapOrNull(real.getRoot());
    }

    @Override
    public Path getFileName() {
        return wrapOrNull(real.getFileName());
    }

    @Override
    public Path getParent() {
        return wrapOrNull(real.getParent());
    }

    @Override
    public int getNameCount() {
        return real.getNameCount();
    }

    @Override
    public Path getName(int index) {
        return wrap(real.getName(index));
    }

    @Override
    public Path subpath(int from, int to) {
        return wrap(real.subpath(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        return real.startsWith(real(other));
    }

    @Override
    public boolean endsWith(Path other) {
        return real.endsWith(real(other));
    }

    @Override
    public Path normalize() {
        return wrap(real.normalize());
    }

    @Override
    public Path resolve(Path other) {
        return wrap(real.resolve(real(other)));
    }

    @Override
    public Path relativize(Path other) {
        return wrap(real.relativize(real(other)));
    }

    @Override
    public URI toUri() {
        return real.toUri();
    }

    @Override
    public File toFile() {
        return real.toFile();
    }

    @Override
    public Path toAbsolutePath() {
        return wrap(real.toAbsolutePath());
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
        return wrap(real.toRealPath(options));
    }

    @Override
    public WatchKey register(
            WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Path other) {
        return real.compareTo(real(other));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WatchedPath path && path.system == system && path.real.equals(real);
    }

    @Override
    public int hashCode() {
        return real.hashCode();
    }

    @Override
    public String toString() {
        return real.toString();
    }
}
