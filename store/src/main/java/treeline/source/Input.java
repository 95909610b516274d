package treeline.source;

import treeline.source.files.Fetched;
import treeline.source.files.FileName;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;
import treeline.source.files.Piped;
import treeline.source.files.TemporaryFiles;
import treeline.text.NaturalOrder;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/// A user's input (file, directory or glob) as a list of files. Formats recognise their files by
/// name and by the first bytes, which are decompressed if the file is a gzip.
public final class Input {
    static final int PREFIX_BYTES = 1 << 16;
    private static final char RUN_MARK = '#';

    private final String name;
    private final Path root;
    private final List<Path> files;
    private final List<Path> skipped;
    private final Map<Path, byte[]> prefixes = new ConcurrentHashMap<>();

    private final String run;
    private final Optional<String> absoluteName;

    private Input(
            String name, Path root, List<Path> files, String run, Optional<String> absoluteName) {
        this(name, root, files, List.of(), run, absoluteName);
    }

    private Input(
            String name,
            Path root,
            List<Path> files,
            List<Path> skipped,
            String run,
            Optional<String> absoluteName) {
        this.name = name;
        this.root = root;
        this.files = List.copyOf(files);
        this.skipped = List.copyOf(skipped);
        this.run = run;
        this.absoluteName = absoluteName;
    }

    /// The files that were found in a folder or for a glob.
    private static Input ofFound(
            String name, Path root, List<Path> found, Optional<String> absoluteName) {
        Predicate<Path> valid = file -> FileName.isValid(file.toString());
        return new Input(
                name,
                root,
                found.stream().filter(valid).toList(),
                found.stream().filter(valid.negate()).toList(),
                "",
                absoluteName);
    }

    /// Resolves a path or, if no such file exists and the name contains `*`, `?`, `[` or `{`, a
    /// glob. `ensemble.json#3` is one run of a file with several. `-` is standard input; it and
    /// pipes are read completely at once. Remote addresses (`hdfs://...`) are copied first.
    ///
    /// @throws NoSuchFileException if no file was found
    /// @throws FileSystemException if the name is not valid in the encoding of the locale
    public static Input of(String pathOrGlob) throws IOException {
        if (pathOrGlob.isEmpty()) throw new IllegalArgumentException("the path is empty");
        FileName.require(pathOrGlob);
        if (Fetched.isAddress(pathOrGlob)) return ofAddress(pathOrGlob);
        Path path = asPath(pathOrGlob);
        if (path != null && Piped.isPipe(pathOrGlob, path)) {
            Path file = Piped.file(pathOrGlob, path);
            return new Input(pathOrGlob, file, List.of(file), "", Optional.empty());
        }
        if (path != null && Files.isDirectory(path))
            return ofFound(pathOrGlob, path, filesOf(path), absolute(path, ""));
        if (path != null && Files.exists(path)) return of(path);
        int mark = pathOrGlob.lastIndexOf(RUN_MARK);
        if (mark > 0 && Files.isRegularFile(Path.of(pathOrGlob.substring(0, mark)))) {
            Path file = Path.of(pathOrGlob.substring(0, mark));
            return new Input(
                    pathOrGlob,
                    file,
                    List.of(file),
                    pathOrGlob.substring(mark + 1),
                    absolute(file, pathOrGlob.substring(mark)));
        }
        if (!isGlob(pathOrGlob)) throw new NoSuchFileException(pathOrGlob, null, "no such file");
        List<Path> matching = matching(pathOrGlob);
        if (matching.isEmpty())
            throw new NoSuchFileException(pathOrGlob, null, "no file matches this pattern");
        return ofFound(
                pathOrGlob, globRoot(pathOrGlob), matching, Optional.of(absoluteGlob(pathOrGlob)));
    }

    private static Input ofAddress(String address) throws IOException {
        Path path = Fetched.file(address);
        if (!Files.exists(path)) throw new NoSuchFileException(address, null, "no such file");
        List<Path> files = Files.isDirectory(path) ? filesOf(path) : List.of(path);
        return ofFound(address, path, files, Optional.of(address));
    }

    /// One file.
    public static Input of(Path file) {
        return new Input(file.toString(), file, List.of(file), "", absolute(file, ""));
    }

    private static String absoluteGlob(String glob) {
        return glob.startsWith("/") ? glob : Path.of("").toAbsolutePath() + "/" + glob;
    }

    private static Optional<String> absolute(Path path, String rest) {
        return Optional.of(path.toAbsolutePath() + rest);
    }

