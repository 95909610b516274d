package treeline.app.commands.files;

import treeline.app.terminal.Progress;
import treeline.archive.Archive;
import treeline.formats.FileCheck;
import treeline.formats.Formats;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.FileName;
import treeline.source.files.MalformedProfileException;
import treeline.source.join.Parts;
import treeline.store.db.Damage;
import treeline.store.trace.TracedRecording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The files that `treeline verify` checks: those that the user named, all files of folders, the
/// sub-files of a recording also together, and the index of an archive.
final class VerifiedFiles {
    /// Formats whose files are checked individually, also in a folder.
    private static final Set<String> OURS = Set.of("database", "snapshot", "compact-text", "csv");

    private final Formats formats;
    private final List<FileCheck> checks = new ArrayList<>();
    private final List<String> others = new ArrayList<>();

    VerifiedFiles(Formats formats) {
        this.formats = formats;
    }

    List<FileCheck> all() {
        return List.copyOf(checks);
    }

    /// Files in folders that are not profiles.
    List<String> others() {
        return List.copyOf(others);
    }

    void add(String pathOrGlob, Progress progress) throws IOException {
        Path path = Path.of(pathOrGlob);
        if (Files.isDirectory(path)) addFolder(path, progress);
        else {
            Input input = Input.of(pathOrGlob);
            int unknown = others.size();
            checks.addAll(checked(input.files(), progress));
            List<String> named = others.subList(unknown, others.size());
            for (String each : named)
                checks.add(FileCheck.unreadable(each, "unknown format", "not a profile"));
            named.clear();
        }
    }

    private void addFolder(Path folder, Progress progress) throws IOException {
        Input input = Input.of(folder.toString());
        Optional<ProfileFormat> whole = formatOfWhole(input);
        if (whole.isPresent() && !OURS.contains(whole.get().name())) {
            checks.add(FileCheck.ofTogether(folder.toString(), whole.get(), input));
            return;
        }
        List<Path> files = new ArrayList<>(input.files());
        files.addAll(input.companions());
        List<FileCheck> found = checked(files, progress);
        checks.addAll(found);
        for (Path each : input.skipped())
            checks.add(
                    FileCheck.unreadable(
                            each.toString(),
                            "unknown format",
                            "the name is " + FileName.problem()));
        addRecording(folder, found);
        for (Path each : foldersIn(folder)) addFolder(each, progress);
    }

    private static List<Path> foldersIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isDirectory)
                    .filter(each -> !Input.isHidden(each))
                    .sorted()
                    .toList();
        }
    }

    private Optional<ProfileFormat> formatOfWhole(Input folder) throws IOException {
        for (ProfileFormat format : formats.readable())
            if (isProfileFolder(format, folder)) return Optional.of(format);
        return Optional.empty();
    }

    /// A damaged file in the folder is reported when its turn comes.
    private static boolean isProfileFolder(ProfileFormat format, Input folder) throws IOException {
        try {
            return format.isProfileFolder(folder);
        } catch (MalformedProfileException damagedFile) {
            return false;
        }
    }

    private List<FileCheck> checked(List<Path> files, Progress progress) {
        List<Optional<FileCheck>> results =
                files.parallelStream()
                        .map(
                                file -> {
                                    Optional<FileCheck> result = checked(file);
                                    progress.advance(1);
                                    return result;
                                })
                        .toList();
        for (int i = 0; i < files.size(); i++)
            if (results.get(i).isEmpty()) others.add(files.get(i).toString());
        return results.stream().flatMap(Optional::stream).toList();
    }

    private Optional<FileCheck> checked(Path file) {
        if (!Archive.isIndex(file)) return FileCheck.of(formats, file);
        try {
            return Optional.of(index(file));
        } catch (IOException failed) {
            String reason = String.valueOf(failed.getMessage());
            return Optional.of(FileCheck.unreadable(file.toString(), "archive index", reason));
        }
    }

    /// A cache, so that its damage loses nothing.
    private static FileCheck index(Path file) throws IOException {
        Optional<String> damage =
                Archive.at(file.toAbsolutePath().resolveSibling("")).indexDamage();
        return FileCheck.of(
                file.toString(),
                "archive index",
                false,
                damage.stream()
                        .map(
                                problem ->
                                        new Damage(
                                                "index",
                                                problem + "; the next archive command rebuilds it",
                                                ""))
                        .toList());
    }

    /// Whether the sub-files of a recording, each of which is known to be intact, are all there and
    /// of one run.
    private void addRecording(Path folder, List<FileCheck> found) throws IOException {
        List<FileCheck> parts =
                found.stream()
                        .filter(each -> Parts.isNamedAsPart(Path.of(each.file())))
                        .filter(each -> OURS.contains(each.format()))
                        .toList();
        if (parts.isEmpty()) return;
        ProfileFormat format = formats.format(parts.getFirst().format());
        List<Path> intact = // a renamed part is still one
                found.stream()
                        .filter(FileCheck::isIntact)
                        .filter(each -> each.format().equals(format.name()))
                        .map(each -> Path.of(each.file()))
                        .toList();
        if (intact.isEmpty()) return;
        List<Damage> damages = new ArrayList<>();
        try (var together = format.open(Input.of(folder.toString(), intact))) {
            together.report().entries().stream()
                    .filter(each -> each.reason().equals(Parts.MISSING))
                    .map(
                            each ->
                                    new Damage(
                                            each.firstPlace(),
                                            each.count() == 1
                                                    ? "this sub-file is missing or damaged"
                                                    : "this and %d other sub-files are missing or damaged"
                                                            .formatted(each.count() - 1),
                                            each.count() == 1 ? "its ranks" : "their ranks"))
                    .forEach(damages::add);
            addMissingTraces(together, damages);
        } catch (MalformedProfileException mixed) {
            damages.add(new Damage("sub-files", String.valueOf(mixed.getMessage()), ""));
        }
        if (!damages.isEmpty())
            checks.add(FileCheck.of(folder.toString(), "recording", true, damages));
    }

    private static void addMissingTraces(ProfileSource recording, List<Damage> damages) {
        recording.traces();
        recording.report().entries().stream()
                .filter(each -> each.reason().equals(TracedRecording.MISSING))
                .map(
                        each ->
                                new Damage(
                                        each.firstPlace(),
                                        each.count() == 1
                                                ? "this trace file is missing"
                                                : "this and %d other trace files are missing"
                                                        .formatted(each.count() - 1),
                                        "the calls over time of the ranks"))
                .forEach(damages::add);
    }
}
