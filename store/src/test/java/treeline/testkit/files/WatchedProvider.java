package treeline.testkit.files;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Shows each call to the watcher, makes it on the real files, and logs what it changed.
final class WatchedProvider extends FileSystemProvider {
    private final WatchedFileSystem system;

    WatchedProvider(WatchedFileSystem system) {
        this.system = system;
    }

    @Override
    public FileChannel newFileChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        Path real = WatchedPath.real(path);
        if (options.contains(StandardOpenOption.DELETE_ON_CLOSE))
            throw new UnsupportedOperationException("DELETE_ON_CLOSE is not logged");
        boolean append = options.contains(StandardOpenOption.APPEND);
        boolean writes = append || options.contains(StandardOpenOption.WRITE);
        boolean creates =
                writes
                        && (options.contains(StandardOpenOption.CREATE)
                                || options.contains(StandardOpenOption.CREATE_NEW));
        system.before(creates ? Call.Kind.CREATE : Call.Kind.OPEN, real);
        synchronized (system) {
            boolean existed = Files.exists(real, LinkOption.NOFOLLOW_LINKS);
            system.catchUp(real);
            FileChannel channel = FileChannel.open(real, options, attributes);
            if (!existed) system.created(real, false);
            Optional<Integer> number = system.number(real);
            if (existed && writes && options.contains(StandardOpenOption.TRUNCATE_EXISTING))
                number.ifPresent(file -> system.record(new Operation.Resize(file, 0)));
            return new WatchedChannel(system, real, channel, number, writes, append);
        }
    }

    @Override
    public FileChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(
            Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
        Path real = WatchedPath.real(directory);
        system.before(Call.Kind.LIST, real);
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(real)) {
            for (Path each : inside) all.add(system.wrap(each));
        }
        Collections.sort(all);
        List<Path> accepted = new ArrayList<>();
        for (Path each : all) if (filter.accept(each)) accepted.add(each);
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return accepted.iterator();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
        Path real = WatchedPath.real(directory);
        system.before(Call.Kind.MAKE_DIRECTORY, real);
        synchronized (system) {
            Files.createDirectory(real, attributes);
            system.created(real, true);
        }
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        Path real = WatchedPath.real(link);
        system.before(Call.Kind.LINK, real);
        synchronized (system) {
            Files.createLink(real, WatchedPath.real(existing));
            system.linked(real, WatchedPath.real(existing));
        }
    }

    @Override
    public void delete(Path path) throws IOException {
        Path real = WatchedPath.real(path);
        system.before(Call.Kind.DELETE, real);
        synchronized (system) {
            Files.delete(real);
            system.deleted(real);
        }
    }

    /// Without `ATOMIC_MOVE` as well: inside one folder of one file system it is a rename.
    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        Path from = WatchedPath.real(source);
        Path to = WatchedPath.real(target);
        system.before(Call.Kind.RENAME, from);
        system.rename(from, to, options);
    }

    /// As the calls that it consists of.
    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        byte[] content = Files.readAllBytes(source);
        if (Arrays.asList(options).contains(StandardCopyOption.REPLACE_EXISTING))
            Files.deleteIfExists(target);
        Files.write(target, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        return Files.isSameFile(WatchedPath.real(one), WatchedPath.real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return Files.isHidden(WatchedPath.real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return Files.getFileStore(WatchedPath.real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        Path real = WatchedPath.real(path);
        system.before(Call.Kind.ATTRIBUTES, real);
        real.getFileSystem().provider().checkAccess(real, modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return Files.getFileAttributeView(WatchedPath.real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(
            Path path, Class<A> type, LinkOption... options) throws IOException {
        Path real = WatchedPath.real(path);
        system.before(Call.Kind.ATTRIBUTES, real);
        return Files.readAttributes(real, type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
            throws IOException {
        Path real = WatchedPath.real(path);
        system.before(Call.Kind.ATTRIBUTES, real);
        return Files.readAttributes(real, names, options);
    }

    @Override
    public void setAttribute(Path path, String name, Object value, LinkOption... options)
            throws IOException {
        Files.setAttribute(WatchedPath.real(path), name, value, options);
    }

    @Override
    public String getScheme() {
        return "watched";
    }

    @Override
    public FileSystem newFileSystem(URI address, Map<String, ?> settings) {
        throw new UnsupportedOperationException("see WatchedFileSystem.of");
    }

    @Override
    public FileSystem getFileSystem(URI address) {
        return system;
    }

    @Override
    public Path getPath(URI address) {
        return system.wrap(Path.of(address));
    }
}
