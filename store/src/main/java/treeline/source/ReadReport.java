package treeline.source;

import treeline.model.Metadata;

import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Warnings about data that was skipped, repaired or assumed while reading. Each reason is listed
/// once, with its number of occurrences and the first position.
public record ReadReport(List<Entry> entries) implements Serializable {

    public static final ReadReport CLEAN = new ReadReport(List.of());

    /// Metadata key of a converted run: missing values of the original.
    private static final String CONVERTED_LOST = "converted.lost";

    /// Metadata key of a converted run: notes about the original.
    private static final String CONVERTED_NOTES = "converted.notes";

    /// One warning. `lossy` means that values are missing; otherwise it is a note about unclear or
    /// repaired data.
    public record Entry(String reason, long count, String firstPlace, boolean lossy)
            implements Serializable {
        @Override
        public String toString() {
            String place = firstPlace.isEmpty() ? "" : " (first: " + firstPlace + ")";
            return count == 1 ? reason + place : "%s, %d times%s".formatted(reason, count, place);
        }

        private List<Object> key() {
            return List.of(reason, lossy);
        }

        private Entry and(Entry other) {
            return new Entry(
                    reason,
                    count + other.count,
                    firstPlace.isEmpty() ? other.firstPlace : firstPlace,
                    lossy);
        }

        private Entry inFile(String name) {
            boolean isNamed = firstPlace.contains(name.substring(name.lastIndexOf('/') + 1));
            String place = firstPlace.isEmpty() ? name : name + " " + firstPlace;
            return new Entry(reason, count, isNamed ? firstPlace : place, lossy);
        }
    }

    public ReadReport {
        entries = List.copyOf(entries);
    }

    /// Whether values are missing.
    public boolean isLossy() {
        return entries.stream().anyMatch(Entry::lossy);
    }

    /// A copy with positions relative to a folder.
    ///
    /// @param root the opened file or directory
    public ReadReport without(Path root) {
        Path folder = Files.isDirectory(root) ? root : root.getParent();
        if (folder == null) return this;
        String prefix = folder.toString().endsWith("/") ? folder.toString() : folder + "/";
        return new ReadReport(
                entries.stream()
                        .map(
                                entry ->
                                        new Entry(
                                                entry.reason,
                                                entry.count,
                                                entry.firstPlace.replace(prefix, ""),
                                                entry.lossy))
                        .toList());
    }

    /// Merges two reports: warnings with the same reason become one, with the sum of counts and the
    /// position of this report.
    public ReadReport and(ReadReport other) {
        Map<List<Object>, Entry> all = new LinkedHashMap<>();
        for (Entry entry : entries) all.merge(entry.key(), entry, Entry::and);
        for (Entry entry : other.entries) all.merge(entry.key(), entry, Entry::and);
        return new ReadReport(List.copyOf(all.values()));
    }

    /// A copy that names the file in every position, for reports about several files.
    public ReadReport inFile(String name) {
        return new ReadReport(entries.stream().map(entry -> entry.inFile(name)).toList());
    }

    /// Merges the report of another file of the run: warnings with the same reason become one, with
    /// both counts and the first position.
    public ReadReport plus(ReadReport other) {
        Map<String, Entry> all = new LinkedHashMap<>();
        for (Entry entry : and(other).entries)
            all.merge(
                    entry.reason,
                    entry,
                    (old, more) ->
                            new Entry(
                                    old.reason,
                                    old.count + more.count,
                                    old.firstPlace,
                                    old.lossy || more.lossy));
        return new ReadReport(List.copyOf(all.values()));
    }

    /// Adds the warnings to the metadata of a converted profile, whose readers have not seen this
    /// report.
    public Metadata in(Metadata metadata) {
        return withTexts(withTexts(metadata, CONVERTED_LOST, true), CONVERTED_NOTES, false);
    }

    private Metadata withTexts(Metadata metadata, String key, boolean lossy) {
        String texts =
                entries.stream()
                        .filter(entry -> entry.lossy == lossy)
                        .map(Entry::toString)
                        .collect(Collectors.joining("; "));
        return texts.isEmpty() ? metadata : metadata.with(key, texts);
    }

    /// The warnings about the original of a converted profile, as stored by [#in].
    static ReadReport remembered(Metadata metadata) {
        List<Entry> remembered = new ArrayList<>();
        metadata.get(CONVERTED_LOST)
                .ifPresent(lost -> remembered.add(new Entry(lost.toString(), 1, "", true)));
        metadata.get(CONVERTED_NOTES)
                .ifPresent(noted -> remembered.add(new Entry(noted.toString(), 1, "", false)));
        return new ReadReport(remembered);
    }

    /// A thread-safe collector of warnings. A position that is read again counts once.
    public static final class Log {
        /// Maximum number of distinct positions; further ones are counted each time.
        private static final int MAX_PLACES = 10_000;

        private final Map<String, Entry> entries = new LinkedHashMap<>();
        private final Set<List<String>> places = new HashSet<>();

        /// Adds a warning about missing values.
        public void lost(String reason, String place) {
            lost(reason, place, 1);
        }

        /// So many times, of which this is the first place.
        public void lost(String reason, String firstPlace, long times) {
            count(reason, firstPlace, times, true);
        }

        /// Adds a note about data that was ambiguous or repaired without loss.
        public void note(String reason, String place) {
            note(reason, place, 1);
        }

        /// So many times, of which this is the first place.
        public void note(String reason, String firstPlace, long times) {
            count(reason, firstPlace, times, false);
        }

        private synchronized void count(String reason, String place, long times, boolean lossy) {
            if (!place.isEmpty() && isKnown(List.of(reason, place))) return;
            entries.merge(
                    reason,
                    new Entry(reason, times, place, lossy),
                    (old, _) ->
                            new Entry(reason, old.count() + times, old.firstPlace(), old.lossy()));
        }

        private boolean isKnown(List<String> reasonAndPlace) {
            return places.size() < MAX_PLACES
                    ? !places.add(reasonAndPlace)
                    : places.contains(reasonAndPlace);
        }

        public synchronized ReadReport report() {
            return new ReadReport(List.copyOf(entries.values()));
        }
    }
}
