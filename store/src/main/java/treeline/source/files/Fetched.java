package treeline.source.files;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Local copies of remote files, because formats map their input into memory. Each address is
/// copied once; the copies are deleted at exit.
public final class Fetched {
    private static final Pattern ADDRESS = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+)://.+");

    private static final Map<String, Path> COPIES = new HashMap<>();

    private Fetched() {}

    /// Whether a name is an address. A file of that name would be one below `hdfs:`.
    public static boolean isAddress(String name) {
        return ADDRESS.matcher(name).matches();
    }

    /// The file or folder, copied unless it is one of this machine.
    public static synchronized Path file(String address) throws IOException {
        URI uri = uri(address);
        if (uri.getScheme().equals("file")) return Path.of(uri.getPath());
        Path known = COPIES.get(address);
        if (known != null) return known;
        Path folder = Files.createTempDirectory("treeline-");
        try {
            Path copy = reaching(uri).copy(uri, folder);
            COPIES.put(address, copy);
            return copy;
        } finally {
            deleteAtEnd(folder);
        }
    }

    private static URI uri(String address) throws NoSuchFileException {
        try {
            return URI.create(address.replace(" ", "%20"));
        } catch (IllegalArgumentException wrong) {
            throw new NoSuchFileException(address, null, "no address: " + wrong.getMessage());
        }
    }

    private static RemoteFiles reaching(URI uri) throws NoSuchFileException {
        return ServiceLoader.load(RemoteFiles.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(files -> files.reaches(uri.getScheme()))
                .findFirst()
                .orElseThrow(
                        () ->
                                new NoSuchFileException(
                                        uri.toString(),
                                        null,
                                        ("addresses of '%s' are supported with --engine only, and"
                                             + " need the Hadoop jar for this file system next to"
                                             + " Spark's jars")
                                                .formatted(uri.getScheme())));
    }

    private static void deleteAtEnd(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> below = Files.walk(folder)) {
            all = below.toList();
        }
        for (Path each : all) each.toFile().deleteOnExit(); // in reverse order: files first
    }
}
