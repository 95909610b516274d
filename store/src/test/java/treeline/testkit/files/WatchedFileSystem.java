package treeline.testkit.files;

import java.io.IOException;
import java.nio.file.CopyOption;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A file system for proofs about writers. Its files are those of a real folder, and its paths
/// print as the real ones. Each call is shown to a [Watcher] before it is made, and each change is
/// logged, so that [CrashStates] can build the folders that a power failure may leave.
///
/// `force` is logged and not passed on, because nothing here survives the test. `toFile`, `toUri`
/// and mapped memory lead to the real file. What SQLite writes there is logged, as not forced, when
/// the file is next opened or renamed. Symbolic links are not supported.
public final class WatchedFileSystem extends FileSystem {
    private static final Watcher NOBODY = _ -> {};

    private final Path root;
    private final WatchedProvider provider = new WatchedProvider(this);
    private final DiskImage initial;
    private final DiskImage now;
    private final List<Operation> log = new ArrayList<>();
    private volatile Watcher watcher = NOBODY;

    private WatchedFileSystem(Path root, DiskImage initial) {
        this.root = root;
        this.initial = initial;
        this.now = initial.copy();
    }

    /// Watches a real folder, whose content is taken as durable.
    public static WatchedFileSystem of(Path folder) throws IOException {
        Path root = folder.toRealPath();
        return new WatchedFileSystem(root, DiskImage.of(root));
    }

    /// The folder, as a path for the code under test.
    public Path folder() {
        return wrap(root);
    }

    /// The folder on the default file system, which nobody watches.
    public Path realFolder() {
        return root;
    }

    public void watch(Watcher each) {
        watcher = each;
    }

    public void watchNoLonger() {
        watcher = NOBODY;
    }

    /// Marks that the code under test has promised something, usually by returning.
    public synchronized void milestone(String name) {
        log.add(new Operation.Milestone(name));
    }

    /// The number of changes, forces and milestones so far.
    public synchronized int operations() {
        return log.size();
    }

    DiskImage initial() {
        return initial;
    }

    synchronized List<Operation> log() {
        return List.copyOf(log);
    }

    void before(Call.Kind kind, Path real) throws IOException {
        watcher.before(new Call(kind, real));
    }

    Path wrap(Path real) {
        return new WatchedPath(this, real);
    }

    /// The number of a file in the folder; empty for files elsewhere.
    synchronized Optional<Integer> number(Path real) {
        return relative(real).flatMap(now::find);
    }

    private Optional<Path> relative(Path real) {
        Path absolute = real.toAbsolutePath().normalize();
        return absolute.startsWith(root)
                ? Optional.of(root.relativize(absolute))
                : Optional.empty();
    }

    synchronized void record(Operation operation) {
        log.add(operation);
        now.apply(operation);
    }

    synchronized void created(Path real, boolean isDirectory) {
        Optional<Integer> directory = number(real.toAbsolutePath().getParent());
        if (directory.isEmpty()) return;
        String name = real.getFileName().toString();
        int made = now.newNumber();
        record(
                isDirectory
                        ? new Operation.MakeDirectory(directory.get(), name, made)
                        : new Operation.Create(directory.get(), name, made));
    }

    synchronized void linked(Path real, Path existing) {
        int directory = number(real.toAbsolutePath().getParent()).orElseThrow();
        record(
                new Operation.Link(
                        directory, real.getFileName().toString(), number(existing).orElseThrow()));
    }

    /// Logs what was written to a file by other means, as not forced.
    synchronized void catchUp(Path real) throws IOException {
        if (!Files.isRegularFile(real)) return;
        if (number(real).isEmpty()) created(real, false);
        Optional<Integer> file = number(real);
        byte[] content = Files.readAllBytes(real);
        if (file.isEmpty() || Arrays.equals(now.content(file.get()), content)) return;
        record(new Operation.Resize(file.get(), 0));
        record(new Operation.Write(file.get(), 0, new Operation.Bytes(content)));
    }

    synchronized void rename(Path from, Path to, CopyOption... options) throws IOException {
        catchUp(from);
        Files.move(from, to, options);
        renamed(from, to);
    }

    private void renamed(Path from, Path to) {
        int oldDirectory = number(from.toAbsolutePath().getParent()).orElseThrow();
        int directory = number(to.toAbsolutePath().getParent()).orElseThrow();
        int moved = number(from).orElseThrow();
        record(
                new Operation.Rename(
                        oldDirectory,
                        from.getFileName().toString(),
                        directory,
                        to.getFileName().toString(),
                        moved));
    }

    synchronized void deleted(Path real) {
        number(real.toAbsolutePath().getParent())
                .ifPresent(
                        directory ->
                                record(
                                        new Operation.Delete(
                                                directory, real.getFileName().toString())));
    }

    @Override
    public WatchedProvider provider() {
        return provider;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("the default file system cannot be closed either");
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return root.getFileSystem().getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        List<Path> roots = new ArrayList<>();
        for (Path each : root.getFileSystem().getRootDirectories()) roots.add(wrap(each));
        return roots;
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return root.getFileSystem().getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return root.getFileSystem().supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String first, String... more) {
        return wrap(root.getFileSystem().getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        PathMatcher real = root.getFileSystem().getPathMatcher(pattern);
        return path -> real.matches(WatchedPath.real(path));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        return root.getFileSystem().getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException();
    }
}
