package treeline.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

import javax.inject.Named;
import javax.inject.Singleton;

import org.apache.maven.eventspy.AbstractEventSpy;
import org.eclipse.aether.RepositoryEvent;
import org.eclipse.aether.RepositoryEvent.EventType;

/// Compares each artefact that Maven resolves, plugins included, with a list of SHA-256 checksums, before its code runs.
/// Maven itself can do so since 3.9 only.
///
/// `build/maven.sh` compiles this extension, for Java 11: Maven 3.8 ignores extensions with newer class files. The list is the file of `-Dtreeline.checksums=FILE`, in the format of sha256sum with paths relative to
/// the local repository. With `-Dtreeline.checksums.add=true`, artefacts that are not in the list are added to it. POM files are not compared:
/// they only choose artefacts, and an artefact that is not in the list is refused.
@Named
@Singleton
public final class ChecksumSpy extends AbstractEventSpy {
    private final Path list = Path.of(System.getProperty("treeline.checksums", "build/checksums.sha256"));
    private final boolean add = Boolean.getBoolean("treeline.checksums.add");
    private final Map<String, String> expected = new ConcurrentSkipListMap<>();
    private final Map<String, Boolean> checked = new ConcurrentHashMap<>();

    /// Ends the build. Maven catches exceptions of extensions and continues; it does not catch errors.
    private static void refuse(String reason) {
        String message = reason + "; if that is right, run build/checksums and review the change";
        System.out.println("[ERROR] " + message);
        throw new AssertionError(message);
    }

    @Override
    public void init(Context context) throws IOException {
        for (String line : Files.readAllLines(list)) expected.put(line.substring(66), line.substring(0, 64));
    }

    @Override
    public void onEvent(Object event) throws IOException, GeneralSecurityException {
        if (!(event instanceof RepositoryEvent)) return;
        RepositoryEvent resolved = (RepositoryEvent) event;
        if (resolved.getType() == EventType.ARTIFACT_RESOLVED && isForeign(resolved)) check(resolved);
    }

    private static boolean isForeign(RepositoryEvent event) {
        return event.getFile() != null
                && !event.getArtifact().getExtension().equals("pom")
                && !event.getArtifact().getGroupId().equals("dev.treeline");
    }

    private void check(RepositoryEvent event) throws IOException, GeneralSecurityException {
        Path repository = event.getSession().getLocalRepository().getBasedir().toPath();
        if (!event.getFile().toPath().startsWith(repository)) return;
        String path = repository.relativize(event.getFile().toPath()).toString().replace('\\', '/');
        if (checked.putIfAbsent(path, true) != null) return;
        String found = sha256(event.getFile().toPath());
        String known = add ? expected.putIfAbsent(path, found) : expected.get(path);
        if (known == null && !add) refuse(path + " is not in " + list);
        if (known != null && !known.equals(found))
            refuse(String.format("%s: expected SHA-256 %s (%s), found %s", path, known, list, found));
    }

    private static String sha256(Path file) throws IOException, GeneralSecurityException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (InputStream content = new DigestInputStream(Files.newInputStream(file), digest)) {
            content.transferTo(OutputStream.nullOutputStream());
        }
        return String.format("%064x", new BigInteger(1, digest.digest()));
    }

    @Override
    public void close() throws IOException {
        if (add) Files.write(list, expected.entrySet().stream().map(each -> each.getValue() + "  " + each.getKey()).collect(Collectors.toList()));
    }
}
