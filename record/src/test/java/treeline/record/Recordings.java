package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.TemporaryFiles;
import treeline.store.db.DatabaseFormat;
import treeline.store.text.CompactTextFormat;
import treeline.testkit.Drawing;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads recordings back.
public final class Recordings {
    private Recordings() {}

    /// A drawing in which the unit `count` is the plain number.
    static Profile drawn(String drawing) {
        Profile drawn = Drawing.profileOf(drawing);
        List<Metric> metrics =
                drawn.metrics().stream()
                        .map(
                                metric ->
                                        metric.unit().symbol().equals("count")
                                                ? new Metric(
                                                        metric.name(), Unit.COUNT, metric.scope())
                                                : metric)
                        .toList();
        List<MetricColumn> columns = drawn.metrics().stream().map(drawn::column).toList();
        return new Profile(
                new Outline(drawn.tree(), drawn.labels(), drawn.contexts(), metrics, Metadata.NONE),
                new MetricTable(metrics, columns));
    }

    public static Profile read(Path directory) throws IOException {
        Input input = Input.of(directory.toString());
        try (ProfileSource source = formatOf(input).open(input)) {
            Profile profile = source.load(Slice.everything());
            assertThat(source.report().entries()).isEmpty();
            return profile;
        }
    }

    /// The number of the newest snapshot in a directory; 0 if there is none. Numbers only grow,
    /// while only two of them stay: wait for "at least", not for a name.
    static int newestSnapshot(Path directory) throws IOException {
        try (Stream<Path> there = Files.list(directory)) {
            return there.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith("snapshot-"))
                    .mapToInt(name -> Integer.parseInt(name.substring("snapshot-".length())))
                    .max()
                    .orElse(0);
        }
    }

    /// The hidden directory into which a snapshot or the recording is being written.
    public static Optional<Path> hidden(Path directory) throws IOException {
        try (Stream<Path> there = Files.list(directory)) {
            return there.filter(TemporaryFiles::isNamedAsOne)
                    .filter(Files::isDirectory)
                    .findFirst();
        }
    }

    private static ProfileFormat formatOf(Input input) throws IOException {
        for (ProfileFormat format : List.of(new DatabaseFormat(), new SnapshotFormat()))
            if (format.sniff(input) != Match.NO) return format;
        return new CompactTextFormat();
    }

    /// The same but for the metadata, which tells of the machine.
    static void assertSame(Profile expected, Profile actual) {
        assertThat(ProfileDifference.between(expected, actual.withMetadata(Metadata.NONE)))
                .isEmpty();
    }
}
