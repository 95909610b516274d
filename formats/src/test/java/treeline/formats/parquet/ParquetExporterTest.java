package treeline.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.writing.Pyarrow;
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

class ParquetExporterTest {
    private static final String COLUMNS =
            "run host rank thread stream repetition node parent name path metric scope unit value";

    @TempDir Path folder;

    @Test
    void aRowIsAValueOfAContextANodeAndAMetric() throws IOException {
        var file =
                written(
                        profileOf(
                                """
                                metric time s inclusive
                                path       rank0  rank1
                                main          10      -
                                main/work      0    2.5
                                """));
        assertThat(String.join(" ", file.columnNames())).isEqualTo(COLUMNS);
        assertThat(file.rows())
                .containsExactly(
                        row("0", "0", "-", "main", "main", 10),
                        row("0", "1", "0", "work", "main/work", 0),
                        row("1", "1", "0", "work", "main/work", 2.5));
    }

    private static String row(
            String rank, String node, String parent, String name, String path, double value) {
        return String.join(
                " ",
                TidyExpected.text("run"),
                "-",
                rank,
                "- - -",
                node,
                parent,
                TidyExpected.text(name),
                TidyExpected.text(path),
                TidyExpected.text("time"),
                TidyExpected.text("inclusive"),
                TidyExpected.text("s"),
                TidyExpected.value(value));
    }

    @Test
    void everyRowOfEveryProfileIsThere() throws IOException {
        for (int seed = 0; seed < 60; seed++) {
            Profile profile = profile(seed);
            assertThat(written(profile).rows())
                    .as("seed " + seed)
                    .isEqualTo(TidyExpected.rows(profile, "run"));
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
            Path file = folder.resolve("run%d.parquet".formatted(seed));
            ParquetExporter.create().export(profile(seed), file);
            files.add(file);
            expected.add("# " + COLUMNS);
            expected.addAll(TidyExpected.rows(profile(seed), "run" + seed));
        }
        assertThat(Pyarrow.rows(files)).isEqualTo(expected);
    }

    @Test
    void pyarrowSkipsRowGroupsByTheirBounds() throws IOException {
        Path file = folder.resolve("groups.parquet");
        write(large(), file, 10);
        assertThat(
                        Pyarrow.script(
                                """
                                import sys, pyarrow.parquet as pq, pyarrow.compute as pc
                                f = pq.ParquetFile(sys.argv[1])
                                for g in range(f.num_row_groups):
                                    t = f.read_row_group(g)
                                    for i, c in enumerate(t.columns):
                                        s = f.metadata.row_group(g).column(i).statistics
                                        assert s.null_count == c.null_count
                                        if not s.has_min_max: continue
                                        assert [s.min, s.max] == list(pc.min_max(c).as_py().values()), (g, i)
                                        print(i) if g == 0 else None
                                """,
                                file))
                .contains("6", "8", "10");
    }

    @Test
    void rowGroupsAreBoundedAndTheirDictionariesTheirOwn() throws IOException {
        Profile profile = large();
        Path file = folder.resolve("run.parquet");
        write(profile, file, 10);
        List<String> rows = TidyExpected.rows(profile, "run");
        assertThat(new ParquetFile(file).groups()).hasSize(Math.ceilDiv(rows.size(), 10));
        assertThat(new ParquetFile(file).rows()).isEqualTo(rows);
    }

    private static Profile large() {
        return Stream.iterate(1, seed -> seed + 1)
                .map(RandomContexts::of)
                .filter(profile -> profile.values().values() > 1000)
                .findFirst()
                .orElseThrow();
    }

    private static void write(Profile profile, Path file, int rowsPerGroup) throws IOException {
        var table = new TidyTable(profile.outline(), "run");
        try (OutputStream out = Files.newOutputStream(file)) {
            var writer = new ParquetWriter(table, new TidyRows(table, rowsPerGroup), out);
            TidyTable.forEach(profile, 0, writer::add);
            writer.finish(profile.metadata());
        }
    }

    /// The paths of a chain of nodes grow with the square of its depth.
    @Test
    void longPathsEndARowGroup() throws IOException {
        var builder = new ProfileBuilder();
        int context = builder.context(Context.WHOLE);
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int node = ProfileBuilder.ROOT;
        for (int depth = 0; depth < 2000; depth++) {
            node = builder.child(node, Frame.function("a function with a name of 40 characters."));
            builder.add(metric, context, node, depth);
        }
        ParquetFile file = written(builder.build());
        assertThat(file.groups()).hasSize(5);
        assertThat(file.rows()).hasSize(2000);
    }

    @Test
    void pagesOfARowGroupComeOneAfterTheOther() throws IOException {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int node = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        for (int rank = 0; rank < 300_000; rank++)
            builder.add(
                    metric,
                    builder.context(
                            rank % 3 == 0 ? Context.ofThread(rank, 1) : Context.ofRank(rank)),
                    node,
                    rank / 8.0);
        Profile profile = builder.build();
        assertThat(written(profile).rows()).isEqualTo(TidyExpected.rows(profile, "run"));
    }

    @Test
    void partsGiveTheSameFileAsTheWhole() throws IOException {
        for (int seed = 1; seed < 20; seed += 2) {
            Profile profile = RandomContexts.of(seed);
            Path whole = folder.resolve("whole/run.parquet");
            Path parts = folder.resolve("parts/run.parquet");
            Files.createDirectories(whole.getParent());
            Files.createDirectories(parts.getParent());
            ParquetExporter.create().export(profile, whole);
            ParquetExporter.create()
                    .exportParts(
                            new LoadedSource(profile, ReadReport.CLEAN),
                            7,
                            profile::metadata,
                            parts,
                            _ -> {});
            assertThat(parts).hasSameBinaryContentAs(whole);
        }
    }

    @Test
    void metadataAreThoseOfTheFileUnderNamesOfTheirOwn() throws IOException {
        Profile profile = profileOf("path rank0\nmain 1");
        ParquetFile file =
                written(
                        profile.withMetadata(
                                profile.metadata().with("pandas", "é{").with("ranks", 4)));
        assertThat(file.metadata())
                .containsEntry("run.pandas", "é{")
                .containsEntry("run.ranks", "4");
    }

    @Test
    void whatHasNoPlaceIsNamed() {
        assertThat(
                        ParquetExporter.create()
                                .leavesOut(
                                        profileOf(
                                                """
                                                metric time s exclusive
                                                path        tag   rank0  rank1
                                                main        -         1      -
                                                main/loop   COMP  1+2+3      -
                                                main/idle   -         -      -
                                                """)))
                .containsExactly(
                        "iterations: only sums are stored",
                        "node labels (tag)",
                        "node kinds (region)",
                        "nodes without values (1)",
                        "contexts without values (1)");
    }

    private ParquetFile written(Profile profile) throws IOException {
        Path file = folder.resolve("run.parquet");
        ParquetExporter.create().export(profile, file);
        return new ParquetFile(file);
    }
}
