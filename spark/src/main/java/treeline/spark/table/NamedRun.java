package treeline.spark.table;

import treeline.formats.Formats;
import treeline.source.ProfileSource;
import treeline.source.Reopening;

import java.io.IOException;
import java.io.Serializable;
import java.util.Optional;

/// A run and how executors open it.
///
/// @param name the value of column `run`
record NamedRun(String name, Reopening reopening) implements Serializable {

    /// Recognises the format of a run once, where the query is planned.
    static NamedRun of(Formats formats, String path, Optional<String> format) throws IOException {
        try (ProfileSource source = formats.open(path, format).source()) {
            return new NamedRun(
                    path,
                    source.reopening()
                            .orElseThrow(
                                    () ->
                                            new IllegalArgumentException(
                                                    path + " cannot be read by a cluster")));
        }
    }
}
