package treeline.formats;

import org.jspecify.annotations.Nullable;

import treeline.model.Context;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;
import treeline.text.NaturalOrder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The runs in a folder: its files in natural order, and those of its subfolders. A folder is one
/// run only if it is a profile as a whole, such as an HPCToolkit database, or if its files state in
/// their data that they are different ranks of one run. File names do not decide, because ten
/// repetitions may be numbered just like ten ranks.
///
/// @param format of all runs; if empty, each is detected
record RunFolders(Optional<ProfileFormat> format, List<ProfileFormat> readable) {

    /// @throws MalformedProfileException where there are no files
    List<String> runsOf(Input folder) throws IOException {
        List<String> runs = new ArrayList<>();
        addRuns(folder, runs, new HashSet<>());
        if (runs.isEmpty())
            throw MalformedProfileException.of(
                    folder.name(), "a profile in the folder", "no files");
        return runs;
    }

    /// @param above the folders that this one is in, so that links among them end
    private void addRuns(Input folder, List<String> runs, Set<Path> above) throws IOException {
        Path real = folder.root().toRealPath();
        if (!above.add(real)) return;
        if (isProfileFolder(folder)) runs.add(folder.name());
        else addEntries(folder, runs, above);
        above.remove(real);
    }

    private void addEntries(Input folder, List<String> runs, Set<Path> above) throws IOException {
        boolean isOneRun = areRanks(folder);
        if (isOneRun) runs.add(folder.name());
        for (Path entry : entries(folder.root())) {
            if (Files.isDirectory(entry)) addRuns(Input.of(entry.toString()), runs, above);
            else if (!isOneRun && Files.isRegularFile(entry)) runs.add(entry.toString());
        }
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> !Input.isHidden(entry))
                    .sorted(Comparator.comparing(Path::toString, NaturalOrder.NATURAL))
                    .toList();
        }
    }

    private boolean isProfileFolder(Input folder) throws IOException {
        for (ProfileFormat each : format.map(List::of).orElse(readable))
            if (each.isProfileFolder(folder)) return true;
        return false;
    }

    /// Whether the files are ranks of one run: the first two decide.
    boolean areRanks(Input folder) throws IOException {
        List<Path> two = new ArrayList<>();
        ProfileFormat known = null;
        for (Path file : folder.files()) {
            ProfileFormat of = formatOf(file);
            if (of == null) continue;
            if (known != null && !known.equals(of)) return false;
            known = of;
            two.add(file);
            if (two.size() == 2)
                return areOneRun(known, Input.of(folder.name(), two))
                        && known.sniff(folder) != Match.NO;
        }
        return false;
    }

    private @Nullable ProfileFormat formatOf(Path file) throws IOException {
        if (format.isPresent()) return format.get();
        List<ProfileFormat> claims = new FormatDetection(readable).claims(Input.of(file));
        return claims.size() == 1 ? claims.getFirst() : null;
    }

    private static boolean areOneRun(ProfileFormat format, Input files) throws IOException {
        if (format.sniff(files) == Match.NO) return false;
        try (ProfileSource together = format.open(files)) {
            return !together.isOfSeveralRuns()
                    && together.outline().contexts().stream()
                            .noneMatch(context -> context.rank() == Context.NONE);
        } catch (MalformedProfileException apart) {
            return false;
        }
    }
}
