package treeline.testkit;

import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.store.db.DatabaseFormat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// Small recordings of the five example programs, for tests that want what the recorder really
/// writes. They are kept files of database version 1 ([Corpus]), so they never change;
/// `examples/record-fixtures` records others.
public final class Recordings {
    /// With four ranks and two repetitions each, but for `figure-two`, which has two ranks. In
    /// `closure` and `jacobi` rank 0 has more to do than the others.
    public static final List<String> EXAMPLES =
            List.of("fft", "closure", "jacobi", "figure-two", "parallel-io");

    private static final String DATABASES = "database-v1/recordings/";
    private static final String TEXTS = "compact-text-v1/";

    private Recordings() {}

    /// Copies the recording of an example, as a database, into a folder.
    public static Path database(String example, Path into) {
        String name = example + ".tldb";
        return copied(DATABASES + name, into.resolve(name));
    }

    /// Copies runs of `jacobi` into a folder: with 1, 2, 4 and 8 ranks, and with 4 of which one has
    /// more to do, three of each. Their names are `jacobi-<ranks>-<imbalance>-<trial>.tldb`.
    public static void scaling(Path into) {
        for (String kind : List.of("1-0", "2-0", "4-0", "8-0", "4-1"))
            for (int trial = 1; trial <= 3; trial++) {
                String name = "jacobi-%s-%d.tldb".formatted(kind, trial);
                copied(DATABASES + "scaling/" + name, into.resolve(name));
            }
    }

    /// Copies a recording of `figure-two` as compact text, of another run, into a folder.
    public static Path figureTwoAsText(Path into) {
        String name = "figure-two.tltext";
        return copied(TEXTS + name, into.resolve(name));
    }

    /// The whole recording of an example.
    public static Profile load(String example) {
        try {
            Path folder = Files.createTempDirectory("recordings");
            Path file = database(example, folder);
            try (ProfileSource source = new DatabaseFormat().open(Input.of(file))) {
                return source.load(Slice.everything());
            } finally {
                Files.delete(file);
                Files.delete(folder);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path copied(String name, Path file) {
        try (InputStream in = Recordings.class.getResourceAsStream("compatibility/" + name)) {
            if (in == null)
                throw new IllegalArgumentException("no recording " + file.getFileName());
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
