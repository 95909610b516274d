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

/// What did not come in as it stands in the file, so that nothing is dropped silently: each reason
/// once, with how often and where first.
public record ReadReport(List<Entry> entries) implements Serializable {

    public static final ReadReport CLEAN = new ReadReport(List.of());

    /// Metadata of a converted run: which values of the original are missing.
    private static final String CONVERTED_LOST = "converted.lost";

    /// Metadata of a converted run: how unclear places of the original were understood.
    private static final String CONVERTED_NOTES = "converted.notes";

    /// One reason. `lossy` says that values are missing from what was loaded; otherwise the entry
    /// only tells how an unclear place was understood.
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

    /// Whether values are missing from what was read.
    public boolean isLossy() {
        return entries.stream().anyMatch(Entry::lossy);
    }

    /// The same with places named from a folder on: people know which one they opened.
    ///
    /// @param root the file or directory that was opened
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

    /// Both reports as one: a reason of both is one entry with the sum of its counts and the place
    /// of this report.
    public ReadReport and(ReadReport other) {
        Map<List<Object>, Entry> all = new LinkedHashMap<>();
        for (Entry entry : entries) all.merge(entry.key(), entry, Entry::and);
        for (Entry entry : other.entries) all.merge(entry.key(), entry, Entry::and);
        return new ReadReport(List.copyOf(all.values()));
    }

    /// The same with the file named in every place, for a report on several files.
    public ReadReport inFile(String name) {
        return new ReadReport(entries.stream().map(entry -> entry.inFile(name)).toList());
    }

    /// The same with what another file of the run reports: a reason that both have stands once,
    /// with both counts and the first place.
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

    /// The metadata of a profile that is written after it was read so: whoever opens the result has
    /// not seen this report.
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

    /// What was reported of the file from which a profile was converted, as [#in] left it.
    static ReadReport remembered(Metadata metadata) {
        List<Entry> remembered = new ArrayList<>();
        metadata.get(CONVERTED_LOST)
                .ifPresent(lost -> remembered.add(new Entry(lost.toString(), 1, "", true)));
        metadata.get(CONVERTED_NOTES)
                .ifPresent(noted -> remembered.add(new Entry(noted.toString(), 1, "", false)));
        return new ReadReport(remembered);
    }

    /// Collects entries while a source is read, from any thread. A place that is read again counts
    /// once.
    public static final class Log {
        /// So many places are distinguished; further ones count as often as they come.
        private static final int MAX_PLACES = 10_000;

        private final Map<String, Entry> entries = new LinkedHashMap<>();
        private final Set<List<String>> places = new HashSet<>();

        /// Values are missing for this reason, at this place.
        public void lost(String reason, String place) {
            lost(reason, place, 1);
        }

        /// So many times, of which this is the first place.
        public void lost(String reason, String firstPlace, long times) {
            count(reason, firstPlace, times, true);
        }

        /// A place that could be understood in two ways, or was mended, without losing values.
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
