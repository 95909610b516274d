package treeline.app.commands;

import treeline.app.terminal.Progress;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.Parts;
import treeline.source.ProfileExporter;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// One form in which the demo's run is stored: the database in sub-files, all others as one file.
record DemoStore(ProfileExporter exporter, Path path, int parts) {
    private static final String DATABASE = "database";
    private static final int DATABASE_PARTS = 4;
    private static final String RECORDING = "stencil-demo";

    /// What lies on disk.
    record Written(int files, long bytes) {}

    /// Whether it came back as it was recorded, in words.
    record ReadBack(String words, boolean good) {}

    static DemoStore of(ProfileExporter exporter, Path folder) {
        return exporter.name().equals(DATABASE)
                ? new DemoStore(exporter, folder.resolve("stencil-database"), DATABASE_PARTS)
                : new DemoStore(exporter, folder.resolve("stencil" + exporter.extension()), 1);
    }

    Written write(Profile profile, Progress progress) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        List<Path> files = List.of(path);
        if (parts > 1)
            files =
                    PartFiles.write(
                            exporter, Parts.split(profile, parts, RECORDING), path, progress);
        else exporter.export(profile, path);
        long bytes = 0;
        for (Path file : files) bytes += Files.size(file);
        return new Written(files.size(), bytes);
    }

    /// Reads what was written and compares it with what was recorded.
    ReadBack readBack(Formats formats, Profile recorded) throws IOException {
        Optional<ProfileFormat> reader =
                formats.readable().stream()
                        .filter(format -> format.name().equals(exporter.name()))
                        .findFirst();
        if (reader.isEmpty()) return new ReadBack("written only", true);
        try (ProfileSource source = reader.get().open(Input.of(path.toString()))) {
            String different = difference(recorded, source.load(Slice.everything()));
            return different.isEmpty()
                    ? new ReadBack("equal", true)
                    : new ReadBack("differs in " + different, false);
        }
    }

    private static String difference(Profile recorded, Profile read) {
        if (!recorded.tree().equals(read.tree())) return "call paths";
        if (!recorded.contexts().equals(read.contexts())) return "contexts";
        if (!recorded.metrics().equals(read.metrics())) return "metrics";
        if (!recorded.values().equals(read.values())) return "values";
        if (!recorded.metadata().equals(read.metadata())) return "metadata";
        return recorded.labels().equals(read.labels()) ? "" : "labels";
    }
}
