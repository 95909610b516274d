package treeline.formats.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.writing.Pyarrow;
import treeline.formats.writing.TidyColumn;
import treeline.formats.writing.TidyExpected;
import treeline.formats.writing.TidyRows;
import treeline.formats.writing.TidyTable;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.testkit.RandomContexts;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

class ArrowExporterTest {
    private static final String COLUMNS =
            "run host rank thread stream repetition node parent name path metric scope unit value";

    @TempDir Path folder;

    @Test
    void everyRowOfEveryProfileIsThere() throws IOException {
        for (int seed = 0; seed < 60; seed++) {
            Profile profile = profile(seed);
            ArrowFile file = written(profile);
            assertThat(String.join(" ", file.columnNames())).isEqualTo(COLUMNS);
            assertThat(file.rows()).as("seed " + seed).isEqualTo(TidyExpected.rows(profile, "run"));
        }
    }

    private static Profile profile(int seed) {
        return seed % 2 == 0 ? RandomProfiles.of(seed) : RandomContexts.of(seed);
    }

    @Test
    void pyarrowReadsTheSameRows() throws IOException {
        List<Path> files = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int seed = 0; seed < 30; seed++) {
            Path file = folder.resolve("run%d.arrow".formatted(seed));
            ArrowExporter.create().export(profile(seed), file);
            files.add(file);
            expected.add("# " + COLUMNS);
            expected.addAll(TidyExpected.rows(profile(seed), "run" + seed));
        }
        assertThat(Pyarrow.rows(files)).isEqualTo(expected);
    }

    /// Categories of data frames have to differ, also where siblings have one name.
    @Test
    void textsThatAreEqualAreOne() throws IOException {
        var builder = new ProfileBuilder();
        var frame = Frame.function("a/b");
        int context = builder.context(Context.ofRank(0));
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int root = builder.child(ProfileBuilder.ROOT, frame);
        for (int i = 0; i < 3; i++)
            builder.add(metric, context, builder.child(builder.newChild(root, frame), frame), i);
        Profile profile = builder.build();
        assertThat(written(profile).rows()).isEqualTo(TidyExpected.rows(profile, "run"));
        var paths = new TextDictionary(new TidyTable(profile.outline(), "run"), TidyColumn.PATH);
        assertThat(paths.size()).isEqualTo(3);
        assertThat(paths.bytes()).isEqualTo(4 + 9 + 14);
    }

    @Test
    void rowsAreWrittenSomeAtATime() throws IOException {
        Profile profile =
                Stream.iterate(1, seed -> seed + 1)
                        .map(RandomContexts::of)
                        .filter(each -> each.values().values() > 1000)
                        .findFirst()
                        .orElseThrow();
        var table = new TidyTable(profile.outline(), "run");
        Path path = folder.resolve("run.arrow");
        try (OutputStream out = Files.newOutputStream(path)) {
            var writer = new ArrowWriter(table, new TidyRows(table, 100), out);
            TidyTable.forEach(profile, 0, writer::add);
            writer.finish(profile.metadata());
        }
        List<String> rows = TidyExpected.rows(profile, "run");
        var file = new ArrowFile(path);
        assertThat(file.batches()).isEqualTo(Math.ceilDiv(rows.size(), 100));
        assertThat(file.rows()).isEqualTo(rows);
    }

    @Test
    void partsGiveTheSameFileAsTheWhole() throws IOException {
        Profile profile = RandomContexts.of(3);
        Path whole = Files.createDirectories(folder.resolve("whole")).resolve("run.arrow");
        Path parts = Files.createDirectories(folder.resolve("parts")).resolve("run.arrow");
        ArrowExporter.create().export(profile, whole);
        ArrowExporter.create()
                .exportParts(
                        new LoadedSource(profile, ReadReport.CLEAN),
                        7,
                        profile::metadata,
                        parts,
                        _ -> {});
        assertThat(parts).hasSameBinaryContentAs(whole);
    }

    @Test
    void metadataAreThoseOfTheTable() throws IOException {
        Profile profile = profileOf("path rank0\nmain 1");
        ArrowFile file =
                written(
                        profile.withMetadata(
                                profile.metadata().with("pandas", "é{").with("ranks", 4)));
        assertThat(file.metadata())
                .containsEntry("run.pandas", "é{")
                .containsEntry("run.ranks", "4");
    }

    private ArrowFile written(Profile profile) throws IOException {
        Path file = folder.resolve("run.arrow");
        ArrowExporter.create().export(profile, file);
        return new ArrowFile(file);
    }
}
