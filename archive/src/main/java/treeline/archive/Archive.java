package treeline.archive;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.runs.RunCopies;
import treeline.source.files.CompleteFile;
import treeline.source.files.CompleteFolder;
import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A folder of runs for continuous introspection: `runs/*.tldb`, each a database that any command
/// reads. The folder is authoritative. A run is added by writing a file with a new name and
/// renaming it when complete, so that jobs on many machines can add runs concurrently without a
/// lock, at constant cost. Files are never modified; deleting a file removes the run.
///
/// The index ([ArchiveIndex]) is a cache that readers update.
public final class Archive {
    static final String RUNS = "runs";
    static final String ENDING = ".tldb";

    private static final DateTimeFormatter NAMES =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);
    private static final int FINGERPRINT_DIGITS = 16;
    private static final int RANDOM_DIGITS = 8;

    /// The time, the fingerprint of the content, and random digits.
    private static final Pattern NAME =
            Pattern.compile(
                    "[^-]*-(\\p{XDigit}{%d})\\p{XDigit}{%d}"
                            .formatted(FINGERPRINT_DIGITS, RANDOM_DIGITS));

    /// When a run was added: which of two with the same time comes first.
    static final String ADDED = "archive.added";

    private static final AtomicLong lastAdded = new AtomicLong();

    private final Path folder;

    private Archive(Path folder) {
        this.folder = folder;
    }

    /// An archive that is there.
    ///
    /// @throws IllegalArgumentException where the folder is none
    public static Archive at(Path folder) throws IOException {
        if (!Files.isDirectory(folder))
            throw new NoSuchFileException(folder.toString(), null, "no such archive");
        if (!Files.isDirectory(folder.resolve(RUNS)))
            throw new IllegalArgumentException(
                    "%s is not an archive: expected a folder '%s' in it, which 'treeline archive add' creates"
                            .formatted(folder, RUNS));
        return new Archive(folder);
    }

    /// An archive that is there, or a new one where there is nothing yet.
    public static Archive atOrNew(Path folder) throws IOException {
        CompleteFolder.create(folder);
        if (holdsSomething(folder) && !Files.isDirectory(folder.resolve(RUNS)))
            throw new IllegalArgumentException(
                    "%s is not an archive but contains files: expected an archive or an empty folder"
                            .formatted(folder));
        Path runs = folder.resolve(RUNS);
        CompleteFolder.create(runs);
        if (!holdsSomething(runs)) forceAbove(runs);
        if (!Files.isWritable(runs))
            throw new AccessDeniedException(
                    folder.toString(), null, "no permission to add runs to this archive");
        return new Archive(folder);
    }

    /// Another job may have created these folders a moment ago and not forced them yet. Once there
    /// is a run, its writer has.
    private static void forceAbove(Path runs) throws IOException {
        for (Path each = runs.toAbsolutePath().getParent(); each != null; each = each.getParent())
            CompleteFolder.force(each, runs);
    }

    /// Another job may make the archive in this moment. It makes the folder of runs first: whoever
    /// sees something else of it finds that folder after that.
    private static boolean holdsSomething(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) if (!file.getFileName().toString().equals(RUNS)) return true;
            return false;
        }
    }

    public Path folder() {
        return folder;
    }

    Path runs() {
        return folder.resolve(RUNS);
    }

    /// The database of a run.
    public Path file(String run) {
        return runs().resolve(run + ENDING);
    }

    /// Adds a run; it is there completely or not at all, also after a crash of the machine.
    ///
    /// @return the name under which it is in the archive
    public String add(Profile profile, RunLabel label) throws IOException {
        String content = RunCopies.fingerprint(profile).orElseGet(() -> random(FINGERPRINT_DIGITS));
        String name = NAMES.format(label.time()) + "-" + content + random(RANDOM_DIGITS);
        Metadata metadata = label.in(profile.metadata()).with(ADDED, nextMoment().toString());
        Profile labelled = profile.withMetadata(metadata);
        CompleteFile.writeOnly(
                file(name), unfinished -> new DatabaseExporter().export(labelled, unfinished));
        return name;
    }

    private static String random(int digits) {
        return UUID.randomUUID().toString().replace("-", "").substring(0, digits);
    }

    /// The fingerprints of the runs that are in the archive ([RunCopies#fingerprint]), with the
    /// name of a run for each. They are part of the file names, so that no run is opened.
    public Map<String, String> fingerprints() throws IOException {
        Map<String, String> runOf = new HashMap<>();
        for (String name : names()) {
            Matcher parts = NAME.matcher(name);
            if (parts.matches()) runOf.putIfAbsent(parts.group(1), name);
        }
        return runOf;
    }

    /// Later than every moment before it, also where the clock stands still between two adds.
    private static Instant nextMoment() {
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        long next = lastAdded.updateAndGet(last -> Math.max(last + 1, now));
        return Instant.EPOCH.plus(next, ChronoUnit.MICROS);
    }

    /// The names of all runs, in the order of time.
    SortedSet<String> names() throws IOException {
        var names = new TreeSet<String>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(runs())) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (name.endsWith(ENDING))
                    names.add(name.substring(0, name.length() - ENDING.length()));
            }
        }
        return names;
    }

    /// Whether a file is the index of an archive.
    public static boolean isIndex(Path file) {
        return file.endsWith(IndexFile.NAME) && Files.isDirectory(file.resolveSibling(RUNS));
    }

    /// What is wrong with the index; empty if nothing is. A damaged index loses no data.
    public Optional<String> indexDamage() throws IOException {
        return new IndexFile(this).damage();
    }

    /// A question about all runs.
    @FunctionalInterface
    public interface Question<T> {
        T ask(ArchiveIndex index) throws IOException;
    }

    /// Asks the index, which is brought up to date with the runs that are there now, and made again
    /// where it turns out to be damaged.
    ///
    /// @param progress called with the number of runs that are still to be read for the index
    public <T> T ask(Question<T> question, IntConsumer progress) throws IOException {
        var file = new IndexFile(this);
        try (ArchiveIndex index = file.open(progress)) {
            return question.ask(index);
        } catch (DamagedIndexException _) {
            file.remove();
        }
        try (ArchiveIndex index = file.open(progress)) {
            return question.ask(index);
        }
    }

    public <T> T ask(Question<T> question) throws IOException {
        return ask(question, _ -> {});
    }
}