    /// Several files as one input, with a name for messages.
    public static Input of(String name, List<Path> files) {
        Path parent = files.getFirst().toAbsolutePath().getParent();
        Path root = parent == null ? files.getFirst() : parent;
        return new Input(name, root, files, "", Optional.empty());
    }

    /// A profile in memory, with a name for messages.
    public static Input inMemory(String name) {
        return new Input(name, Path.of(""), List.of(), "", Optional.empty());
    }

    /// The input as the user wrote it, for messages.
    public String name() {
        return name;
    }

    /// A name that another process, or another machine with the same files, resolves to the same
    /// input. Empty for pipes and for files joined in code.
    public Optional<String> absoluteName() {
        return absoluteName;
    }

    /// The selected run of a file with several; empty if none was selected.
    public String run() {
        return run;
    }

    /// The file or the directory.
    public Path root() {
        return root;
    }

    /// The regular files in natural order (`part-2` before `part-10`), not recursive.
    public List<Path> files() {
        return files;
    }

    /// The files whose names are not valid in the encoding of the locale.
    public List<Path> skipped() {
        return skipped;
    }

    /// The trace files of recordings in the directory, which are opened with their profiles.
    public List<Path> companions() throws IOException {
        if (!isDirectory()) return List.of();
        try (Stream<Path> all = Files.list(root)) {
            return sorted(all.filter(file -> Files.isRegularFile(file) && isCompanion(file)));
        }
    }

    /// The only file.
    ///
    /// @param expected what the format expects, such as `one JSON file`
    /// @throws MalformedProfileException if there are several files or none
    public Path onlyFile(String expected) {
        if (files.size() != 1)
            throw MalformedProfileException.of(name, expected, files.size() + " files");
        return files.getFirst();
    }

    public boolean isDirectory() {
        return Files.isDirectory(root);
    }

    /// The first 64 KiB of a file, decompressed.
    public byte[] prefix(Path file) throws IOException {
        byte[] known = prefixes.get(file);
        if (known != null) return known;
        byte[] read = MappedFile.prefix(file, PREFIX_BYTES);
        prefixes.put(file, read);
        return read;
    }

    private static @org.jspecify.annotations.Nullable Path asPath(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException notAPath) {
            return null;
        }
    }

    private static List<Path> filesOf(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return sorted(
                    files.filter(Files::isRegularFile)
                            .filter(file -> !isHidden(file) && !isCompanion(file)));
        }
    }

    /// Hidden, backup and temporary files, and files that are still being written.
    public static boolean isHidden(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(".") || name.endsWith(".tmp");
    }

    /// Trace files of a recording, which are opened with its profile.
    private static boolean isCompanion(Path file) {
        return file.getFileName().toString().endsWith(".tltrace");
    }

    private static boolean isGlob(String text) {
        return text.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
    }

    private static List<Path> matching(String glob) throws IOException {
        Path root = globRoot(glob);
        if (!Files.isDirectory(root)) return List.of();
        PathMatcher matcher;
        try {
            matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        } catch (PatternSyntaxException noPattern) { // a name with a single bracket
            return List.of();
        }
        int depth = glob.contains("**") ? Integer.MAX_VALUE : slashes(glob) + 1;
        boolean relative = !glob.startsWith("/") && root.toString().equals(".");
        Path behindLink = root.resolve("."); // of a link the folder that it leads to is walked
        try (Stream<Path> files = Files.walk(behindLink, depth)) {
            return sorted(
                    files.map(file -> root.resolve(behindLink.relativize(file)))
                            .map(file -> relative ? file.normalize() : file)
                            .filter(Files::isRegularFile)
                            .filter(matcher::matches)
                            .filter(file -> !isUnfinished(file) && !isCompanion(file)));
        }
    }

    private static boolean isUnfinished(Path file) {
        for (Path name : file) if (TemporaryFiles.isNamedAsOne(name)) return true;
        return false;
    }

    /// The folder before the first wildcard of a glob.
    private static Path globRoot(String glob) {
        int wildcard = 0;
        while (!isGlob(glob.substring(wildcard, wildcard + 1))) wildcard++;
        int slash = glob.lastIndexOf('/', wildcard);
        if (slash < 0) return Path.of(".");
        return Path.of(slash == 0 ? "/" : glob.substring(0, slash));
    }

    private static int slashes(String text) {
        return (int) text.chars().filter(c -> c == '/').count();
    }

    private static List<Path> sorted(Stream<Path> files) {
        return files.sorted(Comparator.comparing(Path::toString, NaturalOrder.NATURAL)).toList();
    }
}
