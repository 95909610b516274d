package treeline.testkit.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// A folder in memory: directory entries and contents by file number.
final class DiskImage {
    static final int ROOT = 0;

    private final Map<Integer, SortedMap<String, Integer>> directories = new HashMap<>();
    private final Map<Integer, byte[]> contents = new HashMap<>();
    private int files = ROOT + 1;

    private DiskImage() {
        directories.put(ROOT, new TreeMap<>());
    }

    static DiskImage of(Path folder) throws IOException {
        var image = new DiskImage();
        image.readInside(folder, ROOT);
        return image;
    }

    /// The image of a folder that contains only this file or folder, under another name.
    static DiskImage ofOne(Path path, String name) throws IOException {
        var image = new DiskImage();
        image.read(path, ROOT, name);
        return image;
    }

    private void readInside(Path folder, int directory) throws IOException {
        List<Path> inside;
        try (Stream<Path> all = Files.list(folder)) {
            inside = all.sorted().toList();
        }
        for (Path each : inside) read(each, directory, each.getFileName().toString());
    }

    private void read(Path path, int directory, String name) throws IOException {
        int number = newNumber();
        if (Files.isDirectory(path)) {
            apply(new Operation.MakeDirectory(directory, name, number));
            readInside(path, number);
        } else {
            apply(new Operation.Create(directory, name, number));
            contents.put(number, Files.readAllBytes(path));
        }
    }

    DiskImage copy() {
        var copy = new DiskImage();
        directories.forEach((number, names) -> copy.directories.put(number, new TreeMap<>(names)));
        copy.contents.putAll(contents); // arrays are replaced, never changed
        copy.files = files;
        return copy;
    }

    int newNumber() {
        return files++;
    }

    /// The file or directory at a path below the root.
    Optional<Integer> find(Path relative) {
        if (relative.toString().isEmpty()) return Optional.of(ROOT);
        Integer at = ROOT;
        for (Path name : relative) {
            SortedMap<String, Integer> names = directories.get(at);
            at = names == null ? null : names.get(name.toString());
            if (at == null) return Optional.empty();
        }
        return Optional.of(at);
    }

    /// Applies an operation by names and numbers, so that it also has a result if earlier ones are
    /// missing: after a lost creation, a rename gives the file its new name all the same.
    void apply(Operation operation) {
        switch (operation) {
            case Operation.Create(int directory, String name, int file) -> {
                names(directory).put(name, file);
                contents.putIfAbsent(file, new byte[0]);
            }
            case Operation.MakeDirectory(int directory, String name, int made) -> {
                names(directory).put(name, made);
                names(made);
            }
            case Operation.Link(int directory, String name, int file) ->
                    names(directory).put(name, file);
            case Operation.Rename(int from, String old, int to, String name, int moved) -> {
                names(from).remove(old, moved);
                names(to).put(name, moved);
            }
            case Operation.Delete(int directory, String name) -> names(directory).remove(name);
            case Operation.Write(int file, long offset, Operation.Bytes bytes) ->
                    write(file, offset, bytes, bytes.size(), false);
            case Operation.Resize(int file, long size) ->
                    contents.put(file, Arrays.copyOf(content(file), Math.toIntExact(size)));
            case Operation.Force _, Operation.Milestone _ -> {}
        }
    }

    /// Writes the first bytes of a write, or as many zeros.
    void write(int file, long offset, Operation.Bytes bytes, int length, boolean zeros) {
        int from = Math.toIntExact(offset);
        byte[] old = content(file);
        byte[] changed = Arrays.copyOf(old, Math.max(old.length, from + length));
        for (int i = 0; i < length; i++) changed[from + i] = zeros ? 0 : bytes.at(i);
        contents.put(file, changed);
    }

    byte[] content(int file) {
        return contents.getOrDefault(file, new byte[0]);
    }

    private SortedMap<String, Integer> names(int directory) {
        return directories.computeIfAbsent(directory, _ -> new TreeMap<>());
    }

    /// All that a program can see: paths and contents. Files without a name do not count.
    String fingerprint() {
        var text = new StringBuilder();
        visit(
                ROOT,
                Path.of(""),
                (path, content) -> {
                    text.append(path).append('\t');
                    if (content != null) {
                        var sum = new CRC32C();
                        sum.update(content);
                        text.append(content.length).append(':').append(sum.getValue());
                    }
                    text.append('\n');
                });
        return text.toString();
    }

    void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        try {
            visit(
                    ROOT,
                    folder,
                    (path, content) -> {
                        try {
                            if (content == null) Files.createDirectory(path);
                            else Files.write(path, content);
                        } catch (IOException failed) {
                            throw new UncheckedIOException(failed);
                        }
                    });
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    private interface Visitor {
        void visit(Path path, byte @org.jspecify.annotations.Nullable [] content);
    }

    private void visit(int directory, Path at, Visitor visitor) {
        names(directory)
                .forEach(
                        (name, number) -> {
                            Path path = at.resolve(name);
                            boolean isDirectory = directories.containsKey(number);
                            visitor.visit(path, isDirectory ? null : content(number));
                            if (isDirectory) visit(number, path, visitor);
                        });
    }
}
