package treeline.testkit;

import treeline.model.Profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Files of every version of every format of our own, kept for good: later versions must read them
/// (docs/formats/README.md). A folder `FORMAT-vN` per version has files and folders, and next to
/// each of them a text of the same name and `.txt` that says what it contains ([ProfileText]). The
/// list `SHA256SUMS` names every file, so that none can change or vanish.
public final class Corpus {
    /// Set to write files of versions that have none.
    public static final String WRITE = "treeline.corpus.write";

    private static final String SUMS = "SHA256SUMS";
    private static final String TEXT = ".txt";
    private static final Path SOURCES =
            Path.of("../store/src/test/resources/treeline/testkit/compatibility");

    private Corpus() {}

    /// The checksum of every kept file, by its path.
    public static Map<String, String> sums() throws IOException {
        Map<String, String> sums = new TreeMap<>();
        try (InputStream in = resource(SUMS)) {
            for (String line :
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList())
                sums.put(line.substring(66), line.substring(0, 64));
        }
        return sums;
    }

    private static InputStream resource(String name) throws IOException {
        InputStream in = Corpus.class.getResourceAsStream("compatibility/" + name);
        if (in == null) throw new IOException("the kept file %s is missing".formatted(name));
        return in;
    }

    /// The kept files and folders of a format, of all versions: `database-v1/groups.tldb`.
    public static List<String> inputs(String format) throws IOException {
        return sums().keySet().stream()
                .filter(name -> name.matches("%s-v\\d+/.*\\.txt".formatted(format)))
                .map(name -> name.substring(0, name.length() - TEXT.length()))
                .toList();
    }

    /// Copies a kept file or folder into a folder.
    public static Path copied(String input, Path into) throws IOException {
        for (String name : sums().keySet())
            if (name.equals(input) || name.startsWith(input + "/")) {
                Path file = into.resolve(name);
                Files.createDirectories(file.getParent());
                Files.write(file, bytes(name));
            }
        return into.resolve(input);
    }

    /// What a kept file or folder contains.
    public static String text(String input) throws IOException {
        return new String(bytes(input + TEXT), StandardCharsets.UTF_8);
    }

    public static byte[] bytes(String file) throws IOException {
        try (InputStream in = resource(file)) {
            return in.readAllBytes();
        }
    }

    /// Writes a file or folder.
    @FunctionalInterface
    public interface Content {
        void writeTo(Path path) throws IOException;
    }

    /// Files of a version that is new, with the text of what they contain.
    public static final class Addition {
        private final Path folder;
        private final Map<String, String> added = new LinkedHashMap<>();

        /// @param version such as `database-v3`
        public Addition(String version) throws IOException {
            folder = SOURCES.resolve(version);
            Files.createDirectories(folder);
        }

        /// Adds a file or folder, unless one of that name is there.
        public void add(String name, Profile contents, Content content) throws IOException {
            add(name, ProfileText.of(contents), content);
        }

        public void add(String name, String contents, Content content) throws IOException {
            Path path = folder.resolve(name);
            if (Files.exists(path)) return;
            content.writeTo(path);
            Files.writeString(folder.resolve(name + TEXT), contents);
            addSums(path);
            addSums(folder.resolve(name + TEXT));
            Files.write(
                    SOURCES.resolve(SUMS),
                    added.entrySet().stream()
                            .map(each -> each.getValue() + "  " + each.getKey())
                            .toList(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            added.clear();
        }

        private void addSums(Path path) throws IOException {
            List<Path> files = new ArrayList<>();
            try (Stream<Path> all = Files.walk(path)) {
                all.filter(Files::isRegularFile).sorted().forEach(files::add);
            }
            for (Path file : files)
                added.put(
                        SOURCES.relativize(file).toString().replace('\\', '/'),
                        sum(Files.readAllBytes(file)));
        }
    }

    public static String sum(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) { // every JDK has it
            throw new IllegalStateException(impossible);
        }
    }
}
