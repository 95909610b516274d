package treeline.formats.thicket;

import treeline.formats.reading.GraphDocument;
import treeline.formats.reading.JsonCursor;
import treeline.model.Metadata;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// The sections besides graph and table: runs, their files and metadata. Run ids are kept as text,
/// because they may exceed 64 bits.
final class ThicketSections implements GraphDocument.Section {
    private final Set<String> ids = new LinkedHashSet<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Metadata> metadata = new LinkedHashMap<>();

    @Override
    public void read(String name, JsonCursor json) {
        switch (name) {
            case "profile" -> readIds(json);
            case "profile_mapping" -> readNames(json);
            case "metadata" -> readMetadata(json);
        }
    }

    private void readIds(JsonCursor json) {
        json.requireArray("the list of runs");
        while (json.nextElement()) ids.add(json.text("a run"));
    }

    private void readNames(JsonCursor json) {
        json.requireObject("the files of runs");
        while (json.nextField()) {
            String id = json.name();
            names.put(id, json.text("a file"));
        }
    }

    /// A list of rows with the run's number in `profile`.
    private void readMetadata(JsonCursor json) {
        json.requireArray("metadata");
        while (json.nextElement()) {
            json.requireObject("the metadata of a run");
            Map<String, Metadata.Value> values = new LinkedHashMap<>();
            String id = "";
            while (json.nextField()) {
                String key = json.name();
                if (key.equals("profile")) id = json.text("a run");
                else if (!key.isBlank()) json.scalar().ifPresent(value -> values.put(key, value));
            }
            metadata.put(id, Metadata.of(values));
        }
    }

    /// The runs in the file's order, then those that only the table has.
    Set<String> idsAnd(Collection<String> others) {
        Set<String> all = new LinkedHashSet<>(ids);
        all.addAll(others);
        return all;
    }

    String nameOf(String id) {
        return names.getOrDefault(id, id);
    }

    Metadata metadataOf(String id) {
        return metadata.getOrDefault(id, Metadata.NONE);
    }
}
